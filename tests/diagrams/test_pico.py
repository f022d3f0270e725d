"""Each pin of a Pico, and of the chips on it, has the part that the wiring puts there."""

from dataclasses import replace

import pytest

from hardware.header import PICO_PINS
from hardware.wiring import PICO, pico
from puluc.diagrams.contacts import Kind
from puluc.diagrams.pico import board, chips, crossing, expanders, place, shift_register


@pytest.mark.parametrize("spaces", [5, 11, 12, 19, 30])
@pytest.mark.parametrize("kind", ["shift", "mcp23017"])
def test_every_line_is_at_its_pin(spaces: int, kind: str) -> None:
    """Each of the 40 pins is told once; whatever has a line of its own is at it."""
    wiring = pico(spaces, kind)
    contacts = board(wiring)
    assert [contact.pin for contact in contacts] == list(range(1, 41))
    for line, use in wiring.uses():
        if line in PICO_PINS:
            contact = contacts[PICO_PINS[line] - 1]
            assert (contact.name, contact.part) == (f"GP{line}", use)


def test_power_and_ground_are_where_a_pico_has_them() -> None:
    """Ground and the pins without a line as in the Pico's datasheet, 2.1; 3V3 is for chips."""
    for wiring, power in ((PICO, []), (pico(12), [36])):
        contacts = board(wiring)
        grounds = [contact.pin for contact in contacts if contact.kind is Kind.GROUND]
        assert grounds == [3, 8, 13, 18, 23, 28, 33, 38]
        assert [contact.pin for contact in contacts if contact.kind is Kind.POWER] == power
        names = {contact.pin: contact.name for contact in contacts}
        assert [names[pin] for pin in (30, 36, 37, 39, 40)] == [
            "RUN", "3V3", "3V3_EN", "VSYS", "VBUS",
        ]  # fmt: skip


def test_the_matrix() -> None:
    """Rows and columns with their spaces; a row that isn't there is left alone."""
    parts = {contact.name: contact.part for contact in board(pico(12))}
    assert [parts[f"GP{line}"] for line in range(7)] == [
        "row 1: spaces 1 to 5",
        "row 2: spaces 6 to 10",
        "row 3: spaces 11 and 12",
        "connect nothing",
        "connect nothing",
        "connect nothing",
        "column 1: the first of a row",
    ]
    wiring = pico(30)
    pairs = [crossing(line) for line in wiring.buttons]
    assert pairs[:6] == [(6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (6, 1)]
    assert len(set(pairs)) == 30


def test_what_changed_places_is_told_so() -> None:
    """Buttons and lamps that the self-test found on each other's lines are where they are."""
    usual = pico(19)
    buttons = (usual.buttons[6], *usual.buttons[1:6], usual.buttons[0], *usual.buttons[7:])
    lamps = (usual.lamps[8], *usual.lamps[1:8], usual.lamps[0], *usual.lamps[9:])
    changed = replace(usual, buttons=buttons, lamps=lamps)
    parts = {contact.name: contact.part for contact in board(changed)}
    assert parts["GP0"] == "row 1: spaces 2, 3, 4, 5 and 7"
    assert {c.name: c.part for c in shift_register(changed)}["QA"] == "lamps 9, 1 and 17"
    assert place(changed, changed.lamps[0]) == ("QA of chip 2", "15")


@pytest.mark.parametrize(
    ("spaces", "kind", "count"),
    [(11, "shift", 0), (12, "shift", 2), (16, "shift", 2), (17, "shift", 3), (30, "shift", 4),
     (11, "mcp23017", 0), (12, "mcp23017", 1), (16, "mcp23017", 1), (17, "mcp23017", 2)],
)  # fmt: skip
def test_how_many_chips(spaces: int, kind: str, count: int) -> None:
    """Eight lamps on a shift register, sixteen on an expander."""
    assert chips(pico(spaces, kind)) == count


def test_the_shift_registers_have_their_pins() -> None:
    """A 74HC595's pins by number (datasheet SCLS041J, section 4), the lamps on theirs."""
    contacts = shift_register(pico(30))
    assert [contact.name for contact in contacts] == [
        "QB", "QC", "QD", "QE", "QF", "QG", "QH", "GND",
        "QH'", "SRCLR", "SRCLK", "RCLK", "OE", "SER", "QA", "VCC",
    ]  # fmt: skip
    parts = {contact.name: contact.part for contact in contacts}
    assert parts["QA"] == "lamps 1, 9, 17 and 25"
    assert parts["QH"] == "lamps 8, 16 and 24"
    assert parts["SER"] == "the first's: GP19, pin 25"
    assert parts["QH'"] == "SER of the next"


def test_the_expanders_have_their_pins() -> None:
    """Lamps, the bus of the Pico, and on a second one another address."""
    two, one = (
        {contact.name: contact.part for contact in expanders(pico(spaces, "mcp23017"))}
        for spaces in (19, 12)
    )
    assert (two["GPA0"], two["GPA2"], two["GPB7"]) == (
        "lamps 1 and 17",
        "lamps 3 and 19",
        "lamp 16",
    )
    assert (two["A0"], one["A0"]) == ("ground; the second's: 3V3", "ground")
    assert (two["SDA"], two["SCL"]) == ("GP20, pin 26", "GP21, pin 27")
    assert one["GPB4"] == "connect nothing"
    assert not [part for part in (*one.values(), *two.values()) if "Pi" in part.replace("Pico", "")]
