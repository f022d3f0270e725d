"""A panel on GPIO lines: buttons, lamps and the tilt switch, on any gpiozero pin factory."""

import errno
import logging
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from hardware.blink import lit, next_change_us
from hardware.debounce import Debouncer
from hardware.keys import HOLDS_MS, Keys, MakeDebouncer
from hardware.protocols import Emit, Reactor, Timer
from hardware.shake import Shake
from hardware.tilt import Tilt
from hardware.wiring import Line, Wiring
from puluc.rules.units import Space
from puluc.session.events import Event, Lost, Milliseconds, Part
from puluc.session.frame import Frame, Lamp

if TYPE_CHECKING:
    from gpiozero import DigitalOutputDevice
    from gpiozero.pins import Factory

log = logging.getLogger(__name__)

Changed = Callable[[int, bool], None]
"""Takes an edge on the loop: its time in microseconds, and whether the line is active."""


def line_errors() -> tuple[type[Exception], ...]:
    """What a line of any pin factory may raise when it can't be taken, read or written.

    OSError is gpiod's, RuntimeError RPi.GPIO's; lgpio has an error of its own.
    """
    from gpiozero.exc import GPIOZeroError  # noqa: PLC0415 - a laptop needs no gpiozero

    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, RuntimeError, *([lgpio.error] if lgpio is not None else []))


def cause(error: Exception) -> tuple[str, str]:
    """Why a line can't be had: in a word or two, and what that means, where it is known."""
    number = error.errno if isinstance(error, OSError) else None
    name, said = type(error).__name__, str(error).strip("'")
    if name == "GPIOPinInUse" or number == errno.EBUSY or said == "GPIO busy":
        return "busy", "another program holds it"
    if name == "PinInvalidPin" or number in (errno.ENODEV, errno.ENOENT, errno.ENXIO):
        return "missing", "there is no such line, or no chip"
    if number in (errno.EACCES, errno.EPERM) or said == "no permission to access file":
        return "not permitted", "is the user in the group gpio?"
    return name, said


def _nobody(_event: Event) -> None:
    """Takes the events of a panel that is not started yet, or closed."""


class _Input:
    """One input line. Its edges come on the factory's thread and are handed to the loop."""

    def __init__(self, line: Line, factory: "Factory", reactor: Reactor, changed: Changed) -> None:
        from gpiozero import DigitalInputDevice  # noqa: PLC0415 - a laptop needs no gpiozero

        self._reactor = reactor
        self._changed = changed
        self.device = DigitalInputDevice(line, pull_up=True, bounce_time=None, pin_factory=factory)
        # The device's own events are not used: it drops an edge to the level that it believes
        # the line has already, so that one lost release would swallow the next press as well.
        self.device.pin.when_changed = self._edge

    def _edge(self, ticks: float, state: int) -> None:  # noqa: ARG002 - gpiozero gives both
        """An edge, on any thread: hand it to the loop with its time. Must never raise.

        ``ticks`` is on a clock that differs from factory to factory, so it can't be used.
        """
        at_us = self._reactor.now_us()
        self._reactor.hand_over(partial(self._changed, at_us, not state))


