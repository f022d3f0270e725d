"""The numbers of positions: each position has one, and each number is a position's."""

from dataclasses import replace
from random import Random

import pytest

from puluc.opponent.ranking import Ranking, plays
from puluc.rules.errors import RuleSetError
from puluc.rules.moves import FORFEIT, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import Pile, Position, check, start, throw
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Player, Side
from tests.solver.games import SOLVED

TINY = [rule_set(name, track=5, warriors=2) for name in SOLVED]


@pytest.mark.parametrize(
    ("track", "warriors", "positions"),
    [(9, 3, 143_751), (11, 5, 136_687_917), (11, 3, 342_527), (5, 1, 41)],
)
def test_there_are_as_many_as_there_are(track: int, warriors: int, positions: int) -> None:
    """The counts of the issue and of the reference."""
    assert Ranking(rule_set(track=track, warriors=warriors)).positions == positions


@pytest.mark.parametrize("rules", TINY, ids=SOLVED)
def test_each_number_is_that_of_its_position(rules: RuleSet) -> None:
    """All numbers, there and back; every one is a position that play could come to."""
    ranking = Ranking(rules)
    for number in range(ranking.positions):
        position = ranking.position(number)
        check(position)
        assert ranking.rank(position) == number


@pytest.mark.parametrize("name", SOLVED)
def test_every_position_of_a_game_has_its_number(name: str) -> None:
    """In random games of full size each position, from either side, is found by its number."""
    ranking = Ranking(rule_set(name))
    chance = Random(name)
    for _ in range(3):
        position = start(ranking.rules)
        for _ in range(150):
            if outcome(position) is not None:
                break
            number = ranking.rank(position)
            assert number is not None
            assert mirrored(ranking.position(number)) == mirrored(from_jade(position))
            thrown = throw(position, chance.choice(ranking.rules.values))
            assert ranking.rank(thrown) == number
            position = after(thrown, chance.choice(legal_moves(thrown) or (FORFEIT,)))


def from_jade(position: Position) -> Position:
    """A position as Jade sees it whose turn it is: the same board, seen from the other home."""
    if position.side is Side.JADE:
        return position
    return replace(
        position,
        track=tuple(
            tuple(
                Pile(tuple(Player(1 - who) for who in pile.warriors), pile.heading)
                for pile in piles
            )
            for piles in position.track[::-1]
        ),
        hand=position.hand[::-1],
        dead=position.dead[::-1],
        kills=(position.kills[1], position.kills[0]),
        turn=Player(0),
    )


def mirrored(position: Position) -> Position:
    """A position without what has no part in its number."""
    return replace(position, casts=0, fresh=(0, 0), left=())


def test_a_position_that_is_won_has_no_number() -> None:
    """With a side too few to go on the game is over."""
    ranking = Ranking(rule_set(track=5, warriors=1))
    over = replace(start(ranking.rules), hand=(1, 0), fresh=(1, 0), dead=(0, 1), kills=(1, 0))
    assert outcome(over) is not None
    assert ranking.rank(over) is None


@pytest.mark.parametrize("number", [-1, 41])
def test_a_number_that_isn_t_is_refused(number: int) -> None:
    """An error that quotes it."""
    with pytest.raises(IndexError, match=f"position {number}: there are 41"):
        Ranking(rule_set(track=5, warriors=1)).position(number)


def test_layers_with_few_warriors_stand_first() -> None:
    """A part up to some warriors is closed: no move leads out of it."""
    ranking = Ranking(rule_set(track=5, warriors=2))
    assert ranking.up_to(1) == 0
    assert ranking.up_to(4) == ranking.up_to(99) == ranking.positions
    part = ranking.up_to(3)
    assert 0 < part < ranking.positions
    alive = [4 - sum(ranking.position(number).dead) for number in range(ranking.positions)]
    assert alive == sorted(alive)
    assert alive[part - 1] == 3
    assert alive[part] == 4


@pytest.mark.parametrize(
    ("name", "changes", "field"),
    [
        ("classic", {"seats": 4}, "seats"),
        ("classic", {"casts": 2}, "casts"),
        ("ant", {"seats": 2}, "course"),
        ("bell-round", {}, "course"),
        ("jaques-reentry", {}, "reentry"),
        ("jaques-hold", {}, "prisoners"),
        ("eagle", {"seats": 2, "casts": 1, "course": "outward", "far_exit": "past"}, "captors"),
    ],
)
def test_sets_with_more_state_are_refused(
    name: str, changes: dict[str, object], field: str
) -> None:
    """The error names the field that makes it more."""
    with pytest.raises(RuleSetError, match=f"^{field} = .*: can be solved with "):
        Ranking(rule_set(name, **changes))


def test_cap_and_opening_have_no_part_in_values() -> None:
    """Sets that differ only in them are played alike; in anything else they aren't."""
    assert plays(rule_set()) == plays(rule_set(cap=None)) == plays(rule_set(opening="lot"))
    assert plays(rule_set()) != plays(rule_set(track=9))
    assert plays(rule_set()) != plays(rule_set("kekchi"))
