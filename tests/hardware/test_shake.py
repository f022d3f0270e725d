"""The shake recogniser's calls (its traces are in test_traces.py)."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.shake import Shake


def test_poll():
    """A shake is told once, when its quiet is over and not before."""
    shake = Shake()
    for at_us in range(0, 600_000, 40_000):
        assert shake.edge(at_us) is None
    assert shake.due_us == 910_000
    assert shake.poll(909_999) is None
    assert shake.poll(910_000) == (0, 910_000)
    assert shake.due_us is None
    assert shake.poll(910_000) is None


def test_edge_tells():
    """An edge that comes before the owner has polled tells the shake that was over before it."""
    shake = Shake()
    for at_us in range(0, 600_000, 40_000):
        shake.edge(at_us)
    assert shake.edge(2_000_000) == (0, 910_000)


def test_noise_tells():
    """The limit ends a shake in the midst of noise, too."""
    shake = Shake(limit_us=500_000)
    for at_us in range(0, 500_000, 40_000):
        shake.edge(at_us)
    shake.edge(499_500)
    assert shake.edge(500_000) == (0, 500_000)


def test_edge_tells_at_limit():
    """The edge at which the limit ends a shake tells it, and begins no new one."""
    shake = Shake(limit_us=500_000)
    told = [over for at_us in range(0, 3_000_000, 40_000) if (over := shake.edge(at_us))]
    assert told == [(0, 500_000)]
    assert shake.due_us is None


def test_numbers():
    """The numbers are the owner's to choose."""
    shake = Shake(edges=3, window_us=100, slices=2, slice_us=10, quiet_us=50, noise_us=5)
    for at_us in (0, 4, 9, 12):
        assert shake.edge(at_us) is None
    assert shake.due_us is None
    shake.edge(17)
    assert shake.due_us == 67


def test_each_shake_counts_its_own():
    """Edges of one shake don't count for the next, however soon that may begin."""
    shake = Shake(window_us=2_000_000, refractory_us=0)
    for at_us in range(0, 600_000, 40_000):
        shake.edge(at_us)
    assert shake.edge(920_000) == (0, 910_000)
    assert shake.due_us is None


@given(st.lists(st.integers(0, 400_000), max_size=200))
def test_shakes_are_apart(gaps):
    """Whatever the edges, shakes last no longer than 8 s and are at least 500 ms apart."""
    shake, shakes, at_us = Shake(), [], 0
    for gap_us in gaps:
        at_us += gap_us
        shakes.append(shake.edge(at_us))
    shakes.append(shake.poll(at_us + 350_000))
    ended_us = -500_000
    for began_us, next_ended_us in filter(None, shakes):
        assert began_us >= ended_us + 500_000
        assert 550_000 <= next_ended_us - began_us <= 8_000_000
        ended_us = next_ended_us
