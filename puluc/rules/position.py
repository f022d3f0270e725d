"""A position: every warrior, whose turn it is, and the casts thrown and not yet used."""

from dataclasses import dataclass, replace

from puluc.rules.errors import IllegalMoveError, Rule
from puluc.rules.outcome import outcome
from puluc.rules.possible import check
from puluc.rules.ruleset import RuleSet
from puluc.rules.seats import first_player
from puluc.rules.units import CastValue, Heading, Player, Side, Space, side_of

__all__ = ["Pile", "Position", "check", "commands", "start", "throw"]


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

    @property
    def laden(self) -> bool:
        """Whether the pile holds an enemy of its commander."""
        team = self.warriors[-1] % 2
        return any(warrior % 2 != team for warrior in self.warriors)


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
    opens: Side = Side.JADE
    """The side that the order of turns begins with, where that makes it another order (four seats
    or more, alternating); everywhere else Jade, whoever opened the game."""

    def piles_on(self, space: Space) -> tuple[Pile, ...]:
        """The piles on a space, the earliest arrival first; empty when the space is."""
        return self.track[space - 1]

    @property
    def side(self) -> Side:
        """The side of the player whose turn it is."""
        return side_of(self.turn)

    def is_free(self, player: Player) -> bool:
        """Whether a player has a free warrior: one in hand, or one that commands a pile."""
        return self.hand[player] > 0 or commands(self.track, player)

    def has_free(self, side: Side) -> bool:
        """Whether anybody of a side has a free warrior."""
        team = side.index
        return any(self.hand[team::2]) or any(
            piles[0].warriors[-1] % 2 == team for piles in self.track if piles
        )


def commands(track: tuple[tuple[Pile, ...], ...], player: Player) -> bool:
    """Whether a player commands a pile on a track."""
    return any(pile.warriors[-1] == player for piles in track for pile in piles)


def start(rules: RuleSet, opens: Side = Side.JADE) -> Position:
    """The beginning of a game, which a side opens: all warriors in hand, a cast due."""
    none = (0,) * rules.seats
    full = (rules.warriors,) * rules.seats
    alternates = rules.seats > 2 and rules.seating == "alternate"
    return Position(
        rules=rules,
        track=((),) * rules.track,
        hand=full,
        fresh=full,
        dead=none,
        out=none,
        kills=(0, 0),
        turn=first_player(opens),
        opens=opens if alternates else Side.JADE,
    )


def throw(position: Position, *values: int) -> Position:
    """The position after the lots were cast: as many values as a turn has casts.

    Raises:
        IllegalMoveError: no cast is due, or the lots can't make such a value.
    """
    rules = position.rules
    if position.left:
        unused = " and ".join(map(str, position.left))
        raise IllegalMoveError(Rule.CAST_THROWN, f"cast {unused} is not used yet")
    if outcome(position):
        raise IllegalMoveError(Rule.GAME_OVER, "the game is over")
    if len(values) != rules.casts:
        raise IllegalMoveError(Rule.CAST_VALUE, f"{len(values)} casts: a turn has {rules.casts}")
    for value in values:
        if value not in rules.values:
            made = " ".join(map(str, rules.values))
            raise IllegalMoveError(Rule.CAST_VALUE, f"cast {value}: the lots make {made}")
    return replace(position, left=tuple(CastValue(value) for value in values))
