"""What the opponent has thought: a step, and the odds of each that could be taken."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from puluc.rules.position import Position
from puluc.rules.steps import Step
from puluc.rules.units import Side

Result = TypeVar("Result")

Thinking = Generator[None, None, Result]
"""Thought in slices: each ``next`` does a few milliseconds' work (tens on a slow board), the
result is the generator's return value. Closing it stops the thought."""


class Exact(Protocol):
    """Somewhere the exact value of a position may be found: a table."""

    def value(self, position: Position) -> float | None:
        """The chance that the side to move wins, a cast being due; None for a position not held.

        Between perfect players, the cap on casts left out. The ``position`` has no cast unused
        and is not over.
        """
        ...


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance that a side wins when both play perfectly from now on; a draw counts half."""

    side: Side
    chance: float
    """From 0 to 1. The cap on casts is left out."""
    is_exact: bool
    """Whether it comes from a table (or the rules), not from judgement."""

    def of(self, side: Side) -> float:
        """The chance of either ``side``."""
        return self.chance if side is self.side else 1 - self.chance


@dataclass(frozen=True, slots=True)
class Weighed:
    """A step that the casts allow, and the mover's side's odds after it."""

    step: Step
    odds: Odds


@dataclass(frozen=True, slots=True)
class Thought:
    """A step chosen."""

    step: Step
    """A legal move; the forfeit where there is none."""
    odds: Odds
    """Of the mover's side, after it, as far as the level saw."""
    nodes: int
    """Positions looked at, never more than the level's budget."""

    @property
    def is_exact(self) -> bool:
        """Whether a table has told it."""
        return self.odds.is_exact


def finish(thinking: Thinking[Result]) -> Result:
    """The result of a thought, waited for."""
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            result: Result = done.value
            return result
