"""How players and spaces are called at a table: by the players' names, and the board's numbers."""

from dataclasses import dataclass

from puluc.rules.ruleset import RuleSet
from puluc.rules.seats import name_of
from puluc.rules.units import Player, Space


@dataclass(frozen=True, slots=True)
class Labels:
    """The names of a table."""

    names: tuple[str, ...] = ()
    """By seat; an empty one, or none at all, is the side's name, or ``J2`` among more than two."""
    houses: int = 0
    """Spaces of the board before the track's first one."""

    def player(self, rules: RuleSet, player: Player) -> str:
        """What a player is called."""
        own = self.names[player] if player < len(self.names) else ""
        return own or name_of(rules, player)

    def space(self, space: Space) -> Space:
        """The board's number for a space of the track."""
        return Space(space + self.houses)
