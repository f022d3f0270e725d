"""Expectiminimax: what a position is worth, looked at cast by cast within a budget of nodes.

A node is a position in which a cast is due. Its value is the mean over the casts, each taken at
the step that is best for the side that makes it; a node that has not been opened is worth what
a table or else the evaluation says. The tree is opened a cast deeper at a time, and only where a
step still competes with the best one; what the last whole depth says counts. So the budget is
never exceeded, and the same position gives the same answer on every machine.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from puluc.opponent.chances import turn_chances
from puluc.opponent.evaluation import evaluation, features_of
from puluc.opponent.thought import Exact, Odds, Thinking, Weighed
from puluc.rules.moves import FORFEIT, Step, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import Position
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side

MARGIN = 0.08
"""Steps that look worse than the best by more, in odds, are not looked at more deeply."""
DEEPEST = 8
"""Casts looked ahead at most: a position of few moves would else be opened for ever."""


class OutOfNodes(Exception):  # noqa: N818 - no error: the search ends where its budget does
    """The budget is used up."""


class Node:
    """A position in which a cast is due (or that ends the game), and what it is worth."""

    __slots__ = ("depth", "groups", "is_exact", "position", "value")

    def __init__(self, position: Position, value: float, is_exact: bool) -> None:
        self.position = position
        self.value = value
        """Jade's chance."""
        self.is_exact = is_exact
        self.depth = 0
        """How many casts ahead have been looked at from here."""
        self.groups: list[Group] | None = None
        """For each of the turn's casts the nodes that it can lead to; None while not opened."""


Group = tuple[float, list[Node]]
"""The chance of a turn's casts, and the nodes that a side can choose from then."""


