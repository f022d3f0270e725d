"""The wiring profiles, and what is refused."""

import dataclasses

import pytest

from hardware.wiring import DIRECT, WIRINGS, Wiring, WiringError
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
    assert {name: wiring.name for name, wiring in WIRINGS.items()} == {"direct": "direct"}


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
