"""The wiring profiles, and what is refused."""

import dataclasses

import pytest

from hardware.wiring import (
    DIRECT,
    EXPANDER,
    PICO,
    WIRINGS,
    Expander,
    Wiring,
    WiringError,
    output_name,
    pico,
)
from puluc.errors import PulucError


def test_direct():
    """The direct wiring is that of the table in the notes on the parts."""
    assert DIRECT.buttons == (4, 5, 6, 7, 8, 22, 23, 24, 25, 26, 27)
    assert DIRECT.lamps == (9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 21)
    assert (DIRECT.tilt, DIRECT.menu, DIRECT.i2c) == (15, 14, (2, 3))
    assert DIRECT.spaces == 11


def test_direct_uses_all():
    """It uses every line but 0 and 1, which belong to a HAT's memory."""
    assert sorted(line for line, _ in DIRECT.uses()) == list(range(2, 28))


def test_direct_lamps_stay_dark():
    """Its lamps are on lines that are pulled down at power-up, and not on 14."""
    assert all(line >= 9 and line != 14 for line in DIRECT.lamps)


def test_by_name():
    """Each profile is found by its name."""
    assert WIRINGS == {"direct": DIRECT, "expander": EXPANDER, "pico": PICO}


def test_expander():
    """The expander wiring is that of the table, with the same buttons."""
    assert EXPANDER.buttons == DIRECT.buttons
    assert (EXPANDER.tilt, EXPANDER.menu, EXPANDER.buzzer, EXPANDER.power_off) == (17, 16, 13, 19)
    assert EXPANDER.expander.address == 0x20
    names = [output_name(output) for output in EXPANDER.expander.outputs]
    assert names == [*(f"GPA{n}" for n in range(8)), "GPB0", "GPB1", "GPB2"]
    assert EXPANDER.spaces == 11
    assert EXPANDER.describe(13) == "GPIO 13 (the buzzer)"
    assert EXPANDER.describe(19) == "GPIO 19 (power-off)"


def test_pico():
    """The Pico's wiring is the table's; of the Pi's own header only the OLED's bus is used."""
    assert PICO.buttons == tuple(range(11))
    assert PICO.lamps == tuple(range(11, 22))
    assert (PICO.tilt, PICO.menu, PICO.strap, PICO.buzzer) == (22, 26, 27, 28)
    assert dict(PICO.pi_uses()) == {2: "the OLED's SDA", 3: "the OLED's SCL"}
    assert PICO.describe(4) == "GP4 (space 5's button)"
    assert PICO.describe(27) == "GP27 (the update strap)"


@pytest.mark.parametrize("spaces", range(5, 31))
def test_a_pico_for_any_length(spaces):
    """A Pico has a wiring for each number of spaces; from twelve on with a matrix and chips."""
    wiring = pico(spaces)
    assert wiring.spaces == spaces
    assert all(line in PICO.buttons for line in wiring.buttons) == (spaces <= 11)
    assert (wiring.tilt, wiring.menu, wiring.strap) == (PICO.tilt, PICO.menu, PICO.strap)


def test_a_long_board_is_described():
    """A crossing of the matrix and an output of a chip are told so that they can be found."""
    assert pico(19).describe(pico(19).buttons[18]) == "row 4, column 4 (space 19's button)"
    assert pico(19).describe(pico(19).lamps[18]) == "lamp output 19 (space 19's lamp)"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Expander((0, 1), 0x3C), "expander at 0x3C: it can be at 0x20 to 0x27"),
        (
            lambda: Expander((0, 16)),
            "space 2's lamp: pin 16 of the expander;"
            " there are 0 to 7 (GPA0 to GPA7) and 8 to 15 (GPB0 to GPB7)",
        ),
        (
            lambda: Expander((8, 1, 8)),
            "GPB0 of the expander is used twice, for the lamps of spaces 1 and 3",
        ),
        (
            lambda: dataclasses.replace(EXPANDER, expander=Expander((0, 1))),
            "wiring 'expander': 11 buttons but 2 lamps; each space needs one of both",
        ),
        (
            lambda: dataclasses.replace(EXPANDER, lamps=(9,)),
            "wiring 'expander': lamps both on lines and on the expander",
        ),
        (
            lambda: dataclasses.replace(EXPANDER, buzzer=17),
            "wiring 'expander': GPIO 17 is used twice, for the tilt switch and the buzzer",
        ),
    ],
)
def test_expander_refused(make, message):
    """What no expander can have is refused, with the pin and what it is for."""
    with pytest.raises(WiringError) as refused:
        make()
    assert str(refused.value) == message


def test_describe():
    """A line is told to people with what it is for."""
    assert DIRECT.describe(17) == "GPIO 17 (space 7's lamp)"
    assert DIRECT.describe(15) == "GPIO 15 (the tilt switch)"
    assert DIRECT.describe(0) == "GPIO 0 (not used)"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"tilt": 17},
            "wiring 'direct': GPIO 17 is used twice, for space 7's lamp and the tilt switch",
        ),
        (
            {"menu": 3},
            "wiring 'direct': GPIO 3 is used twice, for the menu button and the OLED's SCL",
        ),
        (
            {"menu": 28},
            "wiring 'direct': GPIO 28 (the menu button) is not on the header,"
            " which has GPIO 0 to 27",
        ),
        (
            {"buttons": (-1, *DIRECT.buttons[1:])},
            "wiring 'direct': GPIO -1 (space 1's button) is not on the header,"
            " which has GPIO 0 to 27",
        ),
        (
            {"lamps": DIRECT.lamps[:-1]},
            "wiring 'direct': 11 buttons but 10 lamps; each space needs one of both",
        ),
    ],
)
def test_refused(changes, message):
    """A wiring that no board can have is refused, with the lines and what they are for."""
    with pytest.raises(WiringError) as refused:
        dataclasses.replace(DIRECT, **changes)
    assert str(refused.value) == message
    assert isinstance(refused.value, PulucError)
    assert isinstance(refused.value, ValueError)


def test_smaller():
    """A smaller board is wired the same way."""
    wiring = Wiring("small", buttons=(4, 5, 6, 7, 8), lamps=(9, 10, 11, 12, 13), tilt=15, menu=14)
    assert wiring.spaces == 5
