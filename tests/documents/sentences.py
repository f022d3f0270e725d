"""What a board says when something is wrong, each sentence said by the code that says it."""

import errno
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

from hardware.attached import AttachedPanel
from hardware.expander import ExpanderLamps
from hardware.faults import Faults
from hardware.lamps import lose_line
from hardware.oled import Controller
from hardware.oled.painter import DisplayGoneError, Painter
from hardware.oled.rest import Light
from hardware.pins import BoardInUseError, Chip, FactoryError, find_chip, pin_factory
from hardware.simulated.clock import SimulatedReactor
from hardware.simulated.oled import Ssd1306
from hardware.simulated.smbus import FakeSMBus
from hardware.wiring import DIRECT, EXPANDER, Line
from puluc import app, archive
from puluc.journal import Journal
from puluc.rewiring import NOT_WRITTEN, WRITTEN
from puluc.rules.units import Space
from puluc.selftest.machine import ASKED
from puluc.session import words
from puluc.session.events import Lost, Part
from puluc.session.state import Keys
from tests.hardware.test_tilt import Rig as Tray
from tests.selftest.test_faults import FAULTS, MISWIRED, PREPARED
from tests.session.sitting import Sitting

CODES = (errno.EREMOTEIO, errno.ETIMEDOUT, errno.EACCES, errno.ENOENT)
"""What buses fail with: no answer, hangs, not permitted, not there."""


