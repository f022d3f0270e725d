"""Which GPIO line does what: the wiring profiles as data, and their checks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NewType

from puluc.errors import PulucError

Line = NewType("Line", int)
"""A GPIO line by its BCM number, 0..27 on the Pi's header (not the number of the header's pin)."""

HEADER = range(28)
"""The lines that the 40-pin header brings out."""


class WiringError(PulucError, ValueError):
    """A wiring that no board can have; the message names the lines and what they are for."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """What each GPIO line is connected to.

    Buttons and the tilt switch connect their line to ground and are pulled up inside the Pi;
    lamps light when their line is high. ``WiringError`` is raised for a line that is used twice
    or is not on the header, and unless each space has both a button and a lamp.

    Example: a board of five spaces::

        Wiring("small", buttons=(4, 5, 6, 7, 8), lamps=(9, 10, 11, 12, 13), tilt=15, menu=14)
    """

    name: str
    buttons: tuple[Line, ...]
    """One for each space, space 1 first."""
    lamps: tuple[Line, ...]
    """One for each space, space 1 first; on lines 9 and up they stay dark at power-up."""
    tilt: Line
    menu: Line
    i2c: tuple[Line, Line] = (Line(2), Line(3))
    """SDA and SCL of I2C bus 1, which the OLED is on."""
    lines: range = HEADER
    """The lines that there are."""

    def __post_init__(self) -> None:
        if len(self.buttons) != len(self.lamps):
            raise WiringError(
                f"wiring {self.name!r}: {len(self.buttons)} buttons but {len(self.lamps)} lamps;"
                " each space needs one of both"
            )
        uses: dict[Line, str] = {}
        for line, use in self.uses():
            if line not in self.lines:
                raise WiringError(
                    f"wiring {self.name!r}: GPIO {line} ({use}) is not on the header,"
                    f" which has GPIO {self.lines[0]} to {self.lines[-1]}"
                )
            if line in uses:
                raise WiringError(
                    f"wiring {self.name!r}: GPIO {line} is used twice, for {uses[line]} and {use}"
                )
            uses[line] = use

    @property
    def spaces(self) -> int:
        """How many spaces the board has."""
        return len(self.buttons)

    def uses(self) -> Iterator[tuple[Line, str]]:
        """Each line with what it is for, in words: ``space 3's lamp``, ``the tilt switch``."""
        for space, line in enumerate(self.buttons, 1):
            yield line, f"space {space}'s button"
        for space, line in enumerate(self.lamps, 1):
            yield line, f"space {space}'s lamp"
        yield self.tilt, "the tilt switch"
        yield self.menu, "the menu button"
        yield self.i2c[0], "the OLED's SDA"
        yield self.i2c[1], "the OLED's SCL"

    def describe(self, line: Line) -> str:
        """A line as people are told of it: ``GPIO 17 (space 7's lamp)``."""
        return f"GPIO {line} ({dict(self.uses()).get(line, 'not used')})"


def _lines(*numbers: int) -> tuple[Line, ...]:
    return tuple(Line(number) for number in numbers)


DIRECT = Wiring(
    name="direct",
    buttons=_lines(4, 5, 6, 7, 8, 22, 23, 24, 25, 26, 27),
    lamps=_lines(9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 21),
    tilt=Line(15),
    menu=Line(14),
)
"""Everything on the Pi's own lines, which takes all but the two of the HAT's memory (0 and 1)."""

WIRINGS = {wiring.name: wiring for wiring in (DIRECT,)}
"""The wiring profiles by name."""
