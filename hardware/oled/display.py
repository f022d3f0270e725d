"""The display as the app has it: the latest frame wins; it rests when nobody plays; it comes back.

Time stays on the loop. Whatever is to happen later (dim, move, hide, look whether the display is
still there, try again) is a timer there, which leaves the worker a job with the time in it. The
worker sleeps in between, and does what is slow: drawing pictures and talking to the display.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PIL import Image

from hardware.bus import Bus
from hardware.oled.device import Controller
from hardware.oled.painter import DisplayGoneError, Painter
from hardware.oled.rest import AT_HOME, Rest, full_light
from hardware.protocols import Emit, Reactor, Timer
from hardware.worker import AtOnce, OwnThread, Worker
from puluc.screens.values import Screen
from puluc.session.events import Back, Event, Lost, Milliseconds, Part
from puluc.session.frame import Brightness, Frame

Render = Callable[[Screen, tuple[int, int]], Image.Image]
"""Draws a screen as an image of mode ``1`` and of the size given, width and height."""

FIRST_RETRY_MS: Final = 1_000
LAST_RETRY_MS: Final = 30_000
CHECK_MS: Final = 5_000
"""How often a display that has nothing to show anew is asked whether it is still there."""
CLOSE_S: Final = 0.5

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Job:
    """What the worker is to show, and the time."""

    frame: Frame | None
    now: Milliseconds


class OledDisplay:
    """A `Display` on an SSD1306, SSD1309 or SH1106.

    Example:
        >>> display = OledDisplay(reactor, render, smbus(1))
        >>> display.start(emit)
        >>> display.show(frame)
        >>> display.close()
    """

    def __init__(
        self,
        reactor: Reactor,
        render: Render,
        open_bus: Callable[[], Bus],
        *,
        bus_name: str = "I2C bus 1",
        address: int = 0x3C,
        controller: Controller = Controller.SSD1306,
        size: tuple[int, int] = (128, 64),
        rest: Rest = Rest(),  # noqa: B008 - a frozen value
        threaded: bool = True,
    ) -> None:
        """Say where the display is and who draws; nothing is opened before `start`.

        Args:
            reactor: the loop, on which events are emitted and timers run.
            render: draws the screens, on the display's thread.
            open_bus: gives an open bus, or raises OSError while there is none; called anew each
                time the display is built.
            bus_name: the bus as people know it.
            address: the I2C address, 0x3C or 0x3D as these displays are sold.
            controller: the chip on the panel.
            size: width and height in pixels.
            rest: when to dim, move and hide.
            threaded: whether drawing has its own thread. Without, it is done inside `show` and in
                the timers, for simulated time.

        Raises:
            ValueError: for an address or a size that no such display has.
        """
        self._reactor = reactor
        self._render = render
        self._painter = Painter(open_bus, bus_name, address, controller, size)
        self._rest = rest
        self._threaded = threaded
        self._emit: Emit | None = None
        self._worker: Worker[_Job] | None = None
        self._frame: Frame | None = None
        self._timer: Timer | None = None
        # From here on the worker's alone.
        self._drawn: tuple[Screen | None, Image.Image] = (None, Image.new("1", size))
        self._is_lost = False
        self._retry_ms = FIRST_RETRY_MS
        self._retry_at = 0
        self._check_at = 0

    # On the loop

    def start(self, emit: Emit) -> None:
        """Open the display, dark; should it not be there, ``Lost`` says so and it is looked for."""
        self._emit = emit
        self._worker = (
            OwnThread(self._work_guarded, self._painter.close, "oled")
            if self._threaded
            else AtOnce(self._work, self._painter.close)
        )
        self._put()

    def show(self, frame: Frame) -> None:
        """Show a frame's screen soon; of several the latest wins. Never waits for the device."""
        self._frame = frame
        self._put()

    def settle(self, timeout_s: float = 5.0) -> None:
        """Wait until the latest frame has been drawn, or found undrawable. For tests and the end.

        Raises:
            TimeoutError: when it isn't in time, in seconds.
        """
        if self._worker is not None:
            self._worker.settle(timeout_s)

    @property
    def is_alive(self) -> bool:
        """Whether the thread that draws is at work."""
        return self._worker is None or self._worker.is_alive

    def close(self) -> None:
        """Switch the display off, close the bus and end the thread, in 2 s at most.

        A bus that hangs for longer is left to itself with its thread, which ends with the process.
        """
        self._cancel_timer()
        self._emit = None
        if self._worker is not None and not self._worker.close(CLOSE_S):
            _log.warning("the display's bus hangs; left alone after %s s", CLOSE_S)

    def _put(self) -> None:
        if self._worker is not None:
            self._worker.put(_Job(self._frame, self._now()))

    def _now(self) -> Milliseconds:
        return Milliseconds(self._reactor.now_us() // 1000)

    def _wake_at(self, due: Milliseconds) -> None:
        self._cancel_timer()
        if self._emit is not None:
            self._timer = self._reactor.call_at(due * 1000, self._put)

    def _cancel_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def _tell(self, event: Event) -> None:
        if self._emit is not None:
            self._emit(event)

    # On the worker

    def _work_guarded(self, job: _Job) -> None:
        """Work on the thread; what is wrong in the program is raised on the loop, to be seen."""
        try:
            self._work(job)
        except Exception as error:  # noqa: BLE001 - the thread's boundary
            failure = error

            def fail() -> None:
                raise failure

            self._reactor.hand_over(fail)

    def _work(self, job: _Job) -> None:
        if self._is_lost and job.now < self._retry_at:
            due = self._retry_at
        else:
            try:
                due = self._paint(job)
            except DisplayGoneError as gone:
                due = self._failed(job.now, str(gone))
            else:
                self._worked(job.now)
        self._reactor.hand_over(lambda: self._wake_at(Milliseconds(due)))

    def _paint(self, job: _Job) -> int:
        """Show the job's frame, black before the first; when to look again."""
        if job.now >= self._check_at:
            self._painter.check()
            self._check_at = job.now + CHECK_MS
        if job.frame is None:
            self._painter.paint(self._drawn[1], full_light(Brightness.HIGH), AT_HOME)
            return self._check_at
        look = self._rest.look(job.frame.touched, job.frame.brightness, job.now)
        self._painter.paint(self._image(job.frame.screen), look.light, look.shift)
        return self._check_at if look.until is None else min(look.until, self._check_at)

    def _image(self, screen: Screen) -> Image.Image:
        if self._drawn[0] != screen:
            self._drawn = (screen, self._render(screen, self._painter.size))
        return self._drawn[1]

    def _worked(self, now: Milliseconds) -> None:
        self._retry_ms = FIRST_RETRY_MS
        if self._is_lost:
            self._is_lost = False
            self._reactor.hand_over(lambda: self._tell(Back(now, Part.DISPLAY)))

    def _failed(self, now: Milliseconds, reason: str) -> int:
        """Note that the display is gone; when to try again."""
        if not self._is_lost:
            self._is_lost = True
            self._reactor.hand_over(lambda: self._tell(Lost(now, Part.DISPLAY, reason)))
        self._retry_at = now + self._retry_ms
        self._retry_ms = min(2 * self._retry_ms, LAST_RETRY_MS)
        return self._retry_at
