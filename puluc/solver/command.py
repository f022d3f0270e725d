"""The command ``puluc solve``: what it takes, the solve itself, and what becomes of it."""

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import numpy as np
import numpy.typing as npt

from puluc.opponent.ranking import Ranking
from puluc.opponent.table import Table
from puluc.opponent.table_file import FULL, write
from puluc.rules.ruleset import RuleSet
from puluc.solver.checkpoint import NEW, Checkpoint
from puluc.solver.pace import Progress
from puluc.solver.sizes import Sizes, mega, sizes, told
from puluc.solver.solve import SolveError, Solver

STOPPED = 130
"""The exit code after Ctrl-C, as a shell has it."""
STEP = 1 / FULL
"""The least by which two values in a table differ."""
CHUNK = 1 << 20
TOLD_EVERY_S = 10.0
"""How often a line tells the progress."""

Words = npt.NDArray[np.uint16]
Tell = Callable[[str], None]


def main(rules: RuleSet, out: Path, warriors: int | None, threads: int | None) -> int:
    """Solve, and tell people on the terminal; returns the exit code."""
    with sigterm_like_ctrl_c():
        try:
            solve(rules, out, warriors, threads, lambda line: print(line, flush=True))
        except KeyboardInterrupt:
            print("stopped; the same command goes on", file=sys.stderr)
            return STOPPED
    return 0


def solve(rules: RuleSet, out: Path, warriors: int | None, threads: int | None, tell: Tell) -> None:
    """Solve a rule set and write its table, going on with what was begun before.

    Args:
        rules: the set.
        out: the table's file, which is replaced.
        warriors: leave out positions with more warriors alive; None for all.
        threads: how many; None for one a core.
        tell: where lines for people go.

    Raises:
        RuleSetError: the set's positions are more than piles and hands.
        CheckpointError: beside the file lies what was kept of another solve.
        SolveError: memory or disk are too small, or the values come out wrong.
        OSError: the table can't be written.
        KeyboardInterrupt: it was stopped; what is done is kept.
    """
    ranking = Ranking(rules)
    size = sizes(ranking, warriors)
    threads = threads or len(os.sched_getaffinity(0))
    tell(f"{rules.name}: {told(size)}")
    checkpoint = Checkpoint(out, ranking, size.positions)
    _check_room(size, out, checkpoint.size)
    seconds, value = _solved(ranking, size.positions, threads, out, checkpoint, tell)
    with Table.open(out, whole=True):
        checkpoint.remove()
    tell(f"solved in {_time(seconds)}: {out}")
    if value is not None:
        tell(f"the side that begins wins {value:.5f} of the games")


def _solved(
    ranking: Ranking, positions: int, threads: int, out: Path, checkpoint: Checkpoint, tell: Tell
) -> tuple[float, float | None]:
    """Solve and write; the seconds it took, and the first side's chance where that is solved."""
    solver = Solver(ranking, positions, threads)
    state = checkpoint.load(solver.values)
    if state != NEW:
        tell(f"goes on with what was done before, in {_time(state.seconds)}")
    seconds = solver.solve(
        _Lines(tell),
        state,
        lambda parts, now: checkpoint.save(solver.values, parts, now),
    )
    full = (ranking.rules.warriors,) * 4
    base = ranking.bases[full]
    value = float(solver.values[base]) if base < positions else None
    values = rounded(solver)
    worst = check(solver, values)
    tell(f"no value is off its own equation by more than {worst:.1e}")
    write(out, ranking.rules, values.data)
    return seconds, value


def rounded(solver: Solver) -> Words:
    """A solver's values as a table has them."""
    values = np.empty(len(solver.values), dtype="<u2")
    for at in range(0, len(values), CHUNK):
        values[at : at + CHUNK] = np.rint(solver.values[at : at + CHUNK].astype(float) * FULL)
    return values


def check(solver: Solver, values: Words) -> float:
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


def _check_room(size: Sizes, out: Path, kept: int) -> None:
    """Refuse to begin what would not fit; ``kept`` bytes of the checkpoint are there already.

    Raises:
        SolveError: it would not.
        OSError: the table can't be written there.
    """
    available = _available()
    if available is not None and available < size.memory:
        raise SolveError(f"{mega(size.memory)} of memory are wanted, {mega(available)} are free")
    free = _free(out.absolute().parent)
    wanted = size.checkpoint + size.table - kept
    if free < wanted:
        raise SolveError(f"{out}: {mega(wanted)} on the disk are wanted, {mega(free)} are free")
    if not os.access(out.absolute().parent, os.W_OK):
        raise PermissionError(f"{out}: the folder can't be written to")


def _free(folder: Path) -> int:
    """How much room a disk has, in bytes."""
    return shutil.disk_usage(folder).free


def _available(meminfo: Path = Path("/proc/meminfo")) -> int | None:
    """How much memory could be had, in bytes; None where the system doesn't say."""
    try:
        lines = meminfo.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    kilo = [int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")]
    return 1024 * kilo[0] if kilo else None


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


@contextmanager
def sigterm_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM stop what is inside as Ctrl-C does."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
