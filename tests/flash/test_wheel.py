"""The wheel brings the firmware as data."""

import subprocess
import sys
from pathlib import Path

import pytest

from puluc.config import Board
from puluc.flash.files import files

PROJECT = Path(__file__).parents[2]
PRINT = "from puluc.flash.files import files; from puluc.config import Board; print(files(Board()))"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run(
        [*words, "--directory", str(folder)], cwd=PROJECT, check=True, capture_output=True
    )
    (found,) = folder.glob("puluc-*.whl")
    return found


def test_firmware_in_the_wheel(wheel, tmp_path):
    """From a wheel, far from any checkout, the very files go on a Pico that this tree has."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(wheel)!r}); {PRINT}"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"{files(Board())}\n"
