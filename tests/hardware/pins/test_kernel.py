"""The gpiod factory, on a library without a kernel but with real files that are waited for."""

import errno
import threading
from pathlib import Path

import pytest
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import DigitalInputDevice, DigitalOutputDevice
from gpiozero.exc import GPIOPinInUse, GPIOZeroError, PinInvalidPin, PinPWMUnsupported, PinSetInput

from hardware.gpio import GpioPanel
from hardware.lines import cause
from hardware.pins.kernel import GpiodFactory
from hardware.wiring import DIRECT
from puluc.screens.values import MessageScreen
from puluc.session.events import Lost, Pressed, Released
from puluc.session.frame import Frame, Lamp
from tests.hardware.pins.fake_gpiod import FakeGpiod

DEVICE = Path("/dev/gpiochip0")


@pytest.fixture
def kernel():
    return FakeGpiod()


@pytest.fixture
def factory(kernel):
    factory = GpiodFactory(DEVICE, kernel)
    yield factory
    factory.close()


class Ear:
    """Hears a pin's edges on the factory's thread."""

    def __init__(self, pin):
        self.heard = []
        self.more = threading.Semaphore(0)
        pin.when_changed = self.hear

    def hear(self, ticks, state):
        self.heard.append((ticks, state, threading.current_thread().name))
        self.more.release()

    def wait(self, count):
        for _ in range(count):
            assert self.more.acquire(timeout=10)
        return self.heard


def test_an_input_is_pulled_and_not_watched_before_it_is_asked_for(kernel, factory):
    """A line is taken with its bias, by our name; it is watched once somebody listens."""
    pin = factory.pin(4)
    pin.input_with_pull("up")
    assert kernel.consumers == {"puluc"}
    settings = kernel.requests[4].settings
    assert (settings.direction, settings.bias) == (Direction.INPUT, Bias.PULL_UP)
    assert settings.edge_detection is Edge.NONE
    Ear(pin)
    settings = kernel.requests[4].settings
    assert (settings.bias, settings.edge_detection) == (Bias.PULL_UP, Edge.BOTH)


def test_both_edges_are_told_in_order_on_one_thread(kernel, factory):
    """Each edge comes with its level and the kernel's time, from the one thread that waits."""
    pins = [factory.pin(line) for line in (4, 5)]
    for pin in pins:
        pin.input_with_pull("up")
    ears = [Ear(pin) for pin in pins]
    for level in (False, True, False):
        kernel.requests[4].drive(level)
    kernel.requests[5].drive(False)
    assert ears[0].wait(3) == [
        (1.5, False, "gpiod"),
        (1.5, True, "gpiod"),
        (1.5, False, "gpiod"),
    ]
    assert ears[1].wait(1) == [(1.5, False, "gpiod")]


def test_no_thread_before_a_line_is_watched(factory):
    """Outputs need none."""
    before = threading.active_count()
    with DigitalOutputDevice(17, pin_factory=factory):
        assert threading.active_count() == before


def test_an_output_is_dark_from_the_first_moment(kernel, factory):
    """The line is taken as an output with its level, not first as something else."""
    with DigitalOutputDevice(17, initial_value=False, pin_factory=factory) as lamp:
        request = kernel.requests[17]
        assert request.settings.direction is Direction.OUTPUT
        assert request.level is Value.INACTIVE
        lamp.on()
        assert request.level is Value.ACTIVE
        assert lamp.value == 1
        lamp.off()
        assert request.level is Value.INACTIVE
    assert kernel.requests == {}


def test_a_closed_line_is_free_and_can_be_taken_again(kernel, factory):
    """Released with its device, and the same pin serves another one."""
    for _ in range(2):
        with DigitalInputDevice(4, pull_up=True, pin_factory=factory) as button:
            kernel.requests[4].level = Value.INACTIVE
            assert button.value == 1
        assert kernel.requests == {}


def test_nobody_listens_any_more(kernel, factory):
    """A line that is no longer listened to is watched no longer, and stays an input."""
    pin = factory.pin(4)
    pin.input_with_pull("up")
    ear = Ear(pin)
    pin.when_changed = None
    assert kernel.requests[4].settings.edge_detection is Edge.NONE
    kernel.requests[4].drive(False)
    assert ear.heard == []
    assert pin.state == 0


