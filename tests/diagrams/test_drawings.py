"""The drawings: each part on its pin, whatever the wiring."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from hardware.wiring import DIRECT, EXPANDER, WIRINGS, Line, Wiring
from puluc.diagrams.circuits import others_svg, space_svg
from puluc.diagrams.commands import drawings
from puluc.diagrams.pins import expander_svg, header_svg

SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[str]:
    """All that is written in a drawing."""
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("wiring", WIRINGS.values(), ids=WIRINGS)
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
