"""Draws what is between a pin and ground: the parts of one space, and all the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hardware.header import at_pin, where
from hardware.wiring import Line, Wiring, output_name
from puluc.diagrams import pico
from puluc.diagrams.contacts import HIGH_AT_BOOT, Kind, chip_pin
from puluc.diagrams.svg import WIDTH, Drawing

ROW: Final = 126
FIRST: Final = 150
PIN_LEFT: Final = 40
PIN_WIDTH: Final = 236
GROUND_X: Final = WIDTH - 56
PARTS: Final = (430, 660)
"""Where the first and the second part of a row are."""

Part = Callable[[Drawing, float, float], None]
"""Draws a part, by its middle; wires reach 45 to its left and to its right."""
REACH: Final = 45
TO_WIDTH: Final = 140
"""How wide the pin at the other end is."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What is between a pin and ground, or between two pins."""

    kind: Kind
    pin: str
    """The pin's name: ``GPIO 9, pin 21``."""
    parts: tuple[Part, ...]
    says: str
    to: str = ""
    """The pin at the other end; empty for ground."""


def space_svg(wiring: Wiring) -> str:
    """How a space is wired, with the lines of space 1."""
    button = _button_branch(
        wiring,
        wiring.buttons[0],
        Kind.BUTTON,
        "Pressed, it joins the pin to ground. Of four legs take two at opposite corners.",
    )
    if wiring.expander is None:
        lamp = where(wiring, wiring.lamps[0])
        if wiring.pico_lamps is not None:
            lamp = ", pin ".join(pico.place(wiring, wiring.lamps[0]))
    else:
        output = wiring.expander.outputs[0]
        lamp = f"{output_name(output)}, chip's pin {chip_pin(output)}"
    branches = [
        button,
        Branch(
            Kind.LAMP,
            lamp,
            (_resistor_470, _led),
            "The LED's long leg (+) to the resistor; the short one, at the flat (–), to ground.",
        ),
    ]
    title = f"One space: a button and a lamp ({wiring.name}, space 1)"
    return str(_branches(wiring, title, branches))


def others_svg(wiring: Wiring) -> str:
    """How menu button, tray, buzzer and update strap, if there are any, and OLED are wired."""
    menu = "The menu button, wired as a space's."
    if wiring.on_pico:
        menu = "The menu button, straight to ground."
    elif wiring.menu == HIGH_AT_BOOT:
        menu = "The menu button. Never without its 1 k: the Pi may drive this pin at boot."
    branches = [
        _button_branch(wiring, wiring.menu, Kind.MENU, menu),
        Branch(
            Kind.TRAY,
            where(wiring, wiring.tilt),
            _switched(wiring, wiring.tilt, _tilt),
            "The tray's switch: a ball that closes and opens it when shaken. Either way round.",
        ),
    ]
    if wiring.buzzer is not None:
        resistor = _resistor_220 if wiring.on_pico else _resistor_470
        current = 15 if wiring.on_pico else 7
        branches.append(
            Branch(
                Kind.BUZZER,
                where(wiring, wiring.buzzer),
                (resistor, _buzzer),
                "A passive piezo, without electronics of its own; the resistor keeps it to"
                f" {current} mA.",
            )
        )
    if wiring.strap is not None:
        branches.append(
            Branch(
                Kind.STRAP,
                where(wiring, wiring.strap),
                (_strap,),
                "Open. Closed while the Pico is plugged in, it makes it wait for puluc flash.",
            )
        )
    drawing = _branches(wiring, f"Menu, tray and display ({wiring.name})", branches, more=236)
    _oled(drawing, FIRST + ROW * len(branches) + 22, wiring)
    return str(drawing)


def _button_branch(wiring: Wiring, line: Line, kind: Kind, says: str) -> Branch:
    """A button to ground; in a Pico's matrix it is between a column and a row."""
    pins = pico.crossing(line) if wiring.on_pico else None
    if pins is None:
        return Branch(kind, where(wiring, line), _switched(wiring, line, _button), says)
    column, row = (where(wiring, each) for each in pins)
    says = "From its column to its row. The diode's ring is at the row."
    return Branch(kind, column, (_button, _diode), says, to=row)


def _switched(wiring: Wiring, line: Line, switch: Part) -> tuple[Part, ...]:
    """A switch to ground, with a resistor where the Pi itself may drive its line."""
    return (_resistor_1k, switch) if line == HIGH_AT_BOOT and not wiring.on_pico else (switch,)