class Search:
    """One search: a budget, and the tree that it opens."""

    def __init__(self, tables: Sequence[Exact], nodes: int, depth: int = DEEPEST) -> None:
        """Ask the ``tables`` first; look at so many ``nodes``, and casts ahead, at most.

        The steps that a position allows are all looked at, whatever the budget.
        """
        self._tables = tables
        self._budget = nodes
        self._depth = depth
        self._known: dict[tuple[object, ...], Node] = {}
        self._evaluate: Callable[[Position], float]
        self.nodes = 0

    def weighing(self, position: Position) -> Thinking[tuple[Weighed, ...]]:
        """Every legal step with the odds after it, for the side whose turn it is, best first."""
        position = _uncapped(position)
        self._evaluate = evaluation(position.rules)
        side = position.side
        steps: Sequence[Step] = legal_moves(position) or (FORFEIT,)
        self._budget = max(self._budget, len(steps))
        groups: list[Group] = []
        for step in steps:
            groups.append((1.0, [self._node(after(position, step))]))
        yield
        try:
            groups = [(1.0, self._choices(one[0].position)) for _, one in groups]
        except OutOfNodes:
            self._told = [_best(nodes, side) for _, nodes in groups]
        else:
            yield from self._deepen_all(groups, side)
        weighed = [
            Weighed(step, Odds(side, self._of(side, value), is_exact))
            for step, (value, is_exact) in zip(steps, self._told, strict=True)
        ]
        ranks = {
            each.step: self._rank(after(position, each.step), side, each.odds.chance)
            for each in weighed
        }
        return tuple(sorted(weighed, key=lambda each: ranks[each.step], reverse=True))

    def _rank(self, position: Position, side: Side, chance: float) -> tuple[float, ...]:
        """What the steps are sorted by: the odds, then the end of the game, then how it looks.

        Where the game is won anyhow, it is to be won soon: the prisoners are carried on.
        """
        ended = outcome(position)
        if ended is not None:
            return chance, 1.0 if ended.winner is side else -1.0
        way = features_of(position.rules).prisoners_way(position, side) if chance == 1 else 0.0
        return chance, 0.0, -way, self._of(side, self._evaluate(position))

    def judging(self, position: Position) -> Thinking[Odds]:
        """The odds of the side to move: before its cast, or with the casts thrown."""
        if position.left:
            weighed = yield from self.weighing(position)
            return weighed[0].odds
        position = _uncapped(position)
        self._evaluate = evaluation(position.rules)
        yield from self._deepen_all([(1.0, [self._node(position)])], position.side)
        value, is_exact = self._told[0]
        return Odds(position.side, self._of(position.side, value), is_exact)

    @staticmethod
    def _of(side: Side, value: float) -> float:
        return value if side is Side.JADE else 1 - value

    def _deepen_all(self, groups: list[Group], side: Side) -> Thinking[None]:
        """Open the tree a cast deeper at a time, while there is a choice and the budget lasts."""
        self._told = [_best(nodes, side) for _, nodes in groups]
        for depth in range(1, self._depth + 1):
            competing = _competing(groups, side)
            if len(competing) < min(len(groups), 2) and depth > 1:
                return  # one step is plainly the best
            try:
                for _, nodes in competing:
                    yield from self._deepen(nodes, side, depth)
            except OutOfNodes:
                return
            told = [_best(nodes, side) for _, nodes in groups]
            if told == self._told and depth > 1:
                return
            self._told = told

    def _deepen(self, nodes: list[Node], side: Side, depth: int) -> Thinking[None]:
        """Look so many casts deeper into those of the ``nodes`` that a side may choose."""
        for node in _near_best(nodes, side):
            if node.is_exact or node.depth >= depth:
                continue
            node.depth = depth
            if node.groups is None:
                node.groups = list(self._open(node.position))
                yield
            if depth > 1:
                for _, choices in node.groups:
                    yield from self._deepen(choices, node.position.side, depth - 1)
            mover = node.position.side
            told = [(chance, _best(choices, mover)) for chance, choices in node.groups]
            node.value = sum(chance * value for chance, (value, _) in told)
            node.is_exact = all(is_exact for _, (_, is_exact) in told)

    def _open(self, position: Position) -> Iterator[Group]:
        """The nodes after each of the turn's casts."""
        for casts, chance in turn_chances(position.rules):
            yield chance, self._choices(replace(position, left=casts))

    def _choices(self, position: Position) -> list[Node]:
        """The different nodes that the side can come to by using the casts that are left."""
        found: dict[int, Node] = {}
        waiting = [position]
        while waiting:
            one = waiting.pop()
            if one.left and outcome(one) is None:
                self._count()
                steps: Iterable[Step] = legal_moves(one) or (FORFEIT,)
                waiting += (after(one, step) for step in steps)
            else:
                node = self._node(one)
                found[id(node)] = node
        return list(found.values())

    def _node(self, position: Position) -> Node:
        """The node of a position, the same one for the same position."""
        self._count()
        key = (
            position.track, position.turn, position.hand, position.fresh, position.dead,
            position.out, position.kills, position.left,
        )  # fmt: skip
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = Node(position, *self._worth(position))
        return node

    def _count(self) -> None:
        """Spend a node of the budget, on each position made; also one that is known by then."""
        if self.nodes >= self._budget:
            raise OutOfNodes
        self.nodes += 1

    def _worth(self, position: Position) -> tuple[float, bool]:
        """Jade's chance as a table or the rules have it, else as it is judged; whether exact."""
        ended = outcome(position)
        if ended is not None:
            return (0.5 if ended.winner is None else float(ended.winner is Side.JADE)), True
        for table in self._tables:
            value = table.value(position)
            if value is not None:
                return self._of(position.side, value), True
        return self._evaluate(position), False


def _best(nodes: list[Node], side: Side) -> tuple[float, bool]:
    """What the best of the nodes is worth to a side that chooses, and whether that is exact."""
    values = [node.value for node in nodes]
    return (
        max(values) if side is Side.JADE else min(values),
        all(node.is_exact for node in nodes),
    )


def _near_best(nodes: list[Node], side: Side) -> list[Node]:
    """Those of the nodes that a side might choose, as far as has been seen."""
    if len(nodes) == 1:
        return nodes
    best, _ = _best(nodes, side)
    return [node for node in nodes if abs(node.value - best) <= MARGIN]


def _competing(groups: list[Group], side: Side) -> list[Group]:
    """Those of the steps at hand that might be the best one."""
    if len(groups) == 1:
        return groups
    values = [_best(nodes, side)[0] for _, nodes in groups]
    best = max(values) if side is Side.JADE else min(values)
    return [
        group for group, value in zip(groups, values, strict=True) if abs(value - best) <= MARGIN
    ]


def _uncapped(position: Position) -> Position:
    """The same position in a game that goes on until it is decided."""
    return replace(position, rules=_without_cap(position.rules))


@lru_cache(maxsize=8)
def _without_cap(rules: RuleSet) -> RuleSet:
    return replace(rules, cap=None)
