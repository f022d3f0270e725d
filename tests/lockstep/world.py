"""A serial board in simulated time: real firmware on a pty, in step with the test's clock."""

import os
import pty
import subprocess
import time
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hardware.serial_board import SerialPanel
from hardware.serial_port import Port, PortError, open_port
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.clock import SimulatedReactor
from hardware.wiring import pico
from tests.micropython import micropython

PROJECT = Path(__file__).parents[2]
PATIENCE_S = 5.0
"""Bytes that have been written are there at once; so long only on a machine that stands still."""


def unix_port() -> tuple[str, ...]:
    """What runs the firmware on MicroPython's Unix port, with the memory of a Pico."""
    return (micropython(), "-X", "heapsize=128K", "tests/lockstep/serve.py")


class Firmware:
    """The firmware at work, on a pty.

    Attributes:
        path: The pty that the host opens.
        has_port: Whether the host sees the port yet.
        lit: The lamps, bit 1 for space 1's.
        hz: The tone.
        sent: How many bytes it has sent.
        offered: How many bytes were sent to it.
        due_us: When it has something to do next; None when nothing is.
    """

    def __init__(
        self, program: Sequence[str], start_us: int, spaces: int, keys: int, tilt: int
    ) -> None:
        """Switch it on.

        Args:
            program: What runs it, as `unix_port` does.
            start_us: When.
            spaces: How many the board has.
            keys: The keys that are down.
            tilt: The tilt switch's level.
        """
        master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        self.lit = self.hz = self.sent = self.offered = 0
        self.due_us: int | None = None
        self.has_port = False
        words = [master, start_us, spaces, keys, tilt]
        self._process = subprocess.Popen(
            [*program, *map(str, words)],
            cwd=PROJECT,
            env={**os.environ, "MICROPYPATH": "firmware:hardware"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[master],
            text=True,
        )
        os.close(master)
        try:
            self._hear()
        except BaseException:
            self.close()
            raise

    def run_until(self, at_us: int, keys: int, tilt: int) -> None:
        """Run up to a time with these levels, reading all that the host has sent."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{at_us} {keys} {tilt} {self.offered}\n")
        self._process.stdin.flush()
        self._hear()

    def _hear(self) -> None:
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert said, f"the firmware has ended, exit code {self._process.wait(PATIENCE_S)}"
        self.lit, self.hz, self.sent, due_us, has_port = map(int, said.split())
        self.has_port = bool(has_port)
        self.due_us = None if due_us < 0 else due_us

    def close(self) -> None:
        """Pull the plug; may be called twice."""
        if self._slave >= 0:
            self._process.kill()
            self._process.wait(PATIENCE_S)
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            os.close(self._slave)
            self._slave = -1


class CountedPort:
    """A real port, of which every byte is waited for that the board has sent."""

    def __init__(self, port: Port, firmware: Firmware, trace: Callable[[bytes], None]) -> None:
        self._port = port
        self._firmware = firmware
        self._trace = trace
        self.arrived = 0

    def fileno(self) -> int:
        return self._port.fileno()

    def read(self) -> bytes:
        data = b""
        until_s = time.monotonic() + PATIENCE_S
        while self.arrived + len(data) < self._firmware.sent:
            data += self._port.read()
            assert time.monotonic() < until_s, "bytes were lost on the pty"
        self.arrived += len(data)
        return data or self._port.read()

    def write(self, data: bytes) -> None:
        self._trace(data)
        self._port.write(data)
        self._firmware.offered += len(data)

    def close(self) -> None:
        self._port.close()


class PicoHands(SimulatedBoard):
    """Hands and eyes at a serial board: the simulated board's, its lamps those of the firmware."""

    def __init__(
        self,
        reactor: "LockstepReactor",
        spaces: int = 11,
        seed: int = 0,
        program: Sequence[str] | None = None,
    ) -> None:
        super().__init__(pico(spaces), reactor, seed=seed)
        self._world = reactor
        self._program = program or unix_port()
        self.firmware: Firmware | None = None

    def plug_in(self) -> None:
        """Switch the board on."""
        now_us = self._world.now_us()
        self.firmware = Firmware(self._program, now_us, self.spaces, *self.levels())

    def unplug(self) -> None:
        """Pull the board's plug."""
        firmware, self.firmware = self.firmware, None
        if firmware is not None:
            firmware.close()

    def levels(self) -> tuple[int, int]:
        """The keys that are down and the tilt switch's level, as the firmware's pins have them."""
        wiring, wire = self.wiring, self.factory.wire
        keys = [wiring.menu, *wiring.buttons]
        down = sum(1 << number for number, line in enumerate(keys) if wire(line).grounded)
        return down, int(not wire(wiring.tilt).grounded)

    def lamps(self) -> tuple[bool, ...]:
        """Which lamps glow."""
        self._world.exchange()
        lit = 0 if self.firmware is None else self.firmware.lit
        return tuple(bool(lit >> space & 1) for space in range(1, self.spaces + 1))

    def close(self) -> None:
        """Take the hands off, and the plug out; may be called twice."""
        self.unplug()
        super().close()


class LockstepReactor(SimulatedReactor):
    """A loop in simulated time that takes a panel's port and the firmware along.

    Whatever is sent arrives at once, so that a second is as long for both sides.
    """

    def __init__(self, now_us: int = 0) -> None:
        super().__init__(now_us)
        self.hands: PicoHands | None = None
        self.panel: SerialPanel | None = None
        self.port: CountedPort | None = None
        self.trace: Callable[[bytes], None] = lambda _data: None
        """Takes what is sent to the board."""

    def find(self) -> tuple[str, ...]:
        """The ports there are."""
        firmware = self.hands.firmware if self.hands is not None else None
        return () if firmware is None or not firmware.has_port else (firmware.path,)

    def open_port(self, path: str) -> Port:
        """The board's port, counted."""
        firmware = self.hands.firmware if self.hands is not None else None
        if firmware is None or firmware.path != path:
            raise PortError("it has gone")
        self.port = CountedPort(open_port(path), firmware, self._sent)
        self.port.arrived = firmware.sent
        return self.port

    def _sent(self, data: bytes) -> None:
        """Pass on to whoever traces by now."""
        self.trace(data)

    def wait(self, _port: Port | None, wait_us: int) -> None:
        """Wait in simulated time, for the attendant: the board runs on, the loop doesn't."""
        before = self._moved()
        self._run_board()
        if self._moved() == before:
            firmware = self.hands.firmware if self.hands is not None else None
            due_us = None if firmware is None else firmware.due_us
            until_us = self._now_us + max(1_000, wait_us)  # on a real loop no wait takes no time
            self._now_us = until_us if due_us is None else min(until_us, max(due_us, self._now_us))

    def run_until(self, at_us: int) -> None:
        """Run loop, port and board up to and at a time."""
        until_us = max(at_us, self.now_us())
        while True:
            self.exchange()
            if self.now_us() >= until_us:
                return
            super().run_until(min(self._next(), until_us))

    def exchange(self) -> None:
        """Let everything happen that happens now."""
        while True:
            super().run_until(self.now_us())
            before = self._moved()
            self._run_board()
            if self.panel is not None and self.panel.attendant.is_started:
                self.panel.attendant.step()
            if self._moved() == before and not self._handed_over:
                return

    def _next(self) -> int:
        """When something happens next, at the loop, the port or the board."""
        now_us = self.now_us()
        dues = [self.next_us]
        if self.hands is not None and self.hands.firmware is not None:
            dues.append(self.hands.firmware.due_us)
        if self.panel is not None and self.panel.attendant.is_started:
            dues.append(self.panel.attendant.due_us)
        return min(
            (due for due in dues if due is not None and due > now_us), default=now_us + 10**9
        )

    def _run_board(self) -> None:
        if self.hands is not None and self.hands.firmware is not None:
            self.hands.firmware.run_until(self.now_us(), *self.hands.levels())

    def _moved(self) -> tuple[object, ...]:
        firmware = None if self.hands is None else self.hands.firmware
        port = self.port
        return (
            None if firmware is None else (firmware.sent, firmware.offered, firmware.lit),
            None if port is None else port.arrived,
        )


@contextmanager
def lockstep(
    spaces: int = 11,
    *,
    now_us: int = 1_000_000,
    seed: int = 0,
    timing: str = "",
    program: Sequence[str] | None = None,
    trace: Callable[[bytes], None] = lambda _data: None,
) -> Iterator[tuple[SerialPanel, PicoHands, LockstepReactor]]:
    """A panel, not started yet, with a board plugged in; and the hands at it."""
    reactor = LockstepReactor(now_us)
    reactor.trace = trace
    hands = reactor.hands = PicoHands(reactor, spaces, seed, program)
    try:
        hands.plug_in()
        panel = reactor.panel = SerialPanel(
            pico(spaces), reactor, reactor.find, reactor.open_port, timing=timing, wait=reactor.wait
        )
        yield panel, hands, reactor
        panel.close()
    finally:
        hands.close()