def _branches(wiring: Wiring, title: str, branches: list[Branch], more: int = 0) -> Drawing:
    """A drawing with a row for each, and all their grounds joined."""
    bottom = FIRST + ROW * len(branches) - 20
    drawing = Drawing(bottom + 54 + more, title)
    drawing.text(40, 50, title, size=24, bold=True)
    said = "Left the pin, right ground, or the other pin." if branches[0].to else SAID
    drawing.text(40, 80, said, look="quiet")
    ground = Kind.GROUND.value
    top = FIRST + ROW * next(number for number, each in enumerate(branches) if not each.to)
    drawing.path(f"M {GROUND_X} {top} V {bottom}", f"{ground}-wire", 3)
    for half, y in ((18, bottom), (11, bottom + 7), (4, bottom + 14)):
        drawing.path(f"M {GROUND_X - half} {y} H {GROUND_X + half}", f"{ground}-wire", 3)
    whose = "the Pico's" if wiring.on_pico else "the header's"
    drawing.text(GROUND_X - 30, bottom + 8, f"ground, any of {whose}", anchor="end")
    for number, branch in enumerate(branches):
        _branch(drawing, branch, FIRST + ROW * number)
    return drawing


SAID: Final = "Left the pin, right ground."


def _branch(drawing: Drawing, branch: Branch, y: float) -> None:
    wire = f"{branch.kind.value}-wire"
    _terminal(drawing, branch.kind, branch.pin, y)
    x: float = PIN_LEFT + PIN_WIDTH
    places = PARTS if len(branch.parts) > 1 else PARTS[1:]
    for part, middle in zip(branch.parts, places, strict=True):
        drawing.path(f"M {x:g} {y:g} H {middle - REACH:g}", wire)
        part(drawing, middle, y)
        x = middle + REACH
    drawing.text(PIN_LEFT, y + 60, branch.says, look="quiet")
    if branch.to:
        left = WIDTH - PIN_LEFT - TO_WIDTH
        drawing.path(f"M {x:g} {y:g} H {left:g}", wire)
        drawing.box(left, y - 17, TO_WIDTH, 34, f"{branch.kind.value}-pale", radius=8)
        drawing.text(left + 34, y + 5, branch.to, bold=True)
        drawing.disc(left + 16, y, 8, branch.kind.value)
        return
    drawing.path(f"M {x:g} {y:g} H {GROUND_X}", f"{Kind.GROUND.value}-wire")
    drawing.disc(GROUND_X, y, 4.5, Kind.GROUND.value)


def _terminal(drawing: Drawing, kind: Kind, name: str, y: float) -> None:
    """A pin, as the drawing of the header has it."""
    drawing.box(PIN_LEFT, y - 17, PIN_WIDTH, 34, f"{kind.value}-pale", radius=8)
    drawing.text(PIN_LEFT + 14, y + 5, name, bold=True)
    drawing.disc(PIN_LEFT + PIN_WIDTH - 16, y, 8, kind.value)


def _button(drawing: Drawing, x: float, y: float) -> None:
    drawing.path(f"M {x - 45:g} {y:g} H {x - 22:g}", "ink")
    drawing.path(f"M {x + 22:g} {y:g} H {x + 45:g}", "ink")
    drawing.disc(x - 22, y, 4.5, "ground")
    drawing.disc(x + 22, y, 4.5, "ground")
    drawing.path(f"M {x - 27:g} {y - 13:g} H {x + 27:g} M {x:g} {y - 13:g} V {y - 28:g}", "ink", 3)
    drawing.path(f"M {x - 12:g} {y - 28:g} H {x + 12:g}", "ink", 5)
    drawing.text(x, y + 25, "push-button", size=13, anchor="middle")


def _tilt(drawing: Drawing, x: float, y: float) -> None:
    drawing.path(f"M {x - 45:g} {y:g} H {x - 10:g}", "ink")
    drawing.path(f"M {x + 10:g} {y:g} H {x + 45:g}", "ink")
    drawing.path(f"M {x - 30:g} {y - 26:g} H {x + 30:g} V {y + 9:g} H {x - 30:g} Z", "ink")
    drawing.disc(x - 10, y, 4.5, "ground")
    drawing.disc(x + 10, y, 4.5, "ground")
    drawing.disc(x - 16, y - 14, 9, "tray")
    drawing.text(x, y + 27, "tilt switch", size=13, anchor="middle")


def _strap(drawing: Drawing, x: float, y: float) -> None:
    """Two pins of a header, with a jumper above that is not on them."""
    drawing.path(f"M {x - 45:g} {y:g} H {x - 16:g}", "ink")
    drawing.path(f"M {x + 16:g} {y:g} H {x + 45:g}", "ink")
    drawing.disc(x - 16, y, 4.5, "ground")
    drawing.disc(x + 16, y, 4.5, "ground")
    drawing.box(x - 26, y - 36, 52, 18, "strap", radius=4)
    drawing.text(x, y + 25, "jumper", size=13, anchor="middle")


def _diode(drawing: Drawing, x: float, y: float) -> None:
    """A diode as it looks, with its ring towards the right."""
    drawing.path(f"M {x - 45:g} {y:g} H {x + 45:g}", "ink")
    drawing.shape(_round_box(x - 28, y - 10, 56, 20), "lens")
    drawing.band(x + 12, y - 10, 7, 20, BLACK)
    drawing.text(x, y + 28, "1N4148", size=13, anchor="middle")


