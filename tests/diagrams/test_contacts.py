"""Each pin has the part that the wiring puts there."""

from dataclasses import replace

import pytest

from hardware.header import PINS
from hardware.wiring import DIRECT, EXPANDER, WIRINGS, Expander, Line, Wiring
from puluc.diagrams.contacts import Kind, chip, header, remarks


@pytest.mark.parametrize("wiring", WIRINGS.values(), ids=WIRINGS)
def test_every_line_is_at_its_pin(wiring: Wiring) -> None:
    """Each of the 40 pins is told once, each line of the wiring at its own pin."""
    contacts = header(wiring)
    assert [contact.pin for contact in contacts] == list(range(1, 41))
    for line, use in wiring.pi_uses():
        contact = contacts[PINS[line] - 1]
        assert contact.name == f"GPIO {line}"
        if line not in wiring.i2c:
            assert contact.part.endswith(use.removeprefix("the "))


@pytest.mark.parametrize("wiring", WIRINGS.values(), ids=WIRINGS)
def test_nobody_is_told_to_use_what_is_not_his(wiring: Wiring) -> None:
    """Pins of 5 V and lines that the wiring leaves out are to be left alone."""
    used = {line for line, _ in wiring.pi_uses()} - {wiring.power_off}
    for contact in header(wiring):
        taken = contact.name in {f"GPIO {line}" for line in used}
        assert (contact.kind is Kind.FREE) == (
            not taken and contact.name not in ("3.3 V", "ground")
        )


def test_power_and_ground_are_where_a_pi_has_them() -> None:
    """3.3 V, 5 V and ground as in the Raspberry Pi documentation ("GPIO")."""
    at = {
        name: [contact.pin for contact in header(DIRECT) if contact.name == name]
        for name in ("3.3 V", "5 V", "ground")
    }
    assert at == {"3.3 V": [1, 17], "5 V": [2, 4], "ground": [6, 9, 14, 20, 25, 30, 34, 39]}


def test_the_chip_has_its_pins() -> None:
    """An MCP23017's pins by number (datasheet DS20001952C, table 2-1), the lamps on theirs."""
    assert EXPANDER.expander is not None
    contacts = chip(EXPANDER.expander)
    names = [contact.name for contact in contacts]
    assert names == [
        *(f"GPB{bit}" for bit in range(8)), "VDD", "VSS", "NC", "SCL", "SDA", "NC",
        "A0", "A1", "A2", "RESET", "INTB", "INTA", *(f"GPA{bit}" for bit in range(8)),
    ]  # fmt: skip
    lamps = {c.name: c.part for c in contacts if c.kind is Kind.LAMP}
    assert lamps == {
        **{f"GPA{bit}": f"space {bit + 1}'s lamp" for bit in range(8)},
        **{f"GPB{bit}": f"space {bit + 9}'s lamp" for bit in range(3)},
    }


@pytest.mark.parametrize(("address", "high"), [(0x20, []), (0x21, ["A0"]), (0x26, ["A1", "A2"])])
def test_the_address_is_strapped(address: int, high: list[str]) -> None:
    """A0 is the lowest bit of the address; the pins that make it are at 3.3 V, others grounded."""
    contacts = {contact.name: contact.part for contact in chip(Expander((0,), address))}
    assert [name for name in ("A0", "A1", "A2") if contacts[name] == "3.3 V"] == high


def test_dangers_are_told() -> None:
    """A switch on the line that may be driven, lamps that glow at boot, and the HAT's memory."""
    assert list(remarks(EXPANDER)) == []
    assert ["1 kOhm" in said for said in remarks(DIRECT)] == [True]
    odd = replace(DIRECT, menu=Line(9), lamps=(Line(14), Line(0), *DIRECT.lamps[2:]), tilt=Line(15))
    said = "\n".join(remarks(odd))
    assert "GPIO 14 (space 1's lamp) may be driven high while the Pi boots: the lamp is lit" in said
    assert "GPIO 0 (space 2's lamp) is pulled up until Puluc starts" in said
    assert "GPIO 0 (space 2's lamp) is for a HAT's memory" in said
