"""A short talk with whatever is on a port: is it a board, and which?"""

import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from hardware.serial_link import Hello, Link
from hardware.serial_port import Port, open_port

GREETING_US: Final = 1_500_000
"""A board that plays answers within so long."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a talk needs."""

    open_port: Callable[[str], Port]
    """Opens a port; raises PortError."""
    now_us: Callable[[], int]
    wait: Callable[[Port | None, int], None]
    """Waits until a port has bytes, for so many microseconds at most."""


def here() -> Line:
    """Real ports in real time."""
    return Line(open_port, lambda: time.monotonic_ns() // 1_000, _wait)


def _wait(port: Port | None, wait_us: int) -> None:
    files = [] if port is None else [port.fileno()]
    select.select(files, [], [], max(0, wait_us) / 1_000_000)


@dataclass(slots=True)
class Talk:
    """A session with a board that is there."""

    port: Port
    link: Link
    line: Line

    def until(self, is_done: Callable[[], bool], within_us: int = GREETING_US) -> bool:
        """Talk until something is so; whether it has come to that in time."""
        until_us = self.line.now_us() + within_us
        while True:
            now_us = self.line.now_us()
            self.link.receive(self.port.read(), now_us)
            self.link.poll(now_us)
            self.port.write(self.link.outgoing())
            if is_done():
                return True
            if now_us >= until_us:
                return False
            self.line.wait(self.port, min(until_us, self.link.due_us) - now_us)


@contextmanager
def talking(path: str, line: Line) -> Iterator[Talk]:
    """Greet what is on a port; ``link.hello`` is what it says, if it is a board.

    Raises:
        PortError: the port can't be had, or goes.
    """
    port = line.open_port(path)
    try:
        talk = Talk(port, Link(line.now_us()), line)
        talk.until(lambda: talk.link.hello is not None)
        yield talk
    finally:
        port.close()


def ask(path: str, line: Line) -> Hello | None:
    """What the board on a port says of itself; None where none answers.

    Raises:
        PortError: the port can't be had, or goes.
    """
    with talking(path, line) as talk:
        if talk.link.hello is not None:
            talk.link.end(line.now_us())
            talk.until(lambda: talk.link.is_settled)
        return talk.link.hello
