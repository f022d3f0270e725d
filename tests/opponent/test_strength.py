"""How well the levels play, against the exact values of the classic game's last six warriors.

The measurements of ``tests/strength`` do the same with the table of the whole game, which is too
large to ship.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from puluc.opponent.levels import Level
from puluc.opponent.player import Opponent
from puluc.opponent.table import Table
from puluc.rules.moves import Step, legal_moves
from puluc.rules.position import Position
from puluc.rules.presets import rule_set
from puluc.tables import SHIPPED
from tests.opponent.boards import shipped
from tests.strength.loss import Loss, measure
from tests.strength.play import game, uncapped
from tests.strength.tournament import Score, match, tournament

POSITIONS = 250
BEST_WITHOUT_TABLE = 0.003
"""Odds a move that the best level without a table may give away."""


def ends(table: Table, chance: Random) -> Iterator[Position]:
    """Positions with a choice, of games between levels, that the table has, without end."""
    opponent = Opponent()
    while True:

        def plays(position: Position) -> Step:
            level = (Level.HASTY, Level.STEADY)[position.side.index]
            return opponent.think(position, level, chance).step

        for position in game(uncapped(rule_set("classic")), (plays, plays), chance):
            known = position.left and table.holds(replace(position, left=()))
            if known and len(legal_moves(position)) > 1 and chance.random() < 0.3:
                yield position


@pytest.fixture(scope="module")
def losses() -> list[Loss]:
    """What every level gives away, the gentlest first."""
    with shipped() as table:
        asked = list(islice(ends(table, Random(1)), POSITIONS))
        opponent = Opponent((table,))
        return [measure(level, opponent, table, asked, Random(2)) for level in Level]


def test_the_perfect_level_gives_nothing_away(losses: list[Loss]) -> None:
    """Where a table has the position the best move is chosen, always."""
    assert losses[-1].name == Level.PERFECT.value
    assert max(losses[-1].given) == 0


def test_the_best_level_without_a_table(losses: list[Loss]) -> None:
    """It gives away 0.003 a move at most."""
    assert losses[-2].mean <= BEST_WITHOUT_TABLE


def test_each_level_is_worse_than_the_one_above(losses: list[Loss]) -> None:
    """Careless gives away the most."""
    means = [loss.mean for loss in losses]
    assert means == sorted(means, reverse=True)
    assert len(set(means)) == len(means)


def test_a_match() -> None:
    """The same seed gives the same games, all are counted, and the better level wins."""
    rules = rule_set("classic", track=9)
    score = match(Level.STEADY, Level.CARELESS, Opponent(), rules, games=40, seed=1)
    assert score == match(Level.STEADY, Level.CARELESS, Opponent(), rules, games=40, seed=1)
    assert score.games == 40
    assert score.share > 0.6


def test_the_interval_of_a_score() -> None:
    """Wilson's: 30 of 40 points are 60 to 86 %; more games say more."""
    low, high = Score(Level.STEADY, Level.HASTY, 25, 10, 5).interval
    assert low == pytest.approx(0.598, abs=0.001)
    assert high == pytest.approx(0.858, abs=0.001)
    closer = Score(Level.STEADY, Level.HASTY, 250, 100, 50).interval
    assert low < closer[0] < 0.75 < closer[1] < high


@pytest.mark.soak
def test_two_thousand_games_each_pair() -> None:
    """Every level makes more points than each below it; perfect has only the shipped table."""
    rules = rule_set("classic")
    for score in tournament(SHIPPED / "classic-6.puluc", rules, games=2_000, seed=4):
        print(score.line())
        low, high = score.interval
        near = (score.level, score.enemy) == (Level.PERFECT, Level.CLEVER)
        assert (high if near else low) > 0.5
