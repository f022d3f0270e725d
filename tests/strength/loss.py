"""What each level gives away: ``python -m tests.strength.loss TABLE``.

Over positions of real play in which there is a choice (``play.py``), the odds after the best move
less those after the move that the level chose, both as the table has them: 0 for a perfect player.
A table of the whole game is needed.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from puluc.opponent.levels import Level
from puluc.opponent.player import Opponent
from puluc.opponent.table import Table
from puluc.opponent.thought import Exact
from puluc.rules.moves import Move
from puluc.rules.position import Position
from puluc.rules.presets import PRESETS
from puluc.tables import SHIPPED
from tests.strength.play import chances, positions


@dataclass(frozen=True)
class Loss:
    """What a level gave away in each of some positions."""

    name: str
    given: Sequence[float]

    @property
    def mean(self) -> float:
        """The odds given away a move."""
        return fmean(self.given)

    @property
    def margin(self) -> float:
        """Half of the mean's 95 % interval."""
        return 1.96 * stdev(self.given) / sqrt(len(self.given))

    @property
    def best(self) -> float:
        """How often the level chose the best move, or one as good."""
        return fmean(one <= 1e-4 for one in self.given)

    def line(self) -> str:
        """A row of a table."""
        return (
            f"| {self.name} | {self.mean:.5f} ± {self.margin:.5f}"
            f" | {self.best:.0%} | {max(self.given):.3f} |"
        )


def measure(
    level: Level, opponent: Opponent, table: Exact, asked: Sequence[Position], chance: Random
) -> Loss:
    """What a level gives away in the positions asked."""
    given = []
    for position in asked:
        told = chances(table, position)
        step = opponent.think(position, level, chance).step
        assert isinstance(step, Move)
        given.append(max(told.values()) - told[step])
    return Loss(level.value, given)


def main() -> None:
    """Print what every level gives away."""
    parser = argparse.ArgumentParser(description="what each level gives away a move")
    parser.add_argument("table", type=Path, metavar="TABLE")
    parser.add_argument("--positions", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=2)
    asked = parser.parse_args()
    with Table.open(asked.table) as table:
        rules = (
            PRESETS[table.rules.name] if table.covers(PRESETS[table.rules.name]) else table.rules
        )
        taken = list(islice(positions(table, rules, Random(asked.seed)), asked.positions))
        print(f"{rules.name}, {len(taken)} positions")
        print("| level | odds given away a move | best move | most |")
        print("|---|---|---|---|")
        for level in Level:
            loss = measure(level, Opponent((table,)), table, taken, Random(asked.seed))
            print(loss.line(), flush=True)
        if rules.name == "classic":
            with Table.open(SHIPPED / "classic-6.puluc") as small:
                chance = Random(asked.seed)
                loss = measure(Level.PERFECT, Opponent((small,)), table, taken, chance)
            print(replace(loss, name="perfect, the small table only").line())


if __name__ == "__main__":
    main()
