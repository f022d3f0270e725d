"""The screens as values: what is to be shown, without a pixel of how.

They import no imaging library, so that the session that makes them needs none.
"""

from dataclasses import dataclass
from enum import Enum

from puluc.rules.position import Position
from puluc.rules.units import Player, Side, Space


@dataclass(frozen=True, slots=True)
class GameScreen:
    """The game: what matters now, in large; what happened, in words; all piles, hands and kills."""

    position: Position
    headline: str
    """What matters now, large: ``Jade``, ``Anna 3 5``, ``Jade won``.

    A name of 12 letters and the casts still to be used fit. Numbers at the end stay large; the
    words before them are set smaller, and then shortened, where they are too long.
    """
    words: str
    """The last move or a refusal: one or two short sentences, up to 42 characters.

    Each sentence has a line of its own where that is possible; about 24 characters fit on one.
    """
    side: Side | None = None
    """Whom the headline is about; its chip is drawn beside it where there is room."""
    casts: tuple[tuple[bool, ...], ...] = ()
    """The lots of each cast of the turn as they lie, marked side up or not, in the order in which
    they were thrown; drawn in the headline. None before a cast."""
    lit: frozenset[Space] = frozenset()
    """Spaces with a small triangle: those that may be pressed."""
    notice: str = ""
    """A standing fault, such as ``not saved``: shown small until it is over.

    Up to 16 characters hide nothing; a longer one may cost high piles their lowest warriors.
    """
    used: frozenset[int] = frozenset()
    """Which of ``casts``, counted from 0, are used already: they are drawn faint."""
    player: Player | None = None
    """Which player of that side, in a game of teams: the chip has the player's number, and the
    player's own hand is shown large. None: nobody (the opening, the end of the game)."""
    focus: Space | None = None
    """What to show of a track that is too long to be shown whole: the space moved to last, or
    the one that was pressed. It matters only on long tracks with many piles of teams."""
    homes: bool = False
    """Whether the spaces beside the track are the homes: a small house is drawn at both ends."""
    lit_homes: frozenset[Side] = frozenset()
    """Sides whose home has a small triangle, as ``lit`` (only with ``homes``)."""
    houses: int = 0
    """Spaces of the board before the track's first one: the numbers shown are the board's."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a list; pressing ``space`` chooses it (none: it is only to be read)."""

    text: str
    """Up to 20 characters with a space; one that is too long makes the whole list small."""
    space: Space | None = None


@dataclass(frozen=True, slots=True)
class ListScreen:
    """A menu, a list of moves, or a choice: up to seven lines (six entries and one to turn on)."""

    title: str
    """Shown where there is room: above up to four lines, and above two large answers."""
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class PileScreen:
    """One step of the piece check: a space and what must stand on it."""

    position: Position
    space: Space
    words: str
    """``Jade over 2 Cinnabar``, or ``empty``."""
    hint: str
    """What a press does: ``any lit space: next``."""
    houses: int = 0
    """Spaces of the board before the track's first one: the number shown is the board's."""


@dataclass(frozen=True, slots=True)
class LotsScreen:
    """The players' own lots: for each lit space, the lots that it stands for."""

    title: str
    choices: tuple[tuple[Space, int], ...]
    """A space and a number of marked sides."""
    lots: int
    """How many lots there are."""


@dataclass(frozen=True, slots=True)
class MessageScreen:
    """One thing in large letters and a few words below: ``Go on?``, ``Goodbye``."""

    headline: str
    """At most 12 characters."""
    words: tuple[str, ...] = ()
    """Up to four short lines of 24 characters."""


class Pattern(Enum):
    """A picture that shows whether a display is whole."""

    LIT = "all pixels lit"
    GRID = "a frame and a grid"


@dataclass(frozen=True, slots=True)
class PatternScreen:
    """A pattern over the whole display, and nothing else."""

    pattern: Pattern


Screen = GameScreen | ListScreen | PileScreen | LotsScreen | MessageScreen | PatternScreen
