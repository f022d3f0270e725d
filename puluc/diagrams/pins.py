"""Draws pins in two columns, each with its name and its part: the header, and the expander."""

from typing import Final

from hardware.wiring import Wiring
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
    drawing.text(
        MIDDLE,
        bottom + 34,
        "All grounds are one: use whichever is near. So are the two pins of 3.3 V.",
        anchor="middle",
        look="quiet",
    )
    return str(drawing)


def expander_svg(wiring: Wiring) -> str:
    """The expander's pins, each with what it is connected to.

    Raises:
        ValueError: the wiring has none.
    """
    if wiring.expander is None:
        raise ValueError(f"wiring {wiring.name!r} has no expander")
    address = wiring.expander.address
    contacts = chip(wiring.expander)
    half = len(contacts) // 2
    top = 136
    bottom = top + half * PITCH
    drawing = Drawing(bottom + 92, f"The expander at 0x{address:02X}, wiring {wiring.name}")
    drawing.text(40, 50, "The expander: MCP23017, 28-pin DIP", size=24, bold=True)
    said = f"Seen from above, the notch at the top. Address 0x{address:02X}, by A0, A1 and A2."
    drawing.text(40, 80, said, look="quiet")
    drawing.box(MIDDLE - 62, top - 16, 124, bottom - top + 22, "body", radius=8)
    drawing.shape(f"M {MIDDLE - 14:g} {top - 16} a 14 14 0 0 0 28 0 Z", "paper")
    for contact in contacts:
        right = contact.pin > half
        row = 2 * half - contact.pin if right else contact.pin - 1
        y = top + row * PITCH + PITCH / 2 - 6
        _pin(drawing, contact, MIDDLE + (62 if right else -62), y, square=False)
        _label(drawing, contact, y, right=right, gap=92)
    for line, words in enumerate(
        (
            "Each lamp: pin – 470 ohm – LED – ground, as on the Pi's own lines.",
            "100 nF between VDD and VSS, close to the chip. Never 5 V: the bus is the Pi's.",
        )
    ):
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
