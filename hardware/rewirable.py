"""A panel whose wiring can be corrected while it is in use."""

from collections.abc import Callable

from hardware.gpio import GpioPanel
from hardware.protocols import Emit
from hardware.wiring import Wiring
from puluc.session.frame import Frame


class RewirablePanel:
    """A panel on GPIO lines that can be made anew on others (the protocol ``Panel``).

    Example::

        panel = RewirablePanel(lambda wiring: GpioPanel(wiring, factory, reactor), DIRECT)
        panel.start(print)
        panel.rewire(corrected)

    Args:
        make: Makes a panel of a wiring; the one before it is closed.
        wiring: The wiring to begin with.
    """

    def __init__(self, make: Callable[[Wiring], GpioPanel], wiring: Wiring) -> None:
        self.wiring = wiring
        """The wiring that is in use."""
        self._make = make
        self._panel = make(wiring)
        self._emit: Emit | None = None
        self._frame: Frame | None = None

    @property
    def is_alive(self) -> bool:
        """Whether all threads that the panel needs are at work."""
        return self._panel.is_alive

    def sweep(self) -> None:
        """Light one lamp after the other."""
        self._panel.sweep()

    def start(self, emit: Emit) -> None:
        """Take the lines and begin to emit events."""
        self._emit = emit
        self._panel.start(emit)

    def show(self, frame: Frame) -> None:
        """Show a frame's lamps, and play its sound."""
        self._frame = frame
        self._panel.show(frame)

    def mend(self) -> None:
        """Try again what could not be had."""
        self._panel.mend()

    def rewire(self, wiring: Wiring) -> None:
        """Be on these lines from now on."""
        self._panel.close()
        self.wiring = wiring
        self._panel = self._make(wiring)
        if self._frame is not None:
            self._panel.show(self._frame)
        if self._emit is not None:
            self._panel.start(self._emit)

    def close(self) -> None:
        """Lamps dark, lines released; may be called twice."""
        self._emit = None
        self._panel.close()
