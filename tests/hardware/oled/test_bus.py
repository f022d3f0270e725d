"""The I2C bus of the machine."""

import pytest

from hardware.oled import Controller, smbus
from hardware.oled.painter import DisplayGoneError, Painter
from hardware.oled.rest import HIDDEN
from tests.hardware.oled.pictures import GAME


def test_a_machine_without_the_bus() -> None:
    """A bus that this machine lacks is opened only when asked, and then said to be missing."""
    open_bus = smbus(987)
    with pytest.raises(FileNotFoundError, match="/dev/i2c-987"):
        open_bus()
    with pytest.raises(DisplayGoneError, match="I2C bus 987: there is none"):
        Painter(open_bus, "I2C bus 987", 0x3C, Controller.SSD1306).paint(GAME[0], HIDDEN, (0, 0))


def test_a_laptop_loads_no_driver() -> None:
    """Importing the display loads neither luma nor smbus2."""
    import subprocess
    import sys

    code = (
        "import sys, hardware.oled, hardware.simulated.oled, hardware.simulated.smbus;"
        "print(sorted({'luma', 'smbus2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
