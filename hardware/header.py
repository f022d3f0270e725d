"""The pins of a Pi's and of a Pico's header: at which of them a line is found."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hardware.wiring import Line, Wiring

_FIRST_HALF = (27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33)
_SECOND_HALF = (8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13)

PINS: Final[Mapping[Line, int]] = MappingProxyType(
    {Line(line): pin for line, pin in enumerate((*_FIRST_HALF, *_SECOND_HALF))}
)
"""The header's pin, 1 to 40, of each GPIO line, 0 to 27 (Raspberry Pi documentation, "GPIO")."""

_PICO_FIRST = (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29)

PICO_PINS: Final[Mapping[Line, int]] = MappingProxyType(
    {Line(line): pin for line, pin in enumerate(_PICO_FIRST)}
    | {Line(26): 31, Line(27): 32, Line(28): 34}
)
"""The Pico's pin, 1 to 40, of GP0 to GP22 and GP26 to GP28 (Pico datasheet, 2.1)."""


def where(wiring: Wiring, line: Line) -> str:
    """A line of a wiring and where to find it: ``GPIO 17, pin 11``; ``GP17, pin 22`` on a Pico."""
    pin = (PICO_PINS if wiring.on_pico else PINS).get(line)
    return wiring.called(line) if pin is None else f"{wiring.called(line)}, pin {pin}"


def at_pin(line: Line) -> str:
    """A line of the Pi and where to find it; one that is on no header has no pin."""
    pin = PINS.get(line)
    return f"GPIO {line}" if pin is None else f"GPIO {line}, pin {pin}"
