"""The buzzer: a piezo on a GPIO line, with a click, a buzz and three short tunes.

A line with PWM gives notes. On one without (gpiod has none) the rhythm is all there is: a buzzer
with electronics of its own beeps it, a bare piezo ticks.
"""

import logging
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hardware.lines import cause, line_errors
from hardware.protocols import Reactor, Timer
from hardware.wiring import Line
from puluc.session.frame import Frame, Sound

if TYPE_CHECKING:
    from gpiozero.pins import Factory

log = logging.getLogger(__name__)


class Note(NamedTuple):
    """A note, or a rest."""

    hz: int
    """Its frequency; 0 is a rest."""
    ms: int


TUNES: Final[dict[Sound, tuple[Note, ...]]] = {
    Sound.CLICK: (Note(2_000, 12),),
    Sound.REFUSAL: (Note(150, 180),),
    Sound.CAST: (Note(880, 60), Note(1_175, 60), Note(1_568, 90)),
    Sound.KILL: (Note(784, 90), Note(0, 30), Note(523, 90), Note(0, 30), Note(392, 180)),
    Sound.END: (
        Note(523, 120), Note(659, 120), Note(784, 120), Note(1_047, 240), Note(0, 60),
        Note(784, 120), Note(1_047, 360),
    ),
}  # fmt: skip
"""What each sound is played as; the longest takes little more than a second."""

LOUDNESS: Final = 0.5
"""The share of a period that the line is high: a piezo is loudest at a half."""


class Ear:
    """Tells from frames which sounds are to be played, each once.

    The first frame is where things stand, as after a board has come back: it is not played.
    """

    def __init__(self) -> None:
        self._heard: int | None = None

    def hear(self, frame: Frame) -> Sound | None:
        """The sound that is to be played now, if any."""
        first = self._heard is None
        if frame.sound_id == self._heard:
            return None
        self._heard = frame.sound_id
        return None if first else frame.sound


class Buzzer:
    """A buzzer, on the loop; nothing is timed while it is silent.

    It is no part that a game needs: one that can't be had or fails is silent, and told in the log.
    """

    def __init__(self, line: Line, factory: "Factory", reactor: Reactor) -> None:
        """Say which line it is on; it is taken by `start`."""
        self._line = line
        self._factory = factory
        self._reactor = reactor
        self._device: Any = None
        self._has_notes = True
        self._timer: Timer | None = None
        self._ear = Ear()

    def start(self) -> None:
        """Take the line, silent."""
        from gpiozero import DigitalOutputDevice  # noqa: PLC0415 - a laptop needs no gpiozero

        try:
            self._device = DigitalOutputDevice(
                self._line, initial_value=False, pin_factory=self._factory
            )
        except line_errors() as error:
            self._give_up(error)

    def show(self, frame: Frame) -> None:
        """Play a frame's sound, once; what was sounding ends."""
        sound = self._ear.hear(frame)
        if sound is not None:
            self.play(sound)

    def play(self, sound: Sound) -> None:
        """Play a sound in place of what is sounding."""
        self._cancel()
        if self._device is not None:
            self._go_on(_changes(TUNES[sound], self._reactor.now_us()))

    def close(self) -> None:
        """Silent, the line released; may be called twice."""
        self._cancel()
        self._sound(0)
        device, self._device = self._device, None
        if device is not None:
            try:
                device.close()
            except line_errors() as error:
                log.warning("GPIO %d (the buzzer): closing: %s", self._line, cause(error)[0])

    def _go_on(self, changes: Iterator[tuple[int, int]]) -> None:
        """Sound the note that begins now, and come back for the next."""
        at_us, hz = next(changes, (0, 0))
        self._sound(hz)
        self._timer = None
        if at_us and self._device is not None:
            self._timer = self._reactor.call_at(at_us, lambda: self._go_on(changes))

    def _sound(self, hz: int) -> None:
        """Sound a note, or be silent."""
        if self._device is None:
            return
        try:
            self._drive(hz)
        except line_errors() as error:
            self._give_up(error)

    def _drive(self, hz: int) -> None:
        from gpiozero.exc import PinPWMUnsupported  # noqa: PLC0415 - a laptop needs no gpiozero

        pin = self._device.pin
        if self._has_notes:
            try:
                pin.frequency = hz or None
            except PinPWMUnsupported:
                self._has_notes = False
                log.info("GPIO %d (the buzzer): no notes with these pins, only beeps", self._line)
        if hz:
            pin.state = LOUDNESS if self._has_notes else 1
        else:
            pin.state = 0

    def _give_up(self, error: Exception) -> None:
        log.error("GPIO %d (the buzzer): %s, %s", self._line, *cause(error))
        device, self._device = self._device, None
        if device is not None:
            try:
                device.close()
            except line_errors():
                log.debug("GPIO %d (the buzzer): closing failed, too", self._line)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _changes(tune: tuple[Note, ...], now_us: int) -> Iterator[tuple[int, int]]:
    """For each note when it ends, and its frequency; ends are counted from the beginning."""
    ends = accumulate((note.ms * 1000 for note in tune), initial=now_us)
    next(ends)
    return zip(ends, (note.hz for note in tune), strict=True)
