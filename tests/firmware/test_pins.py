"""The Pico's pins, with what is wired to them made up: matrix, shift registers, expanders."""

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.wiring import COLUMNS

FILE = Path(__file__).parents[2] / "firmware/pins.py"


class Desk:
    """An RP2040 and what is wired to it.

    Attributes:
        grounded: The pins that a contact connects to ground.
        buttons: The buttons of the matrix that are down, by row's and column's pin.
        registers: The outputs of the shift registers, the first one's QA first.
        expanders: The registers of the expanders that answer, by address.
    """

    def __init__(self, registers: int) -> None:
        self.pins: dict[int, FakePin] = {}
        self.grounded: set[int] = set()
        self.buttons: set[tuple[int, int]] = set()
        self._shifting = [1] * 8 * registers  # chance
        self.registers = [1] * 8 * registers
        self.expanders: dict[int, dict[int, int]] = {}
        self.tone = 0

    def level(self, number: int) -> int:
        """What a pin reads."""
        pin = self.pins.get(number)
        if pin is not None and pin.mode == "out":
            return pin.level
        if number in self.grounded:
            return 0
        for row, column in self.buttons:  # the diode: a low row pulls its column, and not back
            if column == number and self.pins[row].mode == "out" and not self.pins[row].level:
                return 0
        return 1

    def __getitem__(self, address: int) -> int:
        assert address == 0xD0000004
        return sum(self.level(number) << number for number in range(30))

    def rises(self, number: int) -> None:
        """A pin goes from low to high."""
        if number == 18 and self.registers:
            self._shifting = [self.pins[19].level, *self._shifting[:-1]]
        elif number == 20:
            self.registers = list(self._shifting)

    def write(self, address: int, register: int, data: bytes) -> None:
        """A write on the I2C bus, of registers one after the other."""
        if address not in self.expanders:
            raise OSError(5, "EIO")
        for offset, byte in enumerate(data):
            self.expanders[address][register + offset] = byte

    def lit(self) -> set[int]:
        """The spaces whose lamps are lit, by expanders or registers or pins."""
        if self.expanders:
            levels = sum(
                (chip[0x14] & ~chip[0x00] | (chip[0x15] & ~chip[0x01]) << 8) << 16 * number
                for number, chip in enumerate(self.expanders.values())
            )
            return {space for space in range(1, 33) if levels >> space - 1 & 1}
        if self.registers:
            return {space for space, level in enumerate(self.registers, 1) if level}
        lamps = [self.pins.get(number) for number in range(11, 22)]
        return {space for space, pin in enumerate(lamps, 1) if pin is not None and pin.level}


class FakePin:
    """One pin of a desk."""

    IN, OUT, PULL_UP = "in", "out", "up"
    desk: Desk

    def __init__(self, number: int, mode: str = "in", pull: str = "", value: int = 0) -> None:
        self.number = number
        self.mode = ""
        self.level = 0
        self.desk.pins[number] = self
        self.init(mode, pull, value)

    def init(self, mode: str, pull: str = "", value: int = 0) -> None:
        assert mode == "out" or pull == "up", f"GP{self.number} floats"
        self.mode = mode
        self.level = value

    def value(self, level: int) -> None:
        assert self.mode == "out"
        rises = level and not self.level
        self.level = level
        if rises:
            self.desk.rises(self.number)


class FakePwm:
    """The buzzer."""

    def __init__(self, pin: object) -> None:
        self._hz = 0

    def freq(self, hz: int) -> None:
        self._hz = hz

    def duty_u16(self, duty: int) -> None:
        FakePin.desk.tone = self._hz if duty else 0


