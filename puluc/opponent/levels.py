"""How well the board plays: named levels, each a way to choose among what it sees."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

NODES = 1_200
"""Positions that a search may look at: a second's work of a Pi Zero 2 W (docs/opponent.md)."""


class Level(Enum):
    """The levels, from the gentlest to the strongest; the value is the name that is kept."""

    CARELESS = "careless"
    HASTY = "hasty"
    STEADY = "steady"
    CLEVER = "clever"
    PERFECT = "perfect"

    @property
    def title(self) -> str:
        """The level's name for people: Careless."""
        return self.value.title()


@dataclass(frozen=True, slots=True)
class Skill:
    """What makes a level."""

    nodes: int
    """The most positions that it looks at for one step; as many as there are moves at least."""
    slips: float
    """How much worse, in odds, a move may look and still be chosen now and then (a softmax's
    temperature); 0: it always takes the one that looks best."""
    has_tables: bool = False
    """Whether it looks positions up."""


SKILLS: Mapping[Level, Skill] = MappingProxyType(
    {
        Level.CARELESS: Skill(nodes=0, slips=0.3),
        Level.HASTY: Skill(nodes=0, slips=0.08),
        Level.STEADY: Skill(nodes=0, slips=0.02),
        Level.CLEVER: Skill(nodes=NODES, slips=0.0),
        Level.PERFECT: Skill(nodes=NODES, slips=0.0, has_tables=True),
    }
)
"""What each level does."""
