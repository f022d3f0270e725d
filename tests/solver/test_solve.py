"""The solver against the rules: all values of small games, and samples of larger ones."""

from random import Random

import numpy as np
import pytest

from puluc.opponent.ranking import Ranking
from puluc.rules.position import Position
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet
from puluc.solver.pace import Progress
from puluc.solver.solve import SolveError, Solver
from tests.solver.equation import Equations, one_step
from tests.solver.games import games


def solved(rules: RuleSet, threads: int = 1) -> Solver:
    """A solver that has done all of a set's positions."""
    ranking = Ranking(rules)
    solver = Solver(ranking, ranking.positions, threads)
    solver.solve(lambda _: None)
    return solver


@pytest.mark.parametrize(
    "rules", [rules for _, rules in games(5, 2)], ids=[name for name, _ in games(5, 2)]
)
def test_every_value_is_that_of_brute_force(rules: RuleSet) -> None:
    """The rules, asked for every move and iterated in Python, come to the same values."""
    values = Equations(rules).iterate(1e-9)
    assert np.abs(solved(rules).values - values).max() < 2e-6


@pytest.mark.parametrize("name", ["classic", "jaques", "kekchi", "bell-homeward"])
def test_every_value_is_the_exact_fraction(name: str) -> None:
    """With a warrior each the values are those of linear equations, solved in fractions."""
    rules = rule_set(name, track=5, warriors=1)
    exact = Equations(rules).solve_exactly()
    assert 0.3 < exact[Ranking(rules).bases[1, 1, 1, 1]] < 0.7
    assert np.abs(solved(rules).values - [float(one) for one in exact]).max() < 5e-7


@pytest.mark.parametrize(
    "rules", [rules for _, rules in games(7, 3)], ids=[name for name, _ in games(7, 3)]
)
def test_values_fulfil_the_equation_that_the_rules_make(rules: RuleSet) -> None:
    """With piles of six warriors, too, a value is what a step of the rules makes of others."""
    solver = solved(rules)
    ranking = Ranking(rules)

    def lookup(position: Position) -> float:
        number = ranking.rank(position)
        assert number is not None
        return float(solver.values[number])

    for number in Random(7).sample(range(ranking.positions), 60):
        right = one_step(ranking.position(number), lookup)
        assert solver.values[number] == pytest.approx(right, abs=1e-6)


def test_threads_and_compiled_in_rules_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stages shared out among threads, and rules compiled in, come to the same values."""
    rules = rule_set(track=7, warriors=2)
    plain = solved(rules).values
    monkeypatch.setattr("puluc.solver.solve.ALONE", 0)
    monkeypatch.setattr("puluc.solver.solve.MANY", 0)
    shared = solved(rules, threads=3)
    assert shared.values.dtype == np.float32
    assert np.abs(shared.values - plain).max() < 1e-6
    assert shared.residual() < 1e-6


def test_single_precision_comes_to_the_same() -> None:
    """What is solved in 32-bit floats, as large layers are, is off by less than a table's step."""
    rules = rule_set("village", track=7, warriors=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("puluc.solver.solve.DOUBLE", 0)
        patch.setattr("puluc.solver.solve.MANY", 0)
        single = solved(rules).values
    assert np.abs(single - solved(rules).values).max() < 1.5e-5


def test_a_part_is_the_beginning_of_the_whole() -> None:
    """Positions with few warriors need no others."""
    ranking = Ranking(rule_set(track=6, warriors=2))
    part = Solver(ranking, ranking.up_to(3), threads=1)
    part.solve(lambda _: None)
    whole = solved(ranking.rules)
    assert len(part.values) < len(whole.values)
    assert np.array_equal(part.values, whole.values[: len(part.values)])


def test_a_wrong_value_shows() -> None:
    """A value that is not what its equation says is as far off as it is."""
    solver = solved(rule_set(track=5, warriors=1))
    assert solver.residual() < 1e-6
    number = int(np.argmin(abs(solver.values - 0.5)))
    solver.values[number] += 0.25
    assert solver.residual() > 0.2


def test_values_that_never_settle_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layer that still changes after very many sweeps is an error that names it."""
    monkeypatch.setattr("puluc.solver.solve.MOST_SWEEPS", 3)
    ranking = Ranking(rule_set(track=5, warriors=1))
    with pytest.raises(SolveError, match=r"^\(1, 1\): .* after 3 sweeps$"):
        Solver(ranking, ranking.positions, threads=1).solve(lambda _: None)


def test_progress_comes_to_its_end() -> None:
    """The share done reaches all of it, and the time left nothing."""
    ranking = Ranking(rule_set(track=6, warriors=2))
    told: list[Progress] = []
    clock = iter(range(100_000))
    seconds = Solver(ranking, ranking.positions, threads=1).solve(
        told.append, clock=lambda: float(next(clock))
    )
    assert told[-1].share == 1
    assert told[-1].seconds_left == 0
    assert told[-1].seconds == seconds
    assert all(0 < one.share <= 1 for one in told)
    assert [one.layer for one in told if one.sweeps == 1] == [(1, 1), (1, 2), (2, 2)]
