"""A serial board: the round trip of a line, from a key to the lamp, and bytes a move.

The firmware runs on MicroPython's Unix port, in real time, on a pty: what is measured is what both
programs and the protocol take, and neither USB nor a Pico's slower processor.
"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from select import select
from statistics import median

from hardware.no_display import NoDisplay
from hardware.serial_board import SerialPanel
from hardware.serial_port import Port, open_port
from hardware.wire import Lines, line
from hardware.wiring import pico
from puluc.alive import Alive
from puluc.app import App, Parts, setup_of
from puluc.config import Board, Config
from puluc.journal import Journal
from puluc.loop import LoopReactor, new_loop
from puluc.session.events import Milliseconds, Shaken
from puluc.session.frame import Frame, Lamp
from puluc.session.phases import Over
from tests.app.player import play_games
from tests.bench.figure import Figure
from tests.bench.live_board import LiveBoard, live_board
from tests.bench.press import CONFIRM_MS, NotShownError
from tests.lockstep.table import pico_rig
from tests.lockstep.world import CountedPort

PATIENCE_S = 10.0
QUIET_S = 0.08
"""Longer than a key is deaf, and than what follows a press takes."""
STATE_BYTES = 3
"""Eleven lamps of four kinds, barely: two bits each."""
EVENT_BYTES = 1
"""A key and its level, or a shake."""


# The round trip


def round_trips(port: Port, count: int) -> list[float]:
    """So many times a line to the firmware and its answer, in ms."""
    lines = Lines()
    port.write(line(0, "HELLO", "1.0"))
    _until(port, lambda data: any(fields[0] == "STATE" for _, fields in lines.feed(data)))
    took = []
    for number in range(1, count + 1):
        began_ns = time.monotonic_ns()
        port.write(line(number % 1000, "ALIVE"))
        _until(port, partial(_acknowledges, lines, str(number % 1000)))
        took.append((time.monotonic_ns() - began_ns) / 1e6)
    return took


def _acknowledges(lines: Lines, number: str, data: bytes) -> bool:
    """Whether the answer to a line is among these bytes."""
    return any(fields == ["ACK", number] for _, fields in lines.feed(data))


def echoes(port: Port, count: int) -> list[float]:
    """So many times a byte there and back, in ms."""
    took = []
    for _ in range(count):
        began_ns = time.monotonic_ns()
        port.write(b"e")
        _until(port, lambda data: b"e" in data)
        took.append((time.monotonic_ns() - began_ns) / 1e6)
    return took


def _until(port: Port, is_there: Callable[[bytes], bool]) -> None:
    """Read until something has come."""
    until_s = time.monotonic() + PATIENCE_S
    while not is_there(port.read()):
        select([port.fileno()], [], [], 1.0)
        if time.monotonic() > until_s:
            raise NotShownError("the board doesn't answer")


# From a key to the lamp


class Watching:
    """An onlooker who knows which lamps are to be steadily lit."""

    def __init__(self) -> None:
        self.lit = 0

    def show(self, frame: Frame) -> None:
        self.lit = sum(1 << n for n, lamp in enumerate(frame.lamps, 1) if lamp is Lamp.ON)


class Hands:
    """Plays at a live board from a thread of its own."""

    def __init__(
        self, board: LiveBoard, app: App, loop: asyncio.AbstractEventLoop, seen: Watching
    ) -> None:
        self._board = board
        self._app = app
        self._loop = loop
        self._seen = seen
        self._chance = Random(1)

    def press(self) -> float | None:
        """Press a lit space; the ms until a lamp went dark, none when none did."""
        lit = self._seen.lit
        if not lit:
            if isinstance(self._app.state.phase, Over):
                time.sleep(1.6)
                self._after(self._app.conductor.show)
            else:
                self._after(self._shake)
            return None
        space = self._chance.choice([n for n in range(1, 12) if lit >> n & 1])
        began_ns = self._board.hold(1 << space)
        took = None
        while took is None:
            seen = self._board.lamps(QUIET_S)
            if seen is None:
                break
            if seen[1] & lit != lit:
                took = (seen[0] - began_ns) / 1e6
        self._settle()
        self._board.hold(0)
        self._settle()
        return took

    def _settle(self) -> None:
        """Look on until the lamps rest; those that blink do so for longer than that."""
        while self._board.lamps(QUIET_S) is not None:
            pass

    def _shake(self) -> None:
        self._app.conductor.handle(Shaken(self._app.now(), self._app.now()))

    def _after(self, call: Callable[[], None]) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(lambda: (call(), done.set()))
        if not done.wait(PATIENCE_S):
            raise NotShownError("the loop stands still")
        self._settle()


async def presses(folder: Path, board: LiveBoard, count: int) -> list[float]:
    """So many presses at the app on a live board, in ms."""
    loop = asyncio.get_running_loop()
    reactor = LoopReactor(loop)
    seen, chance = Watching(), Random(1)
    config = replace(Config(), board=Board(profile="pico"))
    panel = SerialPanel(pico(11), reactor, lambda: (board.path,), open_port)
    with ExitStack() as stack:
        parts = Parts(
            reactor=reactor,
            panel=panel,
            display=NoDisplay(),
            journal=stack.enter_context(Journal.open(folder / "journal.db")),
            alive=Alive(folder / "alive", "", lambda: Milliseconds(reactor.now_us() // 1000)),
            setup=setup_of(config),
            draw=lambda count: tuple(chance.random() < 0.5 for _ in range(count)),
            onlookers=(seen,),
        )
        app = stack.enter_context(closing(App(parts, lambda: None)))
        app.start()
        hands = Hands(board, app, loop, seen)

        def play() -> list[float]:
            until_s = time.monotonic() + PATIENCE_S
            while board.lamps(0.5) is not None and time.monotonic() < until_s:
                continue  # the sweep, and the first frame
            took: list[float] = []
            while len(took) < count:
                each = hands.press()
                if each is not None:
                    took.append(each - CONFIRM_MS)
            return took

        return await asyncio.to_thread(play)


def bare_presses(folder: Path, board: LiveBoard, port: Port, count: int) -> list[float]:
    """So many times: a key's byte comes, a row is committed, a byte lights the lamp; in ms."""
    took = []
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as disk:
        disk.execute("PRAGMA journal_mode=WAL")
        disk.execute("PRAGMA synchronous=FULL")
        disk.execute("CREATE TABLE log (at TEXT, kind TEXT, data TEXT)")
        for _ in range(count):
            began_ns = board.hold(2)
            _until(port, lambda data: b"k" in data)
            disk.execute("INSERT INTO log VALUES ('2026-11-30T12:00:00', 'step', '\"3: hand>1\"')")
            port.write(b"l")
            seen = board.lamps(PATIENCE_S)
            if seen is None:
                raise NotShownError("the bare board lit no lamp")
            took.append((seen[0] - began_ns) / 1e6)
            time.sleep(QUIET_S)
    return took


