"""The steps of a game as values: a move, or a forfeit."""

from dataclasses import dataclass

from puluc.rules.units import CastValue, Place, Player, Space


@dataclass(frozen=True, slots=True)
class Move:
    """One use of a cast: a deployment, an advance, a capture or a carrying off.

    ``player`` owns the warrior deployed or commands the pile moved (with ``help_partners`` not
    always the player whose turn it is). ``source`` is a space or ``Place.HAND``; ``target`` a
    space (with ``capture_exits`` the one captured on), ``Place.OFF`` or ``Place.HOME``.
    """

    cast: CastValue
    player: Player
    source: Space | Place
    target: Space | Place


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The loss of all casts that nothing can use."""


FORFEIT = Forfeit()
Step = Move | Forfeit
