"""The menu: how it opens, what it does, and that nothing in it is lost."""

import pytest

from puluc.rules.units import Side
from puluc.screens.values import ListScreen, MessageScreen, PileScreen
from puluc.session.effects import SaveSetting, ShutDown
from puluc.session.frame import Brightness, Lamp, Sound
from puluc.session.menu import lines
from puluc.session.phases import CastDue, Menu, SelfTest, Stopped
from tests.session.sitting import Sitting
from tests.session.test_turn import blocked, with_position


def texts(sitting: Sitting) -> list[str]:
    assert isinstance(sitting.screen, ListScreen)
    return [entry.text for entry in sitting.screen.entries]


def choose(sitting: Sitting, start: str) -> None:
    """Press the space of the line that starts like that."""
    for entry in sitting.screen.entries:
        if entry.text.startswith(start):
            assert entry.space is not None, entry
            sitting.tap(entry.space)
            return
    raise AssertionError(f"{start!r} is not among {texts(sitting)}")


def test_the_menu_button_opens_and_closes_the_menu() -> None:
    """The menu lies over the game, with as many lit spaces as lines that do something."""
    sitting = Sitting.begin()
    sitting.shake(1)
    before = sitting.lamps()
    sitting.menu()
    assert texts(sitting)[0] == "go on"
    assert sitting.lamps() == [e.space for e in sitting.screen.entries if e.space]
    assert max(sitting.lamps()) <= 7
    sitting.menu()
    assert sitting.lamps() == before


def test_only_lists_have_lines() -> None:
    """In play there are none; a foot line is there only where it leads somewhere."""
    sitting = Sitting.begin()
    assert lines(sitting.state) == ()
    sitting.menu()
    choose(sitting, "list of moves")
    assert texts(sitting) == ["nothing played yet", "back"]
    sitting = Sitting.begin(spaces=30, track=30)
    sitting.menu()
    choose(sitting, "more")
    assert texts(sitting)[-1] == "back"


def test_both_ends_held_open_the_menu() -> None:
    """Two seconds of both ends are as good as the menu button; less is not."""
    sitting = Sitting.begin()
    sitting.hold_ends(1_900)
    assert isinstance(sitting.state.phase, CastDue)
    sitting.hold_ends(2_000)
    assert isinstance(sitting.state.phase, Menu)
    assert sitting.saved == []


@pytest.mark.parametrize(("gap", "kept"), [(500, 0), (501, 1)])
def test_a_move_made_by_the_first_of_both_ends_is_taken_back(gap: int, kept: int) -> None:
    """Only when the second end came within 500 ms were the two meant together."""
    sitting = Sitting.begin()
    sitting.shake(1)
    sitting.hold_ends(gap=gap - 1)
    assert isinstance(sitting.state.phase, Menu)
    assert len(sitting.state.game.played) == kept


def test_a_forfeit_made_by_the_first_of_both_ends_is_taken_back() -> None:
    """The forfeit comes back with its cast."""
    sitting = blocked()
    sitting.shake(2)
    sitting.hold_ends()
    assert sitting.state.game.played == ()
    assert sitting.state.game.position.left == (2,)


def test_a_move_made_earlier_is_not_taken_back_by_both_ends() -> None:
    """What was played before the two presses stands."""
    sitting = Sitting.begin()
    sitting.play((1, 1))
    sitting.hold_ends()
    assert len(sitting.state.game.played) == 1


def test_while_both_ends_are_down_nothing_casts() -> None:
    """Neither a hold nor a shake draws lots then."""
    sitting = Sitting.begin()
    sitting.press(1)
    sitting.press(11)
    sitting.wait(1_500)
    sitting.shake()
    sitting.press(6)
    sitting.wait(400)
    assert sitting.saved == []


