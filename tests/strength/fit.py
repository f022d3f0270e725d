"""Fits the evaluation: ``python -m tests.strength.fit TABLE... --played PRESET...``.

Each table gives the weights of the preset that it was solved for, whatever its size; its row of
``puluc/opponent/weights.json`` is replaced. Fitted is a logistic regression of the table's values
on the features and on the features times the part of all warriors that is gone, over all positions
that a move could have led to in games of players who stray more or less (``play.py``).

Presets that can't be solved are fitted to the results of games that the board plays against itself
with the weights that it has.

The weights in use come from the whole table of ``classic`` (40,000 positions), from tables of the
other presets with three warriors (``puluc solve --rules bell --set warriors=3``; 15,000 positions
each), and for ``bell-round``, ``jaques-hold`` and the animals' games from 600 games each, which
began with the weights of ``bell-homeward`` and ``jaques``.
"""

import argparse
import json
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

import puluc.opponent
from puluc.opponent.features import NAMES, Features
from puluc.opponent.levels import Level
from puluc.opponent.player import Opponent
from puluc.opponent.table import Table
from puluc.rules.moves import Step, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import Position
from puluc.rules.presets import PRESETS
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side
from tests.strength.play import exact, game, positions, won

WEIGHTS = Path(puluc.opponent.__file__).with_name("weights.json")
RIDGE = 1e-6
"""Keeps weights small that nothing tells: of features that a rule set doesn't know."""
PLAYED_RIDGE = 1e-4
"""The same where results are all that is told, win or loss."""
STEPS = 20

Array = npt.NDArray[np.float64]


def sample(table: Table, rules: RuleSet, count: int, chance: Random) -> tuple[Array, Array]:
    """What can be counted of positions, and Jade's chance in them.

    The features come twice: as they are, less the part that is gone, and that part of them.
    """
    features = Features(rules)
    rows, chances = [], []
    for position in islice(positions(table, rules, chance), count):
        for move in legal_moves(position):
            reached = after(position, move)
            if outcome(reached) is None:
                rows.append(_halves(features, reached))
                chances.append(exact(table, reached, Side.JADE))
    return np.array(rows), np.array(chances)


def played(rules: RuleSet, games: int, chance: Random) -> tuple[Array, Array]:
    """The same of the positions of games played, with how the game ended for the chance."""
    features, opponent = Features(rules), Opponent()
    rows, results = [], []
    for number in range(games):
        level = (Level.HASTY, Level.STEADY)[number % 2]

        def choose(position: Position, level: Level = level) -> Step:
            return opponent.think(position, level, chance).step

        *through, end = game(rules, (choose, choose), chance, tuple(Side)[number // 2 % 2])
        for position in through:
            rows.append(_halves(features, position))
            results.append(won(end, Side.JADE))
    return np.array(rows), np.array(results)


def _halves(features: Features, position: Position) -> list[float]:
    """What counts by how many are still in the game, and what by how many are gone."""
    everybody = 2 * position.rules.army
    gone = (sum(position.dead) + sum(position.out)) / everybody
    counted = features.of(position)
    return [one * (1 - gone) for one in counted] + [one * gone for one in counted]


def fit(counted: Array, chances: Array, ridge: float) -> Array:
    """The weights under which the chances are likeliest (Newton's method)."""
    weights = np.zeros(counted.shape[1])
    ridge *= len(chances)
    for _ in range(STEPS):
        judged = 1 / (1 + np.exp(-counted @ weights))
        slope = counted.T @ (judged - chances) + ridge * weights
        bend = (counted.T * (judged * (1 - judged))) @ counted + ridge * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights


def error(weights: Array, counted: Array, chances: Array) -> float:
    """How far the judgement is off, as the root of its mean square."""
    judged = 1 / (1 + np.exp(-counted @ weights))
    return float(np.sqrt(np.mean((judged - chances) ** 2)))


def main() -> None:
    """Fit the weights asked for, and say how far off they are on other positions."""
    parser = argparse.ArgumentParser(description="fit the evaluation")
    parser.add_argument("tables", nargs="*", type=Path, metavar="TABLE")
    parser.add_argument("--played", nargs="*", default=[], choices=PRESETS)
    parser.add_argument("--positions", type=int, default=40_000, help="with a choice, a table")
    parser.add_argument("--games", type=int, default=1_500, help="of a set that is played")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = Random(asked.seed)
    for path in asked.tables:
        with Table.open(path) as table:
            take = partial(sample, table, table.rules, chance=chance)
            weights = fit(*take(count=asked.positions), RIDGE)
            off = error(weights, *take(count=asked.positions // 10))
        keep(table.rules.name, weights, off)
    for name in asked.played:
        take = partial(played, PRESETS[name], chance=chance)
        weights = fit(*take(games=asked.games), PLAYED_RIDGE)
        keep(name, weights, error(weights, *take(games=asked.games // 10)))


def keep(name: str, weights: Array, off: float) -> None:
    """Write a preset's row, and print it."""
    begun, ended = ([round(float(weight), 3) for weight in half] for half in np.split(weights, 2))
    print(f"{name}: {off:.4f} off")
    for feature, first, last in zip(NAMES, begun, ended, strict=True):
        print(f"    {feature:<20} {first:8.3f} {last:8.3f}")
    rows = json.loads(WEIGHTS.read_text(encoding="ascii"))
    rows[name] = {"begun": begun, "ended": ended}
    lines = (f' "{name}": {json.dumps(row)}' for name, row in sorted(rows.items()))
    WEIGHTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")


if __name__ == "__main__":
    main()
