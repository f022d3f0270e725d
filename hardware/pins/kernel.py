"""A gpiozero pin factory on libgpiod 2: it sleeps in the kernel until a line changes.

Each line that is used is a request of its own, so that one that another program holds harms no
other. One thread waits for all edges; there is none before the first line is watched.
"""

import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
)
from gpiozero.pins.pi import PiFactory, PiPin

from hardware.pins.revision import revision_of

CONSUMER: Final = "puluc"
"""What ``gpioinfo`` shows as the user of a line."""

EVENTS: Final = 64
"""Edges of a line that the kernel keeps until they are read: a long bounce, while we are busy."""

_BROKEN: Final = select.EPOLLERR | select.EPOLLHUP


class EdgeThread:
    """Waits for edges on files, and makes their calls; it sleeps in the kernel in between."""

    def __init__(self) -> None:
        """Set up what waits; the thread is started by the first ``watch``."""
        self._calls: dict[int, Callable[[], None]] = {}
        self._lock = threading.RLock()
        """Held while a call is made, so that nothing is released under it."""
        self._epoll = select.epoll()
        self._bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._epoll.register(self._bell, select.EPOLLIN)
        self._thread: threading.Thread | None = None
        self._is_closed = False

    @property
    def is_dead(self) -> bool:
        """Whether the thread has ended though nobody has closed it."""
        thread = self._thread
        return not self._is_closed and thread is not None and not thread.is_alive()

    def watch(self, file: int, changed: Callable[[], None]) -> None:
        """Call ``changed`` on the thread whenever a file can be read; it may raise OSError."""
        with self._lock:
            self._calls[file] = changed
            self._epoll.register(file, select.EPOLLIN)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="gpiod", daemon=True)
                self._thread.start()

    def forget(self, file: int) -> None:
        """Watch a file no longer; afterwards no call for it is under way."""
        with self._lock:
            if self._calls.pop(file, None) is not None:
                with suppress(OSError):
                    self._epoll.unregister(file)

    def close(self) -> None:
        """End the thread; may be called twice."""
        if self._is_closed:
            return
        self._is_closed = True
        os.eventfd_write(self._bell, 1)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        self._calls.clear()
        self._epoll.close()
        os.close(self._bell)

    def _run(self) -> None:
        while not self._is_closed:
            for file, what in self._epoll.poll():
                if file != self._bell:
                    self._one(file, what)

    def _one(self, file: int, what: int) -> None:
        with self._lock:
            changed = self._calls.get(file)
            if changed is None:
                return  # forgotten since
            if what & _BROKEN:
                self.forget(file)  # the chip has gone: it would be reported for ever
                return
            try:
                changed()
            except OSError:
                self.forget(file)


class GpiodFactory(PiFactory):  # type: ignore[misc] # gpiozero ships no types
    """Pins on a GPIO chip by libgpiod 2.

    What can't be had or fails raises the OSError of the kernel: EBUSY, EPERM, ENODEV. It has no
    PWM. A line is the header's, by its BCM number, which is its offset on the chip.

    Example:
        >>> factory = GpiodFactory(Path("/dev/gpiochip0"), gpiod)
        >>> button = DigitalInputDevice(4, pull_up=True, pin_factory=factory)
        >>> factory.close()
    """

    def __init__(self, path: Path, gpiod: Any) -> None:
        """Open the chip.

        Args:
            path: Of the chip's device.
            gpiod: The module, of version 2.

        Raises:
            OSError: it can't be opened.
        """
        super().__init__()
        self.pin_class = GpiodPin
        self.gpiod = gpiod
        self.edges = EdgeThread()
        try:
            self.chip: Any = gpiod.Chip(str(path))
        except OSError:
            self.edges.close()
            raise

    _get_revision = revision_of

    @property
    def is_listening(self) -> bool:
        """Whether edges would be heard."""
        return not self.edges.is_dead

    def request(self, line: int, settings: Any) -> Any:
        """Take a line; raises OSError where it can't be had."""
        return self.chip.request_lines(
            {line: settings}, consumer=CONSUMER, event_buffer_size=EVENTS
        )

    def close(self) -> None:
        """Release all lines and the chip, and end the thread; may be called twice."""
        super().close()
        self.edges.close()
        self.chip.close()

    @staticmethod
    def ticks() -> float:
        """The monotonic clock, which is also that of the kernel's edges, in seconds."""
        return monotonic()

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        """The time between two ticks, in seconds."""
        return later - earlier


