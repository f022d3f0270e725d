"""Keys: debounced, timed, and told as events."""

import pytest

from hardware.keys import Keys
from hardware.simulated.clock import SimulatedReactor
from puluc.rules.units import Space
from puluc.session.events import Held, MenuPressed, Pressed, Released
from tests.hardware.early import EarlyReactor

S3 = Space(3)


class Rig:
    """Three spaces and a menu button, each a level that is read, and what came of them."""

    def __init__(self, *, down=(), reactor=None):
        self.reactor = reactor or SimulatedReactor()
        self.levels = {space: space in down for space in (None, Space(1), Space(2), S3)}
        self.events = []
        self.keys = Keys(self.reactor, self.events.append)
        for space in self.levels:
            self.keys.add(space, lambda space=space: self.levels[space])

    def edge(self, space, down, *, at_us=None):
        """A key moves, without bouncing."""
        self.levels[space] = down
        self.keys.edge(space, self.reactor.now_us() if at_us is None else at_us, down)


@pytest.fixture
def rig():
    return Rig()


def test_press_and_release(rig):
    """A press and a release are told with the times at which they were certain."""
    rig.edge(S3, True)
    rig.reactor.advance_ms(100)
    rig.edge(S3, False)
    rig.reactor.advance_ms(100)
    assert rig.events == [Pressed(1, S3), Released(101, S3)]


def test_holds(rig):
    """A space that is held down is told after 1, 2 and 10 s, and never after that."""
    rig.edge(S3, True)
    rig.reactor.advance_ms(60_000)
    assert rig.events == [
        Pressed(1, S3),
        Held(1_001, S3, 1_000),
        Held(2_001, S3, 2_000),
        Held(10_001, S3, 10_000),
    ]


def test_no_hold_after_release(rig):
    """A key let go just before a second is not held."""
    rig.edge(S3, True)
    rig.reactor.advance_us(999_000)
    rig.edge(S3, False)
    rig.reactor.advance_ms(60_000)
    assert rig.events == [Pressed(1, S3), Released(1_000, S3)]


def test_holds_begin_anew(rig):
    """Each press is timed for itself."""
    for _ in range(2):
        rig.edge(S3, True)
        rig.reactor.advance_ms(600)
        rig.edge(S3, False)
        rig.reactor.advance_ms(400)
    assert [type(event) for event in rig.events] == [Pressed, Released, Pressed, Released]


def test_two_spaces(rig):
    """Two spaces held together are told apart, each at its time."""
    rig.edge(Space(1), True)
    rig.reactor.advance_ms(300)
    rig.edge(S3, True)
    rig.reactor.advance_ms(1_500)
    assert rig.events == [
        Pressed(1, Space(1)),
        Pressed(301, S3),
        Held(1_001, Space(1), 1_000),
        Held(1_301, S3, 1_000),
    ]


def test_menu(rig):
    """The menu button is told when it goes down, and no more, however long it is held."""
    rig.edge(None, True)
    rig.reactor.advance_ms(20_000)
    rig.edge(None, False)
    rig.reactor.advance_ms(100)
    assert rig.events == [MenuPressed(1)]


def test_down_at_start():
    """A key that is down at the start is no press but held for 0 ms; stuck it is after 10 s."""
    rig = Rig(down=[S3])
    rig.reactor.advance_ms(9_999)
    assert rig.events == [Held(0, S3, 0)]
    rig.reactor.advance_ms(1)
    assert rig.events[1:] == [Held(10_000, S3, 10_000)]
    rig.edge(S3, False)
    rig.reactor.advance_ms(100)
    assert rig.events[2:] == [Released(10_001, S3)]
    rig.edge(S3, True)
    rig.reactor.advance_ms(100)
    assert isinstance(rig.events[3], Pressed)


def test_menu_down_at_start():
    """A menu button that is down at the start does nothing until it is pressed anew."""
    rig = Rig(down=[None])
    rig.reactor.advance_ms(20_000)
    rig.edge(None, False)
    rig.reactor.advance_ms(100)
    assert rig.events == []
    rig.edge(None, True)
    rig.reactor.advance_ms(100)
    assert rig.events == [MenuPressed(20_101)]


def test_lost_release(rig):
    """A release whose edge is lost is found within 250 ms and a little."""
    rig.edge(S3, True)
    rig.reactor.advance_ms(100)
    rig.levels[S3] = False
    rig.reactor.advance_ms(252)
    assert [type(event) for event in rig.events] == [Pressed, Released]


def test_sample_before_edge(rig):
    """When a sample has seen a change whose edge is still on its way, the edge changes nothing."""
    rig.edge(S3, True)
    rig.levels[S3] = False
    rig.reactor.advance_us(1_000)
    rig.edge(S3, False, at_us=900)
    rig.reactor.advance_ms(1_000)
    assert rig.events == []


def test_busy_loop(rig):
    """A press and a release that come while the loop is busy are both told, each at its time."""
    rig.edge(S3, True, at_us=0)
    rig.edge(S3, False, at_us=60_000)
    assert rig.events == [Pressed(1, S3)]
    rig.reactor.run_until(400_000)
    assert rig.events == [Pressed(1, S3), Released(61, S3)]


def test_busy_loop_does_not_hold(rig):
    """A key let go while the loop was busy has not been held, however late that is known."""
    rig.edge(S3, True, at_us=0)
    rig.edge(S3, False, at_us=900_000)
    rig.reactor.run_until(5_000_000)
    assert rig.events == [Pressed(1, S3), Released(901, S3)]


def test_busy_loop_keeps_order(rig):
    """What two keys did while the loop was busy is told in the order in which it happened."""
    rig.edge(S3, True, at_us=0)
    rig.edge(Space(1), True, at_us=30_000)
    rig.edge(S3, False, at_us=1_200_000)
    rig.edge(Space(1), False, at_us=1_300_000)
    rig.reactor.run_until(5_000_000)
    assert rig.events == [
        Pressed(1, S3),
        Pressed(31, Space(1)),
        Held(1_001, S3, 1_000),
        Held(1_031, Space(1), 1_000),
        Released(1_201, S3),
        Released(1_301, Space(1)),
    ]


def test_idle(rig):
    """While no key is down there is no timer; close takes those that there are."""
    assert rig.reactor.next_us is None
    rig.edge(S3, True)
    rig.reactor.advance_ms(500)
    assert rig.reactor.next_us is not None
    rig.keys.close()
    rig.keys.close()
    assert rig.reactor.next_us is None
    rig.reactor.advance_ms(20_000)
    assert rig.events == [Pressed(1, S3)]


def test_early_timer():
    """A timer that comes a little early is asked for again; nothing is told too soon or lost."""
    rig = Rig(reactor=EarlyReactor())
    rig.edge(S3, True)
    rig.reactor.advance_ms(1_500)
    assert rig.events == [Pressed(1, S3), Held(1_001, S3, 1_000)]
