"""The pytest plugin and the page that shows it: what docs/testing.md says is run as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "testing.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def test_fixtures(puluc_board, puluc_clock):
    """The board runs on the clock's time, with nobody touching it."""
    puluc_board.tap(3)
    puluc_clock.advance_ms(200)
    assert puluc_clock.now_us() == 200_000
    assert puluc_clock.next_us is None
    assert puluc_board.lamps() == (False,) * 11


def test_the_page_shows_something():
    """The page has its examples where this test looks for them."""
    assert len(BLOCKS) >= 3


@pytest.mark.parametrize("block", BLOCKS, ids=range(1, len(BLOCKS) + 1))
def test_page(block, tmp_path):
    """Each example of the page passes, in a project of its own that has only installed Puluc."""
    (tmp_path / "test_example.py").write_text(block)
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
