"""How fast positions are solved, beside a plain loop in C; and compiled random games.

The floor, ``sweep.c``, knows the classic rules only, and takes positions in the order of their
numbers. That order is kind to the processor's caches, but needs about twice as many sweeps as the
solver's. So measured are a single sweep of a layer, over solved values in which neither may find
anything to change; and all sweeps of it, from even chances on.
"""

import subprocess
import time
from pathlib import Path
from random import Random

import numpy as np

from puluc.opponent.ranking import Ranking
from puluc.rules.moves import FORFEIT, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import start, throw
from puluc.rules.presets import rule_set
from puluc.solver.checkpoint import Floats
from puluc.solver.pace import Progress
from puluc.solver.playout import play
from puluc.solver.solve import Solver
from tests.bench.figure import Figure
from tests.bench.plies import cast

TRACK, WARRIORS = 9, 4
LAYER = (WARRIORS, WARRIORS)
"""The layer that is swept: 1,549,549 positions."""
FLAGS = ("-O3", "-march=native")
SETTLED = 2e-5
"""No sweep changes a solved value by more."""
LITTLE = 1e-6
"""What the last sweep of a layer changes at most."""
MOST = 60
"""More sweeps than either needs."""


class NotTheSameError(RuntimeError):
    """One of both finds other values than the other."""


class CLoop:
    """The floor."""

    def __init__(self, folder: Path) -> None:
        """Compile it into a folder."""
        self._program = folder / "sweep"
        source = Path(__file__).with_name("sweep.c")
        subprocess.run(["cc", *FLAGS, "-o", self._program, source, "-lm"], check=True)

    def sweeps(self, values: Floats, count: int) -> list[tuple[float, float]]:
        """Sweep the layer so often; the seconds of processor time and largest change of each."""
        done = subprocess.run(
            [self._program, *map(str, (TRACK, *LAYER, count))],
            input=values.astype(np.float32).tobytes(),
            capture_output=True,
            check=True,
        )
        lines = (line.split() for line in done.stderr.splitlines())
        return [(float(seconds), float(change)) for seconds, change in lines]


def own_sweeps(solver: Solver, count: int) -> list[tuple[float, float]]:
    """The same by the solver, on one core; its values are changed."""
    done = []
    for _ in range(count):
        began = time.process_time()
        change = solver.sweep_layer(LAYER)
        done.append((time.process_time() - began, change))
    return done


def one_sweep(sweeps: list[tuple[float, float]]) -> float:
    """The seconds of the sweep made, which must have changed nothing."""
    ((seconds, change),) = sweeps
    if change > SETTLED:
        raise NotTheSameError(f"a sweep changes a solved value by {change}")
    return seconds


def until_settled(sweeps: list[tuple[float, float]]) -> tuple[float, int]:
    """The seconds of all sweeps up to the first that changes as good as nothing; how many."""
    for count, (_, change) in enumerate(sweeps, 1):
        if change <= LITTLE:
            return sum(seconds for seconds, _ in sweeps[:count]), count
    raise NotTheSameError(f"not settled after {len(sweeps)} sweeps")


def solve(track: int, warriors: int) -> tuple[Solver, float, int]:
    """Solve on one core: with the seconds of processor time, and how many positions were swept."""
    ranking = Ranking(rule_set(track=track, warriors=warriors))
    solver = Solver(ranking, ranking.positions, threads=1)
    swept = 0

    def tell(progress: Progress) -> None:
        nonlocal swept
        swept += sum(part.stop - part.start for part in solver.slices(progress.layer))

    began = time.process_time()
    solver.solve(tell)
    return solver, time.process_time() - began, swept


def games_a_second(games: int) -> tuple[float, float]:
    """Compiled random games a second of processor time, and how many casts each took."""
    began = time.process_time()
    played = play(rule_set(), games, seed=1)
    return games / (time.process_time() - began), played.casts / games


def games_by_the_rules(games: int) -> float:
    """The same by the rules themselves, in Python."""
    chance = Random(1)
    began = time.process_time()
    for _ in range(games):
        position = start(rule_set())
        while outcome(position) is None:
            thrown = throw(position, cast(position.rules, chance))
            position = after(thrown, chance.choice(legal_moves(thrown) or (FORFEIT,)))
    return games / (time.process_time() - began)


def measure(folder: Path, runs: int, games: int) -> list[Figure]:
    """The best of so many sweeps by either in turn, a small solve, and random games."""
    solver, _, _ = solve(TRACK, WARRIORS)
    floor = CLoop(folder)
    both = [
        (one_sweep(own_sweeps(solver, 1)), one_sweep(floor.sweeps(solver.values, 1)))
        for _ in range(runs)
    ]
    ours, least = (min(each) for each in zip(*both, strict=True))
    for part in solver.slices(LAYER):
        solver.values[part] = 0.5
    all_least, count_least = until_settled(floor.sweeps(solver.values, MOST))
    all_ours, count_ours = until_settled(own_sweeps(solver, MOST))
    solve(5, 1)  # compiles what larger games don't need
    _, small, swept = solve(9, 3)
    in_c = least * swept / solver.size(LAYER)
    games_a_second(1)
    speed, casts = games_a_second(games)
    by_rules = games_by_the_rules(max(1, games // 1000))
    return [
        Figure(
            "sweep a layer", 1e3 * ours, "ms", 1e3 * least, ratio_aim=1.3,
            note="1,549,549 positions, one core; plain C",
        ),
        Figure(
            "all sweeps of the layer", all_ours, "s", all_least,
            note=f"{count_ours} sweeps; {count_least} in C",
        ),
        Figure(
            "solve 9 spaces, 3 warriors", small, "s", in_c,
            note="143,751 positions, one core; as many sweeps in C",
        ),
        Figure(
            "compiled random play of classic", speed, "games/s", by_rules, least_aim=20_000,
            note=f"{casts:.0f} casts a game, one core; the rules in Python",
        ),
    ]  # fmt: skip
