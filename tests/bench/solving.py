"""How fast positions are solved, beside a plain loop in C; and compiled random games.

The floor, ``sweep.c``, knows the classic rules only and takes positions in the order of their
numbers, so that it needs more sweeps; measured is one sweep. Both take the values of the solved
game, and must find nothing to change in them.
"""

import subprocess
import time
from collections.abc import Callable
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
"""Of the layer that is swept: 1,549,549 positions."""
FLAGS = ("-O3", "-march=native")
SETTLED = 2e-5
"""No sweep changes a solved value by more."""


class NotTheSameError(RuntimeError):
    """One of both finds other values than the other."""


def c_sweep(folder: Path) -> Callable[[Floats], float]:
    """Compile the floor; what is returned sweeps once, and tells the seconds of processor time."""
    program = folder / "sweep"
    source = Path(__file__).with_name("sweep.c")
    subprocess.run(["cc", *FLAGS, "-o", program, source, "-lm"], check=True)

    def sweep(values: Floats) -> float:
        layer = map(str, (TRACK, WARRIORS, WARRIORS))
        done = subprocess.run(
            [program, *layer, "1"],
            input=values.astype(np.float32).tobytes(),
            capture_output=True,
            check=True,
        )
        seconds, change = map(float, done.stderr.split())
        if change > SETTLED:
            raise NotTheSameError(f"the C loop changes a value by {change}")
        return seconds

    return sweep


def own_sweep(solver: Solver) -> float:
    """Sweep once, as the solver does on one core; the seconds of processor time."""
    began = time.process_time()
    change = solver.sweep_layer((WARRIORS, WARRIORS))
    seconds = time.process_time() - began
    if change > SETTLED:
        raise NotTheSameError(f"a sweep changes a value by {change}")
    return seconds


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
    floor = c_sweep(folder)
    both = [(own_sweep(solver), floor(solver.values)) for _ in range(runs)]
    ours, least = (min(each) for each in zip(*both, strict=True))
    solve(5, 1)  # compiles what larger games don't need
    _, small, swept = solve(9, 3)
    in_c = least * swept / solver.size((WARRIORS, WARRIORS))
    games_a_second(1)
    speed, casts = games_a_second(games)
    by_rules = games_by_the_rules(max(1, games // 1000))
    return [
        Figure(
            "sweep", 1e3 * ours, "ms", 1e3 * least, ratio_aim=1.3,
            note="1,549,549 positions, one core; plain C",
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
