"""A panel on GPIO lines: buttons and the tilt switch, on any gpiozero pin factory, and lamps."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from hardware.blink import lit, next_change_us
from hardware.buzzer import Buzzer
from hardware.debounce import Debouncer
from hardware.faults import Faults
from hardware.keys import HOLDS_MS, Keys, MakeDebouncer
from hardware.lamps import LineLamps, MakeLamps, lose_line, release
from hardware.lines import line_errors
from hardware.protocols import Emit, Reactor, Timer
from hardware.shake import Shake
from hardware.tilt import Tilt
from hardware.wiring import Line, Wiring
from puluc.rules.units import Space
from puluc.session.events import Event, Milliseconds
from puluc.session.frame import Frame, Lamp

if TYPE_CHECKING:
    from gpiozero.pins import Factory

SWEEP_US: Final = 40_000
"""How long each lamp is lit, one after the other, when a board comes up."""

Changed = Callable[[int, bool], None]
"""Takes an edge on the loop: its time in microseconds, and whether the line is active."""


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

    Buttons and the tilt switch pull their line to ground; lamps light when theirs is high, or
    are on an expander. gpiozero brings the lines only: what blinks, bounces or is held is timed
    on the one loop, and nothing is timed while nobody plays. The factory stays the caller's, to be
    closed after the panel.

    A line that can't be taken, or fails later, is told as ``Lost`` with its number, its use and
    the cause; the others work on, and ``mend`` tries it again. ``show`` may be called before
    ``start``.

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
        lamps: MakeLamps | None = None,
        buzzer: Buzzer | None = None,
        debouncer: MakeDebouncer = Debouncer,
        shake: Callable[[], Shake] = Shake,
        holds_ms: tuple[Milliseconds, ...] = HOLDS_MS,
    ) -> None:
        """Set up a panel that has no line yet.

        Args:
            wiring: Which line does what.
            factory: The gpiozero pin factory that has the lines.
            reactor: The one loop.
            lamps: Makes the lamps, where they are not on the wiring's lines.
            buzzer: What plays sounds; the panel starts and closes it.
            debouncer: Makes a key's debouncer; ``partial(Debouncer, deaf_us=30_000)``, say.
            shake: Makes the shake recogniser; ``partial(Shake, edges=8)``, say.
            holds_ms: How long a space is held for each ``Held``, rising; the last means stuck.
        """
        self._wiring = wiring
        self._factory = factory
        self._reactor = reactor
        self._emit: Emit = _nobody
        self._faults = Faults(reactor)
        self._lamps = (
            LineLamps(wiring, factory, self._faults) if lamps is None else lamps(self._faults)
        )
        self._has_lamps = False
        self._buzzer = buzzer
        self._keys = Keys(reactor, self._tell, debouncer=debouncer, holds_ms=holds_ms)
        self._tilt = Tilt(reactor, self._tell, shake=shake)
        self._inputs: dict[Line, _Input] = {}
        self._takes: dict[Line, Callable[[], None]] = {}
        self._shown: tuple[Lamp, ...] = ()
        self._sweep_us: int | None = None
        self._blink: Timer | None = None
        self._blink_us: int | None = None

    @property
    def is_alive(self) -> bool:
        """Whether the thread of the lamps, if they have one, is at work."""
        return self._lamps.is_alive

    def sweep(self) -> None:
        """Take the lamps, and light one after the other: the first sign that the board has power.

        It may be called before the start, and goes on while other things are loaded; what is shown
        waits for its end.
        """
        self._start_lamps()
        self._sweep_us = self._reactor.now_us()
        self._refresh()

    def start(self, emit: Emit) -> None:
        """Take the lines, lamps dark, and begin to emit events."""
        self._emit = emit
        self._faults.listen(emit)
        self._start_lamps()
        for space, line in enumerate(self._wiring.buttons, 1):
            self._take_key(line, Space(space))
        self._take_key(self._wiring.menu, None)
        self._take(self._wiring.tilt, lambda at_us, _active: self._tilt.edge(at_us))
        if self._buzzer is not None:
            self._buzzer.start()
        self._refresh()

    def show(self, frame: Frame) -> None:
        """Show a frame's lamps, of which only those that change are written; play its sound."""
        self._shown = frame.lamps
        self._refresh()
        if self._buzzer is not None:
            self._buzzer.show(frame)

    def mend(self) -> None:
        """Try again what could not be had, or has failed; for every few seconds."""
        for line, take in self._takes.items():
            if line in self._faults:
                take()
        self._lamps.mend()
        self._refresh()

    def close(self) -> None:
        """Lamps dark, lines and timers released; may be called twice."""
        self._emit = _nobody
        self._faults.close()
        self._keys.close()
        self._tilt.close()
        if self._buzzer is not None:
            self._buzzer.close()
        self._shown = ()
        self._sweep_us = None
        self._refresh()
        self._lamps.close()
        self._plan(None)
        for line in list(self._inputs):
            self._release(line)

    def _tell(self, event: Event) -> None:
        """Emit an event of a key or the tray."""
        self._emit(event)

    def _start_lamps(self) -> None:
        if not self._has_lamps:
            self._has_lamps = True
            self._lamps.start()

    def _take_key(self, line: Line, space: Space | None) -> None:
        """Take a key's line, and look after the key, which counts as up while it has none."""

        def take() -> None:
            self._take(line, partial(self._keys.edge, space))
            self._keys.add(space, partial(self._read, line))

        self._takes[line] = take
        take()

    def _take(self, line: Line, changed: Changed) -> None:
        self._takes.setdefault(line, lambda: self._take(line, changed))
        try:
            self._inputs[line] = _Input(line, self._factory, self._reactor, changed)
        except line_errors() as error:
            self._lose(line, error)
        else:
            self._faults.mend(line)

    def _read(self, line: Line) -> bool:
        """Whether an input is active; one that can't be read is not."""
        if line in self._inputs:
            try:
                return bool(self._inputs[line].device.value)
            except line_errors() as error:
                self._lose(line, error)
        return False

    def _refresh(self) -> None:
        """Light the lamps that should be lit now, and plan the next change."""
        now_us = self._reactor.now_us()
        spaces = range(self._wiring.spaces)
        swept = None if self._sweep_us is None else (now_us - self._sweep_us) // SWEEP_US
        if swept is not None and swept in spaces and self._sweep_us is not None:
            self._lamps.light([space == swept for space in spaces])
            change_us: int | None = self._sweep_us + (swept + 1) * SWEEP_US
        else:
            self._sweep_us = None
            shown = (*self._shown, *[Lamp.OFF] * len(spaces))
            self._lamps.light([lit(shown[space], now_us) for space in spaces])
            change_us = next_change_us(self._shown, now_us)
        self._plan(change_us if self._lamps.can_light else None)

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
        """Give up an input, and say so."""
        self._release(line)
        lose_line(self._wiring, line, error, self._faults)

    def _release(self, line: Line) -> None:
        if line in self._inputs:
            release(self._wiring, line, self._inputs.pop(line).device.close)
