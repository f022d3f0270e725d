"""Draws pins in two columns, each with its name and its part: headers, a Pico, and chips."""

from collections.abc import Sequence
from typing import Final

from hardware.wiring import Wiring
from puluc.diagrams import pico
from puluc.diagrams.contacts import Contact, Kind, chip, header
from puluc.diagrams.svg import WIDTH, Anchor, Drawing

PITCH: Final = 34
"""From one pin to the next below."""
LABEL: Final = 330
"""How wide a label is."""
LABEL_HEIGHT: Final = 27
MIDDLE: Final = WIDTH / 2


def header_svg(wiring: Wiring) -> str:
    """The Pi's header, with each pin's part."""
    contacts = header(wiring)
    top = 146
    bottom = top + len(contacts) // 2 * PITCH
    drawing = Drawing(bottom + 64, f"The Pi's 40-pin header, wiring {wiring.name}")
    drawing.text(40, 50, f"The Pi's 40-pin header: {wiring.name}", size=24, bold=True)
    drawing.text(40, 80, "Seen from above, the microSD card's end at the top.", look="quiet")
    drawing.text(40, 102, "Pin 1 has a square pad; pin 2 is at the corner.", look="quiet")
    _small_pi(drawing)
    drawing.box(MIDDLE - 58, top - 12, 116, bottom - top + 10, "pi", radius=10)
    for contact in contacts:
        row, right = divmod(contact.pin - 1, 2)
        y = top + row * PITCH + PITCH / 2 - 6
        _pin(drawing, contact, MIDDLE + (26 if right else -26), y, square=contact.pin == 1)
        _label(drawing, contact, y, right=bool(right), gap=72)
    foot = "All grounds are one: use whichever is near. So are the two pins of 3.3 V."
    if wiring.on_pico:
        foot = "Only the OLED is here. The Pico is on USB, which also brings it its power."
    drawing.text(MIDDLE, bottom + 34, foot, anchor="middle", look="quiet")
    return str(drawing)


def expander_svg(wiring: Wiring) -> str:
    """The expander's pins, each with what it is connected to.

    Raises:
        ValueError: the wiring has none.
    """
    if wiring.expander is None:
        raise ValueError(f"wiring {wiring.name!r} has no expander")
    address = f"0x{wiring.expander.address:02X}"
    return _dip(
        f"The expander at {address}, wiring {wiring.name}",
        "The expander: MCP23017, 28-pin DIP",
        f"Seen from above, the notch at the top. Address {address}, by A0, A1 and A2.",
        chip(wiring.expander),
        "Each lamp: pin – 470 ohm – LED – ground, as on the Pi's own lines.",
        "100 nF between VDD and VSS, close to the chip. Never 5 V: the bus is the Pi's.",
    )


def pico_svg(wiring: Wiring) -> str:
    """The pins of the Pico that the board is on."""
    lamps = f", lamps on {pico.CHIPS[wiring.pico_lamps]}" if wiring.pico_lamps else ""
    return _dip(
        f"The Pico's pins, {wiring.spaces} spaces{lamps}",
        f"The Pico: {wiring.spaces} spaces{lamps}",
        "Seen from above, the USB socket at the top. GP numbers are printed on it.",
        pico.board(wiring),
        "All grounds are one: use whichever is near.",
        is_pico=True,
    )


def lamp_chips_svg(wiring: Wiring) -> str:
    """The chips that a Pico's lamps are on, drawn once: all are wired alike.

    Raises:
        ValueError: the wiring has none.
    """
    count, kind = pico.chips(wiring), wiring.pico_lamps
    if kind is None:
        raise ValueError(f"wiring {wiring.name!r} of {wiring.spaces} spaces has no lamps on chips")
    if kind == "shift":
        return _dip(
            f"A 74HC595 with lamps of a Pico, {wiring.spaces} spaces",
            f"Lamps on {count} x 74HC595, 16-pin DIP",
            "Seen from above, the notch at the top. Lamps at one pin: one on each chip, in order.",
            pico.shift_register(wiring),
            "Each lamp: pin – 470 ohm – LED – ground. 100 nF between VCC and GND of each chip.",
            "10 kOhm from OE to 3V3, once: it keeps them dark until the firmware runs.",
        )
    where = "at 0x20" if count == 1 else "the first at 0x20, the second at 0x21"
    return _dip(
        f"An MCP23017 with lamps of a Pico, {wiring.spaces} spaces",
        f"Lamps on {count} x MCP23017, 28-pin DIP",
        f"Seen from above, the notch at the top; {where}.",
        pico.expanders(wiring),
        "Each lamp: pin – 470 ohm – LED – ground. 100 nF between VDD and VSS of each chip.",
        "4.7 kOhm from SDA to 3V3 and from SCL to 3V3, once. Lamps at one pin: one on each chip.",
    )


