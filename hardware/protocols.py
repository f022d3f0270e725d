"""What the app asks of a panel, of a display and of the loop that they share."""

from collections.abc import Callable
from typing import Protocol

from hardware.wiring import Wiring
from puluc.session.events import Event
from puluc.session.frame import Frame

Emit = Callable[[Event], None]


class Timer(Protocol):
    """A call that has been asked for."""

    def cancel(self) -> None:
        """Forget the call; harmless when it has been made already."""


class Reactor(Protocol):
    """The one loop, as drivers see it. Times are on its monotonic clock, in microseconds (int)."""

    def now_us(self) -> int:
        """The time now."""

    def call_at(self, at_us: int, call: Callable[[], None]) -> Timer:
        """Make a call on the loop at a time; at once when it has passed. From the loop only."""

    def hand_over(self, call: Callable[[], None]) -> None:
        """Make a call on the loop soon. The one method that other threads may use; never raises."""


class Panel(Protocol):
    """Keys, tray, lamps and buzzer."""

    @property
    def is_alive(self) -> bool:
        """Whether all threads that it needs are at work; hardware that is missing is no matter."""

    def start(self, emit: Emit) -> None:
        """Take the hardware and begin to emit events, always on the loop.

        What can't be had is emitted as ``Lost`` with the line and the cause; the rest works.
        """

    def show(self, frame: Frame) -> None:
        """Show a frame's lamps and play its sound; sends only what changed."""

    def close(self) -> None:
        """Lamps off, lines released; may be called twice."""


class WiredPanel(Panel, Protocol):
    """A panel that is wired, to whatever: it may be missing, and come back."""

    wiring: Wiring
    """The wiring that is in use."""

    def sweep(self) -> None:
        """Begin to use the board, and light one lamp after the other.

        Raises:
            BoardInUseError: another Puluc has the board, where that can be known at once.
        """

    def rewire(self, wiring: Wiring) -> None:
        """Be wired so from now on."""


class Display(Protocol):
    """A screen of pixels."""

    @property
    def is_alive(self) -> bool:
        """Whether the thread that draws is at work; a device that is missing is no matter."""

    def start(self, emit: Emit) -> None:
        """Begin; ``Lost`` and ``Back`` are emitted on the loop as the device goes and comes."""

    def show(self, frame: Frame) -> None:
        """Show a frame's screen soon; of several the latest wins. Never waits for the device."""

    def close(self) -> None:
        """The display dark, its thread ended; may be called twice."""
