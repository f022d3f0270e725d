"""Presses: what the lamps offer, what a press means, and why one is refused."""

import pytest
from hypothesis import given

from puluc.rules.errors import AmbiguousPressError, IllegalMoveError, Rule
from puluc.rules.moves import legal_moves
from puluc.rules.position import Position, start
from puluc.rules.presets import rule_set
from puluc.rules.presses import by_press, narrowed, presses, refusal
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Place, Space
from tests.rules.boards import board
from tests.rules.strategies import Game, games

CLASSIC = rule_set("classic")


@given(games())
def test_a_lit_space_is_an_end_of_a_move_and_every_other_is_refused(game: Game) -> None:
    """Each move is pressed by its spaces; a space of none has a reason that fits the display."""
    position = game.positions[-1]
    moves = legal_moves(position)
    lit = presses(moves)
    for space in map(Space, range(1, game.rules.track + 1)):
        meant = tuple(move for move in moves if space in (move.source, move.target))
        assert lit.get(space, ()) == meant
        if not meant:
            assert 0 < len(str(refusal(position, space))) <= 42


@given(games())
def test_spaces_that_complete_a_press_narrow_it(game: Game) -> None:
    """A press means its one move, or is ambiguous and names spaces that leave fewer."""
    position = game.positions[-1]
    for space, moves in presses(legal_moves(position)).items():
        if len(moves) == 1:
            assert by_press(position, space) == moves[0]
        else:
            with pytest.raises(AmbiguousPressError) as ambiguous:
                by_press(position, space)
            assert ambiguous.value.moves == moves
            for further in ambiguous.value.spaces:
                assert 0 < len(narrowed(moves, further)) <= len(moves)


def test_a_classic_press_is_never_ambiguous_by_either_end() -> None:
    """The pile's own space and the one it goes to mean the same move."""
    position = board(CLASSIC, "3/J/7", left="3")
    assert by_press(position, Space(4)) == by_press(position, Space(7))
    assert by_press(position, Space(1)).source is Place.HAND


def test_a_pile_that_can_go_both_ways_asks_which() -> None:
    """In village a pile goes on or back: the spaces told apart are the two it may go to."""
    position = board(rule_set("village"), "4/J/6", left="3")
    with pytest.raises(AmbiguousPressError, match="space 5: 2 moves; press 2, 8") as ambiguous:
        by_press(position, Space(5))
    assert ambiguous.value.spaces == (2, 8)
    assert by_press(position, Space(5), Space(2)).target == 2


def test_two_casts_that_both_carry_off_are_chosen_from_a_list() -> None:
    """No space tells two casts off the same track apart."""
    rules = rule_set("ant", seats=2)
    position = board(rules, "1/JCJ</17", "J", "2+3")
    with pytest.raises(AmbiguousPressError, match="space 2: 2 moves; choose from the list"):
        by_press(position, Space(2))


def test_a_press_that_means_nothing_is_refused() -> None:
    """By press, too, the reason is told."""
    with pytest.raises(IllegalMoveError, match="space 7: your own pile"):
        by_press(board(CLASSIC, "3/J/2/J/4", left="3", dead="JJJ"), Space(4))


def bell(**changes: object) -> RuleSet:
    return rule_set("bell", **changes)


@pytest.mark.parametrize(
    ("position", "space", "rule", "words"),
    [
        (board(CLASSIC, "3/J/2/J/4", left="3"), 4, Rule.OWN_PILE, "space 7: your own pile"),
        (board(CLASSIC, "11", left="3"), 4, Rule.NOTHING_BEHIND, "nothing of yours is 3 behind"),
        (board(CLASSIC, "6/C/4", left="3"), 7, Rule.NOT_YOURS, "space 7: Cinnabar's pile"),
        (board(CLASSIC, "6/J/4", "C", "3"), 7, Rule.NOT_YOURS, "space 7: Jade's pile"),
        (board(CLASSIC, "3/J/7"), 4, Rule.CAST_DUE, "cast the lots first"),
        (board(CLASSIC, "11", dead="CCCCC"), 1, Rule.GAME_OVER, "the game is over"),
        (board(CLASSIC, "11", left="3"), 12, Rule.OFF_TRACK, "space 12: the track has 11"),
        (board(CLASSIC, "3/J/7", left="3", dead="JJJJ"), 1, Rule.EMPTY_HAND,
         "no warrior is in hand"),
        (board(rule_set("village"), "3/J/7", left="0"), 4, Rule.CAST_NOTHING,
         "cast 0 moves nothing"),
        (board(rule_set("village"), "3/J/7", left="3"), 9, Rule.NOTHING_BEHIND,
         "space 9: no move leads there"),
        (board(bell(far_exit="exact"), "7/J/1", left="5"), 8, Rule.NO_WAY_OFF,
         "space 8: cast 5 is no way off"),
        (board(rule_set("bell-round"), "7/J/1", left="2"), 8, Rule.SAME_SPACE,
         "space 8: cast 2 leads back to it"),
        (board(rule_set("jaques-must-deploy"), "6/J/4", left="3"), 7, Rule.MUST_DEPLOY,
         "a warrior must be deployed first"),
        (board(rule_set("ant"), "6/J1/12", "J1", "2+3"), 2, Rule.ONE_FREE,
         "one free warrior is on the track"),
        (board(rule_set("ant"), "6/J2/12", "J1", "2+3"), 7, Rule.NOT_YOURS,
         "space 7: J2's pile"),
        (board(rule_set("kekchi-teams"), "2/J1/1/J2/5", "J1", "2"), 3, Rule.OWN_PILE,
         "space 5: your partner's pile"),
    ],
)  # fmt: skip
def test_a_refusal_says_why(position: Position, space: int, rule: Rule, words: str) -> None:
    """The reason is the rule that forbids it, in the words of the display."""
    refused = refusal(position, Space(space))
    assert (refused.rule, str(refused)) == (rule, words)


def test_at_the_start_nothing_but_the_hand_can_be_played() -> None:
    """With all in hand a classic press offers the first space alone."""
    position = start(CLASSIC)
    assert refusal(position, Space(1)).rule is Rule.CAST_DUE