def test_take_back_goes_to_any_depth_and_no_cast_is_thrown_twice() -> None:
    """Each step comes back with its cast; played again, the later casts come by themselves."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11), (3, 1), (2, 11))
    game = sitting.state.game
    sitting.menu()
    for _ in range(4):
        choose(sitting, "take back")
    assert texts(sitting)[1] == "nothing to take back"
    assert sitting.screen.entries[1].space is None
    choose(sitting, "go on")
    for space in (1, 11, 1, 11):
        assert sitting.lamps()
        sitting.tap(space)
    assert sitting.state.game.position == game.position
    assert sitting.lamps() == []


def test_take_back_says_what_came_back_and_what_would_be_next() -> None:
    """The title names the step taken back, the line the one before it."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11), (3, 1))
    sitting.menu()
    assert texts(sitting)[1] == "take back J 1 to 4"
    choose(sitting, "take back")
    assert sitting.screen.title == "Back: Jade 1 to 4"
    assert texts(sitting)[1] == "take back C enters at 11"


def test_a_cast_that_was_taken_back_with_no_move_made_is_owed() -> None:
    """Taking back the other side's move keeps the cast that lay there for later."""
    sitting = Sitting.begin()
    sitting.play((1, 1))
    sitting.shake(3)
    sitting.menu()
    choose(sitting, "take back")
    choose(sitting, "go on")
    sitting.tap(1)
    assert sitting.screen.headline == "Cinnabar 3"
    assert sitting.draws == []


def test_the_piece_check_steps_through_all_spaces_and_the_hands() -> None:
    """Each space blinks and is described; pressing it steps on; the hands come last."""
    sitting = with_position(Sitting.begin(), {4: "CCJ", 11: "C"}, hand=(4, 2))
    sitting.menu()
    choose(sitting, "check")
    seen = {}
    for space in range(1, 12):
        assert isinstance(sitting.screen, PileScreen)
        assert sitting.lamps(Lamp.SLOW) == [space]
        seen[space] = sitting.screen.words
        sitting.tap(space)
    assert seen[4] == "Jade over 2 Cinnabar"
    assert seen[11] == "Cinnabar"
    assert seen[1] == "empty"
    assert isinstance(sitting.screen, MessageScreen)
    assert sitting.screen.words[:2] == ("Jade 4", "Cinnabar 2")
    sitting.tap(11)
    assert isinstance(sitting.state.phase, Menu)


