"""The port's attendant: it looks for a board, serves it, and says why there is none."""

import os
import threading
import time

import pytest

from hardware import attendant as module
from hardware.attendant import UNPLUGGED, Attendant
from hardware.serial_link import Begun, KeyMoved
from hardware.serial_port import PortError
from hardware.wire import line
from tests.lockstep.pair import board_module


class Desk:
    """A desk with ports on it, each with a board or something else, and a clock."""

    def __init__(self) -> None:
        self.now_us = 0
        self.ports: dict[str, object] = {}
        self.opened: list[str] = []
        self.closed: list[str] = []
        self.open_now = 0
        self.told: list[object] = []
        self.attendant = Attendant(
            11, lambda: self.now_us, lambda: tuple(self.ports), self.open, self.told.append,
            wait=lambda _port, wait_us: self.pass_time(wait_us),
        )  # fmt: skip
        self.attendant.start()

    def open(self, path: str) -> "DeskPort":
        self.opened.append(path)
        there = self.ports.get(path)
        if not isinstance(there, BoardThere | Mute):
            raise PortError(f"{path}: {there}")
        self.open_now += 1
        assert self.open_now == 1, "two ports are open at once"
        return DeskPort(self, path, there)

    def pass_time(self, us: int) -> None:
        self.now_us += min(us, 10_000)
        for there in self.ports.values():
            if isinstance(there, BoardThere):
                there.board.sample(self.now_us, there.keys, 1)

    def advance(self, ms: int) -> None:
        """Serve for so long, in steps of 10 ms."""
        until_us = self.now_us + ms * 1000
        while self.now_us < until_us:
            for _ in range(4):
                self.attendant.step()
            self.pass_time(10_000)

    def seen(self) -> list[object]:
        """What was told, the sessions by the firmware's version."""
        return [each.hello.firmware if isinstance(each, Begun) else each for each in self.told]


class Mute:
    """A port at which nobody answers."""

    board = None
    fails: PortError | None = None


class BoardThere:
    """A board on a port."""

    def __init__(self, spaces: int = 11) -> None:
        self.board = board_module.Board(spaces, "keys", 0, 0, 1)
        self.keys = 0
        self.fails: PortError | None = None
        self.says: list[bytes] = []
        """What it says instead."""


class DeskPort:
    """An open port."""

    def __init__(self, desk: Desk, path: str, there: BoardThere | Mute) -> None:
        self._desk = desk
        self._path = path
        self._there = there
        self._is_open = True

    def fileno(self) -> int:
        raise AssertionError("nobody waits for it in simulated time")

    def _check(self) -> None:
        if self._there.fails is not None:
            raise self._there.fails
        if self._desk.ports.get(self._path) is not self._there:
            raise PortError("it has gone")

    def read(self) -> bytes:
        self._check()
        if self._there.board is None:
            return b""
        if self._there.says:
            return b"".join(self._there.says)
        return b"".join(self._there.board.lines())

    def write(self, data: bytes) -> None:
        self._check()
        if self._there.board is not None:
            self._there.board.receive(self._desk.now_us, data)

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            self._desk.open_now -= 1
            self._desk.closed.append(self._path)


@pytest.fixture
def desk():
    """A desk with nothing on it."""
    desk = Desk()
    yield desk
    desk.attendant.close()
    desk.attendant.close()
    assert desk.open_now == 0


def test_nothing_plugged_in(desk):
    """Where there is no port that is told once, and a board that comes is found within a second."""
    desk.advance(5_000)
    assert desk.told == [UNPLUGGED]
    desk.ports["A"] = BoardThere()
    desk.advance(1_100)
    assert desk.seen() == [UNPLUGGED, "1.0.0"]


def test_the_board_among_others(desk):
    """Of several ports the one is taken that a board answers on, whatever is on the others."""
    desk.ports = {"A": "another program has it", "B": Mute(), "C": BoardThere()}
    desk.advance(2_500)
    assert desk.opened == ["A", "B", "C"]
    assert desk.seen() == ["1.0.0"]


def test_no_board_among_others(desk):
    """Where none of the ports has a board the first one's trouble is told, once."""
    desk.ports = {"A": "another program has it", "B": Mute()}
    desk.advance(10_000)
    assert desk.told == ["A: another program has it"]
    del desk.ports["A"]
    desk.advance(5_000)
    assert desk.told[1:] == ["B doesn't answer: does it need `puluc flash`?"]


def test_unplugged_and_plugged_in(desk):
    """A board that goes is told at once, closed before it is looked for, and found again."""
    desk.ports["A"] = BoardThere()
    desk.attendant.light("1..........")
    desk.advance(500)
    del desk.ports["A"]
    desk.advance(1_000)
    assert desk.closed == ["A"]
    desk.ports["B"] = board = BoardThere()
    desk.advance(1_100)
    assert desk.seen() == ["1.0.0", UNPLUGGED, "1.0.0"]
    assert board.board.lit(desk.now_us) == 0b10


def test_unplugged_a_hundred_times(desk):
    """However often it is unplugged, each time is told, and each port is closed."""
    for count in range(100):
        desk.ports = {f"port{count}": BoardThere()}
        desk.advance(1_100)
        desk.ports = {}
        desk.advance(50)
    assert desk.seen() == ["1.0.0", UNPLUGGED] * 100
    assert len(desk.closed) == 100


def test_a_board_that_falls_silent(desk):
    """A board that says nothing for 3 s is lost, and tried again."""
    desk.ports["A"] = board = BoardThere()
    desk.advance(500)
    board.says = [b"\x00\xff"]
    desk.advance(2_400)
    assert desk.seen() == ["1.0.0"]
    desk.advance(700)
    assert desk.seen() == ["1.0.0", UNPLUGGED]
    board.says = []
    desk.advance(2_500)
    assert desk.seen() == ["1.0.0", UNPLUGGED, "1.0.0"]


