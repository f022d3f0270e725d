"""What a self-test shows fits the display, and its fonts have every letter."""

import pytest

from hardware.wiring import DIRECT, EXPANDER, Wiring
from puluc.board import wiring_of
from puluc.config import Board, Config, Display
from puluc.rewiring import fitted_of
from puluc.rules.units import Space
from puluc.screens import missing_glyphs
from puluc.screens.drawing import lay_out
from puluc.screens.parts import Text
from puluc.screens.values import ListScreen, MessageScreen, Pattern
from puluc.selftest.faults import correction, faults
from puluc.selftest.state import Fitted, Seen, Tray, Trial, begin
from puluc.selftest.tasks import AllWell, Offer, Task, Tell, Written, tasks
from puluc.selftest.view import prompt, screen
from puluc.session.events import Milliseconds, Part
from puluc.session.state import Holds

BOARDS = (
    (DIRECT, Config()),
    (EXPANDER, Config(board=Board(profile="expander"), display=Display(driver="sh1106"))),
)


def every(number: int) -> frozenset[Space]:
    return frozenset({Space(number)})


def seen() -> Seen:
    """As much as can be wrong at a time."""
    keys = [(None, frozenset())]
    keys += [(Space(1), every(2)), (Space(2), every(1)), (Space(3), frozenset())]
    both = frozenset({Space(10), Space(11)})
    keys += [(Space(10), both), (Space(11), both), (Space(5), frozenset({None}))]
    lamps = [(Space(1), every(9)), (Space(9), every(1)), (Space(2), every(3))]
    lamps += [(Space(10), both), (Space(4), frozenset())]
    return Seen(
        tuple(keys),
        every(7),
        tuple(lamps),
        frozenset({Space(8)}),
        Tray.DEAD,
        tuple(Pattern),
        (
            (Part.PANEL, "GPIO 6 (space 3's button): not permitted"),
            (Part.PANEL, "lamps at 0x20 on I2C bus 1: no answer"),
            (Part.DISPLAY, "OLED at 0x3C on I2C bus 1: no answer"),
        ),
    )


def trial(fitted: Fitted, task: Task) -> Trial:
    start = begin(fitted, Milliseconds(0), Holds())
    found = faults(fitted, seen())
    return Trial(
        fitted, (task,), start.now, start.since, start.began, start.touched,
        seen=Seen(keys=seen().keys), found=found, said="in use, but not saved",
    )  # fmt: skip


def all_tasks(fitted: Fitted) -> list[Task]:
    told = map(Tell, range(len(faults(fitted, seen()))))
    return [*tasks(fitted.spaces, display=True), *told, AllWell(), Offer(), Written()]


@pytest.mark.parametrize(("wiring", "config"), BOARDS, ids=("direct", "expander"))
def test_every_screen_fits(wiring: Wiring, config: Config) -> None:
    """No word of any screen is shortened, and no letter is missing."""
    assert wiring_of(config.board) == wiring
    fitted = fitted_of(wiring, config)
    for task in all_tasks(fitted):
        shown = screen(trial(fitted, task))
        texts = [part.text for part in lay_out(shown, (128, 64)) if isinstance(part, Text)]
        if isinstance(shown, MessageScreen):
            assert texts == [shown.headline, *filter(None, shown.words)]
        elif isinstance(shown, ListScreen):
            assert {entry.text for entry in shown.entries} <= set(texts)
        assert missing_glyphs("".join(texts)) == ""
        assert prompt(trial(fitted, task))


def test_every_kind_of_fault_has_its_words() -> None:
    """All that can be wrong at once, in the order of its repair."""
    fitted = fitted_of(EXPANDER, BOARDS[1][1])
    assert [str(fault) for fault in faults(fitted, seen())] == [
        "Space 8, button: stuck down (GPIO 24, pin 18)",
        "Spaces 1, 2, buttons: swapped (GPIO 4, pin 7; GPIO 5, pin 29)",
        "Space 5, button: on the menu's line (GPIO 16, pin 36)",
        "Menu, button: no answer (GPIO 16, pin 36)",
        "Space 3, button: not permitted (GPIO 6, pin 31)",
        "Spaces 10, 11, buttons: short circuit (GPIO 26, pin 37; GPIO 27, pin 13)",
        "Space 7, lamp: always lit (GPA6, expander 0x20)",
        "Spaces 1, 9, lamps: swapped (GPA0, expander 0x20; GPB0, expander 0x20)",
        "Space 2, lamp: it is at 3 (GPA1, expander 0x20)",
        "Spaces 10, 11, lamps: lit together (GPB1, expander 0x20; GPB2, expander 0x20)",
        "Space 4, lamp: dark (GPA3, expander 0x20)",
        "Board, lamps at 0x20 on I2C bus 1: no answer",
        "Tray, tilt switch: never moves (GPIO 17, pin 11)",
        "Display, wrong: all pixels lit (I2C bus 1, 0x3C)",
        "Display, wrong: a frame and a grid (I2C bus 1, 0x3C)",
        "Display, OLED at 0x3C on I2C bus 1: no answer",
    ]
    rewire = correction(fitted, seen())
    assert rewire is not None
    assert rewire.buttons[:5] == (2, 1, 3, 4, 5)
    assert rewire.menu is None
    assert (rewire.lamps[0], rewire.lamps[1], rewire.lamps[8]) == (9, 2, 1)
