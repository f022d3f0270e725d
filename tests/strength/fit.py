"""Fits the evaluation to solved games: ``python -m tests.strength.fit TABLE...``.

Each table gives the weights of the preset that it was solved for, whatever its size; the rows of
``puluc/opponent/weights.json`` are replaced. Fitted is a logistic regression of the tables' values on
the features and on the features times the part of all warriors that is gone, over all positions that a
move could have led to in games of players who stray more or less (``play.py``).

What was used: ``classic`` whole; of the others tables with three warriors (``puluc solve --rules bell
--set warriors=3``), which take a few minutes together.
"""

import argparse
import json
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

import puluc.opponent
from puluc.opponent.features import NAMES, Features
from puluc.opponent.table import Table
from puluc.rules.moves import after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side
from tests.strength.play import exact, positions

WEIGHTS = Path(puluc.opponent.__file__).with_name("weights.json")
RIDGE = 1e-6
"""Keeps weights small that nothing tells: of features that a rule set doesn't know."""
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
                gone = (sum(reached.dead) + sum(reached.out)) / (2 * rules.army)
                counted = features.of(reached)
                rows.append([one * (1 - gone) for one in counted] + [one * gone for one in counted])
                chances.append(exact(table, reached, Side.JADE))
    return np.array(rows), np.array(chances)


def fit(counted: Array, chances: Array) -> Array:
    """The weights under which the chances are likeliest (Newton's method)."""
    weights = np.zeros(counted.shape[1])
    ridge = RIDGE * len(chances)
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
    """Fit the weights of each table's preset, and say how far off they are on other positions."""
    parser = argparse.ArgumentParser(description="fit the evaluation to solved games")
    parser.add_argument("tables", nargs="+", type=Path, metavar="TABLE")
    parser.add_argument("--positions", type=int, default=40_000, help="with a choice, a table")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rows = json.loads(WEIGHTS.read_text(encoding="ascii")) if WEIGHTS.exists() else {}
    for path in asked.tables:
        with Table.open(path) as table:
            rules, chance = table.rules, Random(asked.seed)
            weights = fit(*sample(table, rules, asked.positions, chance))
            off = error(weights, *sample(table, rules, asked.positions // 10, chance))
        begun, ended = (
            [round(weight, 3) for weight in half] for half in np.split(weights, 2)
        )
        rows[rules.name] = {"begun": begun, "ended": ended}
        print(f"{rules.name}: {off:.4f} off")
        for name, first, last in zip(NAMES, begun, ended, strict=True):
            print(f"    {name:<20} {first:8.3f} {last:8.3f}")
    lines = (f' "{name}": {json.dumps(row)}' for name, row in sorted(rows.items()))
    WEIGHTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")


if __name__ == "__main__":
    main()
