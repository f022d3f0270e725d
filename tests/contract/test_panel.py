"""What every panel does, whatever it is wired to.

A panel joins by one line in ``RIGS``: a context manager that gives a ``Rig`` of the panel, not
started yet, and of the hands that press its keys and see its lamps.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import pytest

from hardware.gpio import GpioPanel
from hardware.protocols import Panel
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.clock import SimulatedReactor
from hardware.wiring import DIRECT, EXPANDER
from puluc.board import panel_of
from puluc.config import Board, Config
from puluc.screens.values import MessageScreen
from puluc.session.events import Event, Held, MenuPressed, Part, Pressed, Released, Shaken
from puluc.session.frame import Frame, Lamp
from tests.lockstep.world import lockstep


class Hands(Protocol):
    """Who presses and looks; the simulated board's names."""

    def press(self, space: int) -> None: ...
    def release(self, space: int) -> None: ...
    def tap(self, space: int, ms: int = 80) -> None: ...
    def press_menu(self) -> None: ...
    def release_menu(self) -> None: ...
    def shake(self, ms: int = 600) -> None: ...
    def knock(self, bounces: int = 12) -> None: ...
    def spike(self, space: int, us: int = 50) -> None: ...
    def lamps(self) -> tuple[bool, ...]: ...


@dataclass
class Rig:
    """A panel on the bench."""

    panel: Panel
    hands: Hands
    reactor: SimulatedReactor
    written: list[str]
    """What was sent to lamps so far, in any words."""
    events: list[Event] = field(default_factory=list)

    def start(self) -> None:
        """Start the panel and let it settle."""
        self.panel.start(self.events.append)
        self.reactor.advance_ms(100)

    def light(self, *lamps: Lamp) -> None:
        """Show these lamps, and the others off."""
        dark = (Lamp.OFF,) * (11 - len(lamps))
        self.panel.show(Frame((*lamps, *dark), MessageScreen(""), touched=0))
        self.reactor.advance_us(0)

    def seen(self, *kinds: type) -> list[Event]:
        """The events of these kinds so far."""
        return [event for event in self.events if isinstance(event, kinds)]


@contextmanager
def direct() -> Iterator[Rig]:
    """Buttons, lamps and tilt switch on the Pi's own lines."""
    reactor = SimulatedReactor(now_us=1_000_000)
    written: list[str] = []
    board = SimulatedBoard(DIRECT, reactor, trace=written.append)
    yield Rig(GpioPanel(DIRECT, board.factory, reactor), board, reactor, written)
    board.close()


@contextmanager
def expander() -> Iterator[Rig]:
    """The lamps on an MCP23017."""
    reactor = SimulatedReactor(now_us=1_000_000)
    written: list[str] = []
    board = SimulatedBoard(EXPANDER, reactor, trace=written.append)
    config = Config(board=Board(profile="expander"))
    panel = panel_of(config, EXPANDER, board.factory, reactor, board.bus.open, threaded=False)
    yield Rig(panel, board, reactor, written)
    board.close()


@contextmanager
def serial() -> Iterator[Rig]:
    """A serial board: the firmware on MicroPython, on a pty."""
    written: list[str] = []

    def sent(data: bytes) -> None:
        written.extend(line for line in data.decode().splitlines() if ",LAMPS," in line)

    with lockstep(now_us=1_000_000, trace=sent) as (panel, hands, reactor):
        yield Rig(panel, hands, reactor, written)


RIGS: dict[str, Callable[[], AbstractContextManager[Rig]]] = {
    "direct": direct,
    "expander": expander,
    "serial": serial,
}


@pytest.fixture(params=RIGS.values(), ids=RIGS.keys())
def bench(request):
    """A panel that has not been started."""
    with request.param() as rig:
        yield rig
        rig.panel.close()


@pytest.fixture
def rig(bench):
    """A panel that has been started."""
    bench.start()
    return bench


def test_quiet(rig):
    """A panel that nobody touches tells nothing, lights nothing and wakes nobody."""
    rig.reactor.advance_ms(60_000)
    assert rig.events == []
    assert rig.hands.lamps() == (False,) * 11
    assert rig.reactor.next_us is None


