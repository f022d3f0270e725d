"""A turn: cast, choose, move, and what is told of it."""

from dataclasses import replace

import pytest

from puluc.rules.errors import IllegalMoveError
from puluc.rules.moves import apply
from puluc.rules.steps import Move
from puluc.rules.units import CastValue, Place, Player, Side, Space
from puluc.screens.values import GameScreen
from puluc.session.frame import Lamp
from puluc.session.phases import CastDue, Choosing, NoMove, Over
from tests.session.sitting import Sitting


def brute_force(sitting: Sitting) -> list[int]:
    """The spaces of all (from, to) that the rules accept for the cast that lies there."""
    position = sitting.state.game.position
    places = [*map(Space, range(1, 12)), *Place]
    found = set()
    for cast in position.left:
        for source in places:
            for target in places:
                move = Move(CastValue(cast), position.turn, source, target)
                try:
                    apply(position, move)
                except IllegalMoveError:
                    continue
                found |= {spot for spot in (source, target) if isinstance(spot, int)}
    return sorted(found)


def test_a_game_opens_with_a_cast_due_and_no_lamp() -> None:
    """At the start nothing can be pressed, Jade's name stands large, and the game is saved."""
    sitting = Sitting.begin()
    assert sitting.lamps() == []
    assert sitting.screen.headline == "Jade"
    assert "hake" in sitting.screen.words
    assert [begun.opens for begun in sitting.begun] == [Side.JADE]


def test_a_shake_casts_once_and_lights_what_may_be_pressed() -> None:
    """One shake draws the lots once; the lit spaces are those of all legal moves."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11), (1, 1 + 1))
    sitting.shake(3)
    assert sitting.screen.casts == ((True, True, True, False),)
    assert sitting.screen.headline.endswith("3")
    assert sitting.lamps() == brute_force(sitting) != []
    assert sitting.screen.lit == frozenset(sitting.lamps())
    sitting.shake()
    assert sitting.screen.headline.endswith("3")


@pytest.mark.parametrize("space", [1, 4])
def test_a_move_is_pressed_by_its_start_or_its_end(space: int) -> None:
    """The pile's own space and the space it goes to are the same move."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11))
    sitting.shake(3)
    assert sitting.lamps() == [1, 4]
    sitting.tap(space)
    assert sitting.saved[-1].entry.data["move"]
    assert sitting.state.game.position.piles_on(Space(4))
    assert sitting.state.game.position.turn == Player(1)
    assert sitting.screen.headline == "Cinnabar"
    assert "Jade 1 to 4" in sitting.screen.words


def test_a_refused_press_changes_nothing_but_blinks_and_says_why() -> None:
    """The reason is told at once, the space blinks fast; after a while all is as before."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11))
    sitting.shake(3)
    before, saved = sitting.frame, len(sitting.effects)
    sitting.tap(7)
    assert sitting.lamps(Lamp.FAST) == [7]
    assert sitting.screen.words == "nothing of yours is 3 behind"
    assert len(sitting.effects) == saved
    sitting.wait(2_500)
    assert replace(sitting.frame, sound=None, sound_id=0, touched=0) == replace(
        before, sound=None, sound_id=0, touched=0
    )


def test_a_press_before_the_cast_is_told_to_shake() -> None:
    """A press while a cast is due is refused and says what to do."""
    sitting = Sitting.begin()
    sitting.tap(5)
    assert sitting.lamps(Lamp.FAST) == [5]
    assert "shake" in sitting.screen.words
    assert sitting.saved == []


def test_holding_any_space_casts() -> None:
    """When a cast is due, a space held for a second casts, once, however long it is held."""
    sitting = Sitting.begin(2)
    sitting.hold(6, 3_000)
    assert sitting.screen.headline == "Jade 2"
    assert len(sitting.saved) == 1


def test_a_hold_that_began_before_the_cast_was_due_does_not_cast() -> None:
    """A finger that rests on the board through the other side's move casts nothing."""
    sitting = Sitting.begin()
    sitting.shake(1)
    sitting.press(9)
    sitting.tap(1)
    sitting.wait(3_000)
    assert isinstance(sitting.state.phase, CastDue)


def test_holding_the_space_just_pressed_takes_the_move_back() -> None:
    """A slip: position and cast come back; the same cast is used, not another."""
    sitting = Sitting.begin()
    sitting.play((1, 1), (1, 11))
    sitting.shake(3)
    before = sitting.state.game
    sitting.tap(1)
    sitting.hold(1)
    assert sitting.state.game == before
    assert sitting.lamps() == [1, 4]
    assert sitting.screen.words.startswith("Back: Jade")
    sitting.tap(4)
    assert sitting.screen.headline == "Cinnabar"


def test_keeping_the_finger_on_the_move_takes_it_back_too() -> None:
    """The same press, held for a second, is a slip as well."""
    sitting = Sitting.begin()
    sitting.shake(1)
    sitting.hold(1, 1_000)
    assert sitting.state.game.played == ()
    assert isinstance(sitting.state.phase, Choosing)


def test_after_the_next_cast_a_hold_takes_nothing_back() -> None:
    """Once the other side has cast, the slip is past."""
    sitting = Sitting.begin()
    sitting.play((1, 1))
    sitting.shake(2)
    sitting.hold(1)
    assert len(sitting.state.game.played) == 1


