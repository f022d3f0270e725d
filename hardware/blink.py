"""How lamps blink: what is lit is told by the clock alone, so that all blink in step."""

from collections.abc import Iterable

from puluc.session.frame import Lamp

HALF_PERIOD_US = {Lamp.SLOW: 500_000, Lamp.FAST: 125_000}
"""How long a blinking lamp stays lit, and then dark: 1 Hz and 4 Hz."""


def lit(lamp: Lamp, at_us: int) -> bool:
    """Whether a lamp is lit at a time; those of one kind all at the same times."""
    half_us = HALF_PERIOD_US.get(lamp)
    if half_us is None:
        return lamp is Lamp.ON
    return at_us // half_us % 2 == 0


def next_change_us(lamps: Iterable[Lamp], at_us: int) -> int | None:
    """When the first of these lamps changes next, after that time; None when none blinks.

    It is a multiple of the half period on the clock, so a call that comes late delays no other.
    """
    halves = (HALF_PERIOD_US[lamp] for lamp in lamps if lamp in HALF_PERIOD_US)
    return min(((at_us // half_us + 1) * half_us for half_us in halves), default=None)
