"""The command ``puluc solve``."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from puluc.opponent.ranking import Ranking
from puluc.opponent.table import Table
from puluc.opponent.table_file import FULL, write
from puluc.rules.ruleset import RuleSet
from puluc.solver.checkpoint import Checkpoint
from puluc.solver.pace import Progress
from puluc.solver.solve import SolveError, Solver

STEP = 1 / FULL
"""The least by which two values in a table differ."""
CHUNK = 1 << 20
MEGA = 1_000_000
TOLD_EVERY_S = 10.0
"""How often a line tells the progress."""

Tell = Callable[[str], None]


def solve(rules: RuleSet, out: Path, warriors: int | None, threads: int | None, tell: Tell) -> None:
    """Solve a rule set and write its table, going on with what was begun before.

    Args:
        rules: the set.
        out: the table's file.
        warriors: leave out positions with more warriors alive; None for all.
        threads: how many; None for one a core.
        tell: where lines for people go.

    Raises:
        RuleSetError: the set's positions are more than piles and hands.
        SolveError: there is too little memory, or the values come out wrong.
        OSError: the table can't be written.
        KeyboardInterrupt: it was stopped; what is done is kept.
    """
    ranking = Ranking(rules)
    positions = ranking.positions if warriors is None else ranking.up_to(warriors)
    threads = threads or len(os.sched_getaffinity(0))
    tell(f"{rules.name}: {positions:,} positions, {threads} threads")
    tell(
        f"takes {_mega(6 * positions)} of memory, {_mega(4 * positions)} on the disk meanwhile,"
        f" {_mega(2 * positions)} in the end"
    )
    _check_memory(6 * positions)
    checkpoint = Checkpoint(out, ranking, positions)
    solver = Solver(ranking, positions, threads)
    seconds = solver.solve(_Lines(tell), checkpoint)
    values = rounded(solver)
    worst = check(solver, values)
    write(out, rules, values.data)
    checkpoint.remove()
    tell(f"solved in {_time(seconds)}; no value is off its own equation by more than {worst:.1e}")
    with Table.open(out, whole=True) as table:
        full = (rules.warriors, rules.warriors)
        if (base := ranking.bases[*full, *full]) < positions:
            tell(f"the side that begins wins {table.value_of(base):.5f} of the games")


def rounded(solver: Solver) -> "np.ndarray[tuple[int], np.dtype[np.uint16]]":
    """A solver's values as a table has them."""
    rounded = np.empty(len(solver.values), dtype="<u2")
    for at in range(0, len(rounded), CHUNK):
        rounded[at : at + CHUNK] = np.rint(solver.values[at : at + CHUNK].astype(float) * FULL)
    return rounded


def check(solver: Solver, values: "np.ndarray[tuple[int], np.dtype[np.uint16]]") -> float:
    """Hold a table's values to their own equation; returns the most by which one is off.

    A value is rounded, and so are those that it follows from.

    Raises:
        SolveError: one is off by more than the rounding.
    """
    for at in range(0, len(values), CHUNK):
        solver.values[at : at + CHUNK] = values[at : at + CHUNK] / FULL
    worst = solver.residual()
    if worst > 1.1 * STEP:
        raise SolveError(f"a value is off its own equation by {worst}")
    return worst


class _Lines:
    """Tells the progress, a line now and then."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._last = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        if (now := time.monotonic()) - self._last < TOLD_EVERY_S:
            return
        self._last = now
        own, enemy = progress.layer
        self._tell(
            f"{progress.share:4.0%}, {own} against {enemy} warriors: sweep {progress.sweeps}"
            f" changed up to {progress.change:.1e}; {_time(progress.seconds)} so far,"
            f" about {_time(progress.seconds_left)} to go"
        )


def _check_memory(wanted: int) -> None:
    """Refuse to begin what would not fit."""
    try:
        pages = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return
    if pages < wanted:
        raise SolveError(f"{_mega(wanted)} of memory are wanted, and {_mega(pages)} are free")


def _mega(size: int) -> str:
    return f"{max(1, round(size / MEGA)):,} MB"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def stop_like_ctrl_c() -> None:
    """Let SIGTERM stop a solve as Ctrl-C does."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def main(rules: RuleSet, out: Path, warriors: int | None, threads: int | None) -> int:
    """Solve, and tell people on the terminal; returns the exit code."""
    stop_like_ctrl_c()
    try:
        solve(rules, out, warriors, threads, lambda line: print(line, flush=True))
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return 130
    return 0