def test_a_host_that_slept(desk):
    """A board that gave its host up begins anew on the port it is on, and nobody hears of it."""
    desk.ports["A"] = board = BoardThere()
    desk.attendant.light("1..........")
    desk.advance(2_000)
    desk.now_us += 6_000_000
    board.board.sample(desk.now_us, 0, 1)
    assert board.board.lit(desk.now_us) == 0
    desk.advance(500)
    assert desk.seen() == ["1.0.0", "1.0.0"]
    assert desk.opened == ["A"]
    assert board.board.lit(desk.now_us) == 0b10


def test_a_failing_port(desk):
    """A port that fails while it is used is the board unplugged."""
    desk.ports["A"] = board = BoardThere()
    desk.advance(500)
    board.fails = PortError("input/output error")
    desk.advance(100)
    assert desk.seen() == ["1.0.0", UNPLUGGED]


@pytest.mark.parametrize(
    ("protocol", "told"),
    [
        ("0.3", "the board speaks protocol 0, Puluc 1: run `puluc flash`"),
        ("2.0", "the board speaks protocol 2, Puluc 1: update Puluc"),
    ],
)
def test_another_major(desk, protocol, told):
    """A board of another major version is refused with what helps, and left alone for a while."""
    desk.ports["A"] = board = BoardThere()
    board.says = [line(0, "HELLO", protocol, "9.9", 11, "keys", "1")]
    desk.advance(2_000)
    assert desk.told == [told]
    assert desk.opened == ["A"]
    desk.advance(2_000)
    assert desk.told == [told]
    assert desk.opened == ["A", "A"]


def test_another_length(desk):
    """A board of another number of spaces is refused, naming the key of the configuration."""
    desk.ports["A"] = BoardThere(19)
    desk.advance(2_000)
    assert desk.told == [
        "the board has 19 spaces, the configuration 11 (board.spaces)"
    ]  # fmt: skip


def test_tunes_are_not_late(desk):
    """What was to sound while there was no board is not made up for when it comes."""
    desk.advance(500)
    for _ in range(9):
        desk.attendant.play(["880:60000"])
    desk.ports["A"] = board = BoardThere()
    desk.advance(1_500)
    assert board.board.tone(desk.now_us) == 0
    desk.attendant.play(["440:60000"])
    desk.advance(20)
    assert board.board.tone(desk.now_us) == 440


def test_goodbye(desk):
    """Closed, it leaves the board dark and the port closed."""
    desk.ports["A"] = board = BoardThere()
    desk.attendant.light("1..........")
    desk.advance(500)
    assert board.board.lit(desk.now_us) == 0b10
    desk.attendant.close()
    assert board.board.lit(desk.now_us) == 0
    assert desk.closed == ["A"]


def test_goodbye_to_a_dead_board(desk):
    """A board that doesn't answer goodbye doesn't keep anybody waiting."""
    desk.ports["A"] = board = BoardThere()
    desk.advance(500)
    board.says = [b"\x00"]
    began_us = desk.now_us
    desk.attendant.close()
    assert desk.now_us - began_us <= 400_000
    assert desk.closed == ["A"]


# On a thread


class Threaded:
    """An attendant on its own thread, at a port that a test makes."""

    def __init__(self, open_port) -> None:
        self.told: list[object] = []
        self.has_told = threading.Event()
        self.attendant = Attendant(
            11, lambda: time.monotonic_ns() // 1000, lambda: ("A",), open_port, self.tell
        )

    def tell(self, told: object) -> None:
        self.told.append(told)
        self.has_told.set()


def test_an_error_that_nobody_thought_of(caplog):
    """An error in the thread is logged and told, and the thread goes on."""

    def explode(_path: str):
        raise ZeroDivisionError("nobody thought of it")

    desk = Threaded(explode)
    desk.attendant.start()
    desk.attendant.start()
    assert desk.has_told.wait(10)
    assert desk.told == ["ZeroDivisionError: nobody thought of it"]
    assert desk.attendant.is_alive
    ends = desk.attendant._wake
    desk.attendant.close()
    for end in ends:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(end)
    assert "serving the board's port failed" in caplog.text
    desk.attendant.light("1")  # too late, and harmless


def test_a_port_that_hangs(monkeypatch, caplog):
    """A thread that hangs is not waited for at the end, and is known not to be alive."""
    monkeypatch.setattr(module, "CLOSE_S", 0.05)
    monkeypatch.setattr(module, "STUCK_S", 0.05)
    go_on, hangs = threading.Event(), threading.Event()

    def hang(_path: str):
        hangs.set()
        go_on.wait(10)
        raise PortError("at last")

    desk = Threaded(hang)
    assert desk.attendant.is_alive
    desk.attendant.start()
    assert hangs.wait(10)
    until = time.monotonic() + 10
    while desk.attendant.is_alive and time.monotonic() < until:
        threading.Event().wait(0.01)
    assert not desk.attendant.is_alive
    desk.attendant.close()
    assert "hangs" in caplog.text
    go_on.set()


def test_closed_before_it_began(desk):
    """One that was closed is not started any more."""
    threaded = Threaded(desk.open)
    threaded.attendant.close()
    threaded.attendant.start()
    assert not threaded.attendant.is_started
    assert threaded.attendant.is_alive


def test_events_come_through(desk):
    """What the board tells reaches who listens."""
    desk.ports["A"] = board = BoardThere()
    desk.advance(500)
    board.keys = 1 << 4
    desk.advance(50)
    (moved,) = [each for each in desk.told if isinstance(each, KeyMoved)]
    assert (moved.number, moved.is_down) == (4, True)