@pytest.mark.parametrize("space", range(1, 12))
def test_each_space(rig, space):
    """Each space's key is told as that space, pressed once and released once for each tap."""
    for _ in range(5):
        rig.hands.tap(space)
        rig.reactor.advance_ms(300)
    assert [type(event) for event in rig.events] == [Pressed, Released] * 5
    assert {event.space for event in rig.events} == {space}


def test_times(rig):
    """A press and a release are told with their time, within 30 ms of the finger's."""
    began_ms = rig.reactor.now_us() // 1000
    rig.hands.tap(4, ms=500)
    rig.reactor.advance_ms(1_000)
    pressed, released = rig.events
    assert began_ms <= pressed.at <= began_ms + 30
    assert began_ms + 500 <= released.at <= began_ms + 530


def test_held(rig):
    """A space that is held is told at 1, 2 and 10 s."""
    rig.hands.press(4)
    rig.reactor.advance_ms(30_000)
    rig.hands.release(4)
    rig.reactor.advance_ms(100)
    pressed, *held, released = rig.events
    assert [(event.held_ms, event.at - pressed.at) for event in held] == [
        (1_000, 1_000),
        (2_000, 2_000),
        (10_000, 10_000),
    ]
    assert isinstance(released, Released)


def test_two_at_once(rig):
    """Two spaces may be down together, and are released in any order."""
    rig.hands.press(1)
    rig.reactor.advance_ms(100)
    rig.hands.press(11)
    rig.reactor.advance_ms(100)
    rig.hands.release(1)
    rig.reactor.advance_ms(100)
    rig.hands.release(11)
    rig.reactor.advance_ms(100)
    assert [(type(event), event.space) for event in rig.events] == [
        (Pressed, 1),
        (Pressed, 11),
        (Released, 1),
        (Released, 11),
    ]


def test_down_at_start(bench):
    """A key that is down at the start is told at once, when it is stuck, and when it is let go."""
    bench.hands.press(4)
    bench.reactor.advance_ms(50)
    bench.start()
    bench.reactor.advance_ms(30_000)
    held = [(event.space, event.held_ms) for event in bench.events if isinstance(event, Held)]
    assert held == [(4, 0), (4, 10_000)]
    bench.hands.release(4)
    bench.reactor.advance_ms(100)
    bench.hands.tap(4)
    bench.reactor.advance_ms(300)
    assert [type(event) for event in bench.events] == [Held, Held, Released, Pressed, Released]


def test_menu(rig):
    """The menu button is told once for each time it is pressed."""
    for _ in range(2):
        rig.hands.press_menu()
        rig.reactor.advance_ms(3_000)
        rig.hands.release_menu()
        rig.reactor.advance_ms(100)
    assert [type(event) for event in rig.events] == [MenuPressed, MenuPressed]


def test_shaken(rig):
    """A shake is told once, after the tray has come to rest, with the time it began."""
    began_ms = rig.reactor.now_us() // 1000
    rig.hands.shake(ms=700)
    rig.reactor.advance_ms(700)
    assert rig.events == []
    rig.reactor.advance_ms(2_000)
    (shaken,) = rig.events
    assert isinstance(shaken, Shaken)
    assert began_ms <= shaken.began <= began_ms + 30
    assert began_ms + 950 <= shaken.at <= began_ms + 1_100


def test_knock_and_spike(rig):
    """A knock at the tray and a spike on a wire do nothing."""
    rig.hands.knock(bounces=12)
    rig.hands.spike(4, us=50)
    rig.reactor.advance_ms(2_000)
    assert rig.events == []


def test_on_and_off(rig):
    """A lamp that is on is lit until it is shown off, each space's its own."""
    rig.light(Lamp.ON, Lamp.OFF, Lamp.ON)
    assert rig.hands.lamps() == (True, False, True) + (False,) * 8
    rig.reactor.advance_ms(60_000)
    assert rig.hands.lamps() == (True, False, True) + (False,) * 8
    rig.light(*[Lamp.OFF] * 10, Lamp.ON)
    assert rig.hands.lamps() == (False,) * 10 + (True,)


