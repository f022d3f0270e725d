"""How games end, one win after the other."""

import pytest

from puluc.rules.outcome import Outcome, Reason, outcome
from puluc.rules.position import Position
from puluc.rules.presets import rule_set
from puluc.rules.units import Side
from tests.rules.boards import board, moved

JADE, CINNABAR = Side
CLASSIC = rule_set("classic")
BELL = rule_set("bell")
HOLD = rule_set("jaques-hold")
KEKCHI = rule_set("kekchi")
ANT = rule_set("ant", seats=2, casts=1)


@pytest.mark.parametrize(
    ("position", "winner", "reason"),
    [
        (board(CLASSIC, "11", dead="CCCCC"), JADE, Reason.KILLS),
        (board(CLASSIC, "11", dead="JJJJJ"), CINNABAR, Reason.KILLS),
        (board(CLASSIC, "11", dead="CCCCC", casts=240), JADE, Reason.KILLS),
        (board(CLASSIC, "11", casts=240), None, Reason.CAP),
        (board(HOLD, "10/J", out="CCCCC"), CINNABAR, Reason.ALL_OFF),
        (board(HOLD, "10/J", out="JJJJC"), None, None),
        (board(rule_set("classic", captors="retire"), "11", dead="JJCC", out="JJJCCC"), None,
         Reason.NOBODY_LEFT),
        (board(BELL, "4/CCCCCJ/4"), JADE, Reason.BLOCKED),
        (board(BELL, "4/JJJJJC/4"), CINNABAR, Reason.BLOCKED),
        (board(BELL, "9", dead="CCCCC"), JADE, Reason.BLOCKED),
        (board(KEKCHI, "4/JJJJJC/5"), CINNABAR, Reason.NO_FREE),
        (board(rule_set("kekchi", captors="retire"), "10", out="JJJJJCCCCC"), None,
         Reason.NOBODY_LEFT),
        (board(ANT, "4/JJJC</14", dead="JJCC"), None, Reason.MOST_KILLS),
        (board(ANT, "4/JJJJC</14", dead="JCC"), JADE, Reason.MOST_KILLS),
        (board(ANT, "4/JJJC</14", dead="JJ"), CINNABAR, Reason.MOST_KILLS),
        (board(ANT, "4/JC</14", dead="JJCC"), None, None),
    ],
)  # fmt: skip
def test_a_game_ends_as_its_win_says(
    position: Position, winner: Side | None, reason: Reason | None
) -> None:
    """The winner and the reason are those of the page."""
    assert outcome(position) == (Outcome(winner, reason) if reason else None)


def test_a_win_counts_on_the_last_cast_before_the_cap() -> None:
    """The 240th cast may still win."""
    last = board(CLASSIC, "10/CJ", left="2", dead="CCCC", casts=239)
    assert outcome(moved(last, "11-off")) == Outcome(JADE, Reason.KILLS)
    held = board(CLASSIC, "10/CJ", left="2", dead="CCC", casts=239)
    assert outcome(moved(held, "11-off")) == Outcome(None, Reason.CAP)


def test_no_free_a_move_that_leaves_only_the_mover_none_loses() -> None:
    """Retiring the last free warrior while the enemy has one loses."""
    rules = rule_set("kekchi", captors="retire")
    then = moved(board(rules, "9/J", left="1", dead="JJJJ"), "10-off")
    assert outcome(then) == Outcome(CINNABAR, Reason.NO_FREE)


def test_no_free_a_move_that_leaves_neither_a_free_warrior_draws() -> None:
    """When the last piles of both go at once nobody has won."""
    rules = rule_set("kekchi", captors="retire", capture_exits=True)
    then = moved(board(rules, "4/J/3/C/1", left="4", dead="JJJJCCCC"), "5-9")
    assert outcome(then) == Outcome(None, Reason.NOBODY_LEFT)