class GpioPanel:
    """Keys, tray and lamps wired to GPIO lines (the protocol ``hardware.protocols.Panel``).

    Buttons and the tilt switch pull their line to ground; lamps light when theirs is high.
    gpiozero brings the lines only: what blinks, bounces or is held is timed on the one loop, and
    nothing is timed while nobody plays. The factory stays the caller's, to be closed after the
    panel.

    A line that can't be taken, or fails later, is told as ``Lost`` with its number, its use and
    the cause; the others work on. ``show`` may be called before ``start``. It has no buzzer.

    Example, on a Pi whose GPIO chip is number 0::

        panel = GpioPanel(DIRECT, LGPIOFactory(chip=0), reactor)
        panel.start(print)
        panel.show(frame)
        panel.close()
    """

    def __init__(
        self,
        wiring: Wiring,
        factory: "Factory",
        reactor: Reactor,
        *,
        debouncer: MakeDebouncer = Debouncer,
        shake: Callable[[], Shake] = Shake,
        holds_ms: tuple[Milliseconds, ...] = HOLDS_MS,
    ) -> None:
        """Set up a panel that has no line yet.

        Args:
            wiring: Which line does what.
            factory: The gpiozero pin factory that has the lines.
            reactor: The one loop.
            debouncer: Makes a key's debouncer; ``partial(Debouncer, deaf_us=30_000)``, say.
            shake: Makes the shake recogniser; ``partial(Shake, edges=8)``, say.
            holds_ms: How long a space is held for each ``Held``, rising; the last means stuck.
        """
        self._wiring = wiring
        self._factory = factory
        self._reactor = reactor
        self._emit: Emit = _nobody
        self._keys = Keys(reactor, self._tell, debouncer=debouncer, holds_ms=holds_ms)
        self._tilt = Tilt(reactor, self._tell, shake=shake)
        self._inputs: dict[Line, _Input] = {}
        self._outputs: dict[Line, DigitalOutputDevice] = {}
        self._lamps: tuple[Lamp, ...] = ()
        self._lit: dict[Line, bool] = {}
        self._blink: Timer | None = None
        self._blink_us: int | None = None

    def start(self, emit: Emit) -> None:
        """Take the lines, lamps dark, and begin to emit events."""
        self._emit = emit
        for line in self._wiring.lamps:
            self._take_lamp(line)
        for space, line in enumerate(self._wiring.buttons, 1):
            self._take_key(line, Space(space))
        self._take_key(self._wiring.menu, None)
        self._take(self._wiring.tilt, lambda at_us, _active: self._tilt.edge(at_us))
        self._refresh()

    def show(self, frame: Frame) -> None:
        """Show a frame's lamps; only lines that change are written."""
        self._lamps = frame.lamps
        self._refresh()

    def close(self) -> None:
        """Lamps dark, lines and timers released; may be called twice."""
        self._emit = _nobody
        self._keys.close()
        self._tilt.close()
        self._lamps = ()
        self._refresh()
        for line in [*self._inputs, *self._outputs]:
            self._release(line)

    def _tell(self, event: Event) -> None:
        """Emit an event of a key or the tray."""
        self._emit(event)

    def _take_lamp(self, line: Line) -> None:
        from gpiozero import DigitalOutputDevice  # noqa: PLC0415 - a laptop needs no gpiozero

        try:
            self._outputs[line] = DigitalOutputDevice(
                line, active_high=True, initial_value=False, pin_factory=self._factory
            )
        except line_errors() as error:
            self._lose(line, error)
        else:
            self._lit[line] = False

    def _take_key(self, line: Line, space: Space | None) -> None:
        self._take(line, partial(self._keys.edge, space))
        self._keys.add(space, partial(self._read, line))

    def _take(self, line: Line, changed: Changed) -> None:
        try:
            self._inputs[line] = _Input(line, self._factory, self._reactor, changed)
        except line_errors() as error:
            self._lose(line, error)

    def _read(self, line: Line) -> bool:
        """Whether an input is active; one that can't be read is not."""
        if line in self._inputs:
            try:
                return bool(self._inputs[line].device.value)
            except line_errors() as error:
                self._lose(line, error)
        return False

    def _refresh(self) -> None:
        """Write the lamps that differ from what they should be now, and plan the next change."""
        now_us = self._reactor.now_us()
        for index, line in enumerate(self._wiring.lamps):
            lamp = self._lamps[index] if index < len(self._lamps) else Lamp.OFF
            on = lit(lamp, now_us)
            if line in self._outputs and on != self._lit[line]:
                try:
                    self._outputs[line].value = on
                except line_errors() as error:
                    self._lose(line, error)
                else:
                    self._lit[line] = on
        self._plan(next_change_us(self._lamps, now_us) if self._outputs else None)

    def _plan(self, at_us: int | None) -> None:
        """Have a timer for the next change of a blinking lamp, or none."""
        if at_us == self._blink_us:
            return
        if self._blink is not None:
            self._blink.cancel()
        self._blink = None if at_us is None else self._reactor.call_at(at_us, self._blinked)
        self._blink_us = at_us

    def _blinked(self) -> None:
        self._blink_us = None
        self._refresh()

    def _lose(self, line: Line, error: Exception) -> None:
        """Give up a line, and say so."""
        self._release(line)
        short, meaning = cause(error)
        reason = f"{self._wiring.describe(line)}: {short}"
        log.error("%s, %s", reason, meaning, exc_info=error)
        part = Part.TRAY if line == self._wiring.tilt else Part.PANEL
        self._emit(Lost(Milliseconds(self._reactor.now_us() // 1000), part, reason))

    def _release(self, line: Line) -> None:
        """Close a line's device, whatever state the chip is in."""
        source = self._inputs.pop(line, None)
        device: Any = self._outputs.pop(line, None) if source is None else source.device
        if device is not None:
            try:
                device.close()
            except line_errors() as error:
                log.warning("%s: closing: %s", self._wiring.describe(line), ", ".join(cause(error)))