# Bytes


class Listener:
    """Keeps all that goes over a port."""

    def __init__(self, port: CountedPort) -> None:
        self.out = b""
        self.back = b""
        self._read, self._write = port.read, port.write
        port.read, port.write = self.read, self.write

    def read(self) -> bytes:
        data = self._read()
        self.back += data
        return data

    def write(self, data: bytes) -> None:
        self.out += data
        self._write(data)

    def least(self) -> int:
        """What was told, barely: each new state of the lamps, each key's move, each shake."""
        kinds = [fields[0] for _, fields in Lines().feed(self.out + self.back)]
        events = kinds.count("KEY") + kinds.count("SHAKE")
        return STATE_BYTES * kinds.count("LAMPS") + EVENT_BYTES * events


def bytes_a_move(folder: Path, games: int) -> tuple[float, float, int]:
    """Bytes a move, both ways, in whole games in simulated time; the least; how many moves."""
    total = least = moves = 0
    config = replace(Config(), board=Board(profile="pico"))
    for seed in range(games):
        at = folder / f"game-{seed}"
        at.mkdir()
        with pico_rig(at, seed=seed, config=config) as rig:
            listener = Listener(rig.clock.port)
            play_games(rig, games=1, seed=seed, checked=0)
            total += len(listener.out) + len(listener.back)
            least += listener.least()
            moves += len(rig.app.state.game.played)
    return total / moves, least / moves, moves


def measure(folder: Path, count: int, games: int) -> list[Figure]:
    """Medians over so many lines and presses; bytes over so many games."""
    with live_board("live.py", "11") as board, closing(open_port(board.path)) as port:
        trips = round_trips(port, count)
    with (
        live_board("live.py", "11") as board,
        asyncio.Runner(loop_factory=new_loop) as runner,
    ):
        pressed = runner.run(presses(folder, board, count))
    with live_board("bare.py") as board, closing(open_port(board.path)) as port:
        echoed = echoes(port, count)
        bare = bare_presses(folder, board, port, count)
    a_move, least, moves = bytes_a_move(folder, games)
    return [
        Figure(
            "serial: a line and its answer",
            median(trips),
            "ms",
            median(echoed),
            note=f"median of {count}; floor: a byte and its echo",
        ),
        Figure(
            "serial: key to lamp",
            median(pressed),
            "ms",
            median(bare),
            note=f"median of {count} moves, less {CONFIRM_MS:g} ms of debouncing, no display",
        ),
        Figure(
            "serial: bytes a move",
            a_move,
            "bytes",
            least,
            note=f"{games} games, {moves} moves; floor: the same told barely",
        ),
    ]
