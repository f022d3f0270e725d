"""A solve that is stopped goes on, whatever stopped it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from puluc.opponent.ranking import Ranking
from puluc.rules.presets import rule_set
from puluc.solver.checkpoint import NEW, Checkpoint, CheckpointError, State
from puluc.solver.pace import Progress
from puluc.solver.solve import Solver

RANKING = Ranking(rule_set(track=6, warriors=2))


def solver() -> Solver:
    return Solver(RANKING, RANKING.positions, threads=1)


def run(one: Solver, checkpoint: Checkpoint, stop_after: int | None = None) -> int:
    """Solve with a checkpoint after each sweep; returns how many sweeps that took."""
    sweeps = 0

    def tell(_progress: Progress) -> None:
        nonlocal sweeps
        sweeps += 1
        if sweeps == stop_after:
            raise KeyboardInterrupt

    clock = iter(range(0, 10**9, 1000))
    state = checkpoint.load(one.values)
    one.solve(
        tell,
        state,
        lambda parts, now: checkpoint.save(one.values, parts, now),
        lambda: float(next(clock)),
    )
    return sweeps


@pytest.mark.parametrize("stop_after", [1, 2, 11, 30])
def test_a_stopped_solve_goes_on_where_it_was(tmp_path: Path, stop_after: int) -> None:
    """What was done before Ctrl-C isn't done again, and the values are the same."""
    checkpoint = Checkpoint(tmp_path / "t.puluc", RANKING, RANKING.positions)
    whole = solver()
    sweeps = run(whole, Checkpoint(tmp_path / "w.puluc", RANKING, RANKING.positions))
    with pytest.raises(KeyboardInterrupt):
        run(solver(), checkpoint, stop_after)
    again = solver()
    more = run(again, checkpoint)
    assert sweeps - stop_after <= more <= sweeps - stop_after + 6  # to see how it settles anew
    assert np.abs(again.values - whole.values).max() < 1e-6


def test_a_killed_solve_goes_on(tmp_path: Path) -> None:
    """After SIGKILL in the middle of keeping what was done the solve comes to its end, too."""
    program = f"""
import os, signal
from pathlib import Path
from tests.solver.test_checkpoint import RANKING, run, solver
from puluc.solver.checkpoint import Checkpoint
count = 0
fsync = os.fsync
def kill(number):
    global count
    count += 1
    if count == 25:
        os.kill(os.getpid(), signal.SIGKILL)
    fsync(number)
os.fsync = kill
run(solver(), Checkpoint(Path({str(tmp_path / "t.puluc")!r}), RANKING, RANKING.positions))
"""
    killed = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": "."}, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    checkpoint = Checkpoint(tmp_path / "t.puluc", RANKING, RANKING.positions)
    one = solver()
    assert checkpoint.load(one.values) != NEW
    run(one, checkpoint)
    whole = solver()
    whole.solve(lambda _: None)
    assert np.abs(one.values - whole.values).max() < 1e-6


def test_only_what_changed_is_written_again(tmp_path: Path) -> None:
    """The first time all is written, then the parts that are named."""
    checkpoint = Checkpoint(tmp_path / "t.puluc", RANKING, RANKING.positions)
    values = np.zeros(RANKING.positions)
    checkpoint.save(values, (slice(0, 1),), State(0, 1, 5.0))
    values[:] = 1
    checkpoint.save(values, (slice(10, 20),), State(0, 2, 7.0))
    kept = np.empty(RANKING.positions)
    assert checkpoint.load(kept) == State(0, 2, 7.0)
    assert np.flatnonzero(kept).tolist() == list(range(10, 20))


def test_another_solve_s_checkpoint_is_refused(tmp_path: Path) -> None:
    """Hours of another set's work are neither taken for one's own nor written over."""
    run(solver(), Checkpoint(tmp_path / "t.puluc", RANKING, RANKING.positions))
    other = Ranking(rule_set("kekchi", track=6, warriors=2))
    checkpoint = Checkpoint(tmp_path / "t.puluc", other, other.positions)
    with pytest.raises(CheckpointError, match=r"t\.puluc\.state: of another solve; remove it"):
        checkpoint.load(np.zeros(other.positions))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"done": {"layer": 1}}', '{"done": 3}'])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    """The sentence says what to do."""
    (tmp_path / "t.puluc.state").write_text(text)
    checkpoint = Checkpoint(tmp_path / "t.puluc", RANKING, RANKING.positions)
    with pytest.raises(CheckpointError, match="damaged; remove it to begin anew"):
        checkpoint.load(np.zeros(RANKING.positions))


def test_values_that_are_missing_or_short_are_refused(tmp_path: Path) -> None:
    """A state without all of its values is no checkpoint."""
    run(solver(), Checkpoint(tmp_path / "t.puluc", RANKING, RANKING.positions))
    values = tmp_path / "t.puluc.values"
    values.write_bytes(values.read_bytes()[:-1])
    checkpoint = Checkpoint(tmp_path / "t.puluc", RANKING, RANKING.positions)
    with pytest.raises(CheckpointError):
        checkpoint.load(np.zeros(RANKING.positions))
    values.unlink()
    with pytest.raises(CheckpointError):
        checkpoint.load(np.zeros(RANKING.positions))


def test_nothing_is_left_when_it_is_removed(tmp_path: Path) -> None:
    """The files go, and a solve begins anew; removing nothing is no error."""
    checkpoint = Checkpoint(tmp_path / "t.puluc", RANKING, RANKING.positions)
    run(solver(), checkpoint)
    checkpoint.remove()
    checkpoint.remove()
    assert list(tmp_path.iterdir()) == []
    assert checkpoint.load(np.zeros(RANKING.positions)) == NEW
