from collections.abc import Iterator
from pathlib import Path

import pytest

from puluc.journal import Journal
from tests.journal.disks import NOON, Clock, Disk, Opens


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


@pytest.fixture
def opens(path: Path, clock: Clock, disk: Disk) -> Iterator[Opens]:
    """Opens a journal on the test's disk; all are closed at the end."""
    opened = []

    def opens(at: Path = path) -> Journal:
        journal = Journal.open(at, wall=lambda: NOON, clock_ms=clock, connect=disk.connect)
        opened.append(journal)
        return journal

    yield opens
    for journal in opened:
        journal.close()
