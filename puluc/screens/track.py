"""The track: a column for each space, the piles on it, and a triangle under what is lit."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from puluc.rules.position import Pile, Position
from puluc.rules.units import Side, Space, side_of
from puluc.screens.parts import Bar, Box, Chip, Lamp, More, Part

_WIDEST_COLUMN = 23
_WIDEST_CHIP = 13
_LAMP_ROWS = 3
_TALLEST = 10
"""Chips that find room over each other below the headline: all the warriors of two fives."""


@dataclass(frozen=True, slots=True)
class Track:
    """Where the spaces of a track are on a panel of some size. All lengths are in pixels."""

    spaces: int
    left: int
    column: int
    """From one space to the next."""
    chip_width: int
    chip_height: int
    line: int
    """The row of the base line."""

    @staticmethod
    def on(size: tuple[int, int], spaces: int) -> "Track":
        """The track at the bottom of a panel, as wide as it can be and in its middle.

        Eleven spaces on 128x64 are columns of eleven with chips of 9x3; thirty are columns of
        four with chips of 3x3. A taller panel has thicker chips.
        """
        width, height = size
        column = min(width // spaces, _WIDEST_COLUMN)
        chip_width = min((column - 2) // 2 * 2 + 1, _WIDEST_CHIP)
        chip_height = max(3, min((height - 24) // _TALLEST - 1, (chip_width + 1) // 2))
        return Track(
            spaces=spaces,
            left=(width - spaces * column + column - chip_width) // 2,
            column=column,
            chip_width=chip_width,
            chip_height=chip_height,
            line=height - _LAMP_ROWS - 2,
        )

    def parts(
        self, position: Position, lit: frozenset[Space], tallest: int = _TALLEST
    ) -> Iterator[Part]:
        """Base line, piles and triangles; a pile of more than ``tallest`` loses its lowest."""
        for number in range(1, self.spaces + 1):
            space = Space(number)
            left = self.left + (number - 1) * self.column
            yield Bar(Box(left, self.line, left + self.chip_width, self.line + 1))
            yield from self._column(position.piles_on(space), left, tallest)
            if space in lit:
                yield self._lamp(left)

    def _column(self, piles: tuple[Pile, ...], left: int, tallest: int) -> Iterator[Part]:
        chips = _column_of(piles)
        hidden = len(chips) - tallest
        if hidden > 0:
            chips = (None, *chips[hidden + 1 :])
        bottom = self.line - 1
        for chip in chips:
            box = Box(left, bottom - self.chip_height, left + self.chip_width, bottom)
            if isinstance(chip, Side):
                yield Chip(box, chip)
            elif hidden > 0 and bottom == self.line - 1:
                yield More(box)
            bottom -= self.chip_height + 1

    def _lamp(self, left: int) -> Lamp:
        half = min(_LAMP_ROWS - 1, self.chip_width // 2)
        middle = left + self.chip_width // 2
        top = self.line + 2
        return Lamp(Box(middle - half, top, middle + half + 1, top + half + 1))


def _column_of(piles: tuple[Pile, ...]) -> tuple[Side | None, ...]:
    """The sides of the warriors on a space, lowest first; None parts piles that share it."""
    column: list[Side | None] = [side_of(each) for pile in piles[:1] for each in pile.warriors]
    for _, pile in pairwise(piles):
        column += [None, *(side_of(each) for each in pile.warriors)]
    return tuple(column)
