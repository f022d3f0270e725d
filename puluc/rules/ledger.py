"""The warriors off the track: who comes to hand, dies or retires when a pile ends its way."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from puluc.rules.units import Player

if TYPE_CHECKING:
    from puluc.rules.position import Position


class Ledger:
    """The counts of a position, open to be changed by one move, and what it has changed.

    ``hand``, ``fresh``, ``dead`` and ``out`` count by player and ``kills`` by side, as in a
    ``Position``. ``killed``, ``joined``, ``returned``, ``retired``, ``rescued`` and ``burned``
    count the warriors that the move has done that to.
    """

    __slots__ = (
        "burned", "dead", "fresh", "hand", "joined", "killed", "kills", "out", "rescued",
        "retired", "returned",
    )  # fmt: skip

    def __init__(self, position: "Position") -> None:
        """Begin with the counts of a ``position``."""
        self.hand = list(position.hand)
        self.fresh = list(position.fresh)
        self.dead = list(position.dead)
        self.out = list(position.out)
        self.kills = list(position.kills)
        self.killed = self.joined = self.returned = self.retired = self.rescued = self.burned = 0

    def deploy(self, player: Player, fresh: bool) -> None:
        """A warrior leaves its player's hand for the track, ``fresh`` or a returned one."""
        self.hand[player] -= 1
        self.fresh[player] -= fresh

    def rescue(self, warriors: Iterable[Player]) -> None:
        """Warriors come back to their owners' hands from a pile just captured (``rescue``)."""
        for owner in warriors:
            self.hand[owner] += 1
            self.rescued += 1

    def burn(self, warriors: Iterable[Player]) -> None:
        """A pile has ended a move in the fire: all of it is dead, and nobody's kill (``fire``)."""
        for owner in warriors:
            self.dead[owner] += 1
            self.burned += 1

    def carry_off(
        self, warriors: Iterable[Player], player: Player, join: bool, retire: bool
    ) -> None:
        """A player's pile leaves the track.

        Enemies are dead, each one a kill, or ``join`` the player's own hand (``prisoners``);
        own warriors come back to their owners' hands, or ``retire`` (``captors``).
        """
        team = player % 2
        for owner in warriors:
            if owner % 2 != team:
                if join:
                    self.hand[player] += 1
                    self.joined += 1
                else:
                    self.dead[owner] += 1
                    self.kills[team] += 1
                    self.killed += 1
            elif retire:
                self.out[owner] += 1
                self.retired += 1
            else:
                self.hand[owner] += 1
                self.returned += 1
