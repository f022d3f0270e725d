"""What each pin of the Pi's header and of its expander is connected to, as values to draw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from hardware.header import PINS
from hardware.wiring import Expander, Line, Wiring, output_name


class Kind(Enum):
    """What a pin is connected to; each kind has a colour, and words beside it."""

    BUTTON = "button"
    LAMP = "lamp"
    TRAY = "tray"
    MENU = "menu"
    BUS = "bus"
    BUZZER = "buzzer"
    STRAP = "strap"
    """What a Pico is updated with; open otherwise."""
    POWER = "power"
    """3.3 V."""
    GROUND = "ground"
    FREE = "free"
    """Nothing is to be connected."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A pin."""

    pin: int
    """Its number, 1 for the first."""
    name: str
    """As the Pi's or the chip's maker calls it: ``GPIO 17``, ``3.3 V``, ``GPA0``."""
    part: str
    """What it is connected to, in words."""
    kind: Kind


HEADER_PINS: Final = 40
FIVE_VOLTS: Final = (2, 4)
GROUNDS: Final = (6, 9, 14, 20, 25, 30, 34, 39)
"""Pins that nothing is connected to, and of ground (Raspberry Pi documentation, "GPIO")."""

HIGH_AT_BOOT: Final = Line(14)
"""Seen driven high while a Pi boots: it is the serial port's output then."""
MEMORY: Final = (Line(0), Line(1))
"""For the memory of a HAT; the firmware asks there for one when the Pi boots."""
PULLED_UP: Final = range(9)
"""The lines that the Pi pulls up until a program takes them; the others it pulls down."""

_FIRST_GPB: Final = 1
_FIRST_GPA: Final = 21
NOTHING: Final = "connect nothing"
ANY: Final = "for any of the parts"


def kinds(wiring: Wiring) -> Mapping[Line, Kind]:
    """What kind of part each line of a wiring has."""
    found = {} if wiring.on_pico else dict.fromkeys(wiring.i2c, Kind.BUS)
    found |= dict.fromkeys(wiring.buttons, Kind.BUTTON)
    found |= dict.fromkeys(wiring.lamps, Kind.LAMP)
    found |= {wiring.tilt: Kind.TRAY, wiring.menu: Kind.MENU}
    if wiring.buzzer is not None:
        found[wiring.buzzer] = Kind.BUZZER
    if wiring.power_off is not None:
        found[wiring.power_off] = Kind.FREE
    if wiring.strap is not None:
        found[wiring.strap] = Kind.STRAP
    return found


def parts(wiring: Wiring) -> Mapping[Line, str]:
    """What each line of a wiring is for, in words."""
    found = dict(wiring.uses())
    if wiring.expander is not None:
        for line, name in zip(wiring.i2c, ("SDA", "SCL"), strict=True):
            found[line] = f"{name} of OLED and expander"
    if wiring.power_off is not None:
        found[wiring.power_off] = "kept for power-off"
    return found


def header(wiring: Wiring) -> tuple[Contact, ...]:
    """The pins of the Pi's header, 1 to 40."""
    lines = {pin: line for line, pin in PINS.items()}
    said, kind_of, grounds = parts(wiring), kinds(wiring), dict.fromkeys(GROUNDS, ANY)
    if wiring.on_pico:
        said, kind_of = dict(wiring.pi_uses()), dict.fromkeys(wiring.i2c, Kind.BUS)
        grounds = dict.fromkeys(GROUNDS, "spare") | {9: "the OLED's GND"}
    power = {1: "the OLED's VCC", 17: "spare"}
    if wiring.expander is not None:
        power[17] = "the expander's VDD"
    found = []
    for pin in range(1, HEADER_PINS + 1):
        if pin in power:
            found.append(Contact(pin, "3.3 V", power[pin], Kind.POWER))
        elif pin in FIVE_VOLTS:
            found.append(Contact(pin, "5 V", NOTHING, Kind.FREE))
        elif pin in grounds:
            found.append(Contact(pin, "ground", grounds[pin], Kind.GROUND))
        else:
            line = lines[pin]
            part = said.get(line, NOTHING)
            found.append(Contact(pin, f"GPIO {line}", part, kind_of.get(line, Kind.FREE)))
    return tuple(found)


def chip(expander: Expander) -> tuple[Contact, ...]:
    """The pins of an MCP23017, 1 to 28 (datasheet DS20001952C, table 2-1, the 28-pin SPDIP)."""
    straps = (expander.address - 0x20) & 0b111
    found = {
        9: Contact(9, "VDD", "3.3 V, pin 17 of the Pi", Kind.POWER),
        10: Contact(10, "VSS", "ground", Kind.GROUND),
        12: Contact(12, "SCL", "SCL, pin 5 of the Pi", Kind.BUS),
        13: Contact(13, "SDA", "SDA, pin 3 of the Pi", Kind.BUS),
        18: Contact(18, "RESET", "3.3 V", Kind.POWER),
    }
    for bit in range(3):
        to, kind = ("3.3 V", Kind.POWER) if straps >> bit & 1 else ("ground", Kind.GROUND)
        found[15 + bit] = Contact(15 + bit, f"A{bit}", to, kind)
    for output in range(16):
        pin = chip_pin(output)
        found[pin] = Contact(pin, output_name(output), NOTHING, Kind.FREE)
    for space, output in enumerate(expander.outputs, 1):
        pin = chip_pin(output)
        found[pin] = Contact(pin, output_name(output), f"space {space}'s lamp", Kind.LAMP)
    for pin, name in ((11, "NC"), (14, "NC"), (19, "INTB"), (20, "INTA")):
        found[pin] = Contact(pin, name, NOTHING, Kind.FREE)
    return tuple(found[pin] for pin in sorted(found))


def chip_pin(output: int) -> int:
    """The pin of an MCP23017's package that an output is on."""
    return _FIRST_GPB + output - 8 if output >= 8 else _FIRST_GPA + output


def remarks(wiring: Wiring) -> Iterator[str]:
    """What a builder must know of the lines besides what they are for."""
    if wiring.pico_lamps is not None:
        yield "Each button is between two pins, with a diode 1N4148: its ring is at the second."
    if wiring.on_pico:
        return
    high = HIGH_AT_BOOT
    if high in (*wiring.buttons, wiring.menu, wiring.tilt):
        yield (
            f"{wiring.describe(high)} may be driven high while the Pi boots:"
            " put 1 kOhm in series with its switch."
        )
    if high in wiring.lamps:
        yield f"{wiring.describe(high)} may be driven high while the Pi boots: the lamp is lit."
    for line in wiring.lamps:
        if line in PULLED_UP:
            yield f"{wiring.describe(line)} is pulled up until Puluc starts: the lamp may glimmer."
    for line in MEMORY:
        if line in kinds(wiring):
            yield f"{wiring.describe(line)} is for a HAT's memory: the Pi drives it when it boots."
