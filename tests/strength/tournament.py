"""The levels against each other: ``python -m tests.strength.tournament [TABLE]``.

Every pair plays the same number of games of ``classic``, or of the set asked for, cap and all; each
side and each opening is had by both equally often. Without a table the perfect level stays out.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random

from puluc.opponent.levels import Level
from puluc.opponent.player import Opponent
from puluc.opponent.table import Table
from puluc.rules.moves import Step
from puluc.rules.position import Position
from puluc.rules.presets import PRESETS
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side
from tests.strength.play import game, won

Z = 1.96
"""For intervals of 95 %."""


@dataclass(frozen=True)
class Score:
    """How one level fared against another."""

    level: Level
    enemy: Level
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Of the points, a draw being a half."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share (Wilson's; draws make it wider than need be)."""
        games, share = self.games, self.share
        middle = share + Z * Z / (2 * games)
        reach = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
        scale = 1 + Z * Z / games
        return (middle - reach) / scale, (middle + reach) / scale

    def line(self) -> str:
        """A row of a table."""
        low, high = self.interval
        return (
            f"| {self.level.value} | {self.enemy.value} | {self.wins} | {self.draws}"
            f" | {self.losses} | {self.share:.1%} ({low:.1%} to {high:.1%}) |"
        )


def match(
    level: Level, enemy: Level, opponent: Opponent, rules: RuleSet, games: int, seed: int
) -> Score:
    """Let a level play another; the same ``seed`` gives the same games."""
    points: Counter[float] = Counter()
    for number in range(games):
        chance = Random(f"{seed} {level.value} {enemy.value} {number}")

        def plays(one: Level, chance: Random = chance) -> "partial[Step]":
            return partial(_step, opponent, one, chance)

        side = tuple(Side)[number % 2]
        opens = tuple(Side)[number // 2 % 2]
        players = (
            (plays(level), plays(enemy)) if side is Side.JADE else (plays(enemy), plays(level))
        )
        *_, end = game(rules, players, chance, opens)
        points[won(end, side)] += 1
    return Score(level, enemy, points[1.0], points[0.5], points[0.0])


def _step(opponent: Opponent, level: Level, chance: Random, position: Position) -> Step:
    return opponent.think(position, level, chance).step


def _match(
    pair: tuple[Level, Level], path: Path | None, rules: RuleSet, games: int, seed: int
) -> Score:
    """A match in a process of its own, with the table opened there."""
    if path is None:
        return match(*pair, Opponent(), rules, games, seed)
    with Table.open(path) as table:
        return match(*pair, Opponent((table,)), rules, games, seed)


def tournament(path: Path | None, rules: RuleSet, games: int, seed: int) -> Iterator[Score]:
    """Every level against every other, the stronger first; as many at once as there are cores."""
    levels = [level for level in reversed(Level) if path or level is not Level.PERFECT]
    play = partial(_match, path=path, rules=rules, games=games, seed=seed)
    with ProcessPoolExecutor() as pool:
        yield from pool.map(play, combinations(levels, 2))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="the levels against each other")
    parser.add_argument("table", nargs="?", type=Path, metavar="TABLE")
    parser.add_argument("--rules", default="classic", choices=PRESETS)
    parser.add_argument("--games", type=int, default=200, help="each pair")
    parser.add_argument("--seed", type=int, default=3)
    asked = parser.parse_args()
    print(f"{asked.rules}, {asked.games} games each pair")
    print("| level | against | won | drawn | lost | share of the points |")
    print("|---|---|---|---|---|---|")
    for score in tournament(asked.table, PRESETS[asked.rules], asked.games, asked.seed):
        print(score.line(), flush=True)


if __name__ == "__main__":
    main()
