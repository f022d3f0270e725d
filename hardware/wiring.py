"""Which GPIO line does what: the wiring profiles as data, and their checks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NewType

from puluc.errors import PulucError

Line = NewType("Line", int)
"""A GPIO line by its BCM number, 0..27 on the Pi's header (not the number of the header's pin).

On a Pico it is the number in GP0 to GP28; and 30..59 are the crossings of its button matrix, 60..89
the outputs of the chips that its lamps are on.
"""

HEADER = range(28)
"""The lines that the 40-pin header brings out."""

PICO_LINES = range(90)
"""The lines of a Pico, as ``Line`` has them."""
CROSSINGS = range(30, 60)
CHIP_OUTPUTS = range(60, 90)
PICO_OWN = 11
"""A board of so many spaces fits on the Pico's own pins; longer ones have a matrix and chips."""
COLUMNS = 5
"""Spaces in a row of the matrix."""

OUTPUTS = range(16)
"""The pins of an MCP23017: 0 to 7 are GPA0 to GPA7, 8 to 15 are GPB0 to GPB7."""


class WiringError(PulucError, ValueError):
    """A wiring that no board can have; the message names the lines and what they are for."""


@dataclass(frozen=True, slots=True)
class Expander:
    """An MCP23017 on the OLED's I2C bus, with lamps on its pins.

    ``WiringError`` is raised for an address or a pin that it can't have, and for a pin used twice.
    """

    outputs: tuple[int, ...]
    """Its pin for each space's lamp, space 1 first."""
    address: int = 0x20
    """0x20 to 0x27, by its pins A0 to A2 (datasheet DS20001952C, 3.3.1)."""

    def __post_init__(self) -> None:
        if self.address not in range(0x20, 0x28):
            raise WiringError(f"expander at 0x{self.address:02X}: it can be at 0x20 to 0x27")
        spaces: dict[int, int] = {}
        for space, output in enumerate(self.outputs, 1):
            if output not in OUTPUTS:
                raise WiringError(
                    f"space {space}'s lamp: pin {output} of the expander;"
                    " there are 0 to 7 (GPA0 to GPA7) and 8 to 15 (GPB0 to GPB7)"
                )
            if output in spaces:
                raise WiringError(
                    f"{output_name(output)} of the expander is used twice,"
                    f" for the lamps of spaces {spaces[output]} and {space}"
                )
            spaces[output] = space


def output_name(output: int) -> str:
    """A pin of an MCP23017 as its datasheet calls it."""
    return f"GP{'AB'[output // 8]}{output % 8}"


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
    """One for each space, space 1 first; on lines 9 and up they stay dark at power-up.

    None where the lamps are on an expander.
    """
    tilt: Line
    menu: Line
    i2c: tuple[Line, Line] = (Line(2), Line(3))
    """SDA and SCL of I2C bus 1, which the OLED is on, and the expander."""
    expander: Expander | None = None
    """What the lamps are on when it is not the Pi."""
    buzzer: Line | None = None
    """A piezo buzzer without electronics of its own."""
    power_off: Line | None = None
    """Kept free for a button or a latch that the system's own overlays know; Puluc leaves it be."""
    lines: range = HEADER
    """The lines that there are."""
    on_pico: bool = False
    """Whether they are those of a Pico on USB; the OLED is on the Pi all the same."""
    strap: Line | None = None
    """The Pico's line that gives its prompt back when it is connected to ground."""
    pico_lamps: str | None = None
    """The chips that a longer board's lamps are on: ``shift`` or ``mcp23017``."""

    def __post_init__(self) -> None:
        lamps = len(self.lamps)
        if self.expander is not None:
            if lamps:
                raise WiringError(f"wiring {self.name!r}: lamps both on lines and on the expander")
            lamps = len(self.expander.outputs)
        if len(self.buttons) != lamps:
            raise WiringError(
                f"wiring {self.name!r}: {len(self.buttons)} buttons but {lamps} lamps;"
                " each space needs one of both"
            )
        uses: dict[Line, str] = {}
        for line, use in self.uses():
            if line not in self.lines:
                raise WiringError(
                    f"wiring {self.name!r}: {self.called(line)} ({use}) is not on the header,"
                    f" which has GPIO {self.lines[0]} to {self.lines[-1]}"
                )
            if line in uses:
                raise WiringError(
                    f"wiring {self.name!r}: {self.called(line)} is used twice,"
                    f" for {uses[line]} and {use}"
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
        if not self.on_pico:
            yield from self._i2c_uses()
        if self.buzzer is not None:
            yield self.buzzer, "the buzzer"
        if self.power_off is not None:
            yield self.power_off, "power-off"
        if self.strap is not None:
            yield self.strap, "the update strap"

    def pi_uses(self) -> Iterator[tuple[Line, str]]:
        """The lines of the Pi's own header, each with what it is for."""
        return self._i2c_uses() if self.on_pico else self.uses()

    def _i2c_uses(self) -> Iterator[tuple[Line, str]]:
        yield self.i2c[0], "the OLED's SDA"
        yield self.i2c[1], "the OLED's SCL"

    def called(self, line: Line) -> str:
        """A line as it is called: ``GPIO 17``, ``GP17`` on a Pico."""
        if not self.on_pico:
            return f"GPIO {line}"
        if line in CROSSINGS:
            row, column = divmod(line - CROSSINGS[0], COLUMNS)
            return f"row {row + 1}, column {column + 1}"
        if line in CHIP_OUTPUTS:
            return f"lamp output {line - CHIP_OUTPUTS[0] + 1}"
        return f"GP{line}"

    def describe(self, line: Line) -> str:
        """A line as people are told of it: ``GPIO 17 (space 7's lamp)``."""
        return f"{self.called(line)} ({dict(self.uses()).get(line, 'not used')})"


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

EXPANDER = Wiring(
    name="expander",
    buttons=DIRECT.buttons,
    lamps=(),
    tilt=Line(17),
    menu=Line(16),
    expander=Expander(tuple(range(11))),
    buzzer=Line(13),
    power_off=Line(19),
)
"""The lamps on an MCP23017, GPA0 to GPA7 and GPB0 to GPB2, which leaves lines for a buzzer."""


def pico(spaces: int, chips: str = "shift") -> Wiring:
    """The wiring of a Pico with so many spaces, 5 to 30, as its firmware has it.

    Args:
        spaces: How many.
        chips: What lamps than it has pins for are on: ``shift``, 74HC595 shift registers,
            or ``mcp23017`` expanders.
    """
    own = spaces <= PICO_OWN
    buttons, lamps = (range(11), range(11, 22)) if own else (CROSSINGS, CHIP_OUTPUTS)
    return Wiring(
        name="pico",
        buttons=_lines(*buttons[:spaces]),
        lamps=_lines(*lamps[:spaces]),
        tilt=Line(22),
        menu=Line(26),
        buzzer=Line(28),
        lines=PICO_LINES,
        on_pico=True,
        strap=Line(27),
        pico_lamps=None if own else chips,
    )


PICO = pico(11)
"""Everything but the OLED on a Pico, GP0 to GP10 for buttons and GP11 to GP21 for lamps."""

WIRINGS = {wiring.name: wiring for wiring in (DIRECT, EXPANDER, PICO)}
"""The wiring profiles by name; ``pico`` is there for any number of spaces, see `pico`."""
