"""When a display rests."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.oled.rest import DIMMED, HIDDEN, Look, Rest, full_light
from puluc.session.events import Milliseconds
from puluc.session.frame import Brightness

TOUCHED = Milliseconds(7_000)


def look(after_ms: int, brightness: Brightness = Brightness.HIGH) -> Look:
    return Rest().look(TOUCHED, brightness, Milliseconds(TOUCHED + after_ms))


def test_it_is_bright_for_30_s() -> None:
    """While somebody plays the picture is bright and doesn't move."""
    for after_ms in (0, 29_999):
        assert look(after_ms) == Look(
            full_light(Brightness.HIGH), (0, 0), Milliseconds(TOUCHED + 30_000)
        )


def test_it_is_dimmed_until_5_minutes_and_moves() -> None:
    """A dimmed picture visits four places a pixel apart, a minute each."""
    seen = [look(after_ms) for after_ms in (30_000, 90_000, 150_000, 210_000, 270_000)]
    assert {each.light for each in seen} == {DIMMED}
    assert [each.shift for each in seen] == [(1, 0), (1, 1), (0, 1), (0, 0), (1, 0)]


def test_it_is_hidden_after_5_minutes_for_good() -> None:
    """After five minutes the display is off until somebody touches the board."""
    for after_ms in (300_000, 10**9):
        assert look(after_ms) == Look(HIDDEN, (0, 0), None)


@given(st.integers(0, 400_000), st.sampled_from(Brightness))
def test_until_says_when_it_changes(after_ms: int, brightness: Brightness) -> None:
    """Nothing changes before ``until``, and something does then."""
    now = look(after_ms, brightness)
    if now.until is not None:
        until_ms = now.until - TOUCHED
        assert until_ms > after_ms
        before = look(until_ms - 1, brightness)
        then = look(until_ms, brightness)
        assert (before.light, before.shift) == (now.light, now.shift)
        assert (then.light, then.shift) != (now.light, now.shift)


def test_dimmed_is_darker_than_every_brightness() -> None:
    """The three brightnesses differ, and dimmed is below them all."""
    lights = [full_light(brightness) for brightness in Brightness]
    assert sorted(set(lights)) == lights
    assert lights[0] > DIMMED > HIDDEN


def test_a_touch_in_the_future_counts_as_now() -> None:
    """A frame touched after the time of drawing is bright."""
    assert look(-5).light == full_light(Brightness.HIGH)


def test_durations_out_of_order_are_refused() -> None:
    """Hiding before dimming is an error that quotes both."""
    with pytest.raises(ValueError, match=r"dim after 30000 ms.*hide after 20000 ms"):
        Rest(dim_ms=30_000, hide_ms=20_000)
