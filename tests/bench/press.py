"""From a pin's edge to the lamp, and to the last byte at the display.

A thread stands for the one on which the kernel's edges are called back. It presses a lit space of
the app on its real asyncio loop, and in turn a bare button, so that both meet the same drift.
"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

from hardware.simulated.board import OLED_ADDRESS
from hardware.simulated.oled import Ssd1306
from hardware.simulated.pins import BoardFactory
from hardware.simulated.smbus import FakeSMBus
from puluc.loop import LoopReactor, new_loop
from puluc.rules.units import Space
from puluc.session.events import Shaken
from puluc.session.frame import Frame
from puluc.session.phases import Over
from tests.bench.figure import Figure
from tests.bench.table import Table, lit, table

CONFIRM_MS = 1.0
"""The debounce's own wait: a press is the key seen down twice, that far apart."""
BYTE_MS = 9 / 400
"""A byte and its acknowledgement on I2C at 400 kHz."""
PAUSE_S = 0.03
"""Longer than a key is deaf after a press."""
PATIENCE_S = 10.0


class NotShownError(RuntimeError):
    """The app showed nothing after something that it must show."""


@dataclass(frozen=True)
class Press:
    """What one press took, in milliseconds from the edge; less the debounce's own wait."""

    lamp_ms: float
    oled_ms: float
    oled_bytes: int


@dataclass
class Watch:
    """When lamps and display were written to; it listens on any thread."""

    lamp_ns: int = 0
    oled_ns: int = 0
    oled_bytes: int = 0

    def begin(self) -> int:
        """Forget what was; the time now."""
        self.lamp_ns = self.oled_ns = self.oled_bytes = 0
        return time.monotonic_ns()

    def lamp(self, _level: bool = True) -> None:
        self.lamp_ns = time.monotonic_ns()

    def oled(self, size: int) -> None:
        self.oled_ns = time.monotonic_ns()
        self.oled_bytes += 1 + size

    def trace(self, line: str) -> None:
        """Take a line of the simulated board's trace."""
        match line.split():
            case ["lamp", _, _]:
                self.lamp()
            case ["display", size, "bytes"]:
                self.oled(int(size))

    def press(self, began_ns: int, waited_ms: float) -> Press | None:
        """What the press that began then took; none if it changed no lamp or no pixel."""
        if not self.lamp_ns or not self.oled_ns:
            return None
        lamp_ms, oled_ms = ((at - began_ns) / 1e6 for at in (self.lamp_ns, self.oled_ns))
        return Press(lamp_ms - waited_ms, oled_ms - waited_ms, self.oled_bytes)


class BareButton:
    """The floor: a callback of gpiozero that commits a row, lights an LED and sends a frame."""

    def __init__(self, folder: Path, picture: Callable[[], object]) -> None:
        from gpiozero import LED, DigitalInputDevice
        from luma.core.interface.serial import i2c
        from luma.oled.device import ssd1306

        self._watch = Watch()
        self._closing = ExitStack()
        factory = BoardFactory()
        self._closing.callback(factory.close)
        self._pin = factory.wire(4)
        self._button = DigitalInputDevice(4, pull_up=True, pin_factory=factory)
        self._closing.callback(self._button.close)
        led = LED(17, pin_factory=factory)
        self._closing.callback(led.close)
        factory.wire(17).written = self._watch.lamp
        bus = FakeSMBus()
        bus.attach(OLED_ADDRESS, Ssd1306())
        oled = ssd1306(i2c(bus=bus.open(), address=OLED_ADDRESS))
        oled.cleanup = lambda: None
        bus.trace = lambda write: self._watch.oled(len(write.message))
        disk = sqlite3.connect(folder / "floor.db", isolation_level=None, check_same_thread=False)
        self._closing.enter_context(closing(disk))
        disk.execute("PRAGMA journal_mode=WAL")
        disk.execute("PRAGMA synchronous=FULL")
        disk.execute("CREATE TABLE log (at TEXT, kind TEXT, data TEXT)")

        def pressed() -> None:
            disk.execute("INSERT INTO log VALUES ('2026-11-30T12:00:00', 'step', '\"3: hand>1\"')")
            led.on()
            oled.display(picture())

        self._led = led
        self._button.when_activated = pressed

    def press(self) -> Press:
        """Press it and let it go; the callback runs on this thread."""
        began_ns = self._watch.begin()
        self._pin.ground(True)
        press = self._watch.press(began_ns, waited_ms=0.0)
        self._pin.ground(False)
        self._led.off()
        if press is None:
            raise NotShownError("the bare button lit no lamp, or sent nothing")
        return press

    def close(self) -> None:
        self._closing.close()


