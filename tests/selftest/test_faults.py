"""Boards with one fault each, tested by a person who does as asked."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.simulated.board import OLED_ADDRESS, SimulatedBoard
from hardware.wiring import DIRECT, Line, Wiring
from puluc.board import wiring_of
from puluc.config import Board, Config
from puluc.config.corrected import corrected
from puluc.selftest.tasks import Offer
from tests.selftest.person import Hands, Person

Make = Callable[..., Person]


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Make]:
    people: list[Person] = []

    def make(
        wired: Wiring = DIRECT,
        prepare: Callable[[SimulatedBoard], object] = lambda board: None,
        config: Config | None = None,
        **hands: object,
    ) -> Person:
        people.append(Person(tmp_path, wired, Hands(**hands), prepare, config))
        return people[-1]

    yield make
    for each in people:
        each.close()


def swapped(lines: tuple[Line, ...], *spaces: int) -> tuple[Line, ...]:
    """The lines with those of some spaces passed round."""
    found = list(lines)
    for to, at in zip(spaces, (*spaces[1:], spaces[0]), strict=True):
        found[to - 1] = lines[at - 1]
    return tuple(found)


def test_a_board_that_is_well(person: Make) -> None:
    """All parts are asked for once, nothing is found and nothing is offered."""
    tester = person()
    assert tester.run() == []
    assert len(tester.asked) == len(set(tester.asked)) == 12 + 12 + 2 + 4 + 1
    assert not tester.path.exists()


def test_slips_are_no_faults(person: Make) -> None:
    """A wrong press, once, is asked for again and forgotten."""
    assert person(slips=1).run() == []


FAULTS: dict[str, tuple[dict[str, object], list[str]]] = {
    "a button that is not connected": (
        {"dead": {4}},
        ["Space 4, button: no answer (GPIO 7, pin 26)"],
    ),
    "the menu button": ({"no_menu": True}, ["Menu, button: no answer (GPIO 14, pin 8)"]),
    "a short between neighbours": (
        {"short": {4, 5}},
        ["Spaces 4, 5, buttons: short circuit (GPIO 7, pin 26; GPIO 8, pin 24)"],
    ),
    "a dark lamp": ({"dark": {6}}, ["Space 6, lamp: dark (GPIO 16, pin 36)"]),
    "a lamp that is always lit": (
        {"always_lit": {9}},
        ["Space 9, lamp: always lit (GPIO 19, pin 35)"],
    ),
    "a tilt switch that never moves": (
        {"no_tray": True},
        ["Tray, tilt switch: never moves (GPIO 15, pin 10)"],
    ),
    "a display with dead pixels": (
        {"display_is_broken": True},
        [
            "Display, wrong: all pixels lit (I2C bus 1, 0x3C)",
            "Display, wrong: a frame and a grid (I2C bus 1, 0x3C)",
        ],
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str, person: Make) -> None:
    """Each fault is named with its line and the header's pin, and no other is."""
    hands, wanted = FAULTS[name]
    assert person(**hands).run() == wanted


def stuck(board: SimulatedBoard) -> None:
    board.stuck(7)


def busy_button(board: SimulatedBoard) -> None:
    board.refuse(22)


def busy_lamp(board: SimulatedBoard) -> None:
    board.refuse(21)


def busy_tray(board: SimulatedBoard) -> None:
    board.refuse(15)


def no_display(board: SimulatedBoard) -> None:
    board.bus.unplug(OLED_ADDRESS)


def restless(board: SimulatedBoard) -> None:
    board.shake(ms=400_000)


PREPARED: dict[str, tuple[Callable[[SimulatedBoard], None], dict[str, object], list[str]]] = {
    "a stuck button": (stuck, {}, ["Space 7, button: stuck down (GPIO 23, pin 16)"]),
    "a button's line that another program holds": (
        busy_button,
        {"dead": {6}},
        ["Space 6, button: busy (GPIO 22, pin 15)"],
    ),
    "a lamp's line that another program holds": (
        busy_lamp,
        {},
        ["Space 11, lamp: busy (GPIO 21, pin 40)"],
    ),
    "the tray's line that another program holds": (
        busy_tray,
        {},
        ["Tray, tilt switch: busy (GPIO 15, pin 10)"],
    ),
    "a tilt switch that fires by itself": (
        restless,
        {},
        ["Tray, tilt switch: fires by itself (GPIO 15, pin 10)"],
    ),
}


