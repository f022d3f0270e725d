"""The asyncio loop as the drivers see it: a clock, timers, and a way in from other threads."""

import asyncio
import contextlib
import selectors
import signal
import time
from collections.abc import Callable, Iterator


def new_loop() -> asyncio.AbstractEventLoop:
    """A loop whose timers keep the time that a press is measured by.

    The usual one waits with epoll, which counts in milliseconds and is late by up to one; a press
    waits for a timer of one millisecond. With the few files of a board select is as quick.
    """
    return asyncio.SelectorEventLoop(selectors.SelectSelector())


@contextlib.contextmanager
def until_signal(loop: asyncio.AbstractEventLoop) -> Iterator[asyncio.Event]:
    """An event that SIGINT and SIGTERM set, within the block."""
    stop = asyncio.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, stop.set)
    try:
        yield stop
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


class LoopReactor:
    """A ``hardware.protocols.Reactor`` on an asyncio loop.

    Its clock is the system's monotonic one, which is also asyncio's.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def now_us(self) -> int:
        """The monotonic time in microseconds."""
        return time.monotonic_ns() // 1000

    def call_at(self, at_us: int, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Make a call at a time; at once when it has passed. From the loop's thread only."""
        return self._loop.call_at(at_us / 1_000_000, call)

    def hand_over(self, call: Callable[[], None]) -> None:
        """Make a call on the loop soon, from any thread. After the loop's end it is dropped."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call)
