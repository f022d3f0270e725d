"""The debouncer, however a contact bounces (its traces are in test_traces.py)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import Debouncer

BOUNCES = st.builds(
    lambda times, last: sorted({0, *times, last}),
    st.lists(st.integers(1, 7_900), max_size=12),
    st.integers(1_000, 8_000),
)
"""When a contact changes over while it bounces for 1 to 8 ms, in microseconds."""


def play(key: Debouncer, edges: list[tuple[int, bool]], until_us: int) -> list[bool]:
    """Feed a key its edges, and samples when it asks for them."""
    level, changes = False, []
    for at_us, new_level in [*edges, (until_us, None)]:
        while key.due_us is not None and key.due_us <= at_us:
            changes.append(key.feed(key.due_us, level))
        if new_level is not None:
            level = new_level
            changes.append(key.feed(at_us, level))
    return [change for change in changes if change is not None]


def moved(at_us: int, times: list[int], down: bool) -> list[tuple[int, bool]]:
    """A contact that is moved at a time and bounces; it ends where it is to go."""
    if len(times) % 2 == 0:
        times = times[:-1]
    return [(at_us + time, down == (index % 2 == 0)) for index, time in enumerate(times)]


@given(press=BOUNCES, release=BOUNCES, held_us=st.integers(30_000, 500_000))
def test_one_press(press, release, held_us):
    """However a contact bounces, a press is one press and a release is one release."""
    edges = moved(0, press, True) + moved(held_us, release, False)
    key = Debouncer()
    assert play(key, edges, held_us + 500_000) == [True, False]
    assert key.due_us is None


@given(st.lists(st.tuples(st.integers(10_100, 100_000), st.integers(1, 900)), max_size=20))
def test_spikes(spikes):
    """Spikes under a millisecond are no press, however many there are, unless close together."""
    edges, at_us = [], 0
    for gap_us, width_us in spikes:
        at_us += gap_us
        edges += [(at_us, True), (at_us + width_us, False)]
    assert play(Debouncer(), edges, at_us + 500_000) == []


@given(st.lists(st.tuples(st.integers(0, 60_000), st.booleans()), max_size=60))
def test_alternates(steps):
    """Whatever comes, presses and releases alternate, and the last tells the level at rest."""
    edges, at_us = [], 0
    for gap_us, level in steps:
        at_us += gap_us
        edges.append((at_us, level))
    key = Debouncer()
    changes = play(key, edges, at_us + 600_000)
    assert changes == [index % 2 == 0 for index in range(len(changes))]
    assert key.down == (edges[-1][1] if edges else False)


def test_numbers():
    """The numbers are the owner's to choose."""
    key = Debouncer(confirm_us=2_000, window_us=4_000, deaf_us=5_000, look_us=50_000)
    assert key.feed(0, True) is None
    assert key.due_us == 2_000
    assert key.feed(1_999, True) is None
    assert key.feed(2_000, True) is True
    assert key.due_us == 7_000
    assert key.feed(7_000, True) is None
    assert key.due_us == 57_000


def test_short_deafness():
    """However soon the key is listened to again, a release, too, must be seen twice."""
    key = Debouncer(deaf_us=2_000)
    key.feed(0, True)
    assert key.feed(1_000, True) is True
    assert key.feed(3_000, False) is None
    assert key.feed(4_000, False) is False


def test_numbers_that_make_no_press():
    """Two sightings that must be further apart than they may be are refused."""
    with pytest.raises(ValueError, match="confirm_us 5000: the window has 4000"):
        Debouncer(confirm_us=5_000, window_us=4_000)


def test_late_edge():
    """An edge with a time before the last one's changes nothing."""
    key = Debouncer()
    key.feed(5_000, True)
    assert key.feed(4_000, True) is None
    assert key.feed(6_000, True) is True
