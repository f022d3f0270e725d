"""The players' own lots, faults of the board, and coming back after a restart."""

import pytest

from puluc.rules.contests import contest
from puluc.rules.presets import rule_set
from puluc.rules.units import Side, Space
from puluc.screens.values import LotsScreen, MessageScreen
from puluc.session.entries import replay
from puluc.session.events import Back, Drawn, Held, Lost, Milliseconds, Part
from puluc.session.opening import Setup, resume_game
from puluc.session.phases import CastDue, Choosing, GoOn
from puluc.session.state import Settings
from tests.session.sitting import Sitting
from tests.session.test_menu import choose, texts
from tests.session.test_turn import nearly_won, with_position

OWN_LOTS = Settings(real_lots=True)


@pytest.mark.parametrize(("space", "marked", "value"), [(1, 1, 1), (4, 4, 4), (5, 0, 5)])
def test_own_lots_are_entered_by_spaces(space: int, marked: int, value: int) -> None:
    """Spaces 1..L enter that many marked sides, L + 1 none; each is drawn."""
    sitting = Sitting.begin(settings=OWN_LOTS)
    sitting.wait(3_000)
    assert sitting.lamps() == [1, 2, 3, 4, 5]
    assert isinstance(sitting.screen, LotsScreen)
    assert (space, marked) in sitting.screen.choices
    sitting.tap(space)
    assert sitting.screen.headline == f"Jade {value}"
    assert sitting.saved[-1].entry.data["real"] is True


def test_with_own_lots_the_last_move_is_told_before_the_lots_are_asked_for() -> None:
    """For three seconds the game stands on the display; the lots can be entered already."""
    sitting = Sitting.begin(settings=OWN_LOTS)
    sitting.tap(1)
    sitting.tap(1)
    assert "Jade enters at 1" in sitting.screen.words
    assert sitting.lamps() == [1, 2, 3, 4, 5]
    sitting.wait(3_000)
    assert isinstance(sitting.screen, LotsScreen)


def test_with_own_lots_a_slip_is_still_a_hold() -> None:
    """The space just pressed enters lots when it is released soon, and takes back when held."""
    sitting = Sitting.begin(settings=OWN_LOTS)
    sitting.tap(1)
    sitting.tap(1)
    sitting.hold(1)
    assert sitting.state.game.played == ()
    assert isinstance(sitting.state.phase, Choosing)
    sitting.tap(1)
    sitting.tap(1)
    assert sitting.screen.headline == "Cinnabar 1"


def test_with_own_lots_neither_shake_nor_hold_casts() -> None:
    """The board throws nothing when the players do."""
    sitting = Sitting.begin(settings=OWN_LOTS)
    sitting.shake()
    sitting.hold(8)
    assert isinstance(sitting.state.phase, CastDue)


def test_a_cast_entered_wrongly_can_be_taken_back() -> None:
    """The players' own cast, still whole, is what the menu takes back first."""
    sitting = Sitting.begin(settings=OWN_LOTS)
    sitting.tap(3)
    sitting.menu()
    choose(sitting, "take the cast back")
    choose(sitting, "go on")
    sitting.tap(2)
    assert sitting.screen.headline == "Jade 2"
    assert [saved.entry.kind for saved in sitting.saved] == ["cast", "withdraw", "cast"]


def test_own_lots_are_chosen_in_the_menu() -> None:
    """The line says how it stands; the choice is saved."""
    sitting = Sitting.begin()
    sitting.menu()
    choose(sitting, "more")
    assert "your own lots: no" in texts(sitting)
    choose(sitting, "your own lots")
    assert "your own lots: yes" in texts(sitting)
    assert (sitting.effects[-1].key, sitting.effects[-1].value) == ("real_lots", True)


def test_a_stuck_button_is_named_and_counts_for_nothing_until_released() -> None:
    """After ten seconds the space is masked and dark; its move is made by the other space."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11))
    sitting.draws = [3]
    sitting.press(4)
    sitting.wait(10_000)
    assert sitting.screen.notice == "space 4: button stuck"
    assert sitting.screen.headline == "Jade 3"
    assert sitting.lamps() == [1]
    sitting.tap(1)
    assert sitting.screen.headline == "Cinnabar"
    sitting.release(4)
    assert sitting.screen.notice == ""


def test_a_button_down_from_the_start_is_found_to_be_stuck() -> None:
    """Without a press before, a hold of ten seconds masks the space; its lamp stays dark."""
    sitting = Sitting.begin()
    sitting.happens(Held(sitting.at, Space(1), Milliseconds(10_000)))
    sitting.shake(1)
    assert sitting.lamps() == []
    assert sitting.screen.notice == "space 1: button stuck"
    sitting.menu()
    assert 1 not in sitting.lamps()


def test_faults_are_told_until_they_are_over() -> None:
    """A journal that can't save and a tray that can't be believed are told in plain words."""
    sitting = Sitting.begin()
    sitting.happens(Lost(sitting.at, Part.JOURNAL, "disk full"))
    assert sitting.screen.notice == "not saved"
    sitting.happens(Lost(sitting.at, Part.TRAY, "fires on and on"))
    sitting.happens(Back(sitting.at, Part.JOURNAL))
    assert sitting.screen.notice == "hold any space to cast"
    sitting.happens(Back(sitting.at, Part.TRAY))
    assert sitting.screen.notice == ""


def again(sitting: Sitting, *, recent: bool) -> Sitting:
    """A new session from what the first one saved."""
    rules = rule_set("classic")
    game = replay(rules, Side.JADE, (saved.entry for saved in sitting.saved))
    setup = Setup(sitting.state.spaces, contest())
    return Sitting(resume_game(setup, game, Settings(), Milliseconds(5), recent), now=5)


def test_a_restart_in_between_goes_on_at_the_same_cast() -> None:
    """What was saved replays to the same position, cast and lamps; nothing is asked."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11))
    sitting.shake(3)
    resumed = again(sitting, recent=True)
    assert resumed.state.game == sitting.state.game
    assert resumed.lamps() == sitting.lamps()
    assert resumed.screen.words == "Restarted"


