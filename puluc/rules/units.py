"""The words of the track as types: spaces, distances, cast values, players and sides.

A space is a number on the board, the same for both sides. A distance is how far a
space lies from a side's own home. They are different types, so that one never
meets the other unconverted.
"""

from enum import Enum
from typing import NewType

Space = NewType("Space", int)
"""A space of the track, 1..N from the first side's home to the second's."""

Distance = NewType("Distance", int)
"""Spaces from a side's own home: home is 0, the enemy home N + 1."""

CastValue = NewType("CastValue", int)
"""What a cast of the lots is worth, by the rule set's ``scores``; 0 is forfeited."""

Player = NewType("Player", int)
"""A seat's number, 0 upwards: J1, C1, J2, C2, ...; even for Jade, odd for Cinnabar."""


class Side(Enum):
    """One of the two armies (and, in team play, teams)."""

    JADE = "J"
    """The first side: enters at space 1 and runs towards N."""
    CINNABAR = "C"
    """The second side: enters at space N and runs towards 1."""

    @property
    def enemy(self) -> "Side":
        """The other side."""
        return Side.CINNABAR if self is Side.JADE else Side.JADE

    @property
    def title(self) -> str:
        """The side's name for people: Jade or Cinnabar."""
        return self.name.title()

    @property
    def index(self) -> int:
        """0 for Jade, 1 for Cinnabar: the place in pairs such as ``Position.kills``."""
        return 0 if self is Side.JADE else 1


class Heading(Enum):
    """The way a pile goes."""

    OUTWARD = "outward"
    HOMEWARD = "homeward"


class Place(Enum):
    """Where a move starts or ends when it is not a space."""

    HAND = "hand"
    """The hand, from which warriors are deployed."""
    OFF = "off"
    """Off the track at the far end."""
    HOME = "home"
    """Off the track at the own end."""


def side_of(player: Player) -> Side:
    """The side that a player plays for."""
    return Side.JADE if player % 2 == 0 else Side.CINNABAR


def player_name(player: Player) -> str:
    """A player's short name, ``J1``, ``C1``, ``J2`` ...: side and seat within the side."""
    return f"{side_of(player).value}{player // 2 + 1}"


def distance_of(space: Space, side: Side, track: int) -> Distance:
    """How far a space lies from the side's own home, on a track of that many spaces."""
    return Distance(space if side is Side.JADE else track + 1 - space)


def space_at(distance: Distance, side: Side, track: int) -> Space:
    """The space at that distance from the side's own home; the inverse of ``distance_of``."""
    return Space(distance if side is Side.JADE else track + 1 - distance)