def displayed(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[str]:
    """What stands on the display, or in the service's status where the display is what fails."""
    yield from _notices()
    for code in (errno.EBUSY, errno.ENODEV, errno.EACCES):
        yield from _told(lambda faults, _, code=code: _lose(faults, code))
    yield from _chips(folder)
    yield from _attached()
    yield from _factories(folder, patch)
    for code in CODES:
        yield _oled(code)
        yield from _told(lambda faults, clock, code=code: _expander(faults, clock, code))
    yield _oled_without_power()
    yield from _tilt()
    yield _damaged(folder)
    yield archive.UNREADABLE
    yield app.SHORT_BOARD.format(spaces=19)
    yield from (words.GO_ON_HEADLINE, words.RESTARTED, words.USE_THE_LIST, ASKED.headline)


def found_by_self_test() -> Iterator[str]:
    """What the self-test finds, as its own tests have it of boards with one fault each."""
    for _, found in FAULTS.values():
        yield from found
    for _, _, found in PREPARED.values():
        yield from found
    for _, found in MISWIRED.values():
        yield from (each if each.endswith(")") else f"{each} (GPIO 4, pin 7)" for each in found)
    yield "Space 4, button: on 7's line (GPIO 23, pin 16)"  # of the same tests
    yield "Display, OLED at 0x3C on I2C bus 1: no answer"
    yield from (WRITTEN, NOT_WRITTEN)


def _notices() -> Iterator[str]:
    state = Sitting.begin().state
    lost = replace(state, faults=((Part.JOURNAL, "disk full"),))
    yield words.notice(lost)
    no_tray = replace(state, faults=((Part.TRAY, "fires on and on"),))
    yield words.notice(no_tray)
    yield words.notice(replace(no_tray, keys=Keys(last=Space(3))))
    yield words.notice(replace(state, keys=Keys(stuck=frozenset({Space(3)}))))


def _told(happens: Callable[[Faults, SimulatedReactor], None]) -> Iterator[str]:
    """The reasons that a panel's faults are told with."""
    clock = SimulatedReactor()
    told: list[object] = []
    faults = Faults(clock)
    faults.listen(told.append)
    happens(faults, clock)
    clock.advance_ms(10)
    found = [each.reason for each in told if isinstance(each, Lost)]
    assert found
    yield from found


def _lose(faults: Faults, code: int) -> None:
    lose_line(DIRECT, Line(17), OSError(code, ""), faults)


def _failing(code: int) -> Callable[[], object]:
    def open_bus() -> object:
        raise OSError(code, "")

    return open_bus


def _expander(faults: Faults, clock: SimulatedReactor, code: int) -> None:
    assert EXPANDER.expander is not None
    lamps = ExpanderLamps(EXPANDER.expander, _failing(code), faults, clock, threaded=False)
    lamps.start()


def _oled(code: int) -> str:
    painter = Painter(_failing(code), "I2C bus 1", 0x3C, Controller.SSD1306)
    try:
        painter.paint(Image.new("1", (128, 64)), Light(207), (0, 0))
    except DisplayGoneError as error:
        return str(error)
    raise AssertionError("it can't be there")


def _oled_without_power() -> str:
    bus = FakeSMBus()
    bus.attach(0x3C, Ssd1306())
    painter = Painter(bus.open, "I2C bus 1", 0x3C, Controller.SSD1306)
    painter.paint(Image.new("1", (128, 64)), Light(207), (0, 0))
    bus.plug_in(0x3C)
    with pytest.raises(DisplayGoneError) as gone:
        painter.check()
    return str(gone.value)


def _tilt() -> Iterator[str]:
    tray = Tray()
    tray.rattle(40_000)
    yield from (each.reason for each in tray.events if isinstance(each, Lost))


def _chips(folder: Path) -> Iterator[str]:
    """No chip, another one, one that was named wrongly, and two that can't be opened."""

    def label(path: Path) -> str:
        if path.name == "gpiochip0":
            return "gpio-mockup"
        raise OSError(errno.ENOENT if path.name == "gpiochip2" else errno.EACCES, "")

    for number, named in ((None, ""), (0, ""), (0, "rp1"), (1, ""), (2, "")):
        sysfs = folder / f"chips-{number}"
        if number is not None:
            (sysfs / f"gpiochip{number}").mkdir(parents=True, exist_ok=True)
        with pytest.raises(FactoryError) as error:
            find_chip(named, sysfs=sysfs, label=label)
        yield error.value.cause


def _attached() -> Iterator[str]:
    """A chip that another Puluc has, and one that goes."""

    def in_use(_wiring: object) -> object:
        raise BoardInUseError("gpiochip0")

    class Going:
        panel = type("Panel", (), {"start": lambda *_: None, "show": lambda *_: None})()

        def check(self) -> None:
            raise OSError(errno.ENODEV, "")

        def close(self) -> None:
            pass

    for attach in (in_use, lambda _wiring: Going()):
        clock = SimulatedReactor()
        told: list[object] = []
        panel = AttachedPanel(attach, DIRECT, clock)
        panel.start(told.append)
        clock.advance_ms(6_000)
        found = [each.reason for each in told if isinstance(each, Lost)]
        assert found
        yield from found
        panel.close()


def _factories(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[str]:
    """Libraries that are missing, of another kind, or can't work here."""

    def refused(kind: str, label: str, release: str = "") -> str:
        with pytest.raises(FactoryError) as error:
            pin_factory(kind, Chip(folder / "gpiochip0", label), folder, release)
        return error.value.cause

    patch.setitem(sys.modules, "gpiod", None)
    yield refused("gpiod", "pinctrl-bcm2711")
    patch.setitem(sys.modules, "gpiod", ModuleType("gpiod"))
    yield refused("gpiod", "pinctrl-bcm2711")
    patch.setattr("hardware.pins.factories.find_spec", lambda _name: object())
    yield refused("rpigpio", "pinctrl-rp1", "6.1.0")
    yield refused("rpigpio", "pinctrl-bcm2711", "6.12.25+rpt-rpi-v8")

    class RPiGPIOFactory:
        def __init__(self) -> None:
            raise RuntimeError("Cannot determine SOC peripheral base address")

    pins = ModuleType("gpiozero.pins.rpigpio")
    pins.RPiGPIOFactory = RPiGPIOFactory  # type: ignore[attr-defined]
    patch.setitem(sys.modules, pins.__name__, pins)
    patch.setattr("gpiozero.pins.rpigpio", pins, raising=False)
    yield refused("rpigpio", "pinctrl-bcm2711", "6.1.0")


def _damaged(folder: Path) -> str:
    path = folder / "damaged" / "journal.db"
    path.parent.mkdir()
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 8_000)
    with Journal.open(path) as journal:
        (notice,) = journal.notices
    return notice.words
