"""What each pin of a Pico and of the chips with its lamps is connected to, as values to draw."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from hardware.header import PICO_PINS
from hardware.wiring import (
    CHIP_OUTPUTS,
    COLUMNS,
    CROSSINGS,
    Expander,
    Line,
    Wiring,
    output_name,
)
from puluc.diagrams.contacts import ANY, NOTHING, Contact, Kind, chip, chip_pin, kinds

CHIPS: Final = {"shift": "74HC595", "mcp23017": "MCP23017"}
"""What the chips are called that a Pico's lamps may be on."""

ROW_LINES: Final = tuple(map(Line, range(6)))
COLUMN_LINES: Final = tuple(map(Line, range(6, 11)))
"""The button matrix's, as the firmware has them."""
SHIFT_LINES: Final[Mapping[str, Line]] = {
    "SRCLK": Line(18),
    "SER": Line(19),
    "RCLK": Line(20),
    "OE": Line(21),
}
BUS_LINES: Final[Mapping[str, Line]] = {"SDA": Line(20), "SCL": Line(21)}
"""What the chips' pins of these names are on."""

GROUNDS: Final = (3, 8, 13, 18, 23, 28, 33, 38)
_OTHER_PINS: Final = {
    30: "RUN",
    35: "VREF",
    37: "3V3_EN",
    39: "VSYS",
    40: "VBUS",
}
_POWER_PIN: Final = 36
"""The Pico's pins besides its lines (Pico datasheet, 2.1)."""

_SHIFT_OUTPUTS: Final = 8
_EXPANDER_OUTPUTS: Final = 16
_SHIFT_PINS: Final = (
    *(f"Q{letter}" for letter in "BCDEFGH"),
    "GND", "QH'", "SRCLR", "SRCLK", "RCLK", "OE", "SER", "QA", "VCC",
)  # fmt: skip
"""Pins 1 to 16 of a 74HC595 (datasheet SCLS041J, section 4)."""


def crossing(line: Line) -> tuple[Line, Line] | None:
    """The lines of column and row that a button is between; None for one with a line of its own."""
    if line not in CROSSINGS:
        return None
    row, column = divmod(CROSSINGS.index(line), COLUMNS)
    return COLUMN_LINES[column], ROW_LINES[row]


def place(wiring: Wiring, line: Line) -> tuple[str, str]:
    """Where a line of a Pico is to be found: the name of a pin, and its number.

    Of a button in the matrix it is both its pins, the column's first.
    """
    if line in CHIP_OUTPUTS:
        return _output(wiring, CHIP_OUTPUTS.index(line))
    lines = crossing(line) or (line,)
    return (
        " – ".join(f"GP{each}" for each in lines),
        " – ".join(str(PICO_PINS[each]) for each in lines),
    )


def board(wiring: Wiring) -> tuple[Contact, ...]:
    """The pins of the Pico, 1 to 40."""
    used = _uses(wiring)
    lines = {pin: line for line, pin in PICO_PINS.items()}
    found = []
    for pin in range(1, 41):
        if pin in GROUNDS:
            found.append(Contact(pin, "ground", ANY, Kind.GROUND))
        elif pin in lines:
            part, kind = used.get(lines[pin], (NOTHING, Kind.FREE))
            found.append(Contact(pin, f"GP{lines[pin]}", part, kind))
        elif pin == _POWER_PIN and wiring.pico_lamps is not None:
            found.append(Contact(pin, "3V3", "power of the lamps' chips", Kind.POWER))
        else:
            found.append(Contact(pin, _OTHER_PINS.get(pin, "3V3"), NOTHING, Kind.FREE))
    return tuple(found)


