"""A loop in simulated time: nothing happens until a test moves the clock."""

import heapq
from collections import deque
from collections.abc import Callable
from itertools import count


class SimulatedTimer:
    """A call that a simulated loop has been asked for."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        """Forget the call; harmless when it has been made already."""
        self.call = None


class SimulatedReactor:
    """The one loop with a clock that stands still (the protocol ``hardware.protocols.Reactor``).

    Calls are made in the order of their times, and of asking where times are equal; while one is
    made ``now_us`` says its time. What was handed over comes before any timer. What a call
    raises comes out of the method that moved the clock.

    Example::

        reactor = SimulatedReactor()
        reactor.call_at(5_000, lambda: print(reactor.now_us()))
        reactor.advance_ms(4)      # nothing yet
        reactor.advance_ms(4)      # prints 5000
        reactor.now_us()           # 8000
    """

    def __init__(self, now_us: int = 0) -> None:
        self._now_us = now_us
        self._order = count()
        self._timers: list[tuple[int, int, SimulatedTimer]] = []
        self._handed_over: deque[Callable[[], None]] = deque()

    def now_us(self) -> int:
        """The simulated time, in microseconds."""
        return self._now_us

    def call_at(self, at_us: int, call: Callable[[], None]) -> SimulatedTimer:
        """Make a call at a time; when it has passed, as soon as the loop runs on."""
        timer = SimulatedTimer(call)
        heapq.heappush(self._timers, (at_us, next(self._order), timer))
        return timer

    def hand_over(self, call: Callable[[], None]) -> None:
        """Make a call as soon as the loop runs on; other threads may use this."""
        self._handed_over.append(call)

    @property
    def next_us(self) -> int | None:
        """When the loop wakes next: the time of the first timer; None when it may sleep."""
        while self._timers and self._timers[0][2].call is None:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def run_until(self, at_us: int) -> None:
        """Run the loop up to and at a time; one that has passed makes the calls due now."""
        while True:
            if self._handed_over:
                self._handed_over.popleft()()
                continue
            next_us = self.next_us
            if next_us is None or next_us > max(at_us, self._now_us):
                break
            _, _, timer = heapq.heappop(self._timers)
            self._now_us = max(self._now_us, next_us)
            call, timer.call = timer.call, None
            assert call is not None  # next_us has dropped the cancelled ones
            call()
        self._now_us = max(self._now_us, at_us)

    def advance_us(self, us: int) -> None:
        """Run the loop for some microseconds; 0 makes the calls that are due now."""
        self.run_until(self._now_us + us)

    def advance_ms(self, ms: int) -> None:
        """Run the loop for some milliseconds; 0 makes the calls that are due now."""
        self.advance_us(ms * 1000)
