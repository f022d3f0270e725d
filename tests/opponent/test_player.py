"""The opponent: what each level chooses, and what it tells."""

from dataclasses import replace
from random import Random

import pytest

from puluc.opponent.levels import SKILLS, Level
from puluc.opponent.player import Opponent
from puluc.opponent.thought import Thought
from puluc.rules.moves import FORFEIT, apply, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import Position, start, throw
from puluc.rules.presets import PRESETS, rule_set
from puluc.rules.units import Side
from tests.opponent.boards import RandomPlayer, shipped, through
from tests.strength.play import game, won

CLASSIC = rule_set("classic")


def chosen(position: Position, level: Level, count: int) -> list[Thought]:
    return [Opponent().think(position, level, Random(seed)) for seed in range(count)]


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("name", PRESETS)
def test_every_level_plays_every_rule_set(name: str, level: Level) -> None:
    """A legal step, or the forfeit where there is none, within the budget."""
    for position in through(PRESETS[name], 2, seed=8):
        thought = Opponent().think(position, level, Random(1))
        apply(position, thought.step)
        steps = max(1, len(legal_moves(position)))
        assert thought.nodes <= max(SKILLS[level].nodes, steps)
        assert thought.odds.side is position.side


def test_the_same_chance_gives_the_same_step() -> None:
    """Also for those who slip."""
    for position in through(CLASSIC, 20, seed=9):
        for level in (Level.CARELESS, Level.HASTY, Level.STEADY):
            first, second = (Opponent().think(position, level, Random(3)) for _ in range(2))
            assert first == second


def test_slips_are_slips() -> None:
    """Careless people play this and that; clever ones always the same."""
    position = next(each for each in through(CLASSIC, 50, seed=10) if len(legal_moves(each)) > 2)
    assert len({thought.step for thought in chosen(position, Level.CARELESS, 60)}) > 1
    assert len({thought.step for thought in chosen(position, Level.CLEVER, 5)}) == 1


def test_gentler_levels_slip_more() -> None:
    """Down the levels a step is chosen that looks worse by more, and less is looked at."""
    skills = [SKILLS[level] for level in Level]
    slips = [skill.slips for skill in skills]
    assert slips == sorted(slips, reverse=True)
    assert [skill.nodes for skill in skills] == sorted(skill.nodes for skill in skills)
    assert [level for level in Level if SKILLS[level].has_tables] == [Level.PERFECT]


def test_only_the_perfect_level_looks_up() -> None:
    """Odds are exact where a table has all that may follow, and for that level only."""
    with shipped() as table:
        opponent = Opponent((table,))
        positions = [
            each
            for each in through(CLASSIC, 2_000, seed=12, every=1)
            if sum(each.dead) >= 5 and len(legal_moves(each)) > 1
        ]
        assert len(positions) > 20
        for position in positions[:20]:
            assert opponent.think(position, Level.PERFECT, Random(1)).is_exact
            assert all(each.odds.is_exact for each in opponent.weigh(position))
        clever = [opponent.think(each, Level.CLEVER, Random(1)) for each in positions[:20]]
        assert not all(thought.is_exact for thought in clever)


def test_odds_before_the_cast_and_after() -> None:
    """Before the cast they are the mean; a good cast raises them, a bad one lowers them."""
    with shipped() as table:
        opponent = Opponent((table,))
        position = next(
            each for each in through(CLASSIC, 2_000, 13, every=1) if sum(each.dead) >= 5
        )
        due = replace(position, left=())
        before = opponent.odds(due)
        after = [opponent.odds(throw(due, cast)).chance for cast in range(1, 6)]
        assert before.is_exact
        assert min(after) <= before.chance <= max(after)
        chances = (4 / 16, 6 / 16, 4 / 16, 1 / 16, 1 / 16)
        mean = sum(chance * one for chance, one in zip(chances, after, strict=True))
        assert mean == pytest.approx(before.chance, abs=1e-4)
        assert before.of(Side.JADE) + before.of(Side.CINNABAR) == 1


def test_the_forfeit_is_thought_of_at_once() -> None:
    """Where nothing can be done nothing is searched."""
    position = throw(start(rule_set("village")), 0)
    thought = Opponent().think(position, Level.PERFECT, Random(1))
    assert thought.step == FORFEIT


def points(name: str, level: Level, games: int) -> float:
    """The share of the points that a level makes against a player who takes any move."""
    rules, total = PRESETS[name], 0.0
    opponent = Opponent()
    for number in range(games):
        chance = Random(f"{name} {number}")

        def thinks(position: Position, chance: Random = chance):
            return opponent.think(position, level, chance).step

        side = tuple(Side)[number % 2]
        anyhow = RandomPlayer(chance)
        players = (thinks, anyhow) if side is Side.JADE else (anyhow, thinks)
        *_, end = game(rules, players, chance, tuple(Side)[number // 2 % 2])
        assert outcome(end) is not None
        total += won(end, side)
    return total / games


@pytest.mark.parametrize("name", PRESETS)
def test_a_level_without_search_beats_play_at_random(name: str) -> None:
    """In every rule set: at least 60 of 100 points, which chance alone gives once in forty."""
    assert points(name, Level.STEADY, 100) >= 0.6
