"""The firmware's loop: what it does with pins, port and board."""

from importlib import import_module

import pytest

from hardware.wire import Lines, line
from tests.lockstep.pair import board_module

main = import_module("firmware.main")


class EndedError(Exception):
    """The time of a test is over."""


class Desk:
    """Pins, port and clock of a board, a millisecond a turn (see ``main.run``)."""

    def __init__(self, *, until_ms: int = 100) -> None:
        self.at_us = 0
        self.until_us = until_ms * 1000
        self.down = 0
        self.data: dict[int, bytes] = {}
        """What comes at which ms."""
        self.lit: list[tuple[int, int]] = []
        """Which lamps were lit when."""
        self.tones: list[int] = []
        self.told: list[list[str]] = []
        self.broken_until_us = 0
        self.board = board_module.Board(11, "keys", 0, 0, 1)
        self._lines = Lines()

    def now_us(self) -> int:
        return self.at_us

    def wait(self, _due_us: object) -> bytes:
        self.at_us += 1_000
        if self.at_us > self.until_us:
            raise EndedError
        return self.data.pop(self.at_us // 1000, b"")

    def write(self, made: bytes) -> None:
        self.told += [fields for _, fields in self._lines.feed(made)]

    def keys(self) -> int:
        return self.down

    def tilt(self) -> int:
        return 1

    def light(self, lit: int) -> None:
        if self.at_us < self.broken_until_us:
            raise OSError(5, "EIO")
        self.lit.append((self.at_us // 1000, lit))

    def sound(self, hz: int) -> None:
        self.tones.append(hz)

    def run(self) -> None:
        main.run(self.board, self, self, self.now_us)

    def kinds(self, kind: str) -> list[list[str]]:
        return [fields for fields in self.told if fields[0] == kind]


HELLO = line(1, "HELLO", "1.0")


def test_lamps_and_sounds():
    """Lamps and buzzer are written to when they change, and only then."""
    desk = Desk(until_ms=500)
    desk.data = {5: HELLO, 10: line(2, "LAMPS", "1") + line(3, "PLAY", "880:20", "0:10", "440:5")}
    with pytest.raises(EndedError):
        desk.run()
    assert desk.lit == [(1, 0b10), (5, 0), (10, 0b10)]
    assert desk.tones == [880, 0, 440, 0]


def test_lamps_that_do_not_answer():
    """Lamps that fail are told, tried once a second, and told to be well again; keys go on."""
    desk = Desk(until_ms=4_500)
    desk.broken_until_us = 3_000_000
    desk.data = {5: HELLO, 10: line(2, "LAMPS", "1"), 2_000: line(3, "ALIVE")}
    desk.down = 1 << 4
    with pytest.raises(EndedError):
        desk.run()
    assert [fields[:3] for fields in desk.kinds("FAULT")] == [["FAULT", "LAMPS", "0"]]
    assert "LAMPS" in desk.kinds("STATE")[0][4]
    assert "LAMPS" not in desk.kinds("STATE")[-1][4]
    assert [lit for _, lit in desk.lit] == [0b10]
    assert 3_000 <= desk.lit[0][0] <= 4_001


def test_update_ends_the_loop():
    """UPDATE is answered, the lamps go dark, and the loop ends."""
    desk = Desk()
    desk.data = {5: HELLO, 10: line(2, "LAMPS", "1"), 20: line(3, "UPDATE")}
    desk.run()
    assert desk.at_us == 20_000
    assert desk.told[-1] == ["ACK", "3"]
    assert desk.lit[-1] == (20, 0)


def test_a_stuck_key_gives_no_prompt():
    """Keys that are down all the time don't end the program."""
    desk = Desk(until_ms=30_000)
    desk.down = (1 << 12) - 1
    with pytest.raises(EndedError):
        desk.run()
    assert desk.told == []  # nobody has begun a session
