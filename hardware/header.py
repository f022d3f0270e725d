"""The 40-pin header: at which of its pins a GPIO line is found."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hardware.wiring import Line

_FIRST_HALF = (27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33)
_SECOND_HALF = (8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13)

PINS: Final[Mapping[Line, int]] = MappingProxyType(
    {Line(line): pin for line, pin in enumerate((*_FIRST_HALF, *_SECOND_HALF))}
)
"""The header's pin, 1 to 40, of each GPIO line, 0 to 27 (Raspberry Pi documentation, "GPIO")."""


def at_pin(line: Line) -> str:
    """A line and where to find it: ``GPIO 17, pin 11``; one that is on no header has no pin."""
    pin = PINS.get(line)
    return f"GPIO {line}" if pin is None else f"GPIO {line}, pin {pin}"
