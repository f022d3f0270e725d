"""Nothing is seen before it is on the disk: the order of system calls of a board at play."""

import subprocess
import sys

import pytest

from tests.system.order import Happening, Kind, OutOfOrderError, check_order, happenings

pytestmark = pytest.mark.system

STEPS = 10
STRACE = ["strace", "-f", "-y", "-s", "64", "-e", "trace=fdatasync,fsync,pwrite64,write", "-o"]


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The system calls of five casts and five moves."""
    folder = tmp_path_factory.mktemp("traced")
    calls = folder / "calls"
    player = [sys.executable, "-m", "tests.system.traced_player", str(folder), str(STEPS)]
    subprocess.run([*STRACE, str(calls), *player], check=True, timeout=120)
    return calls.read_text().splitlines()


@pytest.fixture
def happened(traced: list[str]) -> list[Happening]:
    return list(happenings(traced))


def test_each_step_is_on_the_disk_before_it_is_seen(happened: list[Happening]) -> None:
    """The commit's fdatasync returns before a lamp's pin or the display is written."""
    assert check_order(happened) == STEPS
    assert any('"step move' in line for _, line in happened)
    assert any('"step cast' in line for _, line in happened)


@pytest.mark.parametrize("shown", [Kind.LAMP, Kind.DISPLAY])
@pytest.mark.parametrize("before", [Kind.WRITTEN, Kind.SYNCED])
def test_what_is_seen_too_early_is_found(
    happened: list[Happening], shown: Kind, before: Kind
) -> None:
    """The trace with one write moved before the disk's fails."""
    step = last(happened, Kind.STEP)
    early = next(one for one in happened[step:] if one.kind is shown)
    happened.remove(early)
    at = next(n for n in range(step, len(happened)) if happened[n].kind is before)
    happened.insert(at, early)
    with pytest.raises(OutOfOrderError, match="on the disk"):
        check_order(happened)


def test_a_commit_without_a_sync_is_found(happened: list[Happening]) -> None:
    """The trace without one of its syncs fails."""
    del happened[last(happened, Kind.SYNCED)]
    with pytest.raises(OutOfOrderError, match="not on the disk"):
        check_order(happened)


def test_a_sync_that_fails_is_none(traced: list[str]) -> None:
    """A trace in which the syncs return an error fails."""
    failed = [
        line.replace(" = 0", " = -1 EIO (Input/output error)") if "sync" in line else line
        for line in traced
    ]
    with pytest.raises(OutOfOrderError):
        check_order(happenings(failed))


def test_a_sync_that_another_thread_interrupts_counts_when_it_returns() -> None:
    """``unfinished`` is not yet on the disk, ``resumed`` is."""
    begun = "7 fdatasync(5</j/journal.db-wal> <unfinished ...>"
    shown = '8 write(6</j/trace>, "lamp 1 on\\n", 10) = 10'
    ended = "7 <... fdatasync resumed>)        = 0"
    lines = ['7 pwrite64(5</j/journal.db-wal>, "x", 1, 0) = 1', begun]
    assert check_order(happenings([*lines, ended, shown])) == 0
    with pytest.raises(OutOfOrderError):
        check_order(happenings([*lines, shown, ended]))


def last(happened: list[Happening], kind: Kind) -> int:
    """Where something happened for the last time."""
    return max(place for place, one in enumerate(happened) if one.kind is kind)
