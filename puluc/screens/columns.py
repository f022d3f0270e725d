"""Columns: how much of a panel's width each space of a track gets."""

from collections.abc import Sequence
from typing import NamedTuple

_WIDEST = 23
"""From one space to the next, at the most."""


class Span(NamedTuple):
    """A space's part of the base line: ``right`` is the first column of pixels outside it."""

    left: int
    right: int

    @property
    def middle(self) -> int:
        """The column in the middle, or the right one of two."""
        return (self.left + self.right) // 2


def spread(needs: Sequence[int], usual: int, room: Span) -> tuple[Span, ...] | None:
    """Spaces side by side in the middle of a room, each at least as wide as it needs to be.

    All are as wide as one another if that will do, so that nothing moves from turn to turn; a
    base line is then as wide as a chip, ``usual``. Otherwise those that need little give way.
    None where even that finds no room.
    """
    even = min((room.right - room.left) // len(needs), _WIDEST)
    if max(*needs, usual) < even:
        left = room.left + (room.right - room.left - even * len(needs)) // 2
        widths = [max(need, usual) for need in needs]
        lefts = [left + at * even + (even - width) // 2 for at, width in enumerate(widths)]
        return tuple(Span(at, at + width) for at, width in zip(lefts, widths, strict=True))
    return _elastic(needs, room)


def _elastic(needs: Sequence[int], room: Span) -> tuple[Span, ...] | None:
    width = room.right - room.left + 1
    if _width(needs) > width:
        return None
    share = width // len(needs)
    while sum(max(need + 1, share) for need in needs) > width:
        share -= 1
    pitches = [max(need + 1, share) for need in needs]
    spans = []
    left = room.left + (width - sum(pitches)) // 2
    for pitch in pitches:
        spans.append(Span(left, left + pitch - 1))
        left += pitch
    return tuple(spans)


def window(needs: Sequence[int], middle: int, width: int) -> range:
    """The spaces, as indices of ``needs``, that find room about one of them; that one at least."""
    first = last = middle
    while True:
        wider = [(first, last + 1), (first - 1, last)]
        if last - middle > middle - first:
            wider.reverse()
        for low, high in wider:
            if low >= 0 and high < len(needs) and _width(needs[low : high + 1]) <= width:
                first, last = low, high
                break
        else:
            return range(first, last + 1)


def _width(needs: Sequence[int]) -> int:
    """Columns of pixels that spaces take, each with a dark one behind it."""
    return sum(need + 1 for need in needs)