def test_the_list_of_moves_makes_a_move() -> None:
    """With a cast there, the legal moves are listed beside lit spaces, and chosen by them."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11))
    sitting.shake(3)
    sitting.menu()
    choose(sitting, "list of moves")
    assert texts(sitting) == ["1 to 4", "moves so far", "back"]
    choose(sitting, "moves so far")
    assert texts(sitting) == ["C enters at 11", "J enters at 1", "back"]
    choose(sitting, "back")
    choose(sitting, "list of moves")
    choose(sitting, "1 to 4")
    assert sitting.screen.headline == "Cinnabar"


def test_the_list_of_moves_tells_what_was_played() -> None:
    """With no cast there, all steps so far are listed, the latest first, page by page."""
    sitting = Sitting.begin()
    turns = [(1, 1), (1, 11), (1, 1), (1, 11), (1, 1), (1, 11), (1, 2), (1, 10)]
    sitting.play(*turns)
    sitting.menu()
    choose(sitting, "list of moves")
    first = texts(sitting)
    assert len(first) == 7
    choose(sitting, "earlier")
    assert [*first[:-1], *texts(sitting)[:-1]][-1] == "J enters at 1"
    assert len([*first[:-1], *texts(sitting)[:-1]]) == len(turns)
    choose(sitting, "back")
    assert isinstance(sitting.state.phase, Menu)


def test_a_new_game_is_asked_for_when_one_is_going_on() -> None:
    """``No`` changes nothing; ``yes`` begins a game that the other side opens."""
    sitting = Sitting.begin()
    sitting.play((1, 1))
    sitting.menu()
    choose(sitting, "new game")
    assert sitting.lamps() == [1, 2]
    choose(sitting, "no")
    choose(sitting, "new game")
    choose(sitting, "yes")
    assert [begun.opens for begun in sitting.begun] == [Side.JADE, Side.CINNABAR]
    assert sitting.screen.headline == "Cinnabar"


def test_brightness_goes_down_and_round_and_is_kept() -> None:
    """Each press is one step, shown in the frame and saved."""
    sitting = Sitting.begin()
    sitting.menu()
    choose(sitting, "more")
    seen = []
    for _ in range(3):
        choose(sitting, "brightness")
        seen.append(sitting.frame.brightness)
    assert seen == [Brightness.MEDIUM, Brightness.LOW, Brightness.HIGH]
    assert [e.value for e in sitting.effects if isinstance(e, SaveSetting)] == [
        "medium",
        "low",
        "high",
    ]


def test_the_buzzer_can_be_silenced_where_there_is_one() -> None:
    """A line of the menu that is there only with a buzzer; silenced, frames have no sound."""
    sitting = Sitting.begin(buzzer=True)
    sitting.shake(1)
    assert sitting.frame.sound is Sound.CAST
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "sound: on")
    assert sitting.frame.sound is None
    sitting.menu()
    sitting.tap(11)
    assert sitting.frame.sound is None
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "sound: off")
    sitting.menu()
    sitting.tap(11)
    assert sitting.frame.sound is Sound.REFUSAL
    saved = [effect for effect in sitting.effects if isinstance(effect, SaveSetting)]
    assert saved == [SaveSetting("sound", False), SaveSetting("sound", True)]
    silent = Sitting.begin()
    silent.menu()
    choose(silent, "more")
    assert not [text for text in texts(silent) if "sound" in text]


def test_shutting_down_asks_first_and_then_answers_nothing() -> None:
    """After ``yes`` the board says goodbye and takes no press."""
    sitting = Sitting.begin()
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "shut down")
    choose(sitting, "yes")
    assert sitting.screen.headline == "Goodbye"
    assert sitting.screen.words == ("the game is kept",)
    assert ShutDown() not in sitting.effects
    sitting.wait(2_000)
    assert sitting.effects[-1] == ShutDown()
    effects = len(sitting.effects)
    sitting.wait(10_000)
    assert len(sitting.effects) == effects
    assert isinstance(sitting.state.phase, Stopped)
    sitting.shake()
    sitting.tap(1)
    sitting.menu()
    assert isinstance(sitting.state.phase, Stopped)
    assert sitting.lamps() == []


def test_a_press_beside_the_lines_is_refused() -> None:
    """In the menu a dark space blinks and does nothing."""
    sitting = Sitting.begin()
    sitting.menu()
    phase = sitting.state.phase
    sitting.tap(9)
    assert sitting.lamps(Lamp.FAST) == [9]
    assert sitting.state.phase == phase


def test_the_menu_fits_the_shortest_board() -> None:
    """On five spaces a page has four entries, and all can be reached."""
    sitting = Sitting.begin(spaces=5, track=5)
    sitting.menu()
    found = []
    for _ in range(3):
        found += [text for text in texts(sitting) if text not in ("more", "back")]
        assert max(sitting.lamps()) <= 5
        if "more" in texts(sitting):
            choose(sitting, "more")
    assert len(set(found)) == 12


def test_the_self_test_is_in_the_menu() -> None:
    """Its entry gives the board to the self-test; nothing is lit, and the game is as it was."""
    sitting = Sitting.begin()
    sitting.shake(1)
    lit, game = sitting.lamps(), sitting.state.game
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "self-test")
    assert sitting.state.phase == SelfTest()
    assert sitting.screen == MessageScreen("Self-test")
    assert sitting.lamps() == []
    sitting.menu()
    assert (sitting.lamps(), sitting.state.game) == (lit, game)
