"""The opponent: asks the tables, searches where they are silent, and chooses as its level does."""

import math
from collections.abc import Sequence
from random import Random

from puluc.opponent.levels import NODES, SKILLS, Level
from puluc.opponent.search import Search
from puluc.opponent.thought import Exact, Odds, Thinking, Thought, Weighed, finish
from puluc.rules.position import Position


class Opponent:
    """Plays any rule set, at any level; weighs moves and tells odds for hints and reviews.

    The methods in -ing return thought in slices (``Thinking``), those without wait for it.
    """

    def __init__(self, tables: Sequence[Exact] = ()) -> None:
        """Look positions up in the first of the ``tables`` that has them."""
        self._tables = tuple(tables)

    def thinking(self, position: Position, level: Level, chance: Random) -> Thinking[Thought]:
        """Choose a step for the side whose casts are in ``position.left``.

        The same ``chance`` gives the same step. A forfeit is thought of at once.
        """
        skill = SKILLS[level]
        search = Search(self._tables if skill.has_tables else (), skill.nodes)
        weighed = yield from search.weighing(position)
        chosen = _choose(weighed, skill.slips, chance)
        return Thought(chosen.step, chosen.odds, search.nodes)

    def think(self, position: Position, level: Level, chance: Random) -> Thought:
        """As ``thinking``, at once."""
        return finish(self.thinking(position, level, chance))

    def weighing(self, position: Position) -> Thinking[tuple[Weighed, ...]]:
        """Every legal step and the odds after it, the best first; a forfeit is alone."""
        return Search(self._tables, NODES).weighing(position)

    def weigh(self, position: Position) -> tuple[Weighed, ...]:
        """As ``weighing``, at once."""
        return finish(self.weighing(position))

    def judging(self, position: Position) -> Thinking[Odds]:
        """The odds of the side to move: before its cast, or with the casts thrown."""
        return Search(self._tables, NODES).judging(position)

    def odds(self, position: Position) -> Odds:
        """As ``judging``, at once."""
        return finish(self.judging(position))


def _choose(weighed: Sequence[Weighed], slips: float, chance: Random) -> Weighed:
    """The best of the steps, or with ``slips`` one that looks nearly as good."""
    best = weighed[0]
    if slips == 0 or len(weighed) == 1:
        return best
    weights = [math.exp((each.odds.chance - best.odds.chance) / slips) for each in weighed]
    return chance.choices(weighed, weights)[0]
