"""Piles: chips over one another, as large as a panel has room for, each with its owner's figure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from puluc.rules.position import Pile
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Heading, Player, Side, side_of
from puluc.screens import figures
from puluc.screens.parts import Arrow, Box, Chip, More, Part

ARROW = (3, 5)
"""The arrowhead beside a pile on its way home."""
_WIDEST = 13
_TALLEST = 10
"""Chips that find room over each other below the headline: all the warriors of two fives."""
_MARKED = ((9, 12, 1), (8, 10, 1), (8, 8, 1), (7, 7, 1), (5, 7, 1), (5, 6, 0))
"""Chips with figures: width, height and the gap between two, the clearest first."""


@dataclass(frozen=True, slots=True)
class PileStyle:
    """How piles are drawn. All lengths are in pixels."""

    width: int
    height: int
    """Rows of a chip."""
    gap: int = 1
    """Dark rows between two chips."""
    marked: bool = False
    """Whether chips have their owners' figures."""
    tight: bool = False
    """Whether arrowheads stand over piles instead of beside them, and empty spaces are dots."""
    tallest: int | None = None
    """A pile of more loses its lowest, which are counted instead; None: none does."""

    @property
    def pitch(self) -> int:
        """From one chip to the next."""
        return self.height + self.gap

    @property
    def empty(self) -> int:
        """Columns that an empty space has at the least."""
        return 1 if self.tight else 2

    def cut(self, tallest: int) -> "PileStyle":
        """The style for piles of no more chips than that."""
        return replace(self, tallest=tallest)

    def width_of(self, piles: tuple[Pile, ...]) -> int:
        """Columns that piles take side by side."""
        return sum(self._width(pile) + 1 for pile in piles) - 1 if piles else 0

    def parts(self, pile: Pile, left: int, bottom: int) -> Iterator[Part]:
        """The pile on a row; towards its home an arrowhead beside its top, when it goes there."""
        arrow = self._arrow(pile)
        leftward = pile.side is Side.JADE
        across = self._width(pile) - arrow
        if leftward:
            left += arrow
        at = left + (across - self.width) // 2
        hidden = self._hidden(pile)
        if hidden:
            text = figures.width_of(f"+{hidden}")
            more = left + (across - text) // 2
            yield More(Box(more, bottom - figures.HEIGHT, more + text, bottom), hidden)
            bottom -= figures.HEIGHT + 1
        extra = 0 if self.gap else 1  # a row between the lowest figure and the line
        for owner in pile.warriors[hidden:]:
            top = bottom - self.height - extra
            box = Box(at, top, at + self.width, bottom)
            yield Chip(box, side_of(owner), mark(owner) if self.marked else "")
            bottom, extra = top - self.gap, 0
        if pile.heading is Heading.HOMEWARD:
            x = left - arrow if leftward else left + across + 1
            y = box.top + (box.height - ARROW[1]) // 2
            if self.tight:
                x, y = at + (self.width - ARROW[0]) // 2, box.top - ARROW[1] - 1
            yield Arrow(Box(x, y, x + ARROW[0], y + ARROW[1]), leftward)

    def rows(self, pile: Pile) -> int:
        """Rows that a pile takes, with its arrowhead."""
        parts = tuple(self.parts(pile, 0, 0))
        return -min(part.box.top for part in parts)

    def _hidden(self, pile: Pile) -> int:
        if self.tallest is None or len(pile.warriors) <= self.tallest:
            return 0
        return len(pile.warriors) - self.tallest + 1

    def _arrow(self, pile: Pile) -> int:
        """Columns for an arrowhead beside a pile, with the dark one between."""
        beside = pile.heading is Heading.HOMEWARD and not self.tight
        return ARROW[0] + 1 if beside else 0

    def _width(self, pile: Pile) -> int:
        hidden = self._hidden(pile)
        more = figures.width_of(f"+{hidden}") if hidden else 0
        return max(self.width, more) + self._arrow(pile)


def mark(player: Player) -> str:
    """The figure on a player's chips: its number within the side."""
    return str(player // 2 + 1)


def pile_styles(rules: RuleSet, room: int, height: int) -> tuple[PileStyle, ...]:
    """The styles for the piles of a track that is ``room`` columns wide, the clearest first.

    Eleven spaces on 128x64 have chips of 9x3. A taller panel has thicker chips. In teams every
    chip has the figure of its player.
    """
    if rules.seats > 2:
        return marked_styles()
    even = room // rules.track
    widest = max(9, min((even - 2) // 2 * 2 + 1, _WIDEST))
    if rules.course == "round" or rules.laden in ("homeward", "by_fire"):
        # Room for an arrowhead, so that a pile which turns moves no other.
        widest = max(7, min(widest, (even - 2 - ARROW[0] - 1) // 2 * 2 + 1))
    return tuple(
        PileStyle(width, max(3, min((height - 24) // _TALLEST - 1, (width + 1) // 2)))
        for width in range(widest, 2, -2)
    )


def marked_styles() -> tuple[PileStyle, ...]:
    """The styles of chips with figures, the clearest first."""
    styles = tuple(PileStyle(*size, marked=True) for size in _MARKED)
    return (*styles, replace(styles[-1], tight=True))
