"""The track: a column for each space, the piles on it, and a triangle under what is lit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puluc.rules.position import Pile
from puluc.rules.units import Side, Space
from puluc.screens import figures
from puluc.screens.columns import Span, spread, window
from puluc.screens.fonts import SMALL
from puluc.screens.parts import (
    Arrow,
    Bar,
    Box,
    Embers,
    Flame,
    House,
    Lamp,
    More,
    Part,
    Text,
    around,
)  # fmt: skip
from puluc.screens.piles import ARROW, PileStyle
from puluc.screens.values import GameScreen

_LAMP_ROWS = 3
_LAMP = 3
"""Columns of a triangle that can be told from a dot."""
_NUMBERS = SMALL.cap + 1
"""Rows for the numbers below a track."""
_UNNUMBERED = 11
"""Spaces that can be counted without numbers."""
_FLAME = (5, 6)
_HOUSE = (7, 7)
_EDGE = 16
"""Columns for what is out of sight at an end of a track: an arrowhead and a number."""

Columns = tuple[tuple[Part, ...], ...]
"""Parts that stand over one another: those of a space, of a house."""


@dataclass(frozen=True, slots=True)
class Track:
    """Where the track of a screen is on a panel. All lengths are in pixels."""

    screen: GameScreen
    width: int
    height: int
    bare: bool = False
    """Whether numbers and flame are left out, for want of room."""

    @property
    def numbered(self) -> bool:
        """Whether numbers stand below the track: every fifth, the first and the last."""
        rules = self.screen.position.rules
        return not self.bare and (rules.track > _UNNUMBERED or bool(rules.fire))

    @property
    def line(self) -> int:
        """The row of the base line."""
        return self.height - _LAMP_ROWS - 2 - (_NUMBERS if self.numbered else 0)

    @property
    def room(self) -> Span:
        """The columns between the houses."""
        beside = _HOUSE[0] + 1 if self.screen.homes else 0
        return Span(beside, self.width - beside)

    def columns(self, style: PileStyle) -> Columns | None:
        """All that the track shows, its piles in a style; None where they are too wide for that."""
        needs = self._needs(style)
        spans = spread(needs, style.width, self.room)
        if spans is None:
            return None
        return (*self._spaces(spans, 1, style), *self._houses())

    def part_of_columns(self, style: PileStyle) -> Columns:
        """What finds room around the focus, and at each end how many warriors are out of sight."""
        needs = self._needs(style)
        middle = (self.screen.focus or min(self.screen.lit, default=1)) - 1
        room = Span(self.room.left + _EDGE, self.room.right - _EDGE)
        seen = window(needs, middle, room.right - room.left + 1)
        spans = spread([needs[at] for at in seen], 1, room) or (room,)
        return (
            *self._spaces(spans, seen[0] + 1, style),
            *self._out_of_sight(seen),
            *self._houses(),
        )

    def _needs(self, style: PileStyle) -> list[int]:
        """How wide each space must be at the least."""
        return [
            max(style.width_of(piles), _LAMP if number in self.screen.lit else style.empty)
            for number, piles in enumerate(self.screen.position.track, 1)
        ]

    def _spaces(
        self, spans: Sequence[Span], first: int, style: PileStyle
    ) -> Iterator[tuple[Part, ...]]:
        position = self.screen.position
        for number, span in enumerate(spans, first):
            space = Space(number)
            yield tuple(self._space(space, span, position.piles_on(space), style))
        if self.numbered:
            for part in self._marks(spans, first):
                yield (part,)

    def _space(
        self, space: Space, span: Span, piles: tuple[Pile, ...], style: PileStyle
    ) -> Iterator[Part]:
        """A space's base line, the piles on it, the earliest first, and its triangle."""
        base = Box(span.left, self.line, span.right, self.line + 1)
        yield Embers(base) if space in self.screen.position.rules.fire else Bar(base)
        left = span.left + (span.right - span.left - style.width_of(piles)) // 2
        for pile in piles:
            yield from style.parts(pile, left, self.line - 1)
            left += style.width_of((pile,)) + 1
        if space in self.screen.lit:
            yield self._lamp(span)

    def _lamp(self, span: Span) -> Lamp:
        half = min(_LAMP_ROWS - 1, (span.right - span.left) // 2)
        top = self.line + 2
        return Lamp(Box(span.middle - half, top, span.middle + half + 1, top + half + 1))

    def _marks(self, spans: Sequence[Span], first: int) -> Iterator[Part]:
        """Below the track a flame under the fire, and numbers where they find room."""
        taken: list[Box] = []
        last = first + len(spans) - 1
        fire = [space for space in self.screen.position.rules.fire if first <= space <= last]
        if fire:
            middle = (spans[fire[0] - first].left + spans[fire[-1] - first].right) // 2
            across, down = _FLAME
            left = min(max(0, middle - across // 2), self.width - across)
            taken.append(Box(left, self.height - down, left + across, self.height))
            yield Flame(taken[0])
        houses = self.screen.houses
        fifths = [number for number in range(first, last + 1) if (number + houses) % 5 == 0]
        for number in dict.fromkeys((*fifths, first, last)):
            text = str(number + houses)
            left, _, right, _ = SMALL.ink(text)
            x = spans[number - first].middle - (right - left) // 2 - left
            x = min(max(-left, x), self.width - right)
            part = Text(text, SMALL, x, self.height)
            if not any(part.box.grown(2, 0).overlaps(box) for box in taken):
                taken.append(part.box)
                yield part

    def _houses(self) -> Iterator[tuple[Part, ...]]:
        """The homes beside the track, where they are spaces of the board."""
        if not self.screen.homes:
            return
        across, down = _HOUSE
        for side, left in ((Side.JADE, 0), (Side.CINNABAR, self.width - across)):
            house = House(Box(left, self.line + 1 - down, left + across, self.line + 1), side)
            lit = side in self.screen.lit_homes
            yield (house, *([self._lamp(Span(left, left + across))] if lit else []))

    def _out_of_sight(self, seen: range) -> Iterator[tuple[Part, ...]]:
        track = self.screen.position.track
        for piles, leftward in ((track[: seen[0]], True), (track[seen[-1] + 1 :], False)):
            if not piles:
                continue
            count = sum(len(pile.warriors) for space in piles for pile in space)
            text = figures.width_of(f"+{count}")
            bottom = self.line + 1
            left = self.room.left if leftward else self.room.right - ARROW[0]
            arrow = Arrow(Box(left, bottom - ARROW[1], left + ARROW[0], bottom), leftward)
            at = left + ARROW[0] + 1 if leftward else left - 1 - text
            more = More(Box(at, bottom - figures.HEIGHT, at + text, bottom), count)
            yield (arrow, more) if count else (arrow,)


def hulls(columns: Columns) -> tuple[Box, ...]:
    """A box around each column: fewer to go round than its parts are."""
    return tuple(around(parts) for parts in columns)
