"""The header's pins."""

from hardware.header import PINS, at_pin
from hardware.wiring import Line


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
