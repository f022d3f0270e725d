"""Compiled random play against random play by the rules."""

from random import Random
from statistics import mean, stdev

import pytest

from puluc.rules.moves import FORFEIT, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import start, throw
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side
from puluc.solver.playout import play
from tests.bench.plies import cast
from tests.solver.games import games

GAMES = [(name, rules) for name, rules in games(7, 2)]


def game(rules: RuleSet, chance: Random) -> tuple[float, int]:
    """A random game by the rules: what Jade, who began, made of it, and how many casts it took."""
    position = start(rules)
    while (result := outcome(position)) is None:
        thrown = throw(position, cast(rules, chance))
        position = after(thrown, chance.choice(legal_moves(thrown) or (FORFEIT,)))
    return 0.5 if result.winner is None else float(result.winner is Side.JADE), position.casts


@pytest.mark.parametrize(
    ("rules", "count"),
    [*((rules, 400) for _, rules in GAMES), (rule_set(), 250)],
    ids=[*(name for name, _ in GAMES), "classic, full size"],
)
def test_games_go_as_by_the_rules(rules: RuleSet, count: int) -> None:
    """Points and lengths have the same means, as near as chance lets them (five deviations)."""
    chance = Random(11)
    points, lengths = zip(*(game(rules, chance) for _ in range(count)), strict=True)
    many = play(rules, 40_000, seed=3)
    assert many.games == 40_000
    ours = (many.wins + many.draws / 2) / many.games
    assert ours == pytest.approx(mean(points), abs=5 * max(stdev(points), 0.1) / count**0.5)
    assert many.casts / many.games == pytest.approx(
        mean(lengths), abs=5 * stdev(lengths) / count**0.5
    )


def test_the_cap_makes_draws() -> None:
    """A game that reaches the cap is a draw, and no longer than that."""
    capped = play(rule_set(cap=60), 2_000, seed=1)
    assert 0 < capped.draws < 2_000
    assert capped.casts <= 60 * 2_000
    soon = play(rule_set(cap=5), 100, seed=1)
    assert soon.draws == 100
    assert soon.casts == 500


def test_the_same_seed_plays_the_same_games() -> None:
    """And another one others."""
    rules = rule_set(track=7, warriors=2)
    assert play(rules, 500, seed=4) == play(rules, 500, seed=4)
    assert play(rules, 500, seed=4) != play(rules, 500, seed=5)
