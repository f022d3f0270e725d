"""Lamps' patterns from the clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.blink import lit, next_change_us
from puluc.session.frame import Lamp


@pytest.mark.parametrize(
    ("lamp", "pattern"),
    [
        (Lamp.OFF, [False] * 16),
        (Lamp.ON, [True] * 16),
        (Lamp.SLOW, ([True] * 4 + [False] * 4) * 2),
        (Lamp.FAST, [True, False] * 8),
    ],
)
def test_pattern(lamp, pattern):
    """Two seconds of each lamp, an eighth of a second at a time: 1 Hz is slow, 4 Hz is fast."""
    assert [lit(lamp, eighth * 125_000) for eighth in range(16)] == pattern
    assert [lit(lamp, eighth * 125_000 + 124_999) for eighth in range(16)] == pattern


@given(st.lists(st.sampled_from(Lamp), max_size=5), st.integers(0, 10**12))
def test_next_change(lamps, at_us):
    """Up to the next change all lamps stay as they are, and at it one of them changes."""
    next_us = next_change_us(lamps, at_us)
    blinking = [lamp for lamp in lamps if lamp in {Lamp.SLOW, Lamp.FAST}]
    if next_us is None:
        assert not blinking
    else:
        assert next_us > at_us
        assert all(lit(lamp, at_us) == lit(lamp, next_us - 1) for lamp in lamps)
        assert any(lit(lamp, at_us) != lit(lamp, next_us) for lamp in blinking)
