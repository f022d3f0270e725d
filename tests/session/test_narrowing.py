"""Presses that could mean two moves: the lamps narrow, and a list tells apart what they can't."""

from dataclasses import replace

from puluc.screens.values import ListScreen
from puluc.session.frame import Lamp
from tests.session.sitting import Sitting
from tests.session.test_menu import choose, texts
from tests.session.test_turn import with_position


def both_ways(space: int = 5) -> Sitting:
    """In ``village`` a pile may go forward or back."""
    sitting = Sitting.begin(name="village", opening="alternate")
    return with_position(sitting, {space: "J"}, hand=(0, 5))


def test_a_space_with_two_moves_leaves_lit_what_completes_it() -> None:
    """The pile blinks slowly, both ends are lit; one of them makes the move."""
    sitting = both_ways()
    sitting.shake(3)
    assert sitting.lamps() == [2, 5, 8]
    sitting.tap(5)
    assert sitting.lamps() == [2, 8]
    assert sitting.lamps(Lamp.SLOW) == [5]
    assert sitting.screen.words == "5: where to?"
    sitting.tap(2)
    assert sitting.state.game.position.piles_on(2)


def test_pressing_it_again_takes_the_narrowing_back() -> None:
    """The same space once more, and all is as it was."""
    sitting = both_ways()
    sitting.shake(3)
    before = sitting.frame.lamps
    sitting.tap(5, 5)
    assert sitting.frame.lamps == before


def test_a_narrowed_choice_refuses_other_spaces() -> None:
    """A dark space blinks, and the narrowing stays."""
    sitting = both_ways()
    sitting.shake(3)
    sitting.tap(5, 10)
    assert sitting.lamps(Lamp.FAST) == [10]
    assert sitting.screen.words == "press a lit space"
    assert sitting.lamps(Lamp.SLOW) == [5]


def test_moves_that_no_space_tells_apart_are_listed() -> None:
    """A pile that can go home or forward: the moves are numbered beside lit spaces."""
    sitting = both_ways(2)
    sitting.shake(3)
    assert sitting.lamps() == [2, 5]
    sitting.tap(2)
    assert isinstance(sitting.screen, ListScreen)
    assert sitting.screen.title == "Which move?"
    assert texts(sitting) == ["2 to 5", "2 home", "back"]
    choose(sitting, "back")
    assert sitting.lamps() == [2, 5]
    sitting.tap(2)
    choose(sitting, "2 home")
    assert sitting.state.game.position.hand == (1, 5)


def test_a_single_move_is_named() -> None:
    """Where there is no choice the display says what the move is."""
    sitting = Sitting.begin()
    sitting.shake(1)
    assert sitting.screen.words == "Enters at 1"


def test_a_long_list_has_pages() -> None:
    """More moves than a page has lines: the last line turns on, and at the end goes back."""
    sitting = both_ways(2)
    sitting.shake(3)
    sitting.tap(2)
    listed = sitting.state.phase.listed * 4
    sitting.state = replace(sitting.state, phase=replace(sitting.state.phase, listed=listed))
    assert texts(sitting)[-1] == "more"
    choose(sitting, "more")
    assert texts(sitting) == ["2 home", "2 to 5", "2 home", "back"]
    choose(sitting, "2 home")
    assert sitting.state.game.position.hand == (1, 5)


def test_the_fire_is_told() -> None:
    """Warriors that burn are counted in the words."""
    sitting = Sitting.begin(name="fire", seats=2, casts=1, spaces=19, opening="alternate")
    with_position(sitting, {8: "J"}, hand=(4, 5))
    sitting.shake(2)
    sitting.tap(8)
    assert sitting.screen.words.startswith("Jade 8 to 10, 1 burned")
