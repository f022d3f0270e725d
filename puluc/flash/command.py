"""``puluc flash`` on this machine."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from hardware.serial_port import find_ports
from puluc.config import Board
from puluc.flash.flashing import Done, FlashError, Tools, flash
from puluc.flash.talk import here

DRIVES: Final = Path("/dev/disk/by-label")
LOADERS: Final = ("RPI-RP2", "RP2350")
"""The drives that a Pico's loader shows: a Pico's, a Pico 2's."""
MPREMOTE_S: Final = 120


def flash_board(board: Board, tell: Callable[[str], None], *, again: bool) -> None:
    """Put the firmware on the Pico that is plugged in here.

    Args:
        board: How it is wired, and on which port it is.
        tell: Prints a line.
        again: Write it even if it is there.

    Raises:
        FlashError: it can't be done; says what to do.
    """
    for module in ("serial", "mpremote"):
        if find_spec(module) is None:
            raise FlashError(f"{module} is missing: pip install 'puluc[flash]'")
    tools = Tools(partial(find_ports, board.serial_port), here(), mpremote, in_loader)
    flash(board, tools, tell, again=again)


def mpremote(words: Sequence[str]) -> Done:
    """Run mpremote of this environment."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mpremote", *words],
            capture_output=True,
            text=True,
            timeout=MPREMOTE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Done(1, "could not enter raw repl: no answer")
    return Done(done.returncode, done.stdout + done.stderr)


def in_loader(drives: Path = DRIVES) -> bool:
    """Whether a Pico's loader is there as a drive."""
    return any((drives / name).exists() for name in LOADERS)