class GpiodPin(PiPin):  # type: ignore[misc] # gpiozero ships no types
    """One line; it is taken from the kernel with its first function and released by ``close``."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._line = factory.gpiod.line
        self._function = "input"
        self._level = False
        self._pull = info.pull or "floating"
        self._edges = "both"
        self._watched = False
        self._request: Any = None
        self._when_changed: Any = None

    def close(self) -> None:
        """Release the line; may be called twice, and taken again afterwards."""
        self._unwatch()
        self._when_changed = None
        request, self._request = self._request, None
        if request is not None:
            request.release()
        self._function, self._pull = "input", self.info.pull or "floating"

    def output_with_state(self, state: bool) -> None:
        """Make it an output that has this level from the first moment on."""
        self._unwatch()
        self._function, self._level = "output", bool(state)
        self._configure()

    def input_with_pull(self, pull: str) -> None:
        """Make it an input that is pulled from the first moment on."""
        self._check_pull(pull)
        self._function, self._pull = "input", pull
        self._configure()

    def _configure(self) -> None:
        """Have the kernel make the line what it is to be; a line that is refused stays free."""
        settings = self._settings()
        if self._request is None:
            self._request = self.factory.request(self._number, settings)
        else:
            self._request.reconfigure_lines({self._number: settings})

    def _settings(self) -> Any:
        line = self._line
        if self._function == "output":
            level = line.Value.ACTIVE if self._level else line.Value.INACTIVE
            return self.factory.gpiod.LineSettings(
                direction=line.Direction.OUTPUT, output_value=level
            )
        biases = {
            "up": line.Bias.PULL_UP,
            "down": line.Bias.PULL_DOWN,
            "floating": line.Bias.DISABLED,
        }
        edges = {"both": line.Edge.BOTH, "rising": line.Edge.RISING, "falling": line.Edge.FALLING}
        return self.factory.gpiod.LineSettings(
            direction=line.Direction.INPUT,
            bias=biases[self._pull],
            edge_detection=edges[self._edges] if self._watched else line.Edge.NONE,
        )

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f"invalid function {value!r} for pin {self!r}")
        if value == "output":
            self._unwatch()
        self._function = value
        self._configure()

    def _get_state(self) -> bool:
        if self._request is None:
            self._configure()
        return bool(self._request.get_value(self._number) == self._line.Value.ACTIVE)

    def _set_state(self, value: float) -> None:
        if self._function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        level = self._line.Value.ACTIVE if value else self._line.Value.INACTIVE
        self._request.set_value(self._number, level)
        self._level = bool(value)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        self._check_pull(value)
        self._pull = value
        self._configure()

    def _check_pull(self, value: str) -> None:
        if value not in ("up", "down", "floating"):
            raise PinInvalidPull(f"invalid pull {value!r} for pin {self!r}")
        if self.info.pull and value != self.info.pull:
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")

    def _get_frequency(self) -> None:
        return None

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            raise PinPWMUnsupported(f"PWM is not supported on pin {self!r}")

    def _get_bounce(self) -> None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            raise PinInvalidBounce("bounce is not supported: every edge is told")

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in ("both", "rising", "falling"):
            raise PinInvalidEdges(f"invalid edges {value!r} for pin {self!r}")
        self._edges = value
        if self._watched:
            self._configure()

    def _enable_event_detect(self) -> None:
        self._watched = True
        try:
            self._configure()
        except OSError:
            self._watched = False
            raise
        self.factory.edges.watch(self._request.fd, self._read_edges)

    def _disable_event_detect(self) -> None:
        self._unwatch()
        if self._request is not None:
            self._configure()

    def _unwatch(self) -> None:
        if self._watched:
            self._watched = False
            self.factory.edges.forget(self._request.fd)

    def _read_edges(self) -> None:
        """Tell the edges that have come; on the factory's thread."""
        for event in self._request.read_edge_events():
            # Not by the base class, which takes a lock of the pin's where nobody listens any more.
            reference = self._when_changed
            changed = None if reference is None else reference()
            if changed is not None:
                rising = event.event_type is event.Type.RISING_EDGE
                changed(event.timestamp_ns / 1e9, rising)
