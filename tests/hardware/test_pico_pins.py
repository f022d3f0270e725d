"""The Pico's pins are the same in wiring, drawings, firmware and in the builder's document."""

import ast
import re
from pathlib import Path

from hardware.header import PICO_PINS
from hardware.wiring import PICO, Line
from puluc.diagrams.pico import BUS_LINES, COLUMN_LINES, ROW_LINES, SHIFT_LINES

PROJECT = Path(__file__).parents[2]
ROW = re.compile(r"^\| ([^|]+) \| ([\d ]+) \| ([\d ]+) \|$", re.MULTILINE)


def document() -> dict[str, tuple[int, ...]]:
    """The GP numbers of each part in docs/pico.md, whose pins are right."""
    found: dict[str, tuple[int, ...]] = {}
    for part, lines, pins in ROW.findall((PROJECT / "docs/pico.md").read_text()):
        numbers = tuple(map(int, lines.split()))
        assert [PICO_PINS[Line(number)] for number in numbers] == list(map(int, pins.split()))
        found[part.split(":")[0].split(" of ")[0]] = numbers
    return found


def firmware() -> dict[str, object]:
    """The constants of firmware/pins.py."""
    tree = ast.parse((PROJECT / "firmware/pins.py").read_text())
    found: dict[str, object] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Dict):
            names, value = node.targets[0], ast.literal_eval(node.value)
            if isinstance(names, ast.Tuple):
                found |= {name.id: each for name, each in zip(names.elts, value, strict=True)}
            else:
                found[names.id] = value
    return found


def test_eleven_spaces():
    """Buttons and lamps, tilt switch, menu button, strap and buzzer of the shorter boards."""
    told, pins = document(), firmware()
    assert told["buttons 1 to 11"] == PICO.buttons
    assert pins["FIRST_KEY"] == PICO.buttons[0]
    assert told["lamps 1 to 11"] == PICO.lamps
    assert pins["FIRST_LAMP"] == PICO.lamps[0]
    assert told["tilt switch"] == (PICO.tilt,) == (pins["TILT"],)
    assert told["menu button"] == (PICO.menu,) == (pins["MENU"],)
    assert told["for updating, see below"] == (PICO.strap,) == (pins["STRAP"],)
    assert told["buzzer"] == (PICO.buzzer,) == (pins["BUZZER"],)


def test_longer_boards():
    """The matrix, and the chips that the lamps are on."""
    told, pins = document(), firmware()
    assert told["rows"] == pins["ROWS"] == ROW_LINES
    assert told["columns"] == pins["COLUMNS"] == COLUMN_LINES
    chips = [told[name][0] for name in ("SER", "SRCLK", "RCLK", "OE")]
    assert chips == [pins[name] for name in ("DATA", "CLOCK", "LATCH", "DARK")]
    assert chips == [SHIFT_LINES[name] for name in ("SER", "SRCLK", "RCLK", "OE")]
    bus = [told["SDA"][0], told["SCL"][0]]
    assert bus == [pins["SDA"], pins["SCL"]] == [BUS_LINES["SDA"], BUS_LINES["SCL"]]
