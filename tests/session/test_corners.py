"""What goes wrong easily: stuck keys in lists, fingers that stay, chords, and what is said then."""

import pytest

from puluc.rules.units import Space
from puluc.screens.values import ListScreen, MessageScreen
from puluc.session.events import Held, Lost, Milliseconds, Noticed, Part
from puluc.session.frame import Lamp
from puluc.session.phases import CastDue, Choosing, Menu
from puluc.session.state import Settings
from tests.session.sitting import Sitting
from tests.session.test_lots_and_faults import again
from tests.session.test_menu import choose, texts
from tests.session.test_narrowing import both_ways
from tests.session.test_turn import with_position

OWN_LOTS = Settings(real_lots=True)


def stuck(sitting: Sitting, *spaces: int) -> Sitting:
    for space in spaces:
        sitting.happens(Held(sitting.at, Space(space), Milliseconds(10_000)))
    return sitting


@pytest.mark.parametrize("space", [1, 4])
def test_a_stuck_button_never_blocks_a_move(space: int) -> None:
    """The menu and its lists stand beside buttons that work; the display says where to go."""
    sitting = with_position(Sitting.begin(), {}, hand=(5, 5))
    stuck(sitting, space)
    sitting.shake(1)
    if space == 1:
        assert sitting.lamps() == []
        assert "list of moves" in sitting.screen.words
    sitting.menu()
    assert space not in sitting.lamps()
    choose(sitting, "list of moves")
    choose(sitting, "enters at 1")
    assert sitting.screen.headline == "Cinnabar"


def test_lists_go_beyond_the_first_seven_spaces_only_when_they_must() -> None:
    """With six of seven buttons stuck there are still two entries and a way on."""
    sitting = stuck(Sitting.begin(), 1, 2, 3, 4, 5, 6)
    sitting.menu()
    assert sitting.lamps() == [7, 9]
    assert texts(sitting)[-1] == "more"


def test_opening_the_menu_forgets_the_finger_that_waits() -> None:
    """With own lots, letting the space go does nothing in the menu."""
    sitting = Sitting.begin(settings=OWN_LOTS)
    sitting.tap(1)
    sitting.tap(1)
    sitting.hold_ends()
    assert isinstance(sitting.state.phase, Menu)
    assert len(sitting.state.game.played) == 1


def test_with_own_lots_both_ends_enter_nothing() -> None:
    """The first end is no entry, nor is a third space while both are down."""
    sitting = Sitting.begin(settings=OWN_LOTS)
    sitting.press(1)
    sitting.wait(10)
    sitting.press(11)
    sitting.tap(3)
    sitting.wait(2_000)
    sitting.release(1)
    sitting.release(11)
    assert isinstance(sitting.state.phase, Menu)
    assert sitting.saved == []


def test_an_end_enters_lots_when_it_is_let_go() -> None:
    """Alone it is an entry as any other."""
    sitting = Sitting.begin(settings=OWN_LOTS)
    sitting.press(1)
    assert sitting.saved == []
    sitting.wait(80)
    sitting.release(1)
    assert sitting.screen.headline == "Jade 1"


def test_pressing_the_space_again_leaves_the_list() -> None:
    """The space that was pressed takes the choice back, and is no line of the list."""
    sitting = both_ways(1)
    sitting.shake(3)
    sitting.tap(1)
    assert isinstance(sitting.screen, ListScreen)
    assert [entry.space for entry in sitting.screen.entries] == [2, 3, 7]
    assert sitting.lamps() == [1, 2, 3, 7]
    sitting.tap(1)
    assert sitting.state.game.played == ()
    assert sitting.state.phase == Choosing()


def test_a_finger_that_answers_go_on_casts_nothing() -> None:
    """Held on, it only answers."""
    sitting = Sitting.begin()
    sitting.play((1, 1))
    resumed = again(sitting, recent=False)
    resumed.hold(6, 3_000)
    assert isinstance(resumed.state.phase, CastDue)


