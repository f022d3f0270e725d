"""A position: every warrior, whose turn it is, and the casts thrown and not yet used."""

from dataclasses import dataclass

from puluc.rules.ruleset import RuleSet
from puluc.rules.units import CastValue, Heading, Player, Side, Space, side_of


@dataclass(frozen=True, slots=True)
class Pile:
    """The warriors that stand on one another, by their owners, bottom to top."""

    warriors: tuple[Player, ...]
    heading: Heading = Heading.OUTWARD

    @property
    def commander(self) -> Player:
        """The owner of the top warrior, who alone moves the pile."""
        return self.warriors[-1]

    @property
    def side(self) -> Side:
        """The side that commands the pile."""
        return side_of(self.warriors[-1])


@dataclass(frozen=True, slots=True)
class Position:
    """All there is to know of a game between two moves.

    ``track`` has for each space, 1..N in order, the piles on it (one at most, except where
    partners share a space: then the earliest arrival first). ``hand``, ``fresh`` (those in hand
    that have never been on the track), ``dead`` and ``out`` (retired) count by player;
    ``kills`` by side, Jade's first.
    """

    rules: RuleSet
    track: tuple[tuple[Pile, ...], ...]
    hand: tuple[int, ...]
    fresh: tuple[int, ...]
    dead: tuple[int, ...]
    out: tuple[int, ...]
    kills: tuple[int, int]
    turn: Player
    left: tuple[CastValue, ...] = ()
    """Casts thrown in this turn and not yet used; empty while a cast is due."""
    casts: int = 0
    """Casts used so far in the game, forfeits included."""

    def piles_on(self, space: Space) -> tuple[Pile, ...]:
        """The piles on a space, the earliest arrival first; empty when the space is."""
        return self.track[space - 1]

    @property
    def side(self) -> Side:
        """The side of the player whose turn it is."""
        return side_of(self.turn)
