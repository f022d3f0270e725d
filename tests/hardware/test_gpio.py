"""The GPIO panel's own: lines that can't be had, foreign threads, and gpiozero left alone."""

import errno
import subprocess
import sys
import threading
from functools import partial
from types import SimpleNamespace

import pytest

from hardware.debounce import Debouncer
from hardware.gpio import GpioPanel
from hardware.lines import cause, line_errors
from hardware.shake import Shake
from hardware.simulated.board import SimulatedBoard
from hardware.wiring import DIRECT
from puluc.screens.values import MessageScreen
from puluc.session.events import Held, Lost, Part, Pressed, Released, Shaken
from puluc.session.frame import Frame, Lamp
from tests.hardware.early import EarlyReactor


class Rig:
    """A simulated board and a panel on it."""

    def __init__(self, board, clock):
        self.board, self.clock = board, clock
        self.panel = GpioPanel(DIRECT, board.factory, clock)
        self.events = []

    def start(self):
        self.panel.start(self.events.append)

    def light(self, *lamps):
        self.panel.show(Frame(lamps, MessageScreen(""), touched=0))

    def kinds(self):
        return [type(event) for event in self.events]


@pytest.fixture
def rig(puluc_board, puluc_clock):
    rig = Rig(puluc_board, puluc_clock)
    yield rig
    rig.panel.close()


def test_busy_lamp(rig):
    """A lamp's line that another program holds is told by number, use and cause; the rest works."""
    rig.board.refuse(17)
    rig.start()
    assert rig.events == [Lost(0, Part.PANEL, "GPIO 17 (space 7's lamp): busy")]
    rig.light(*[Lamp.ON] * 11)
    assert rig.board.lamps() == (True,) * 6 + (False,) + (True,) * 4
    rig.board.tap(7)
    rig.clock.advance_ms(200)
    assert rig.kinds() == [Lost, Pressed, Released]


def test_missing_button(rig):
    """A button's line that is missing is told; the other buttons and all lamps work."""
    from gpiozero import PinInvalidPin

    rig.board.refuse(6, PinInvalidPin("6 is not a valid pin name"))
    rig.start()
    assert rig.events == [Lost(0, Part.PANEL, "GPIO 6 (space 3's button): missing")]
    rig.board.tap(3)
    rig.board.tap(4)
    rig.clock.advance_ms(200)
    assert rig.kinds() == [Lost, Pressed, Released]
    rig.light(*[Lamp.ON] * 11)
    assert rig.board.lamps() == (True,) * 11


def test_tilt_not_permitted(rig):
    """A tilt switch's line that can't be had is the tray's fault, not the panel's."""
    rig.board.refuse(15, PermissionError(errno.EACCES, "Permission denied"))
    rig.start()
    (lost,) = rig.events
    assert lost.part is Part.TRAY
    assert lost.reason == "GPIO 15 (the tilt switch): not permitted"
    rig.board.shake()
    rig.clock.advance_ms(2_000)
    assert rig.kinds() == [Lost]


def test_no_line_at_all(rig, caplog):
    """A panel without a single line still starts, shows and closes; the log has what was said."""
    for line in range(28):
        rig.board.refuse(line, RuntimeError("Cannot determine SOC peripheral base address"))
    rig.start()
    assert rig.kinds() == [Lost] * 24
    assert all("RuntimeError" in event.reason for event in rig.events)
    assert "GPIO 9 (space 1's lamp): RuntimeError, Cannot determine SOC" in caplog.text
    rig.light(Lamp.SLOW)
    assert rig.clock.next_us is None


def test_lamp_breaks(rig):
    """A lamp that fails while it is in use is told once, at the write, and not written again."""
    rig.start()
    rig.light(Lamp.FAST, Lamp.FAST)
    rig.board.break_line(9)
    rig.clock.advance_ms(1_000)
    assert rig.events == [Lost(125, Part.PANEL, "GPIO 9 (space 1's lamp): missing")]
    assert rig.board.lamps()[1] is True


def test_button_breaks(rig):
    """A button that can't be read any more is told once, and counts as let go."""
    rig.start()
    rig.board.press(1)
    rig.clock.advance_ms(100)
    rig.board.break_line(4)
    rig.clock.advance_ms(2_000)
    assert rig.kinds() == [Pressed, Lost, Released]
    assert rig.events[1].reason == "GPIO 4 (space 1's button): missing"
    assert rig.clock.next_us is None


def test_closing_a_broken_line(rig, caplog):
    """A line whose chip has gone closes with no more than a line in the log."""
    rig.start()
    pin = rig.board.factory.wire(9)

    def close():
        del pin.close  # gpiozero closes once more when the device is collected
        raise OSError(errno.ENODEV, "No such device")

    pin.close = close
    rig.panel.close()
    assert "GPIO 9 (space 1's lamp): closing: missing" in caplog.text
    assert rig.events == []


def test_line_in_use(rig):
    """A second panel on the same pin factory finds all lines busy, and harms not the first."""
    rig.start()
    second = Rig(rig.board, rig.clock)
    second.start()
    assert second.kinds() == [Lost] * 24
    assert {event.reason.partition(": ")[2] for event in second.events} == {"busy"}
    second.panel.close()
    rig.board.tap(3)
    rig.light(Lamp.ON)
    rig.clock.advance_ms(200)
    assert rig.kinds() == [Pressed, Released]
    assert rig.board.lamps()[0] is True


def test_lines_are_released(rig):
    """After close the lines are free for the next panel."""
    rig.start()
    rig.panel.close()
    second = Rig(rig.board, rig.clock)
    second.start()
    assert second.events == []
    second.panel.close()


