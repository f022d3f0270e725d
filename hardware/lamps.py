"""Lamps as a panel sees them, and those on the Pi's own lines."""

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from hardware.faults import Faults
from hardware.lines import cause, line_errors
from hardware.wiring import Line, Wiring
from puluc.session.events import Part

if TYPE_CHECKING:
    from gpiozero import DigitalOutputDevice
    from gpiozero.pins import Factory

log = logging.getLogger(__name__)


class Lamps(Protocol):
    """The lamps of all spaces, each lit or dark; blinking is the panel's. All on the loop.

    What fails is put among the panel's faults, and the other lamps work on.
    """

    def start(self) -> None:
        """Take the hardware, all dark."""

    @property
    def can_light(self) -> bool:
        """Whether there is any lamp that works."""

    @property
    def is_alive(self) -> bool:
        """Whether the thread that they need, if any, is at work."""

    def light(self, lit: Sequence[bool]) -> None:
        """Light these and no others, space 1 first; sends only what changed, and never waits."""

    def mend(self) -> None:
        """Try again what has failed, and see whether the rest is still there."""

    def close(self) -> None:
        """All dark, the hardware released; may be called twice, and before the start."""


MakeLamps = Callable[[Faults], Lamps]
"""Makes the lamps of a panel, given where to put faults."""


class LineLamps:
    """Lamps that light when their GPIO line is high (the protocol ``Lamps``)."""

    def __init__(self, wiring: Wiring, factory: "Factory", faults: Faults) -> None:
        self._wiring = wiring
        self._factory = factory
        self._faults = faults
        self._outputs: dict[Line, DigitalOutputDevice] = {}
        self._lit: dict[Line, bool] = {}

    def start(self) -> None:
        """Take the lines, low."""
        for line in self._wiring.lamps:
            self._take(line)

    @property
    def can_light(self) -> bool:
        """Whether any line could be taken."""
        return bool(self._outputs)

    @property
    def is_alive(self) -> bool:
        """It needs no thread."""
        return True

    def light(self, lit: Sequence[bool]) -> None:
        """Write the lines that differ."""
        for line, on in zip(self._wiring.lamps, lit, strict=True):
            if line in self._outputs and on != self._lit[line]:
                try:
                    self._outputs[line].value = on
                except line_errors() as error:
                    self._lose(line, error)
                else:
                    self._lit[line] = on

    def mend(self) -> None:
        """Take the lines again that are lost."""
        for line in self._wiring.lamps:
            if line in self._faults:
                self._take(line)

    def close(self) -> None:
        """All lines low, and released."""
        self.light([False] * len(self._wiring.lamps))
        for line in list(self._outputs):
            self._release(line)

    def _take(self, line: Line) -> None:
        from gpiozero import DigitalOutputDevice  # noqa: PLC0415 - a laptop needs no gpiozero

        try:
            self._outputs[line] = DigitalOutputDevice(
                line, active_high=True, initial_value=False, pin_factory=self._factory
            )
        except line_errors() as error:
            self._lose(line, error)
        else:
            self._lit[line] = False
            self._faults.mend(line)

    def _lose(self, line: Line, error: Exception) -> None:
        """Give up a line, and say so."""
        self._release(line)
        lose_line(self._wiring, line, error, self._faults)

    def _release(self, line: Line) -> None:
        if line in self._outputs:
            release(self._wiring, line, self._outputs.pop(line).close)


def lose_line(wiring: Wiring, line: Line, error: Exception, faults: Faults) -> None:
    """Put a line among the faults, and into the log when that is news."""
    short, meaning = cause(error)
    reason = f"{wiring.describe(line)}: {short}"
    part = Part.TRAY if line == wiring.tilt else Part.PANEL
    if faults.lose(line, part, reason):
        # Without its traceback: that would keep half-made devices alive, and with them the line.
        log.error("%s, %s", reason, meaning)


def release(wiring: Wiring, line: Line, close: Callable[[], None]) -> None:
    """Close a line's device, whatever state the chip is in."""
    try:
        close()
    except line_errors() as error:
        log.warning("%s: closing: %s", wiring.describe(line), ", ".join(cause(error)))