@pytest.fixture
def board(monkeypatch):
    """Makes the pins of a board: its desk, and ``pins.Pins``."""

    def make(spaces: int, lamps: str = "pins", expanders: int = 0):
        desk = FakePin.desk = Desk((spaces + 7) // 8 if lamps == "shift" else 0)
        # At power-up an expander's pins are inputs (IODIR all ones) and its outputs low.
        fresh = {0x00: 0xFF, 0x01: 0xFF, 0x14: 0, 0x15: 0}
        desk.expanders = {0x20 + number: dict(fresh) for number in range(expanders)}

        class Bus:
            def __init__(self, *_args, sda, scl, freq, timeout):
                self.writeto_mem = desk.write

        class Pin(FakePin):
            def __init__(self, number, mode="up", *args, **options):
                if number == 28 or (lamps == "mcp23017" and number in (20, 21)):
                    return  # the buzzer's, and the bus has its own resistors
                super().__init__(number, *(() if mode == "up" else (mode,)), *args, **options)

        machine = SimpleNamespace(I2C=Bus, PWM=FakePwm, Pin=type("Buzzer", (Pin,), {}), mem32=desk)
        nothing = SimpleNamespace(sleep_us=lambda _us: None, sleep_ms=lambda _ms: None)
        monkeypatch.setitem(sys.modules, "machine", machine)
        monkeypatch.setitem(sys.modules, "wired", SimpleNamespace(SPACES=spaces, LAMPS=lamps))
        spec = importlib.util.spec_from_file_location("pins_on_a_desk", FILE)
        pins = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(pins)
        monkeypatch.setattr(pins, "time", nothing)
        return desk, pins.Pins()

    return make


def hold(desk: Desk, spaces: int, space: int) -> None:
    """Press a space's button."""
    if spaces <= 11:
        desk.grounded.add(space - 1)
    else:
        row, column = divmod(space - 1, COLUMNS)
        desk.buttons.add((row, 6 + column))


@pytest.mark.parametrize("spaces", [5, 11, 12, 19, 24, 30])
def test_each_key(board, spaces):
    """Each space's button, and the menu's, reads as its own, alone and with all others."""
    lamps = "pins" if spaces <= 11 else "shift"
    down = 0
    desk, pins = board(spaces, lamps)
    assert pins.keys() == 0
    for space in range(1, spaces + 1):
        alone, other = board(spaces, lamps)
        hold(alone, spaces, space)
        assert other.keys() == 1 << space
    desk, pins = board(spaces, lamps)
    for space in range(1, spaces + 1):
        hold(desk, spaces, space)
        down |= 1 << space
        assert pins.keys() == down
    desk.grounded.add(26)
    assert pins.keys() == down | 1


def test_a_rectangle_of_the_matrix(board):
    """Three corners of a rectangle held down don't make the fourth."""
    desk, pins = board(30, "shift")
    for space in (1, 3, 11):
        hold(desk, 30, space)
    assert pins.keys() == 1 << 1 | 1 << 3 | 1 << 11


@pytest.mark.parametrize(
    ("spaces", "lamps", "expanders"),
    [
        (5, "pins", 0),
        (11, "pins", 0),
        (12, "shift", 0),
        (19, "shift", 0),
        (30, "shift", 0),
        (12, "mcp23017", 1),
        (16, "mcp23017", 1),
        (17, "mcp23017", 2),
        (30, "mcp23017", 2),
    ],
)
def test_each_lamp(board, spaces, lamps, expanders):
    """Each space's lamp is lit as its own, alone and with all others, and goes dark."""
    desk, pins = board(spaces, lamps, expanders)
    for space in range(1, spaces + 1):
        pins.light(1 << space)
        assert desk.lit() == {space}
    pins.light((1 << spaces + 1) - 2)
    assert desk.lit() == set(range(1, spaces + 1))
    pins.dark()
    assert desk.lit() == set()


def test_registers_are_dark_until_they_are_known(board):
    """The shift registers' outputs are let on only when they have been emptied."""
    desk, _ = board(19, "shift")
    assert desk.registers == [0] * 24
    assert desk.pins[21].mode == "out"
    assert desk.pins[21].level == 0


def test_an_expander_that_does_not_answer(board):
    """It is an OSError, which the loop tells of; one that lost its power is set up again."""
    desk, pins = board(30, "mcp23017", 2)
    pins.light(0b10)
    del desk.expanders[0x21]
    with pytest.raises(OSError, match="EIO"):
        pins.light(0b110)
    pins.dark()
    desk.expanders[0x21] = {0x00: 0xFF, 0x01: 0xFF, 0x14: 0, 0x15: 0}
    pins.light(1 << 20)
    assert desk.lit() == {20}


def test_strap(board):
    """Only GP27 gives the prompt, whatever else is held."""
    desk, pins = board(11)
    for number in (*range(11), 22, 26, 28):
        desk.grounded.add(number)
    assert not pins.strap()
    desk.grounded = {27}
    assert pins.strap()


def test_tilt_and_sound(board):
    """The tilt switch reads its level; the buzzer sounds until it is silenced."""
    desk, pins = board(11)
    assert pins.tilt() == 1
    desk.grounded.add(22)
    assert pins.tilt() == 0
    pins.sound(0)
    pins.sound(880)
    assert desk.tone == 880
    pins.dark()
    assert desk.tone == 0