def test_next_press_after_a_lost_release(rig):
    """A lost release does not swallow the next press, even where contacts don't bounce."""
    rig.board.bounce = False
    rig.start()
    rig.board.lose_release(3)
    rig.board.tap(3)
    rig.clock.advance_ms(500)
    assert rig.kinds() == [Pressed, Released]
    rig.board.tap(3)
    rig.clock.advance_ms(500)
    assert rig.kinds() == [Pressed, Released] * 2


def test_stuck(rig):
    """A stuck button is told by its longest hold, and its release when it is freed."""
    rig.start()
    rig.board.stuck(3)
    rig.clock.advance_ms(15_000)
    assert [event.held_ms for event in rig.events[1:]] == [1_000, 2_000, 10_000]
    rig.board.free(3)
    rig.clock.advance_ms(100)
    assert rig.kinds()[4:] == [Released]


def test_numbers(puluc_board, puluc_clock):
    """How presses, shakes and holds are told from noise is the builder's to choose."""
    panel = GpioPanel(
        DIRECT,
        puluc_board.factory,
        puluc_clock,
        debouncer=partial(Debouncer, confirm_us=9_000),
        shake=partial(Shake, quiet_us=100_000),
        holds_ms=(300, 700),
    )
    events = []
    panel.start(events.append)
    puluc_board.bounce = False
    puluc_board.press(3)
    puluc_clock.advance_ms(2_000)
    assert events == [Pressed(9, 3), Held(309, 3, 300), Held(709, 3, 700)]
    del events[:]
    puluc_board.shake(ms=600)
    puluc_clock.advance_ms(710)
    assert [type(event) for event in events] == [Shaken]
    panel.close()


def test_early_timer():
    """A timer that comes a little early is asked for again: the lamp blinks on."""
    clock = EarlyReactor()
    rig = Rig(SimulatedBoard(DIRECT, clock), clock)
    rig.start()
    rig.light(Lamp.FAST)
    blinks = []
    for _ in range(8):
        blinks.append(rig.board.lamps()[0])
        clock.advance_ms(125)
    assert blinks == [True, False] * 4
    rig.panel.close()
    rig.board.close()


def test_silent_while_it_closes(rig):
    """A lamp that fails as the panel closes is no news any more."""
    rig.start()
    rig.light(Lamp.ON)
    rig.board.break_line(9)
    rig.panel.close()
    assert rig.events == []


def test_foreign_threads(rig):
    """Edges that come on another thread are told on the loop only."""
    rig.start()
    pin = rig.board.factory.wire(DIRECT.buttons[2])
    thread = threading.Thread(target=pin.ground, args=[True])
    thread.start()
    thread.join()
    assert rig.events == []
    rig.clock.advance_ms(100)
    assert rig.events == [Pressed(1, 3)]


def test_no_threads(rig):
    """Neither keys nor blinking lamps start a thread."""
    before = threading.active_count()
    rig.start()
    rig.light(Lamp.SLOW, Lamp.FAST)
    rig.board.shake()
    rig.clock.advance_ms(2_000)
    assert rig.kinds() == [Shaken]
    assert threading.active_count() == before


def test_dark_while_it_starts(puluc_clock):
    """Each lamp's line is taken dark, and only written again to be lit."""
    written = []
    board = SimulatedBoard(DIRECT, puluc_clock, trace=written.append)
    rig = Rig(board, puluc_clock)
    rig.light(Lamp.ON)
    rig.start()
    assert written == [*[f"lamp {space} off" for space in range(1, 12)], "lamp 1 on"]
    rig.panel.close()
    assert written[12:] == ["lamp 1 off"]
    board.close()


def test_gpiozero_left_alone(rig):
    """The global pin factory of gpiozero is neither used nor set."""
    from gpiozero import Device

    rig.start()
    assert Device.pin_factory is None


@pytest.mark.parametrize(
    "module", ["hardware.gpio", "hardware.pytest_plugin", "hardware.wiring", "hardware.keys"]
)
def test_light_to_import(module):
    """What a laptop imports brings neither gpiozero nor an imaging library with it."""
    code = (
        f"import sys, {module}\n"
        "heavy = {'gpiozero', 'lgpio', 'luma', 'PIL', 'smbus2', 'asyncio'} & set(sys.modules)\n"
        "sys.exit(f'imports {heavy}' if heavy else 0)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr


MISSING = ("missing", "there is no such line, or no chip")


class LgpioError(Exception):
    """As lgpio's own: what it says is the repr of a text."""

    def __str__(self):
        return repr(self.args[0])


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.EBUSY, "Device or resource busy"), ("busy", "another program holds it")),
        (LgpioError("GPIO busy"), ("busy", "another program holds it")),
        (OSError(errno.ENODEV, "No such device"), MISSING),
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), MISSING),
        (
            PermissionError(errno.EPERM, "Operation not permitted"),
            ("not permitted", "is the user in the group gpio?"),
        ),
        (LgpioError("bad GPIO number"), ("LgpioError", "bad GPIO number")),
        (OSError(errno.EIO, "Input/output error"), ("OSError", "[Errno 5] Input/output error")),
    ],
)
def test_cause(error, words):
    """The cause is a word or two and what they mean where it is known, else the error's own."""
    assert cause(error) == words


def test_lgpio_errors(monkeypatch):
    """Where lgpio has been imported its error counts, too; nobody imports it to find out."""
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=LgpioError))
    assert LgpioError in line_errors()
    monkeypatch.delitem(sys.modules, "lgpio")
    assert LgpioError not in line_errors()
    assert "lgpio" not in sys.modules
