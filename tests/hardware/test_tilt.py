"""The tray: shakes, and a switch that can't be believed."""

import pytest

from hardware.simulated.clock import SimulatedReactor
from hardware.tilt import Tilt
from puluc.session.events import Back, Lost, Part, Shaken
from tests.hardware.early import EarlyReactor


class Rig:
    """A tilt switch, and what came of it."""

    def __init__(self, reactor=None):
        self.reactor = reactor or SimulatedReactor()
        self.events = []
        self.tilt = Tilt(self.reactor, self.events.append)

    def rattle(self, ms, *, every_ms=40):
        """Edges for so long."""
        for _ in range(0, ms, every_ms):
            self.tilt.edge(self.reactor.now_us())
            self.reactor.advance_ms(every_ms)


@pytest.fixture
def rig():
    return Rig()


def test_shaken(rig):
    """A shake is told once the tray has come to rest, and then nothing is timed."""
    rig.rattle(600)
    assert rig.events == []
    rig.reactor.advance_ms(1_000)
    assert rig.events == [Shaken(at=910, began=0)]
    assert rig.reactor.next_us is None


def test_knock(rig):
    """A knock is no shake, and nothing is timed for it."""
    rig.rattle(36, every_ms=3)
    assert rig.reactor.next_us is None
    rig.reactor.advance_ms(5_000)
    assert rig.events == []


def test_late(rig):
    """A shake that was over before the loop could look is told at its time."""
    for at_us in [*range(0, 600_000, 40_000), 3_000_000]:
        rig.tilt.edge(at_us)
    assert rig.events == [Shaken(at=910, began=0)]


def test_fires_on_and_on(rig):
    """A switch that fires for over 30 s is lost, told once; a second's pause brings it back."""
    rig.rattle(40_000)
    shaken, lost = rig.events
    assert shaken == Shaken(at=8_000, began=0)
    assert lost == Lost(30_040, Part.TRAY, "the tilt switch fires on and on")
    rig.reactor.advance_ms(1_000)
    assert rig.events[2:] == [Back(40_960, Part.TRAY)]
    assert rig.reactor.next_us is None


def test_shaken_after_back(rig):
    """A switch that is back works again, and can be lost again."""
    rig.rattle(31_000)
    rig.reactor.advance_ms(2_000)
    del rig.events[:]
    rig.rattle(600)
    rig.reactor.advance_ms(2_000)
    assert [type(event) for event in rig.events] == [Shaken]
    rig.rattle(31_000)
    assert [type(event) for event in rig.events] == [Shaken, Shaken, Lost]


def test_long_play_is_no_fault(rig):
    """Shaking again and again, with a pause now and then, is no fault."""
    for _ in range(10):
        rig.rattle(5_000)
        rig.reactor.advance_ms(1_000)
    assert {type(event) for event in rig.events} == {Shaken}


def test_close(rig):
    """Close takes the timer; it may be called twice, and before anything has happened."""
    rig.tilt.close()
    rig.rattle(600)
    rig.tilt.close()
    rig.tilt.close()
    rig.reactor.advance_ms(1_000)
    assert rig.events == []


def test_early_timer():
    """A timer that comes a little early is asked for again; the shake is told at its time."""
    rig = Rig(EarlyReactor())
    rig.rattle(600)
    rig.reactor.advance_ms(1_000)
    assert rig.events == [Shaken(at=910, began=0)]
    assert rig.reactor.next_us is None
