"""The Pico's pins, for boards of 5 to 30 spaces; docs/pico.md has the wiring.

Buttons and the tilt switch connect to ground. All pins are read at once from the RP2040's
register GPIO_IN (RP2040 datasheet, 2.3.1.7), ten times as quickly as one by one.
"""

import time

import wired
from machine import I2C, PWM, Pin, mem32

GPIO_IN = 0xD0000004
FIRST_KEY = 0
ROWS = (0, 1, 2, 3, 4, 5)
COLUMNS = (6, 7, 8, 9, 10)
FIRST_LAMP = 11
DATA, CLOCK, LATCH, DARK = 19, 18, 20, 21
"""The shift registers' SER, SRCLK, RCLK and OE."""
SDA, SCL = 20, 21
"""The expanders'."""
FIRST_EXPANDER = 0x20
TILT = 22
MENU = 26
STRAP = 27
BUZZER = 28
OWN_KEYS = 11
"""So many buttons have a pin each; more are a matrix."""
SETTLE_US = 5
"""How long a row takes to be read right."""


def pull_up(number):
    """An input that reads 1 until its contact connects it to ground."""
    return Pin(number, Pin.IN, Pin.PULL_UP)


class OwnKeys:
    """A button on a pin of its own for each space: GP0 for space 1, and so on."""

    def __init__(self, spaces):
        for space in range(spaces):
            pull_up(FIRST_KEY + space)
        self._mask = (1 << spaces) - 1

    def read(self):
        """The keys that are down: bit 0 is space 1's."""
        return ~mem32[GPIO_IN] >> FIRST_KEY & self._mask


class MatrixKeys:
    """Buttons where rows and columns cross, space 1 in the first row, five spaces a row.

    A row that is read is pulled to ground, the others float; a diode at each button, towards its
    row, keeps buttons that are held together apart.
    """

    def __init__(self, spaces):
        self._rows = [Pin(row, Pin.IN, Pin.PULL_UP) for row in ROWS[: (spaces + 4) // 5]]
        for column in COLUMNS:
            pull_up(column)
        self._mask = (1 << spaces) - 1

    def read(self):
        """The keys that are down: bit 0 is space 1's."""
        down = 0
        shift = 0
        for row in self._rows:
            row.init(Pin.OUT, value=0)
            time.sleep_us(SETTLE_US)
            down |= (~mem32[GPIO_IN] >> COLUMNS[0] & 0x1F) << shift
            row.init(Pin.IN, Pin.PULL_UP)
            shift += 5
        return down & self._mask


class OwnLamps:
    """A lamp on a pin of its own for each space: GP11 for space 1, and so on; lit when high."""

    def __init__(self, spaces):
        self._pins = [Pin(FIRST_LAMP + space, Pin.OUT, value=0) for space in range(spaces)]
        self._lit = 0

    def light(self, lit):
        """Light these: bit 0 is space 1's."""
        changed = lit ^ self._lit
        self._lit = lit
        for space, pin in enumerate(self._pins):
            if changed >> space & 1:
                pin.value(lit >> space & 1)


class ShiftLamps:
    """Lamps on 74HC595 shift registers, the first one's QA for space 1."""

    def __init__(self, spaces):
        self._outputs = (spaces + 7) // 8 * 8
        self._data = Pin(DATA, Pin.OUT, value=0)
        self._clock = Pin(CLOCK, Pin.OUT, value=0)
        self._latch = Pin(LATCH, Pin.OUT, value=0)
        self.light(0)
        self._dark = Pin(DARK, Pin.OUT, value=0)  # pulled up until now: what they held was chance

    def light(self, lit):
        """Light these: bit 0 is space 1's."""
        for output in range(self._outputs - 1, -1, -1):
            self._data.value(lit >> output & 1)
            self._clock.value(1)
            self._clock.value(0)
        self._latch.value(1)
        self._latch.value(0)


class ExpanderLamps:
    """Lamps on MCP23017 expanders from 0x20 on, sixteen each, GPA0 of the first for space 1."""

    def __init__(self, spaces):
        self._bus = I2C(0, sda=Pin(SDA), scl=Pin(SCL), freq=400000, timeout=2000)
        self._chips = (spaces + 15) // 16

    def light(self, lit):
        """Light these: bit 0 is space 1's. OSError when an expander doesn't answer.

        The pins' direction is sent each time (IODIR at 0x00, OLAT at 0x14: datasheet DS20001952C,
        table 3-3): an expander that was without power is an input again.
        """
        for chip in range(self._chips):
            levels = lit >> 16 * chip
            both = bytes((levels & 0xFF, levels >> 8 & 0xFF))
            self._bus.writeto_mem(FIRST_EXPANDER + chip, 0x14, both)
            self._bus.writeto_mem(FIRST_EXPANDER + chip, 0x00, b"\x00\x00")


LAMPS = {"pins": OwnLamps, "shift": ShiftLamps, "mcp23017": ExpanderLamps}


class Pins:
    """All that is wired, as the loop asks for it; bit 0 is the menu's, bit 1 is space 1's."""

    inputs = "keys+menu+tilt+buzzer"

    def __init__(self):
        self.spaces = wired.SPACES
        self._keys = (OwnKeys if self.spaces <= OWN_KEYS else MatrixKeys)(self.spaces)
        self._lamps = LAMPS[wired.LAMPS](self.spaces)
        for number in (TILT, MENU, STRAP):
            pull_up(number)
        self._buzzer = None

    def strap(self):
        """Whether GP27 is connected to ground."""
        time.sleep_ms(1)  # the pull-up needs a moment
        return not mem32[GPIO_IN] >> STRAP & 1

    def keys(self):
        """The keys that are down."""
        return self._keys.read() << 1 | (~mem32[GPIO_IN] >> MENU & 1)

    def tilt(self):
        """The tilt switch's level."""
        return mem32[GPIO_IN] >> TILT & 1

    def light(self, lit):
        """Light these lamps and no others; OSError when they don't answer."""
        self._lamps.light(lit >> 1)

    def sound(self, hz):
        """Sound a frequency; 0 is silence."""
        if self._buzzer is None:
            self._buzzer = PWM(Pin(BUZZER))
        if hz:
            self._buzzer.freq(hz)
        self._buzzer.duty_u16(0x8000 if hz else 0)

    def dark(self):
        """Dark and silent."""
        try:
            self.light(0)
        except OSError:
            pass
        if self._buzzer is not None:
            self.sound(0)