def test_after_a_power_cut_the_board_asks_and_any_space_answers() -> None:
    """``Go on?`` lights every space; the piece check is in the menu."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11))
    sitting.shake(3)
    resumed = again(sitting, recent=False)
    assert isinstance(resumed.state.phase, GoOn)
    assert isinstance(resumed.screen, MessageScreen)
    assert resumed.lamps() == list(range(1, 12))
    resumed.tap(9)
    assert resumed.lamps() == [1, 4]


def test_the_question_can_be_passed_by_the_menu() -> None:
    """Menu and piece check are on offer; ``go on`` there answers the question."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11))
    resumed = again(sitting, recent=False)
    resumed.menu()
    choose(resumed, "go on")
    assert isinstance(resumed.state.phase, CastDue)


def test_a_finished_game_is_shown_again_after_a_restart() -> None:
    """The end is still there; a press begins the next game."""
    sitting = nearly_won()
    sitting.shake(2)
    sitting.tap(10)
    setup = Setup(11, contest())
    state = resume_game(setup, sitting.state.game, Settings(), Milliseconds(0), recent=False)
    resumed = Sitting(state)
    assert resumed.screen.headline == "Jade won"
    resumed.wait(1_500)
    resumed.tap(5)
    assert resumed.screen.headline == "Cinnabar"


def test_a_short_track_lies_in_the_middle_of_the_board() -> None:
    """A track of seven is spaces 3 to 9 of eleven, with the homes beside it; 1 and 11 are bare."""
    sitting = Sitting.begin(track=7)
    sitting.shake(1)
    assert sitting.lamps() == [2, 3]
    assert sitting.screen.homes
    assert sitting.screen.lit_homes == {Side.JADE}
    sitting.tap(1)
    assert sitting.screen.words == "space 1: not on the track"
    sitting.tap(10)
    assert sitting.screen.words == "Cinnabar's home: no move there"
    sitting.tap(3)
    assert sitting.screen.headline == "Cinnabar"
    sitting.shake(1)
    assert sitting.lamps() == [9, 10]


def test_homes_stand_for_hand_and_exits() -> None:
    """A home is where a deployment starts and where a pile that is carried off goes."""
    sitting = with_position(Sitting.begin(name="bell", opening="alternate"), {9: "J"}, hand=(2, 2))
    sitting.shake(2)
    assert sitting.lamps() == [1, 3, 10, 11]
    sitting.tap(11)
    assert sitting.state.game.position.hand == (3, 2)
    sitting.hold(11)
    sitting.tap(1)
    assert sitting.state.game.position.piles_on(Space(2))


def test_a_shake_answers_the_question_and_casts() -> None:
    """Who shakes at ``Go on?`` goes on, and casts where a cast is due."""
    sitting = Sitting.begin()
    sitting.play((1, 1))
    resumed = again(sitting, recent=False)
    resumed.shake(2)
    assert resumed.screen.headline == "Cinnabar 2"


def test_lots_that_nobody_waits_for_are_nothing() -> None:
    """Drawn lots that come when no cast is due change no game."""
    sitting = Sitting.begin()
    sitting.shake(1)
    game = sitting.state.game
    sitting.happens(Drawn(sitting.at, (True,) * 4))
    assert sitting.state.game == game


def test_a_short_hold_without_a_press_is_nothing() -> None:
    """A key that was down before the board started casts nothing."""
    sitting = Sitting.begin()
    sitting.happens(Held(sitting.at, Space(3), Milliseconds(1_000)))
    assert sitting.saved == []


def test_a_stuck_button_that_is_pressed_again_works_again() -> None:
    """Its release was lost, but a button that goes down must have come up."""
    sitting = Sitting.begin()
    sitting.happens(Held(sitting.at, Space(1), Milliseconds(10_000)))
    sitting.shake(1)
    sitting.tap(1)
    assert sitting.screen.headline == "Cinnabar"
    assert sitting.screen.notice == ""


@pytest.mark.parametrize(("stuck", "key"), [(4, 5), (11, 10)])
def test_the_piece_check_passes_a_stuck_button_by_its_neighbour(stuck: int, key: int) -> None:
    """The space beside the stuck one steps on, and is named."""
    sitting = Sitting.begin()
    sitting.happens(Held(sitting.at, Space(stuck), Milliseconds(10_000)))
    sitting.menu()
    choose(sitting, "check")
    sitting.tap(*range(1, stuck))
    assert sitting.screen.space == stuck
    assert sitting.screen.hint == f"press {key}: next"
    assert sitting.lamps() == [key]
    sitting.tap(key)
    assert not hasattr(sitting.screen, "space") or sitting.screen.space == stuck + 1


def test_several_faults_are_counted() -> None:
    """The first is told, and how many more there are."""
    sitting = Sitting.begin()
    for line in (4, 5, 6):
        sitting.happens(Lost(sitting.at, Part.PANEL, f"GPIO {line}: busy"))
    sitting.happens(Lost(sitting.at, Part.PANEL, "GPIO 4: busy"))
    assert sitting.screen.notice == "GPIO 5: busy +2"
