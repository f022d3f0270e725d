"""Why a step is refused: the rule and the words."""

from dataclasses import replace

import pytest

from puluc.rules.errors import IllegalMoveError, Rule
from puluc.rules.moves import FORFEIT, Move, Step, apply
from puluc.rules.position import Position, start, throw
from puluc.rules.presets import rule_set
from puluc.rules.units import CastValue, Place, Player, Space
from tests.rules.boards import board

CLASSIC = rule_set("classic")
ONE_PILE = board(CLASSIC, "3/J/2/J/2/C/1", left="3")


def move(source: int | Place, target: int | Place, cast: int = 3, player: int = 0) -> Move:
    source, target = (end if isinstance(end, Place) else Space(end) for end in (source, target))
    return Move(CastValue(cast), Player(player), source, target)


@pytest.mark.parametrize(
    ("position", "step", "rule", "words"),
    [
        (ONE_PILE, FORFEIT, Rule.MUST_MOVE, "cast 3: there is a move to be made"),
        (start(CLASSIC), FORFEIT, Rule.CAST_DUE, "cast the lots first"),
        (ONE_PILE, move(4, 7), Rule.OWN_PILE, "space 7: your own pile"),
        (ONE_PILE, move(7, 11), Rule.WRONG_TARGET, "cast 3 leads 7 to 10"),
        (ONE_PILE, move(7, 11, 4), Rule.CAST_VALUE, "cast 4 is not there: 3 is"),
        (ONE_PILE, move(10, 7, 3, 1), Rule.NOT_YOURS, "it is Jade's turn"),
        (ONE_PILE, move(10, 7), Rule.NOT_YOURS, "space 10: Cinnabar's pile"),
        (ONE_PILE, move(5, 8), Rule.EMPTY_SPACE, "space 5: an empty space"),
        (ONE_PILE, move(12, 15), Rule.OFF_TRACK, "space 12: the track has 11"),
        (ONE_PILE, move(Place.OFF, 3), Rule.WRONG_TARGET, "nothing moves from off"),
        (ONE_PILE, move(Place.HAND, 3), Rule.WRONG_TARGET, "cast 3 enters on space 1"),
        (board(CLASSIC, "J/10", left="3"), move(Place.HAND, 1), Rule.OWN_PILE,
         "space 1: your own pile"),
        (board(CLASSIC, "5/J/5", left="3", dead="JJJJ"), move(Place.HAND, 1), Rule.EMPTY_HAND,
         "no warrior is in hand"),
        (board(rule_set("village"), "5/J/5", left="0"), move(6, 6, 0), Rule.CAST_NOTHING,
         "cast 0 moves nothing"),
        (board(rule_set("jaques", track=5), "5", left="5"), move(Place.HAND, 5, 5),
         Rule.NO_WAY_OFF, "cast 5 is too many to enter"),
        (board(rule_set("bell", far_exit="exact"), "7/J/1", left="5"), move(8, Place.OFF, 5),
         Rule.NO_WAY_OFF, "space 8: cast 5 is no way off"),
        (board(rule_set("bell-round"), "7/J/1", left="2"), move(8, 8, 2), Rule.SAME_SPACE,
         "space 8: cast 2 leads back to it"),
        (board(rule_set("jaques-must-deploy"), "6/J/4", left="3"), move(7, 10), Rule.MUST_DEPLOY,
         "a warrior must be deployed first"),
        (board(rule_set("village"), "2/J/J/6/J", left="3"), move(11, 11), Rule.WRONG_TARGET,
         "cast 3 leads 11 to 8"),
        (board(rule_set("village"), "2/J/J/2/J/4", left="4"), move(3, Place.OFF, 4),
         Rule.WRONG_TARGET, "cast 4 leads 3 to 7 or home"),
        (board(rule_set("jaques-reentry"), "11", left="3", fresh="J:3,C:3"), move(Place.HAND, 5),
         Rule.WRONG_TARGET, "cast 3 enters on space 3 or 1"),
        (board(rule_set("ant"), "6/J1/12", "J1", "2+3"), move(Place.HAND, 2, 2), Rule.ONE_FREE,
         "one free warrior is on the track"),
        (board(rule_set("ant"), "2/J1/3/J2/12", "J1", "2+3"), move(7, 9, 2, 2), Rule.NOT_YOURS,
         "cast 2: your own can use it"),
        (board(rule_set("kekchi-teams"), "2/J1/1/J2/5", "J1", "2"), move(5, 7, 2, 2),
         Rule.NOT_YOURS, "it is J1's turn"),
    ],
)  # fmt: skip
def test_a_refused_step_says_why(position: Position, step: Step, rule: Rule, words: str) -> None:
    """The reason names the rule, the value and the place."""
    with pytest.raises(IllegalMoveError) as refused:
        apply(position, step)
    assert (refused.value.rule, str(refused.value)) == (rule, words)


def test_nothing_can_be_done_after_the_end() -> None:
    """When the game is over neither a cast nor a forfeit is taken."""
    over = board(CLASSIC, "11", dead="CCCCC")
    for attempt in (lambda: throw(over, 3), lambda: apply(over, FORFEIT)):
        with pytest.raises(IllegalMoveError) as refused:
            attempt()
        assert refused.value.rule is Rule.GAME_OVER


def test_a_partner_with_nothing_to_help_with_is_refused() -> None:
    """A helper may only make moves that the partner could."""
    position = board(rule_set("ant"), "17/J1/J2", "J1", "2+2", dead="J2J2J2J2")
    stuck = replace(position, left=(CastValue(2),))
    with pytest.raises(IllegalMoveError) as refused:
        apply(stuck, move(19, 18, 2, 2))
    assert str(refused.value) == "cast 2 leads 19 to 17"


@pytest.mark.parametrize(
    ("values", "rule", "words"),
    [
        ((6,), Rule.CAST_VALUE, "cast 6: the lots make 1 2 3 4 5"),
        ((1, 2), Rule.CAST_VALUE, "2 casts: a turn has 1"),
    ],
)
def test_a_cast_that_cannot_be_is_refused(values: tuple[int, ...], rule: Rule, words: str) -> None:
    """Only as many casts as a turn has, with values that the lots make, can be thrown."""
    with pytest.raises(IllegalMoveError) as refused:
        throw(start(CLASSIC), *values)
    assert (refused.value.rule, str(refused.value)) == (rule, words)


def test_a_cast_is_used_before_the_next_is_thrown() -> None:
    """Nobody throws twice."""
    with pytest.raises(IllegalMoveError, match="cast 3 is not used yet") as refused:
        throw(throw(start(CLASSIC), 3), 4)
    assert refused.value.rule is Rule.CAST_THROWN