@pytest.mark.parametrize("name", PREPARED)
def test_a_fault_of_the_board_is_found(name: str, person: Make) -> None:
    """What the drivers tell is told with it."""
    prepare, hands, wanted = PREPARED[name]
    assert person(prepare=prepare, **hands).run() == wanted


def test_without_a_display(person: Make) -> None:
    """The lamps show what to press, and the display's own tasks are left out."""
    tester = person(prepare=no_display)
    assert tester.run() == ["Display, OLED at 0x3C on I2C bus 1: no answer"]


MISWIRED: dict[str, tuple[Wiring, list[str]]] = {
    "two buttons": (
        replace(DIRECT, buttons=swapped(DIRECT.buttons, 4, 7)),
        ["Spaces 4, 7, buttons: swapped (GPIO 7, pin 26; GPIO 23, pin 16)"],
    ),
    "three buttons": (
        replace(DIRECT, buttons=swapped(DIRECT.buttons, 1, 2, 3)),
        [
            "Spaces 1, 2, 3, buttons: swapped (GPIO 4, pin 7; GPIO 5, pin 29; GPIO 6, pin 31)",
        ],
    ),
    "two lamps": (
        replace(DIRECT, lamps=swapped(DIRECT.lamps, 1, 11)),
        ["Spaces 1, 11, lamps: swapped (GPIO 9, pin 21; GPIO 21, pin 40)"],
    ),
    "the menu button and a space's": (
        replace(
            DIRECT,
            buttons=(*DIRECT.buttons[:4], DIRECT.menu, *DIRECT.buttons[5:]),
            menu=DIRECT.buttons[4],
        ),
        ["Menu, 5, buttons: swapped (GPIO 14, pin 8; GPIO 8, pin 24)"],
    ),
    "all buttons in the other order, and all lamps": (
        replace(DIRECT, buttons=DIRECT.buttons[::-1], lamps=DIRECT.lamps[::-1]),
        [
            *(
                f"Spaces {one}, {12 - one}, {parts}: swapped"
                for parts in ("buttons", "lamps")
                for one in range(1, 6)
            ),
        ],
    ),
}


@pytest.mark.parametrize("name", MISWIRED)
def test_parts_that_are_swapped_are_found_and_corrected(name: str, person: Make) -> None:
    """The corrected wiring is written, is the board's own, and the board then works with it."""
    wired, wanted = MISWIRED[name]
    tester = person(wired)
    found = tester.run()
    assert len(found) == len(wanted), found
    for each, start in zip(found, wanted, strict=True):
        assert each.startswith(start)
    assert tester.test.said == "written, and in use"
    written = wiring_of(corrected(Board(), tester.path))
    assert (written.buttons, written.lamps) == (wired.buttons, wired.lamps)
    assert (written.menu, written.tilt) == (wired.menu, wired.tilt)
    assert tester.panel.wiring == written
    tester.close()
    again = person(wired, config=Config(board=corrected(Board(), tester.path)))
    assert again.run() == []


def test_a_correction_may_be_refused(person: Make) -> None:
    """Nothing is written then, and nothing changes."""
    wired, _ = MISWIRED["two buttons"]
    tester = person(wired, says_no=True)
    tester.run()
    assert Offer() in tester.asked
    assert tester.panel.wiring == DIRECT
    assert not tester.path.exists()


def test_a_disk_that_is_full(person: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """The correction is in use, and the board says that it is not saved."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("puluc.rewiring.write_corrected", full)
    wired, _ = MISWIRED["two lamps"]
    tester = person(wired)
    tester.run()
    assert tester.test.said == "in use, but not saved"
    assert tester.panel.wiring.lamps == wired.lamps


def test_a_broken_part_among_swapped_ones_is_not_guessed(person: Make) -> None:
    """Where a swapped button is dead as well, nobody knows its line, and nothing is offered."""
    wired, _ = MISWIRED["two buttons"]
    tester = person(wired, dead={7})
    assert tester.run() == [
        "Space 4, button: on 7's line (GPIO 23, pin 16)",
        "Space 7, button: no answer (GPIO 23, pin 16)",
    ]
    assert Offer() not in tester.asked
