"""The header's pins."""

from hardware.header import PICO_PINS, PINS, at_pin, where
from hardware.wiring import DIRECT, PICO, Line, pico


def test_each_line_has_a_pin_of_its_own() -> None:
    """28 lines are on 28 different pins, none of them one of power or ground."""
    power = {1, 2, 4, 17}
    ground = {6, 9, 14, 20, 25, 30, 34, 39}
    assert sorted(PINS) == list(range(28))
    assert sorted(PINS.values()) == sorted(set(range(1, 41)) - power - ground)


def test_some_lines_that_everybody_knows() -> None:
    """SDA is pin 3, the first UART is on pins 8 and 10, GPIO 17 on 11, GPIO 21 is the last."""
    assert [PINS[Line(line)] for line in (2, 14, 15, 17, 21)] == [3, 8, 10, 11, 40]
    assert at_pin(Line(17)) == "GPIO 17, pin 11"
    assert at_pin(Line(40)) == "GPIO 40"


def test_the_picos_header():
    """Each line that a Pico brings out has a pin of its own, none of which is ground or power."""
    power = {3, 8, 13, 18, 23, 28, 30, 33, 35, 36, 37, 38, 39, 40}
    assert len(PICO_PINS) == len(set(PICO_PINS.values())) == 26
    assert set(PICO_PINS.values()) == set(range(1, 41)) - power


def test_where():
    """People are told the line and the pin of the header that it is on."""
    assert where(DIRECT, Line(17)) == "GPIO 17, pin 11"
    assert where(PICO, Line(26)) == "GP26, pin 31"
    assert where(pico(12), pico(12).buttons[0]) == "row 1, column 1"
