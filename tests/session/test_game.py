"""A game as a value: throws, steps and take-backs, and the journal entries they become."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puluc.rules.moves import legal_moves
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet
from puluc.rules.steps import FORFEIT
from puluc.rules.units import Side
from puluc.session.entries import (
    TAKE_BACK,
    WITHDRAW,
    Entry,
    ReplayError,
    cast_entry,
    replay,
    step_entry,
)
from puluc.session.game import Game, OutOfTurnError, Throw

CLASSIC = rule_set("classic")


def throw(*marked: int, real: bool = False) -> Throw:
    return Throw(tuple(tuple(number < m for number in range(4)) for m in marked), real)


@pytest.mark.parametrize(
    "rules",
    [CLASSIC, rule_set("village"), rule_set("ant", seats=2), rule_set("kekchi-teams")],
    ids=lambda rules: rules.name,
)
@given(data=st.data())
def test_whatever_is_done_replays_from_its_entries(rules: RuleSet, data: st.DataObject) -> None:
    """Casts, moves, take-backs and withdrawals in any order give the same game again."""
    game = Game.begin(rules, Side.CINNABAR)
    entries = []
    for _ in range(data.draw(st.integers(0, 40))):
        deeds = []
        if game.cast_due:
            deeds.append("cast")
        if game.thrown:
            deeds.append("play")
        if game.played:
            deeds.append("take back")
        if game.thrown and game.thrown.real and len(game.position.left) == rules.casts:
            deeds.append("withdraw")
        match data.draw(st.sampled_from(deeds)):
            case "cast":
                marked = [data.draw(st.integers(0, 4)) for _ in range(rules.casts)]
                thrown = throw(*marked, real=data.draw(st.booleans()))
                entries.append(cast_entry(thrown))
                game = game.cast(thrown)
            case "play":
                moves = legal_moves(game.position)
                step = data.draw(st.sampled_from(moves)) if moves else FORFEIT
                entries.append(step_entry(step, rules.seats))
                game = game.play(step)
            case "take back":
                entries.append(TAKE_BACK)
                game = game.take_back()
            case "withdraw":
                entries.append(WITHDRAW)
                game = game.withdraw()
    assert replay(rules, Side.CINNABAR, entries) == game


@given(st.lists(st.integers(0, 4), min_size=1, max_size=30), st.data())
def test_taking_back_brings_back_the_very_game(marks: list[int], data: st.DataObject) -> None:
    """After any step, taking it back gives the game before it, to any depth."""
    games = [Game.begin(CLASSIC, Side.JADE)]
    for marked in marks:
        game = games[-1].cast(throw(marked))
        games[-1] = game
        moves = legal_moves(game.position)
        games.append(game.play(data.draw(st.sampled_from(moves)) if moves else FORFEIT))
    game = games.pop()
    while games:
        game = game.take_back()
        before = games.pop()
        assert (game.position, game.thrown, game.played) == (
            before.position,
            before.thrown,
            before.played,
        )


def test_a_game_refuses_what_is_out_of_turn() -> None:
    """Each refusal says what is wrong; the game is as it was."""
    game = Game.begin(CLASSIC, Side.JADE)
    with pytest.raises(OutOfTurnError, match="step 1"):
        game.play(FORFEIT)
    with pytest.raises(OutOfTurnError, match="decided who opens"):
        game.cast_for_opening(throw(1))
    with pytest.raises(OutOfTurnError, match=r"\(4,\) lots: kekchi throws 1 times 1"):
        Game.begin(rule_set("kekchi"), None).cast_for_opening(throw(1))
    with pytest.raises(OutOfTurnError, match="nothing has been played"):
        game.take_back()
    with pytest.raises(OutOfTurnError, match=r"\(5,\) lots: classic throws 1 times 4"):
        game.cast(Throw(((True,) * 5,)))
    cast = game.cast(throw(1))
    with pytest.raises(OutOfTurnError, match="no cast is due"):
        cast.cast(throw(1))
    with pytest.raises(OutOfTurnError, match="withdraw"):
        cast.withdraw()


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (Entry("cast", {"lots": "1011", "real": False}), "a list is wanted"),
        (Entry("cast", {"lots": ["10x1"], "real": False}), "10x1"),
        (Entry("cast", {}), "lots"),
        (Entry("move", {"move": 4}), "a text is wanted"),
        (Entry("move", {"move": "1:hand-2"}), "entry 2"),
        (Entry("move", {"move": "nonsense"}), "entry 2"),
        (Entry("forfeit", {}), "entry 2"),
        (Entry("jump", {}), "unknown kind"),
    ],
)
def test_an_entry_that_does_not_follow_is_named(entry: Entry, message: str) -> None:
    """A damaged journal is refused with the number and kind of the entry, and why."""
    first = [] if entry.kind == "cast" else [cast_entry(throw(1))]
    with pytest.raises(ReplayError, match=message):
        replay(CLASSIC, Side.JADE, [*first, entry])