def _buzzer(drawing: Drawing, x: float, y: float) -> None:
    drawing.path(f"M {x - 45:g} {y:g} H {x - 22:g}", "ink")
    drawing.path(f"M {x + 22:g} {y:g} H {x + 45:g}", "ink")
    drawing.disc(x, y, 23, "body")
    drawing.disc(x, y, 5, "buzzer")
    drawing.text(x, y + 40, "piezo buzzer", size=13, anchor="middle")


def _resistor(drawing: Drawing, x: float, y: float, name: str, bands: tuple[str, ...]) -> None:
    """A resistor with its coloured rings, the last of gold."""
    drawing.path(f"M {x - 45:g} {y:g} H {x + 45:g}", "ink")
    drawing.shape(_round_box(x - 32, y - 11, 64, 22), "resistor")
    for at, colour in zip((-22, -10, 2, 20), bands, strict=True):
        drawing.band(x + at, y - 11, 5, 22, colour)
    drawing.text(x, y + 28, name, size=13, anchor="middle")


def _round_box(left: float, top: float, width: float, height: float) -> str:
    return (
        f"M {left + 6:g} {top:g} h {width - 12:g} q 6 0 6 6 v {height - 12:g} q 0 6 -6 6"
        f" h {12 - width:g} q -6 0 -6 -6 v {12 - height:g} q 0 -6 6 -6 Z"
    )


def _resistor_470(drawing: Drawing, x: float, y: float) -> None:
    _resistor(drawing, x, y, "470 ohm: yellow violet brown", (YELLOW, VIOLET, BROWN, GOLD))


def _resistor_220(drawing: Drawing, x: float, y: float) -> None:
    _resistor(drawing, x, y, "220 ohm: red red brown", (RED, RED, BROWN, GOLD))


def _resistor_1k(drawing: Drawing, x: float, y: float) -> None:
    _resistor(drawing, x, y, "1 k: brown black red", (BROWN, BLACK, RED, GOLD))


YELLOW: Final = "#f0c000"
VIOLET: Final = "#7d3fb0"
BROWN: Final = "#6b3e1f"
BLACK: Final = "#1c1b19"
RED: Final = "#c22b24"
GOLD: Final = "#b8912f"
"""The rings of a resistor (IEC 60062)."""


def _led(drawing: Drawing, x: float, y: float) -> None:
    drawing.path(f"M {x - 45:g} {y:g} H {x + 45:g}", "ink")
    drawing.shape(f"M {x - 17:g} {y - 19:g} L {x + 15:g} {y:g} L {x - 17:g} {y + 19:g} Z", "lens")
    drawing.path(f"M {x + 16:g} {y - 19:g} V {y + 19:g}", "ink", 3.5)
    for shift in (0, 13):
        tip_x, tip_y = x + 14 + shift, y - 40 + shift / 3
        drawing.path(
            f"M {x + 2 + shift:g} {y - 23 + shift / 3:g} L {tip_x:g} {tip_y:g}", "lamp-wire"
        )
        drawing.path(
            f"M {tip_x - 9:g} {tip_y + 3:g} L {tip_x:g} {tip_y:g} L {tip_x:g} {tip_y + 10:g}",
            "lamp-wire",
        )
    drawing.text(x - 32, y - 10, "+", anchor="middle", bold=True)
    drawing.text(x + 34, y - 10, "–", anchor="middle", bold=True)
    drawing.text(x, y + 37, "yellow LED", size=13, anchor="middle")


def _oled(drawing: Drawing, top: float, wiring: Wiring) -> None:
    """The display with its four wires."""
    names = (
        (Kind.POWER, "3.3 V, pin 1", "VCC"),
        (Kind.GROUND, "ground, pin 9", "GND"),
        (Kind.BUS, at_pin(wiring.i2c[1]), "SCL"),
        (Kind.BUS, at_pin(wiring.i2c[0]), "SDA"),
    )
    left = 560
    note = "On the Pi, not on the Pico. " if wiring.on_pico else ""
    note += "Displays have their pins in different orders: go by the names."
    drawing.text(PIN_LEFT, top + 210, note, look="quiet")
    drawing.box(left, top - 4, 344, 184, "body", radius=10)
    drawing.box(left + 92, top + 22, 228, 112, "screen", radius=4)
    drawing.text(left + 206, top + 84, "128 x 64", anchor="middle", look="glow")
    drawing.text(left + 206, top + 162, "OLED, SSD1306, I2C", anchor="middle")
    for number, (kind, pin, name) in enumerate(names):
        y = top + 22 + number * 44
        _terminal(drawing, kind, pin, y)
        drawing.path(f"M {PIN_LEFT + PIN_WIDTH} {y:g} H {left + 20}", f"{kind.value}-wire")
        drawing.disc(left + 20, y, 7, kind.value)
        drawing.text(left + 36, y + 5, name, bold=True)