def test_edges_of_one_kind(kernel, factory):
    """Rising or falling edges alone can be asked for, before and while they are watched."""
    pin = factory.pin(4)
    pin.edges = "falling"
    pin.function = "input"
    Ear(pin)
    assert kernel.requests[4].settings.edge_detection is Edge.FALLING
    pin.edges = "rising"
    assert pin.edges == "rising"
    assert kernel.requests[4].settings.edge_detection is Edge.RISING


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.EBUSY, "busy"), (errno.EPERM, "not permitted"), (errno.ENODEV, "missing")],
)
def test_a_refused_line_is_told_as_the_kernel_tells_it(kernel, factory, number, words):
    """An OSError, whose cause people are told; the other lines work, and so does a second try."""
    kernel.refused[4] = number
    with pytest.raises(OSError) as refused:  # noqa: PT011 - the cause is looked at
        DigitalInputDevice(4, pull_up=True, pin_factory=factory)
    assert cause(refused.value)[0] == words
    DigitalInputDevice(5, pull_up=True, pin_factory=factory).close()
    kernel.refused.clear()
    DigitalInputDevice(4, pull_up=True, pin_factory=factory).close()


def test_a_line_in_use(factory):
    """Two devices of one factory can't have the same line."""
    with (
        DigitalOutputDevice(17, pin_factory=factory),
        pytest.raises(GPIOPinInUse),
    ):
        DigitalOutputDevice(17, pin_factory=factory)


def test_a_chip_that_goes_away_ends_no_thread(kernel, factory):
    """A line whose chip has gone is watched no longer; the thread waits for the others."""
    gone, there = factory.pin(4), factory.pin(5)
    for pin in (gone, there):
        pin.input_with_pull("up")
    Ear(gone)
    ear = Ear(there)
    kernel.gone = True
    kernel.requests[4].drive(False)
    kernel.requests[4].reading.wait(0)
    kernel.gone = False
    kernel.requests[5].drive(False)
    assert ear.wait(1) == [(1.5, False, "gpiod")]
    assert not factory.edges.is_dead


def test_a_dead_thread_is_seen(kernel, factory, monkeypatch):
    """What a callback raises ends the thread, which the watchdog must learn of."""
    told = threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda args: told.set())
    pin = factory.pin(4)
    pin.input_with_pull("up")

    def broken(ticks, state):
        raise ValueError(ticks, state)

    pin.when_changed = broken
    kernel.requests[4].drive(False)
    assert told.wait(10)
    factory.edges._thread.join(10)
    assert factory.edges.is_dead


def test_close_ends_the_thread_and_may_be_called_twice(kernel):
    """Lines are released, the thread has ended, the chip is closed."""
    factory = GpiodFactory(DEVICE, kernel)
    pin = factory.pin(4)
    pin.input_with_pull("up")
    Ear(pin)
    assert "gpiod" in {thread.name for thread in threading.enumerate()}
    factory.close()
    assert "gpiod" not in {thread.name for thread in threading.enumerate()}
    assert kernel.requests == {}
    assert kernel.closed == 1
    factory.close()


def test_a_chip_that_cannot_be_opened_leaves_nothing_behind(kernel):
    """The error is the kernel's."""
    kernel.gone = True
    with pytest.raises(OSError, match="No such device"):
        GpiodFactory(DEVICE, kernel)


def test_what_a_line_cannot_do(factory):
    """Bad values are refused by gpiozero's own errors, and there is no PWM."""
    pin = factory.pin(4)
    pin.function = "input"
    for name, value in [
        ("function", "pwm"),
        ("pull", "sideways"),
        ("bounce", 0.1),
        ("edges", "none"),
        ("frequency", 440),
    ]:
        with pytest.raises(GPIOZeroError):
            setattr(pin, name, value)
    with pytest.raises(PinSetInput):
        pin.state = 1
    with pytest.raises(PinPWMUnsupported):
        pin.frequency = 440
    pin.bounce = pin.frequency = None
    assert (pin.bounce, pin.frequency, pin.pull) == (None, None, "floating")
    pin.function = "output"
    with pytest.raises(GPIOZeroError):
        pin.pull = "up"
    with pytest.raises(GPIOZeroError):
        factory.pin(2).pull = "down"  # has a resistor
    with pytest.raises(PinInvalidPin):
        factory.pin(99)


def test_a_panel_on_it(kernel, factory, puluc_clock):
    """The panel's buttons and lamps work on it, and a busy line is told by name."""
    kernel.refused[17] = errno.EBUSY
    for line in DIRECT.buttons:
        assert line not in kernel.requests
    panel = GpioPanel(DIRECT, factory, puluc_clock)
    events = []
    panel.start(events.append)
    assert [event.reason for event in events if isinstance(event, Lost)] == [
        "GPIO 17 (space 7's lamp): busy"
    ]
    panel.show(Frame((Lamp.ON,) * 11, MessageScreen(""), touched=0))
    lit = [line for line in DIRECT.lamps if line != 17]
    assert all(kernel.requests[line].level is Value.ACTIVE for line in lit)
    panel.close()
    assert kernel.requests == {}
    assert not any(isinstance(event, Pressed | Released) for event in events[:1])


def test_ticks(factory):
    """Ticks are seconds on the monotonic clock."""
    first = factory.ticks()
    assert factory.ticks_diff(factory.ticks(), first) >= 0
