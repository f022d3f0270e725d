"""What the rules themselves make of a position: the equation that its value must fulfil."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

from puluc.opponent.ranking import Ranking
from puluc.rules.moves import FORFEIT, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import Position, throw
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side

Lookup = Callable[[Position], float]


def ended(position: Position, side: Side) -> float | None:
    """The value for a side of a position that is over; None while the game goes on."""
    result = outcome(position)
    if result is None:
        return None
    return 0.5 if result.winner is None else float(result.winner is side)


def casts(rules: RuleSet) -> Iterator[tuple[int, int]]:
    """Each value of a cast, and in how many of the ways that the lots may fall it comes."""
    for value in rules.values:
        yield (
            value,
            sum(comb(rules.lots, at) for at, one in enumerate(rules.scores) if one == value),
        )


def options(position: Position) -> Iterator[tuple[int, list[Position]]]:
    """For each value of a cast in how many ways it falls, and where its moves lead."""
    for value, ways in casts(position.rules):
        thrown = throw(position, value)
        yield ways, [after(thrown, step) for step in legal_moves(thrown) or (FORFEIT,)]


def one_step(position: Position, lookup: Lookup) -> float:
    """A position's value for the side to move, from the values of those that it may lead to."""
    side = position.side
    if (known := ended(position, side)) is not None:
        return known
    total = 0.0
    for ways, thens in options(position):
        total += ways * max(value_after(then, side, lookup) for then in thens)
    return total / 2**position.rules.lots


def value_after(position: Position, side: Side, lookup: Lookup) -> float:
    """The value of a position for a side, which has just moved."""
    known = ended(position, side)
    return 1 - lookup(position) if known is None else known


class Equations:
    """The equations of all positions of a small game, for solving it without the solver."""

    def __init__(self, rules: RuleSet) -> None:
        """Ask the rules where every move of every position leads."""
        self.ranking = Ranking(rules)
        self.lots = rules.lots
        self.fixed: dict[int, int | float] = {}
        """The values of positions that are over."""
        self.open: dict[int, list[tuple[int, list[tuple[int | None, float]]]]] = {}
        """For each of the others: ways of a cast, and where its moves lead: a number, or None and
        the value for the mover."""
        for number in range(self.ranking.positions):
            position = self.ranking.position(number)
            known = ended(position, position.side)
            if known is None:
                self.open[number] = [
                    (ways, [self._target(then, position.side) for then in thens])
                    for ways, thens in options(position)
                ]
            else:
                self.fixed[number] = known

    def _target(self, then: Position, side: Side) -> tuple[int | None, float]:
        known = ended(then, side)
        if known is not None:
            return None, known
        number = self.ranking.rank(then)
        assert number is not None
        return number, 0.0

    def iterate(self, tolerance: float = 1e-12) -> list[float]:
        """The values, by value iteration in double precision."""
        values = [0.5] * self.ranking.positions
        for number, known in self.fixed.items():
            values[number] = float(known)
        change = 1.0
        while change > tolerance:
            change = 0.0
            for number, chances in self.open.items():
                total = 0.0
                for ways, targets in chances:
                    total += ways * max(
                        worth if to is None else 1 - values[to] for to, worth in targets
                    )
                total /= 2**self.lots
                change = max(change, abs(total - values[number]))
                values[number] = total
        return values

    def solve_exactly(self) -> list[Fraction]:
        """The values as fractions: the best moves are improved until none is better."""
        size = self.ranking.positions
        policy = {number: [0] * len(chances) for number, chances in self.open.items()}
        while True:
            values = self._values_of(policy, size)
            better = False
            for number, chances in self.open.items():
                for at, (_, targets) in enumerate(chances):
                    worths = [_worth(target, values) for target in targets]
                    best = max(worths)
                    if best > worths[policy[number][at]]:
                        policy[number][at] = worths.index(best)
                        better = True
            if not better:
                return values

    def _values_of(self, policy: dict[int, list[int]], size: int) -> list[Fraction]:
        """The values where every move is decided: linear equations, solved by elimination."""
        rows = []
        for number in range(size):
            row = [Fraction(0)] * (size + 1)
            row[number] += 1
            if number in self.fixed:
                row[size] = Fraction(self.fixed[number])
            for at, (ways, targets) in enumerate(self.open.get(number, ())):
                to, worth = targets[policy[number][at]]
                part = Fraction(ways, 2**self.lots)
                row[size] += part * (Fraction(worth) if to is None else 1)
                if to is not None:
                    row[to] += part
            rows.append(row)
        for at in range(size):
            pivot = next(row for row in range(at, size) if rows[row][at])
            rows[at], rows[pivot] = rows[pivot], rows[at]
            scale = rows[at][at]
            rows[at] = [one / scale if one else one for one in rows[at]]
            for row in range(size):
                if row != at and (factor := rows[row][at]):
                    rows[row] = [
                        one - factor * other if other else one
                        for one, other in zip(rows[row], rows[at], strict=True)
                    ]
        return [row[size] for row in rows]


def _worth(target: tuple[int | None, float], values: list[Fraction]) -> Fraction:
    to, worth = target
    return Fraction(worth) if to is None else 1 - values[to]
