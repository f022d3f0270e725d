from pathlib import Path

import pytest

from puluc.journal import Journal
from tests.records.games import played


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def kept(path: Path) -> Path:
    """A journal of three games: one finished, one of a match for six, one going on."""
    with Journal.open(path) as journal:
        played("classic", 4, 2_000).keep(journal, players=["Ann", "Bén"])
        played("eagle", 2, 40).keep(journal, match={"name": "bul", "game": 2})
        played("village", 3, 20).keep(journal)
    return path
