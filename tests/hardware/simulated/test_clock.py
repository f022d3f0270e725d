"""Simulated time."""

import threading

import pytest

from hardware.simulated.clock import SimulatedReactor


@pytest.fixture
def reactor():
    return SimulatedReactor()


@pytest.fixture
def made():
    return []


def test_order(reactor, made):
    """Calls are made in the order of their times, then of asking, each at its own time."""
    for name, at_us in (("c", 30), ("a", 10), ("b", 20), ("a again", 10)):
        reactor.call_at(at_us, lambda name=name: made.append((reactor.now_us(), name)))
    reactor.run_until(25)
    assert made == [(10, "a"), (10, "a again"), (20, "b")]
    assert reactor.now_us() == 25
    reactor.run_until(30)
    assert made[3:] == [(30, "c")]


def test_asked_for_by_a_call(reactor, made):
    """A call may ask for another within the time that is run."""
    reactor.call_at(10, lambda: reactor.call_at(15, lambda: made.append(reactor.now_us())))
    reactor.advance_us(20)
    assert made == [15]


def test_passed(reactor, made):
    """A time that has passed is as good as now; the clock never runs backwards."""
    reactor.advance_ms(1)
    reactor.call_at(10, lambda: made.append(reactor.now_us()))
    reactor.run_until(0)
    assert made == [1_000]
    assert reactor.now_us() == 1_000


def test_cancel(reactor, made):
    """A cancelled call is not made; cancelling twice, or too late, does no harm."""
    reactor.call_at(10, lambda: made.append("kept"))
    cancelled = reactor.call_at(5, lambda: made.append("cancelled"))
    cancelled.cancel()
    cancelled.cancel()
    done = reactor.call_at(15, lambda: made.append("done"))
    reactor.advance_us(20)
    done.cancel()
    assert made == ["kept", "done"]


def test_next(reactor):
    """The next time is the first timer's that is not cancelled, or none."""
    assert reactor.next_us is None
    first = reactor.call_at(5, lambda: None)
    reactor.call_at(10, lambda: None)
    assert reactor.next_us == 5
    first.cancel()
    assert reactor.next_us == 10
    reactor.advance_us(10)
    assert reactor.next_us is None


def test_hand_over(reactor, made):
    """What is handed over, from any thread, waits for the loop and comes before the timers."""
    reactor.call_at(0, lambda: made.append("timer"))
    thread = threading.Thread(target=reactor.hand_over, args=[lambda: made.append("handed")])
    thread.start()
    thread.join()
    assert made == []
    reactor.advance_us(0)
    assert made == ["handed", "timer"]


def test_error(reactor, made):
    """What a call raises comes out, and the loop can go on after it."""
    reactor.call_at(5, lambda: made[0])
    reactor.call_at(6, lambda: made.append("next"))
    with pytest.raises(IndexError):
        reactor.advance_us(10)
    assert reactor.now_us() == 5
    reactor.advance_us(5)
    assert made == ["next"]


def test_begins_at_any_time():
    """The clock begins where it is told to."""
    assert SimulatedReactor(now_us=5_000_000).now_us() == 5_000_000
