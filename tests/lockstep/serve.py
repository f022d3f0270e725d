"""Runs the firmware in step with a test, which says how late it is and what is pressed.

    micropython tests/lockstep/serve.py FD START_US SPACES KEYS TILT

serves the board on the file FD. On standard input comes, in a line, up to when to run (in
microseconds), the keys that are down, the tilt switch's level, and how many bytes the host has sent
in all; after having run so far it prints the lamps that are lit, the tone, how many bytes it
has sent in all, when it has something to do next (-1: never), and whether its port is there yet. In
what CPython and MicroPython share.
"""

import sys

from board import Board
from main import run


class World:
    """Pins, port and clock of a board whose time is the test's (see ``main.run``)."""

    def __init__(self, fd, start_us, keys, tilt):
        self._file = open(fd, "r+b", buffering=0)  # noqa: SIM115, PTH123
        self._now_us = self._until_us = start_us
        self._levels = (keys, tilt)
        self._next = None  # the levels at the end of the time
        self._to_read = self._read = self._written = 0
        self._lit = self._hz = 0

    def now_us(self):
        return self._now_us

    def keys(self):
        return self._levels[0]

    def tilt(self):
        return self._levels[1]

    def light(self, lit):
        self._lit = lit

    def sound(self, hz):
        self._hz = hz

    def write(self, line):
        self._file.write(line)
        self._written += len(line)

    def wait(self, due_us):
        """Go on to what is due next; at the end of the time take the new levels, and tell."""
        due = due_us(self._now_us)
        if self._now_us == self._until_us and self._next is None:
            self._tell(-1 if due is None else due)
        if self._now_us < self._until_us:
            if due is None or due > self._until_us:
                due = self._until_us
            self._now_us = max(self._now_us, due)
            return b""
        self._levels = self._next
        self._next = None
        return self._arrived()

    def _tell(self, due_us):
        """Tell the test how it is, and hear how it goes on."""
        sys.stdout.write(f"{self._lit} {self._hz} {self._written} {due_us} 1\n")
        asked = sys.stdin.readline()
        if not asked:
            raise SystemExit
        self._until_us, keys, tilt, self._to_read = [int(each) for each in asked.split()]
        self._next = (keys, tilt)

    def _arrived(self):
        """All that the host has sent so far, some of which may be on its way in the kernel."""
        data = b""
        while self._read + len(data) < self._to_read:
            data += self._file.read(self._to_read - self._read - len(data))
        self._read += len(data)
        return data


def main(fd, start_us, spaces, keys, tilt):
    """Serve until the test closes standard input."""
    world = World(fd, start_us, keys, tilt)
    board = Board(spaces, "keys+menu+tilt+buzzer", start_us, keys, tilt)
    run(board, world, world, world.now_us)


if __name__ == "__main__":
    main(*[int(each) for each in sys.argv[1:]])
