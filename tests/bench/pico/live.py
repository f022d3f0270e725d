"""The firmware in real time, its pins on pipes: ``micropython live.py KEYS LAMPS SPACES``.

The port is standard input and output, as on a Pico. From the pipe KEYS come the keys that are down,
on LAMPS go the lamps that are lit, four bytes each.
"""

import select
import sys

from board import Board
from main import run
from port import Clock, UsbPort


class PipedPins:
    """Pins on two pipes (see ``main.run``)."""

    def __init__(self, keys, lamps):
        self._keys = open(keys, "rb", buffering=0)  # noqa: SIM115, PTH123
        self._lamps = open(lamps, "wb", buffering=0)  # noqa: SIM115, PTH123
        self._readable = select.poll()
        self._readable.register(self._keys, select.POLLIN)
        self._down = 0

    def keys(self):
        """The keys that are down."""
        if self._readable.poll(0):
            self._down = int.from_bytes(self._keys.read(4), "little")
        return self._down

    def tilt(self):
        """The tray is at rest."""
        return 1

    def light(self, lit):
        """Tell which lamps are lit."""
        self._lamps.write(lit.to_bytes(4, "little"))

    def sound(self, hz):
        """Nobody listens."""


def main(keys, lamps, spaces):
    """Serve for ever."""
    clock = Clock()
    board = Board(spaces, "keys+menu+tilt+buzzer", clock.now_us(), 0, 1)
    run(board, PipedPins(keys, lamps), UsbPort(), clock.now_us)


main(*[int(each) for each in sys.argv[1:]])