def test_only_changes_are_sent(rig):
    """The same frame again sends nothing, and one lamp's change is one write."""
    rig.light(Lamp.ON, Lamp.ON)
    rig.written.clear()
    rig.light(Lamp.ON, Lamp.ON)
    assert rig.written == []
    rig.light(Lamp.ON, Lamp.OFF)
    assert len(rig.written) == 1


@pytest.mark.parametrize(("lamp", "half_ms"), [(Lamp.SLOW, 500), (Lamp.FAST, 125)])
def test_blinks(rig, lamp, half_ms):
    """A blinking lamp is lit and dark in turn, for a minute without drifting."""
    rig.reactor.run_until(2_000_000)
    rig.light(lamp)
    rig.reactor.advance_ms(half_ms // 2)
    pattern = []
    for _ in range(0, 60_000, half_ms):
        pattern.append(rig.hands.lamps()[0])
        rig.reactor.advance_ms(half_ms)
    assert pattern == [True, False] * (len(pattern) // 2)


def test_blinks_in_step(rig):
    """Lamps that blink alike blink together, whenever they began."""
    rig.light(Lamp.FAST)
    rig.reactor.advance_ms(60)
    rig.light(Lamp.FAST, Lamp.FAST)
    for _ in range(100):
        first, second, *_ = rig.hands.lamps()
        assert first == second
        rig.reactor.advance_ms(7)


def test_nothing_blinks_nothing_wakes(rig):
    """When no lamp blinks any more, nobody is woken for lamps."""
    rig.light(Lamp.SLOW, Lamp.FAST)
    rig.reactor.advance_ms(1_000)
    rig.light(Lamp.ON)
    assert rig.reactor.next_us is None


def test_show_before_start(bench):
    """What was shown before the start is lit at the start."""
    bench.light(Lamp.ON)
    bench.start()
    assert bench.hands.lamps() == (True,) + (False,) * 10


def test_fewer_lamps(rig):
    """A frame of a shorter track leaves the other lamps dark, one of a longer track is cut."""
    rig.light(*[Lamp.ON] * 11)
    rig.panel.show(Frame((Lamp.ON,) * 9, MessageScreen(""), touched=0))
    assert rig.hands.lamps() == (True,) * 9 + (False,) * 2
    rig.panel.show(Frame((Lamp.ON,) * 19, MessageScreen(""), touched=0))
    assert rig.hands.lamps() == (True,) * 11


def test_close(rig):
    """After close all is dark, nothing is told, nobody is woken; it may be called twice."""
    rig.light(Lamp.ON, Lamp.SLOW, Lamp.FAST)
    rig.hands.press(4)
    rig.hands.shake(ms=300)
    rig.reactor.advance_ms(400)
    rig.events.clear()
    rig.panel.close()
    assert rig.hands.lamps() == (False,) * 11
    rig.panel.close()
    assert rig.reactor.next_us is None
    rig.hands.tap(5)
    rig.reactor.advance_ms(20_000)
    assert rig.events == []


def test_close_with_an_edge_under_way(rig):
    """An edge that was handed over just before close does no harm."""
    rig.hands.press(4)
    rig.hands.knock()
    rig.panel.close()
    rig.reactor.advance_ms(1_000)
    assert rig.events == []


def test_close_before_start(bench):
    """A panel that was never started may be closed."""
    bench.light(Lamp.SLOW)
    bench.panel.close()
    assert bench.reactor.next_us is None


def test_show_after_close(rig):
    """A frame that comes after close lights nothing and does no harm."""
    rig.panel.close()
    rig.light(Lamp.ON, Lamp.SLOW)
    assert rig.hands.lamps() == (False,) * 11
    assert rig.reactor.next_us is None


def test_a_broken_tilt_switch(rig):
    """A tilt switch that fires on and on is told as the tray's fault, and so is its mending."""
    rig.hands.shake(ms=40_000)
    rig.reactor.advance_ms(45_000)
    lost, back = [event for event in rig.events if not isinstance(event, Shaken)]
    assert (lost.part, back.part) == (Part.TRAY, Part.TRAY)
    assert rig.seen(Shaken)[1:] == []