def chips(wiring: Wiring) -> int:
    """How many chips the lamps are on."""
    outputs = _SHIFT_OUTPUTS if wiring.pico_lamps == "shift" else _EXPANDER_OUTPUTS
    return 0 if wiring.pico_lamps is None else -(-wiring.spaces // outputs)


def shift_register(wiring: Wiring) -> tuple[Contact, ...]:
    """The pins of each 74HC595, 1 to 16."""
    ends = {
        "GND": ("ground", Kind.GROUND),
        "VCC": (_pico_pin(None), Kind.POWER),
        "SRCLR": ("3V3", Kind.POWER),
        "QH'": ("SER of the next", Kind.LAMP),  # there are two at least
    }
    for name, line in SHIFT_LINES.items():
        first = "the first's: " if name == "SER" else ""
        ends[name] = (first + _pico_pin(line), Kind.LAMP)
    for output in range(_SHIFT_OUTPUTS):
        ends[_shift_output(output)] = _lamps(wiring, output, _SHIFT_OUTPUTS)
    return tuple(Contact(pin, name, *ends[name]) for pin, name in enumerate(_SHIFT_PINS, 1))


def expanders(wiring: Wiring) -> tuple[Contact, ...]:
    """The pins of each MCP23017, 1 to 28."""
    ends = {name: (_pico_pin(line), Kind.BUS) for name, line in BUS_LINES.items()}
    ends |= {"VDD": (_pico_pin(None), Kind.POWER), "RESET": ("3V3", Kind.POWER)}
    if chips(wiring) > 1:
        ends["A0"] = ("ground; the second's: 3V3", Kind.GROUND)
    for output in range(_EXPANDER_OUTPUTS):
        ends[output_name(output)] = _lamps(wiring, output, _EXPANDER_OUTPUTS)
    found = []
    for contact in chip(Expander(())):
        part, kind = ends.get(contact.name, (contact.part, contact.kind))
        found.append(replace(contact, part=part, kind=kind))
    return tuple(found)


def _uses(wiring: Wiring) -> Mapping[Line, tuple[str, Kind]]:
    """What each of the Pico's own lines is for."""
    kind_of = kinds(wiring)
    found = {line: (use, kind_of[line]) for line, use in wiring.uses() if line in PICO_PINS}
    if wiring.pico_lamps is None:
        return found
    rows: dict[Line, list[int]] = {}
    for space, button in enumerate(wiring.buttons, 1):
        for line in crossing(button) or ():
            rows.setdefault(line, []).append(space)
    for number, line in enumerate(ROW_LINES, 1):
        if line in rows:
            found[line] = (f"row {number}: {_listed(rows[line])}", Kind.BUTTON)
    for number, line in enumerate(COLUMN_LINES, 1):
        found[line] = (f"column {number}: the {_ORDINALS[number - 1]} of a row", Kind.BUTTON)
    kind = Kind.LAMP if wiring.pico_lamps == "shift" else Kind.BUS
    return found | {line: (name, kind) for name, line in chip_lines(wiring)}


def chip_lines(wiring: Wiring) -> Iterator[tuple[str, Line]]:
    """The lines that go to the lamps' chips, each with what it is there."""
    lines = SHIFT_LINES if wiring.pico_lamps == "shift" else BUS_LINES
    for name, line in lines.items():
        whose = "the first chip" if name == "SER" else "the lamps' chips"
        yield f"{name} of {whose}", line


_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")


def _lamps(wiring: Wiring, output: int, outputs: int) -> tuple[str, Kind]:
    """The lamps on an output, one for each chip."""
    spaces = [
        space
        for space, line in enumerate(wiring.lamps, 1)
        if CHIP_OUTPUTS.index(line) % outputs == output
    ]
    # The chips' order, whatever a self-test has exchanged.
    spaces.sort(key=lambda space: wiring.lamps[space - 1])
    if not spaces:
        return NOTHING, Kind.FREE
    plural = "lamps" if len(spaces) > 1 else "lamp"
    return f"{plural} {_joined(spaces)}", Kind.LAMP


def _output(wiring: Wiring, number: int) -> tuple[str, str]:
    """An output of the chips, and its pin."""
    if wiring.pico_lamps == "shift":
        chip_number, output = divmod(number, _SHIFT_OUTPUTS)
        name = _shift_output(output)
        return f"{name} of chip {chip_number + 1}", str(_SHIFT_PINS.index(name) + 1)
    chip_number, output = divmod(number, _EXPANDER_OUTPUTS)
    return f"{output_name(output)} at 0x{0x20 + chip_number:02X}", str(chip_pin(output))


def _shift_output(output: int) -> str:
    """An output of a 74HC595 as its datasheet calls it."""
    return f"Q{'ABCDEFGH'[output]}"


def _pico_pin(line: Line | None) -> str:
    """A line of the Pico as a chip's pin is told of it; None for 3V3."""
    if line is None:
        return f"3V3, pin {_POWER_PIN} of the Pico"
    return f"GP{line}, pin {PICO_PINS[line]}"


def _listed(spaces: Sequence[int]) -> str:
    """Spaces in words."""
    first, last = spaces[0], spaces[-1]
    if list(spaces) == list(range(first, last + 1)) and len(spaces) > 2:
        return f"spaces {first} to {last}"
    return f"{'spaces' if len(spaces) > 1 else 'space'} {_joined(spaces)}"


def _joined(spaces: Sequence[int]) -> str:
    *rest, last = map(str, spaces)
    return f"{', '.join(rest)} and {last}" if rest else last