def test_a_finger_that_chose_in_the_menu_neither_casts_nor_takes_back() -> None:
    """``go on`` held is ``go on``, also on the space of the last move."""
    sitting = Sitting.begin()
    sitting.play((1, 1))
    sitting.menu()
    sitting.hold(1, 3_000)
    assert isinstance(sitting.state.phase, CastDue)
    assert len(sitting.state.game.played) == 1


def test_a_refused_press_in_a_list_is_told() -> None:
    """The reason takes the display for a moment, then the list is back."""
    sitting = Sitting.begin()
    sitting.menu()
    sitting.tap(9)
    assert sitting.lamps(Lamp.FAST) == [9]
    assert sitting.screen == MessageScreen("Not lit", ("press a lit space",))
    sitting.wait(2_500)
    assert isinstance(sitting.screen, ListScreen)


def test_a_refused_press_in_the_piece_check_is_told() -> None:
    """The hint gives way to the reason."""
    sitting = Sitting.begin()
    sitting.menu()
    choose(sitting, "check")
    sitting.tap(7)
    assert sitting.screen.hint == "press a lit space"


def test_what_matters_most_is_told_first() -> None:
    """A game that is not saved comes before a tray, and both before a line."""
    sitting = Sitting.begin()
    sitting.happens(Lost(sitting.at, Part.PANEL, "GPIO 26: busy"))
    sitting.happens(Lost(sitting.at, Part.TRAY, "fires"))
    assert sitting.screen.notice == "hold any space to cast +1"
    sitting.happens(Lost(sitting.at, Part.JOURNAL, "full"))
    assert sitting.screen.notice == "not saved +2"


def test_after_a_move_another_space_is_asked_for() -> None:
    """The space just pressed would take the move back, so the advice leaves it out."""
    sitting = Sitting.begin()
    sitting.play((1, 1))
    sitting.wait(20_000)
    assert sitting.screen.words == "Shake, or hold another space to cast"


def test_with_own_lots_nobody_is_told_to_shake() -> None:
    """Neither the words nor a refusal nor a fault of the tray."""
    sitting = Sitting.begin(settings=OWN_LOTS)
    assert sitting.screen.words == "Your lots?"
    sitting.tap(9)
    assert sitting.screen.words == "a lit space enters your lots"
    sitting.happens(Lost(sitting.at, Part.TRAY, "fires"))
    assert sitting.screen.notice == ""


def test_with_own_lots_a_fault_stays_told() -> None:
    """Where the lots are asked for, the notice stands in the title."""
    sitting = Sitting.begin(settings=OWN_LOTS)
    sitting.happens(Lost(sitting.at, Part.JOURNAL, "full"))
    sitting.wait(3_000)
    assert sitting.screen.title == "Jade: not saved"


def test_own_lots_need_a_space_for_each_and_for_none() -> None:
    """Five lots on five spaces: the board throws, and the menu does not offer it otherwise."""
    sitting = Sitting.begin(
        name="jaques", track=5, spaces=5, opening="alternate", settings=OWN_LOTS
    )
    assert sitting.lamps() == []
    sitting.shake(3)
    assert sitting.lamps()


def test_all_spaces_are_called_by_the_boards_numbers() -> None:
    """On a short track too: in the words, the lists, the refusals and the piece check."""
    sitting = Sitting.begin(track=9)
    sitting.play((1, 2), (1, 10))
    sitting.shake(3)
    sitting.tap(7)
    assert sitting.screen.words == "nothing of yours is 3 behind"
    sitting.tap(2)
    assert "Jade 2 to 5" in sitting.screen.words
    sitting.shake(2)
    sitting.tap(5)
    assert sitting.screen.words == "space 5: Jade's pile"
    sitting.menu()
    assert texts(sitting)[1] == "take back J 2 to 5"


def test_a_notice_is_told_once() -> None:
    """What happened to the journal, say, is told in the words."""
    sitting = Sitting.begin()
    sitting.happens(Noticed(sitting.at, "Old games damaged, set aside"))
    assert sitting.screen.words.startswith("Old games damaged, set aside")
