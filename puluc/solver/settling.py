"""Whether the values of a layer have settled, and how to get there sooner.

Each sweep changes the values by a fraction of what the last one did. Where both sides can wait
(a step back is a move, say), that fraction comes near to 1, and small changes say little: a
hundred of them may follow. So what counts is their sum to come; and where the fraction is steady,
a leap adds it at once, to each value in proportion to its last change. Sweeps behind it mend what
it got wrong, so that it can cost time but not exactness.
"""

import math

TOLERANCE = 3e-7
"""Settled is what has no farther to go: a fiftieth of the least that a table tells apart."""

STANDSTILL = {8: 1e-9, 4: 4e-7}
"""Sweeps that change no value by more end in any case, by the bytes of a value: near to what a
float of that size tells apart there is no getting better."""

SLOW = 0.75
"""The fraction from which on leaps are worth it."""

STEADY = 0.3
"""By how much a steady fraction, or what it lacks to 1, differs from one sweep to the next."""

SEEN = 4
"""How many sweeps a fraction is taken over."""


class Settling:
    """Follows the sweeps of one layer."""

    def __init__(self, size: int) -> None:
        """Values of ``size`` bytes, 4 or 8."""
        self._standstill = STANDSTILL[size]
        self._changes: list[float] = []
        """The largest change of each sweep since the last leap."""
        self._leaped = False

    @property
    def settled(self) -> bool:
        """Whether the values have settled."""
        if not self._changes:
            return False
        change = self._changes[-1]
        if change <= self._standstill:
            return True
        fraction = self._fraction(len(self._changes))
        if self._leaped or len(self._changes) <= SEEN or fraction > SLOW:
            return False  # the slow part of what is left doesn't show yet, or not any more
        return change * fraction / (1 - fraction) <= TOLERANCE

    @property
    def sweeps_left(self) -> float | None:
        """How many more sweeps it will take, about, leaps left out; None where nobody can tell."""
        if self.settled:
            return 0.0
        fraction = self._fraction(len(self._changes))
        if len(self._changes) <= SEEN or not 0 < fraction < 1:
            return None
        wanted = max(self._standstill, TOLERANCE * (1 - fraction) / fraction)
        return max(1.0, math.log(wanted / self._changes[-1]) / math.log(fraction))

    @property
    def may_leap(self) -> bool:
        """Whether a leap may be due after the next sweep."""
        return len(self._changes) >= 2 * SEEN and self._fraction(len(self._changes)) > SLOW

    def swept(self, change: float) -> None:
        """A sweep has changed the values by so much, at most."""
        self._changes.append(change)

    def leap(self) -> float:
        """How many times its last change to add to each value; 0 for no leap."""
        count = len(self._changes)
        if not self.may_leap or self.settled:
            return 0.0
        now, before = self._fraction(count), self._fraction(count - SEEN // 2)
        if not SLOW < now < 1 or abs(now - before) > STEADY * (1 - now):
            return 0.0
        self._changes.clear()
        self._leaped = True
        return now / (1 - now)

    def _fraction(self, count: int) -> float:
        """What a sweep's change was of the one before: over a few, up to the sweep ``count``."""
        seen = min(SEEN, count - 1)
        if seen < 1:
            return 1.0
        last, first = self._changes[count - 1], self._changes[count - 1 - seen]
        return float((last / first) ** (1 / seen)) if first > 0 else 0.0
