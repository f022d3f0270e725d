"""What goes on a Pico: the firmware's files, three of ``hardware``, and how the board is wired."""

import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from hardware.wiring import PICO_OWN
from puluc.config import Board
from puluc.errors import PulucError

MAIN: Final = "main.py"
"""The one that MicroPython starts: it goes first and comes last, so that half of it never runs."""
OWN: Final = ("board.py", "pins.py", "port.py")
SHARED: Final = ("debounce.py", "shake.py", "wire.py")
"""The very files that the host has."""
WIRED: Final = "wired.py"


class NoFirmwareError(PulucError, OSError):
    """An installation that has lost its firmware."""


def firmware_folder() -> Traversable:
    """The firmware's folder: in a wheel inside this package, in a checkout ``firmware/``."""
    inside = resources.files("puluc.flash") / "firmware"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "firmware"


def version() -> str:
    """The firmware's version: ``1.0.0``.

    Raises:
        NoFirmwareError: its files are not there.
    """
    found = re.search(r'^VERSION = "([^"]+)"$', _read(firmware_folder() / "board.py"), re.MULTILINE)
    if found is None:
        raise NoFirmwareError(f"{firmware_folder() / 'board.py'}: no version")
    return found[1]


def lamps_of(board: Board) -> str:
    """What a board's lamps are on, as ``wired.py`` has it."""
    return "pins" if board.spaces <= PICO_OWN else board.pico_lamps


def files(board: Board) -> dict[str, str]:
    """Each file for a Pico, by its name; ``main.py`` is the last.

    Raises:
        NoFirmwareError: its files are not there.
    """
    own, shared = firmware_folder(), resources.files("hardware")
    wired = f"SPACES = {board.spaces}\nLAMPS = {lamps_of(board)!r}\n"
    return {
        WIRED: f'"""How this board is wired; written by `puluc flash`."""\n\n{wired}',
        **{name: _read(shared / name) for name in SHARED},
        **{name: _read(own / name) for name in (*OWN, MAIN)},
    }


def _read(file: Traversable) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise NoFirmwareError(f"{file}: {error.strerror}") from error
