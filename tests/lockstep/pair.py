"""A host's link and the firmware's board, both on this Python, in a time of their own.

What is sent arrives at once, unless a test puts something in its way.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from hardware.serial_link import KeyMoved, Link, Told

for shared in ("debounce", "shake", "wire"):  # on a Pico they lie beside board.py
    sys.modules.setdefault(shared, import_module(f"hardware.{shared}"))
board_module: Any = import_module("firmware.board")

Way = Callable[[bytes], bytes]
"""What becomes of a line under way."""

STEP_US = 1_000
"""How often a Pico looks at its pins."""


def whole(data: bytes) -> bytes:
    """A line that arrives as it was sent."""
    return data


def lost(_data: bytes) -> bytes:
    """Nothing of it arrives."""
    return b""


def first_lost(way, times: int = 1):
    """What is sent is lost so many times, and then arrives."""

    def pass_on(data: bytes) -> bytes:
        nonlocal times
        times -= 1
        return way(data) if times < 0 else b""

    return pass_on


class Pair:
    """Both ends of a line.

    Attributes:
        board: The board's end.
        link: The host's end.
        told: What the link has told so far.
        to_board: What becomes of what the host sends.
        to_host: What becomes of each line that the board sends.
        sent: The lines of the host as they were sent.
        keys: The keys that are down: bit 0 the menu's, bit 1 space 1's.
    """

    def __init__(self, spaces: int = 11, *, timing: str = "", now_us: int = 0) -> None:
        self.now_us = now_us
        self.keys = 0
        self.tilt = 1
        self.spaces = spaces
        self.board: Any = None
        self.to_board: Way = whole
        self.to_host: Way = whole
        self.told: list[Told] = []
        self.sent: list[bytes] = []
        self.switch_on()
        self.link = Link(now_us, timing)

    def switch_on(self) -> None:
        """Switch the board on, or off and on."""
        inputs = "keys+menu+tilt+buzzer"
        self.board = board_module.Board(self.spaces, inputs, self.now_us, self.keys, self.tilt)

    def greet(self, timing: str = "") -> None:
        """Begin another session, as after a loss."""
        self.link = Link(self.now_us, timing)

    def advance(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(ms):
            self.exchange()
            self.now_us += STEP_US
        self.exchange()

    def exchange(self) -> None:
        """Let everything happen that happens now."""
        self.link.poll(self.now_us)
        while True:
            out = self.link.outgoing()
            if out:
                self.sent += out.splitlines(keepends=True)
                self.board.receive(self.now_us, self.to_board(out))
            self.board.sample(self.now_us, self.keys, self.tilt)
            lines = [self.to_host(line) for line in self.board.lines()]
            for line in lines:
                self.told += self.link.receive(line, self.now_us)
            if not out and not lines:
                return

    def press(self, key: int) -> None:
        """Hold a key down."""
        self.keys |= 1 << key

    def release(self, key: int) -> None:
        """Let a key go."""
        self.keys &= ~(1 << key)

    def tap(self, key: int) -> None:
        """Press a key and let it go."""
        self.press(key)
        self.advance(50)
        self.release(key)
        self.advance(50)

    def shake(self) -> None:
        """Shake the tray, and let it come to rest."""
        for _ in range(12):
            self.tilt ^= 1
            self.advance(60)
        self.advance(500)

    def kinds(self) -> list[str]:
        """The types of the lines that the host has sent."""
        return [line.split(b"*")[0].split(b",")[1].decode() for line in self.sent]

    @property
    def lit(self) -> int:
        """The lamps that are lit, bit 1 for space 1's."""
        return int(self.board.lit(self.now_us))

    def moves(self) -> list[tuple[int, bool]]:
        """The keys' moves that were told."""
        return [(each.number, each.is_down) for each in self.told if isinstance(each, KeyMoved)]