def _dip(
    title: str,
    head: str,
    said: str,
    contacts: Sequence[Contact],
    *feet: str,
    is_pico: bool = False,
) -> str:
    """A drawing of pins that are counted down the left side and up the right one."""
    half = len(contacts) // 2
    top = 136
    bottom = top + half * PITCH
    drawing = Drawing(bottom + 44 + 24 * len(feet), title)
    drawing.text(40, 50, head, size=24, bold=True)
    drawing.text(40, 80, said, look="quiet")
    drawing.box(
        MIDDLE - 62, top - 16, 124, bottom - top + 22, "pi" if is_pico else "body", radius=8
    )
    if is_pico:
        drawing.box(MIDDLE - 24, top - 28, 48, 36, "body", radius=4)
        drawing.text(MIDDLE, top - 5, "USB", size=13, anchor="middle")
    else:
        drawing.shape(f"M {MIDDLE - 14:g} {top - 16} a 14 14 0 0 0 28 0 Z", "paper")
    for contact in contacts:
        right = contact.pin > half
        row = 2 * half - contact.pin if right else contact.pin - 1
        y = top + row * PITCH + PITCH / 2 - 6
        _pin(drawing, contact, MIDDLE + (62 if right else -62), y, square=False)
        _label(drawing, contact, y, right=right, gap=92)
    for line, words in enumerate(feet):
        drawing.text(MIDDLE, bottom + 40 + 24 * line, words, anchor="middle", look="quiet")
    return str(drawing)


def _pin(drawing: Drawing, contact: Contact, x: float, y: float, *, square: bool) -> None:
    look = contact.kind.value
    if square:
        drawing.box(x - 13, y - 13, 26, 26, look, radius=3)
    else:
        drawing.disc(x, y, 13, look)
    drawing.text(x, y + 4.5, str(contact.pin), size=13, anchor="middle", look="on", bold=True)


def _label(drawing: Drawing, contact: Contact, y: float, *, right: bool, gap: int) -> None:
    """A label beside a pin: its name at the pin, its part in the rest."""
    look = contact.kind.value
    side = 1 if right else -1
    near = MIDDLE + side * gap
    left = near if right else near - LABEL
    start = MIDDLE + side * (gap - 33 if gap < 80 else gap - 17)
    drawing.path(f"M {start:g} {y:g} H {near:g}", f"{look}-wire")
    drawing.box(left, y - LABEL_HEIGHT / 2, LABEL, LABEL_HEIGHT, f"{look}-pale", radius=7)
    name_at = near + side * 10
    part_at = near + side * 94
    anchor: Anchor = "start" if right else "end"
    free = contact.kind is Kind.FREE
    for x, words, bold in ((name_at, contact.name, True), (part_at, contact.part, False)):
        drawing.text(
            x,
            y + 5,
            words,
            anchor=anchor,
            look="quiet" if free else "",
            bold=bold and not free,
        )


def _small_pi(drawing: Drawing) -> None:
    """A Pi, small, with its header where it is."""
    left, top = WIDTH - 40 - 62, 22
    drawing.box(left, top, 62, 96, "pi", radius=6)
    drawing.box(left + 18, top - 4, 22, 14, "body", radius=2)
    drawing.box(left + 47, top + 8, 10, 68, "ground", radius=2)
    drawing.text(left - 10, top + 12, "microSD", size=13, anchor="end", look="quiet")
    drawing.text(left - 10, top + 48, "header", size=13, anchor="end", look="quiet")
    drawing.path(f"M {left - 6} {top + 44} H {left + 44}", "ground-wire", 1.5)
