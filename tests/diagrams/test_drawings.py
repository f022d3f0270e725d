"""The drawings: each part on its pin, whatever the wiring."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from hardware.wiring import DIRECT, EXPANDER, PICO, Line, Wiring, pico
from puluc.diagrams.circuits import others_svg, space_svg
from puluc.diagrams.commands import drawings
from puluc.diagrams.pins import expander_svg, header_svg, lamp_chips_svg, pico_svg
from tests.diagrams.goldens import SHOWN

SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[str]:
    """All that is written in a drawing."""
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("wiring", SHOWN.values(), ids=SHOWN)
def test_each_has_all_that_a_reader_needs(wiring: Wiring) -> None:
    """A title for those who hear it read, colours for day and night, nothing from elsewhere."""
    for text in drawings(wiring).values():
        root = ElementTree.fromstring(text)
        assert root.findtext(f"{SVG}title")
        assert "prefers-color-scheme:dark" in text
        assert set(re.findall(r"https?://[^\"' <]+", text)) == {"http://www.w3.org/2000/svg"}
        known = set(re.findall(r"\.([\w-]+)\{", text))
        used = {each.get("class") for each in root.iter() if each.get("class")}
        assert used <= known


def test_the_header_has_every_part() -> None:
    """Each use of the wiring stands beside a pin."""
    said = words(header_svg(DIRECT))
    for _line, use in DIRECT.uses():
        assert use in said


def test_a_space_is_drawn_on_its_own_lines() -> None:
    """Button and lamp of space 1, of a wiring that was changed, too."""
    assert {"GPIO 4, pin 7", "GPIO 9, pin 21"} <= set(words(space_svg(DIRECT)))
    moved = replace(DIRECT, buttons=(*DIRECT.buttons[::-1],))
    assert "GPIO 27, pin 13" in words(space_svg(moved))
    assert "GPA0, chip's pin 21" in words(space_svg(EXPANDER))


def test_only_a_line_that_may_be_driven_has_a_resistor_for_its_switch() -> None:
    """1 k on GPIO 14, wherever that is used; on no other."""
    resistor = "1 k: brown black red"
    assert resistor in words(others_svg(DIRECT))
    assert resistor not in words(others_svg(EXPANDER))
    first = replace(DIRECT, buttons=(Line(14), *DIRECT.buttons[1:]), menu=DIRECT.buttons[0])
    assert resistor in words(space_svg(first))
    assert resistor not in words(others_svg(first))


def test_a_buzzer_is_drawn_where_there_is_one() -> None:
    """The expander's profile has it, direct has not, unless one is configured."""
    assert "piezo buzzer" in words(others_svg(EXPANDER))
    assert "piezo buzzer" not in words(others_svg(DIRECT))
    assert "piezo buzzer" in words(others_svg(replace(DIRECT, buzzer=Line(0))))


def test_no_expander_no_drawing_of_it() -> None:
    """It is refused by the wiring's name."""
    with pytest.raises(ValueError, match="'direct' has no expander"):
        expander_svg(DIRECT)


def test_a_pico_is_drawn_besides_the_pi() -> None:
    """All parts are on the Pico's pins; the Pi's header has the OLED, and a word on USB."""
    said = words(pico_svg(PICO))
    for _line, use in PICO.uses():
        assert use in said
    header = words(header_svg(PICO))
    assert {"the OLED's SDA", "the OLED's SCL", "the OLED's VCC"} <= set(header)
    assert not [word for word in header if "button" in word or "lamp" in word]
    assert any("USB" in word for word in header)


def test_a_button_of_a_matrix_is_between_two_pins() -> None:
    """The column, button and diode, the row; the menu's, if it has come there, as well."""
    wiring = pico(19)
    assert {"GP6, pin 9", "1N4148", "GP0, pin 1"} <= set(words(space_svg(wiring)))
    assert "1N4148" not in words(others_svg(wiring))
    swapped = replace(wiring, buttons=(wiring.menu, *wiring.buttons[1:]), menu=wiring.buttons[0])
    assert {"GP6, pin 9", "1N4148", "GP0, pin 1"} <= set(words(others_svg(swapped)))
    assert "1N4148" not in words(space_svg(swapped))
    assert "GP26, pin 31" in words(space_svg(swapped))
    assert "space 1's button" in words(pico_svg(swapped))


def test_no_line_of_a_pico_is_driven_at_boot() -> None:
    """The resistor for GPIO 14 is for the Pi's: a Pico's GP14 is a lamp's."""
    assert "1 k: brown black red" not in words(
        space_svg(replace(PICO, buttons=PICO.lamps, lamps=PICO.buttons))
    )


def test_the_chips_are_those_of_the_lamps() -> None:
    """How many, which lamps on each pin; a board with lamps on the Pico's own pins has none."""
    said = words(lamp_chips_svg(pico(19)))
    assert {"Lamps on 3 x 74HC595, 16-pin DIP", "lamps 3, 11 and 19", "lamps 4 and 12"} <= set(said)
    assert "Lamps on 1 x MCP23017, 28-pin DIP" in words(lamp_chips_svg(pico(12, "mcp23017")))
    with pytest.raises(ValueError, match="'pico' of 11 spaces has no lamps on chips"):
        lamp_chips_svg(PICO)
