"""The search: what it finds, and what it may cost."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import pytest

from puluc.opponent.chances import turn_chances
from puluc.opponent.search import Search
from puluc.opponent.table import Table
from puluc.opponent.thought import Weighed, finish
from puluc.rules.moves import FORFEIT, after, legal_moves
from puluc.rules.notation import parse_position
from puluc.rules.outcome import outcome
from puluc.rules.position import Position, start, throw
from puluc.rules.presets import PRESETS, rule_set
from puluc.rules.steps import Move
from puluc.rules.units import CastValue, Place, Side
from tests.opponent.boards import mirrored, shipped, through

CLASSIC = rule_set("classic")


def weigh(position: Position, nodes: int, *tables: Table) -> tuple[Weighed, ...]:
    return finish(Search(tables, nodes).weighing(position))


@dataclass
class AllBut:
    """A table that doesn't know some positions, of the game without its cap."""

    table: Table
    hidden: Collection[Position]

    def value(self, position: Position) -> float | None:
        is_hidden = replace(position, casts=0) in self.hidden
        return None if is_hidden else self.table.value(position)


def held(table: Table, count: int) -> list[Position]:
    """Positions that a table knows, a cast being due."""
    rules = replace(CLASSIC, cap=None)
    games = through(CLASSIC, 4_000, seed=4, every=1)
    positions = (replace(each, rules=rules, left=(), casts=0) for each in games)
    return [each for each in positions if table.value(each) is not None][:count]


def test_one_cast_ahead_is_the_mean_of_the_best() -> None:
    """Where a table knows what follows, a position is worth what its own equation says."""
    with shipped() as table:
        for position in held(table, 40):
            search = Search((AllBut(table, (position,)),), 3_000)
            odds = finish(search.judging(position))
            assert odds.chance == pytest.approx(table.value(position), abs=1e-4)
            assert odds.is_exact


def brute_force(position: Position, table: Table, casts: int) -> float:
    """Jade's chance, so many casts looked ahead, without any of the search's short cuts."""
    if outcome(position) is not None:
        ended = outcome(position)
        assert ended is not None
        return 0.5 if ended.winner is None else float(ended.winner is Side.JADE)
    if casts == 0:
        value = table.value(position)
        assert value is not None
        return value if position.side is Side.JADE else 1 - value
    best = max if position.side is Side.JADE else min
    total = 0.0
    for thrown, chance in turn_chances(position.rules):
        due = replace(position, left=thrown)
        steps = legal_moves(due) or (FORFEIT,)
        total += chance * best(brute_force(after(due, step), table, casts - 1) for step in steps)
    return total


def test_two_casts_ahead_agree_with_brute_force() -> None:
    """Where a table knows only what comes two casts later, all moves are still told right."""
    with shipped() as table:
        for position in held(table, 5):
            thrown = (replace(position, left=casts) for casts, _ in turn_chances(position.rules))
            hidden = {position} | {
                replace(after(due, step), casts=0)
                for due in thrown
                for step in legal_moves(due) or (FORFEIT,)
            }
            odds = finish(Search((AllBut(table, hidden),), 10_000).judging(position))
            assert odds.of(Side.JADE) == pytest.approx(brute_force(position, table, 2))


@pytest.mark.parametrize("name", PRESETS)
def test_the_budget_is_kept(name: str) -> None:
    """No position costs more nodes than there are, or than its moves where those are more."""
    for position in through(PRESETS[name], 4, seed=5):
        for nodes in (0, 50, 700):
            search = Search((), nodes)
            weighed = finish(search.weighing(position))
            steps = legal_moves(position) or (FORFEIT,)
            assert {each.step for each in weighed} == set(steps)
            assert search.nodes <= max(nodes, len(steps))
            chances = [each.odds.chance for each in weighed]
            assert chances == sorted(chances, reverse=True)
            assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize("name", ["classic", "bell-round", "ant"])
def test_both_sides_think_alike(name: str) -> None:
    """With the sides' places changed the odds are the same."""
    for position in through(PRESETS[name], 6, seed=6):
        ours = [each.odds.chance for each in weigh(position, 300)]
        theirs = [each.odds.chance for each in weigh(mirrored(position), 300)]
        assert ours == pytest.approx(theirs, abs=0.02)  # ties may be opened in another order


def test_the_same_position_gives_the_same_answer() -> None:
    """Nothing hangs on the time or on what was thought before."""
    for position in through(CLASSIC, 5, seed=7):
        assert weigh(position, 500) == weigh(position, 500)


def test_a_win_at_hand_is_taken_and_certain() -> None:
    """The last prisoner carried off: odds of 1, and known to be exact."""
    line = "J/8/CJ/1 turn=J left=4 hand=J:3 fresh=J:3 dead=C:4 out=- kills=J:4 casts=60"
    best, *others = weigh(parse_position(line, CLASSIC), 3_000)
    assert isinstance(best.step, Move)
    assert best.step.target is Place.OFF
    assert best.odds.chance == 1
    assert best.odds.is_exact
    assert others


def test_what_is_won_anyhow_is_won_soon() -> None:
    """Where all moves win, the last prisoner is carried on, and nothing else moved."""
    line = "1/C/JC/4/C/3 turn=C left=2 hand=C:2 fresh=C:2 dead=J:4 out=- kills=C:4 casts=51"
    with shipped() as table:
        weighed = weigh(parse_position(line, CLASSIC), 3_000, table)
    assert len(weighed) == 4
    assert all(each.odds.chance == 1 for each in weighed)
    assert isinstance(weighed[0].step, Move)
    assert (weighed[0].step.source, weighed[0].step.target) == (3, 1)


def test_a_pile_in_danger_is_seen() -> None:
    """One cast ahead: not onto the space that most casts of the enemy reach."""
    line = "J/2/J/3/C/3 turn=J left=1 hand=J:3,C:4 fresh=J:3,C:4 dead=- out=- kills=- casts=4"
    told = {each.step: each.odds.chance for each in weigh(parse_position(line, CLASSIC), 3_000)}
    by_source = {step.source: chance for step, chance in told.items() if isinstance(step, Move)}
    assert by_source[1] > by_source[4]


def test_the_cap_is_left_out() -> None:
    """Odds are those of a game that goes on, also on the last cast before the cap."""
    position = throw(start(CLASSIC), 2)
    late = replace(position, casts=239)
    assert weigh(late, 300) == weigh(position, 300)


def test_a_forfeit_is_all_there_is() -> None:
    """Where no move is legal the forfeit is weighed, alone."""
    position = replace(start(rule_set("village")), left=(CastValue(0),))
    (only,) = weigh(position, 300)
    assert only.step == FORFEIT


def test_thought_comes_in_slices() -> None:
    """A search of three thousand nodes can be left off at a hundred places."""
    position = throw(start(CLASSIC), 3)
    for _ in range(3):
        position = throw(after(position, legal_moves(position)[-1]), 2)
    search, slices, most, before = Search((), 3_000), 0, 0, 0
    thinking = search.weighing(position)
    while True:
        try:
            next(thinking)
        except StopIteration:
            break
        slices += 1
        most, before = max(most, search.nodes - before), search.nodes
    assert slices > 100
    assert most < 100