@dataclass
class Shown:
    """An onlooker who lets another thread wait for a frame."""

    event: threading.Event = field(default_factory=threading.Event)

    def show(self, _frame: Frame) -> None:
        self.event.set()


class Hands:
    """Plays at a table from a thread of its own, by lamps and pins."""

    def __init__(
        self, at: Table, loop: asyncio.AbstractEventLoop, shown: Shown, watch: Watch, chance: Random
    ) -> None:
        self._table = at
        self._loop = loop
        self._shown = shown
        self._watch = watch
        self._chance = chance

    def press(self) -> Press | None:
        """Press a lit space; what it took if it made a move, none otherwise. Casts when due."""
        spaces = lit(self._table.board)
        if not spaces:
            if isinstance(self._table.app.state.phase, Over):
                time.sleep(1.6)
                self._after(self._table.app.conductor.show)
            else:
                self._after(self._shake)
            return None
        moves = len(self._table.app.state.game.played)
        pin = self._pin(Space(self._chance.choice(spaces)))
        self._shown.event.clear()
        began_ns = self._watch.begin()
        pin.ground(True)
        self._wait(self._shown.event)
        press = self._watch.press(began_ns, CONFIRM_MS)
        time.sleep(PAUSE_S)
        self._shown.event.clear()
        pin.ground(False)
        self._wait(self._shown.event)
        time.sleep(PAUSE_S)
        if len(self._table.app.state.game.played) == moves:
            return None
        if press is None:
            raise NotShownError("a move changed no lamp, or no pixel")
        return press

    def _pin(self, space: Space):
        board = self._table.board
        return board.factory.wire(board.wiring.buttons[space - 1])

    def _shake(self) -> None:
        now = self._table.app.now()
        self._table.app.conductor.handle(Shaken(now, now))

    def _after(self, call: Callable[[], None]) -> None:
        """Make a call on the loop, and wait until all that comes of it is shown."""
        done = threading.Event()
        self._loop.call_soon_threadsafe(lambda: (call(), done.set()))
        self._wait(done)
        time.sleep(PAUSE_S)

    def _wait(self, event: threading.Event) -> None:
        if not event.wait(PATIENCE_S):
            raise NotShownError(f"no frame within {PATIENCE_S} s")
        self._table.display.settle()


async def presses(
    folder: Path, count: int, warm_up: int, seed: int = 1
) -> tuple[list[Press], list[Press]]:
    """So many moves of the app, and as many presses of the bare button, in turn."""
    shown, watch = Shown(), Watch()
    loop = asyncio.get_running_loop()
    reactor = LoopReactor(loop)
    with table(
        folder, reactor, seed=seed, threaded=True, trace=watch.trace, onlookers=(shown,)
    ) as at:
        hands = Hands(at, loop, shown, watch, Random(seed))
        bare = BareButton(folder, at.board.pixels)

        def play() -> tuple[list[Press], list[Press]]:
            ours: list[Press] = []
            floor: list[Press] = []
            while len(ours) < count + warm_up:
                if (press := hands.press()) is not None:
                    ours.append(press)
                    floor.append(bare.press())
            return ours[warm_up:], floor[warm_up:]

        with closing(bare):
            return await asyncio.to_thread(play)


def measure(folder: Path, count: int, warm_up: int = 5) -> list[Figure]:
    """Medians over so many moves, after a few to warm up."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        ours, floor = runner.run(presses(folder, count, warm_up))
    note = f"median of {count} moves, less {CONFIRM_MS:g} ms of debouncing"

    def figure(name: str, took: Callable[[Press], float], note: str) -> Figure:
        value, least = median(map(took, ours)), median(map(took, floor))
        return Figure(
            name, value, "ms", least, ratio_aim=1.5 if "lamp" in name else None, note=note
        )

    bus = f"{median(press.oled_bytes for press in ours):,.0f} bytes and "
    bus += f"{median(press.oled_bytes for press in floor):,.0f}, 22.5 us each"
    return [
        figure("edge to lamp", lambda press: press.lamp_ms, note),
        figure("edge to last OLED byte", lambda press: press.oled_ms, note),
        figure(
            "the same on I2C at 400 kHz",
            lambda press: press.oled_ms + press.oled_bytes * BYTE_MS,
            bus,
        ),
    ]
