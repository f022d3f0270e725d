"""gpiozero's mock pins, with a world outside them: hands pull lines down, lines can fail.

It imports gpiozero, so it is itself imported only when a simulated board is made.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from gpiozero.pins import PinInfo
from gpiozero.pins.mock import MockFactory, MockPin, PinState

from hardware.wiring import HEADER

KEPT_STATES = 1_000
"""How many changes of a pin are kept, for tests to look at; a board may run for weeks."""


class BoardPin(MockPin):  # type: ignore[misc]  # gpiozero ships no types
    """A mock pin whose level is its pull's, unless a contact connects it to ground.

    Closing a contact before the pin is taken as an input counts, too, as it does on a board.
    """

    def __init__(self, factory: "BoardFactory", info: Any) -> None:
        self.grounded = False
        self.edges_lost = False
        self.error: Exception | None = None
        self.written: Callable[[bool], None] = lambda _level: None
        self._hz: float | None = None
        super().__init__(factory, info)

    @property
    def lit(self) -> bool:
        """Whether a lamp on this line glows: it is an output, and high."""
        return bool(self._function == "output" and self._state)

    @property
    def hz(self) -> float:
        """The frequency of what a buzzer on this line sounds; 0 when it is silent."""
        return (self._hz or 0) if self.lit else 0

    def ground(self, closed: bool) -> None:
        """Close or open the contact between the line and ground."""
        self.grounded = closed
        self._settle()

    def clear_states(self) -> None:
        """Forget the pin's past states."""
        super().clear_states()
        self.states = deque([PinState(0.0, self._state)], maxlen=KEPT_STATES)

    def _settle(self) -> None:
        if self.grounded or self._pull != "up":
            self.drive_low()
        else:
            self.drive_high()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._settle()

    def _get_state(self) -> bool:
        if self.error is not None:
            raise self.error
        return bool(super()._get_state())

    def _set_state(self, value: float) -> None:
        if self.error is not None:
            raise self.error
        super()._set_state(value)
        self.written(bool(value))

    def _get_frequency(self) -> float | None:
        return self._hz

    def _set_frequency(self, value: float | None) -> None:
        self._hz = value

    def _call_when_changed(self) -> None:
        if not self.edges_lost:
            super()._call_when_changed()


class BoardFactory(MockFactory):  # type: ignore[misc]  # gpiozero ships no types
    """A pin factory of a simulated board's own; some lines may be refused, as by another program.

    Besides the lines of a Pi's header it has any number of others, for boards that are longer
    than a header has lines for.

    Attributes:
        refused: What asking for a line raises, by the line's number.
    """

    def __init__(self) -> None:
        super().__init__(revision="902120", pin_class=BoardPin)  # a Pi Zero 2 W
        self.refused: dict[int, Exception] = {}

    def pin(self, name: int, *args: Any, **kwargs: Any) -> Any:
        """The pin of that line; the same object each time."""
        if name in self.refused:
            raise self.refused[name]
        return self._any_pin(name, *args, **kwargs)

    def wire(self, line: int) -> BoardPin:
        """The same pin from outside, where no program can refuse it."""
        pin = self._any_pin(line)
        assert isinstance(pin, BoardPin)
        return pin

    def _any_pin(self, name: int, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(name, int) or name in HEADER:
            return super().pin(name, *args, **kwargs)
        line = f"GPIO{name}"
        info = PinInfo(name, line, frozenset({name, line}), "", 0, 0, frozenset({"gpio"}))
        if info not in self.pins:
            self.pins[info] = BoardPin(self, info)
        return self.pins[info]
