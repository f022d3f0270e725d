"""An empty home for each test, and a real browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.system.chromium import launched
from tests.system.program import Program

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of somebody who has never played."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def program(home: Path) -> Iterator[Program]:
    """The program, started in that home."""
    with Program(home) as program:
        yield program


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Debian's Chromium."""
    with launched() as browser:
        yield browser