def with_position(sitting: Sitting, track: dict[int, str], hand=(0, 0), dead=(0, 0), **changes):
    """The sitting with warriors elsewhere; counts are the test's own affair."""
    from puluc.rules.position import Pile

    game = sitting.state.game
    piles = tuple(
        (Pile(tuple(Player("JC".index(w)) for w in track[s])),) if s in track else ()
        for s in range(1, game.rules.track + 1)
    )
    position = replace(game.position, track=piles, hand=hand, fresh=(0, 0), dead=dead, **changes)
    sitting.state = replace(sitting.state, game=replace(game, position=position))
    return sitting


def blocked() -> Sitting:
    """Jade has nothing in hand and commands nothing: every cast is lost."""
    return with_position(Sitting.begin(), {4: "JJJJJC", 9: "C"}, hand=(0, 3))


def test_no_move_is_told_and_a_press_forfeits() -> None:
    """Where nothing can move, any space may be pressed; the press loses the cast."""
    sitting = blocked()
    sitting.shake(2)
    assert isinstance(sitting.state.phase, NoMove)
    assert sitting.lamps() == list(range(1, 12))
    assert sitting.screen.words.startswith("No move")
    sitting.tap(5)
    assert [saved.entry.kind for saved in sitting.saved] == ["cast", "forfeit"]
    assert sitting.screen.headline == "Cinnabar"
    assert "Jade loses the cast" in sitting.screen.words


@pytest.mark.parametrize(("pause", "kinds"), [(1_499, ["cast"]), (1_500, ["cast", "forfeit"])])
def test_a_shake_forfeits_only_when_it_begins_late_enough(pause: int, kinds: list[str]) -> None:
    """A shake that begins 1.5 s after the message forfeits, and casts nothing itself."""
    sitting = blocked()
    sitting.shake(2)
    sitting.wait(pause - 1)
    sitting.shake()
    assert [saved.entry.kind for saved in sitting.saved] == kinds


def test_a_forfeit_is_no_slip() -> None:
    """Holding the space that forfeited neither takes it back nor casts."""
    sitting = blocked()
    sitting.shake(2)
    sitting.hold(5, 3_000)
    assert [saved.entry.kind for saved in sitting.saved] == ["cast", "forfeit"]


def nearly_won() -> Sitting:
    """Jade needs one more kill, and can make it."""
    return with_position(
        Sitting.begin(), {10: "CJ", 6: "J"}, hand=(3, 0), dead=(0, 4), kills=(4, 0)
    )


def test_the_end_is_told_saved_and_followed_by_a_new_game() -> None:
    """The winner stands large; after a moment a press begins a game that the other side opens."""
    sitting = nearly_won()
    sitting.shake(2)
    sitting.tap(10)
    assert isinstance(sitting.state.phase, Over)
    assert sitting.screen.headline == "Jade won"
    assert sitting.effects[-1].result == "J"
    assert sitting.lamps() == []
    sitting.tap(6)
    assert sitting.screen.headline == "Jade won"
    sitting.wait(2_500)
    assert sitting.lamps() == [2, 3, 4, 5, 6, 7, 8, 9]
    sitting.tap(6)
    assert sitting.screen.headline == "Cinnabar"
    assert [begun.opens for begun in sitting.begun] == [Side.JADE, Side.CINNABAR]


def test_the_winning_move_can_be_a_slip() -> None:
    """Held, the space that won takes the win back, and the journal knows that the game goes on."""
    sitting = nearly_won()
    sitting.shake(2)
    sitting.hold(10)
    assert sitting.state.game.outcome is None
    assert sitting.effects[-1].result is None
    assert sitting.lamps() == [1, 6, 8, 10]


def test_the_words_tell_captures_and_kills() -> None:
    """What a move took, killed and brought home is said."""
    sitting = with_position(Sitting.begin(), {4: "J", 7: "CC", 10: "CJJ"}, hand=(2, 2))
    sitting.shake(3)
    sitting.tap(4)
    assert "Jade 4 to 7, takes 2" in sitting.screen.words
    sitting.hold(4)
    sitting.tap(10)
    assert "Jade 10 off, kills 1, 2 home" in sitting.screen.words
    assert isinstance(sitting.screen, GameScreen)


def test_players_who_wait_are_told_how_to_cast() -> None:
    """After twenty seconds without a cast the display says both ways of casting."""
    sitting = Sitting.begin()
    sitting.wait(19_999)
    assert sitting.screen.words == "Shake"
    sitting.wait(1)
    assert "hold any space" in sitting.screen.words
    sitting.shake(1)
    assert "hold" not in sitting.screen.words


def test_a_game_that_reaches_the_cap_is_a_draw() -> None:
    """At 240 casts nobody has won, and the result is saved so."""
    sitting = with_position(Sitting.begin(), {4: "J", 9: "C"}, hand=(4, 4), casts=239)
    sitting.shake(1)
    sitting.tap(4)
    assert sitting.screen.headline == "A draw"
    assert sitting.effects[-1].result == "draw"
    sitting.shake()
    assert sitting.screen.headline == "A draw"
