"""The asyncio loop as the drivers see it: a clock, timers, and a way in from other threads."""

import asyncio
import contextlib
import time
from collections.abc import Callable


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
