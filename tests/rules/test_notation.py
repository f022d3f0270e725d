"""Lines of text that can't be read, and how they are told."""

import pytest

from puluc.rules.errors import IllegalMoveError, NotationError
from puluc.rules.moves import FORFEIT
from puluc.rules.notation import move_text, parse_move, parse_position, position_line
from puluc.rules.position import start, throw
from puluc.rules.presets import rule_set
from puluc.rules.units import Side
from tests.rules.boards import board

CLASSIC = rule_set("classic")
LINE = "J/3/CJC/4/J/C turn=J left=3 hand=J:1,C:2 fresh=C:2 dead=J:1 out=- kills=C:1 casts=17"


def test_a_position_is_one_readable_line() -> None:
    """The line of the module's docstring reads back and is written the same."""
    assert position_line(parse_position(LINE, CLASSIC)) == LINE
    assert position_line(start(rule_set("kekchi-teams"), Side.CINNABAR)) == (
        "10 turn=C1 left=- hand=J1:5,C1:5,J2:5,C2:5 fresh=J1:5,C1:5,J2:5,C2:5 "
        "dead=- out=- kills=- casts=0 opens=C"
    )


@pytest.mark.parametrize(
    ("line", "column", "found", "expected"),
    [
        ("", 1, "", "one of J, C"),
        ("K/10 turn=J", 1, "K/10", "one of J, C"),
        ("J1/10 turn=J", 1, "J1/10", "one of J, C"),
        ("J/x turn=J", 3, "x", "one of J, C"),
        ("J//10 turn=J", 3, "/10", "one of J, C"),
        ("J/10 turns=J", 5, "turns=J", "' turn='"),
        (LINE.replace("turn=J", "turn=D"), 20, "D", "one of J, C"),
        (LINE.replace("left=3", "left=x"), 27, "x", "a cast, or -"),
        (LINE.replace("left=3", "left=3+"), 29, "", "a cast"),
        (LINE.replace("J:1,C:2 f", "J:1,J:2 f"), 38, "J:2", "one of C"),
        (LINE.replace("J:1,C:2 f", "J1,C:2 f"), 34, "J1,C:2", "one of J, C"),
        (LINE.replace("casts=17", "casts="), 83, "", "the number of casts used"),
        (LINE + " opens=J", 92, "J", "one of C"),
        (LINE + " more", 85, "more", "the end"),
    ],
)
def test_an_unreadable_position_says_where_and_what(
    line: str, column: int, found: str, expected: str
) -> None:
    """The error has the column, what stands there and what was expected."""
    with pytest.raises(NotationError) as unreadable:
        parse_position(line, CLASSIC)
    error = unreadable.value
    assert (error.line, error.column, error.expected) == (1, column, expected)
    assert error.found.strip().startswith(found)


def test_a_move_s_cast_and_player_may_be_left_out() -> None:
    """What the position tells need not be written."""
    position = board(CLASSIC, "3/J/7", left="3")
    assert parse_move("4-7", position) == parse_move("3:4-7", position)
    teams = board(rule_set("kekchi-teams"), "3/J1/6", "J1", "3")
    assert parse_move("4-7", teams) == parse_move("3:J1@4-7", teams)
    assert move_text(parse_move("4-7", teams), 4) == "3:J1@4-7"


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a space or hand"),
        ("off-3", 1, "a space or hand"),
        ("4+7", 2, "'-'"),
        ("4-", 3, "a space or off or home"),
        ("4-7 now", 4, "the end"),
        ("3;4-7", 2, "'-'"),
        ("123-4", 1, "a space or hand"),
    ],
)
def test_an_unreadable_move_says_where_and_what(text: str, column: int, expected: str) -> None:
    """The error has the column and what was expected there."""
    with pytest.raises(NotationError) as unreadable:
        parse_move(text, board(CLASSIC, "3/J/7", left="3"))
    assert (unreadable.value.column, unreadable.value.expected) == (column, expected)


def test_with_two_casts_a_move_says_which() -> None:
    """Where two values could be meant the cast is needed."""
    position = throw(start(rule_set("ant", seats=2)), 2, 3)
    with pytest.raises(NotationError, match=r"column 1.*a cast and a colon, or forfeit"):
        parse_move("hand-2", position)
    assert move_text(parse_move("2:hand-2", position)) == "2:hand-2"


def test_a_move_that_can_be_read_may_be_illegal() -> None:
    """Reading and rules are told apart."""
    position = board(CLASSIC, "3/J/2/J/4", left="3")
    with pytest.raises(IllegalMoveError, match="space 7: your own pile"):
        parse_move("4-7", position)
    with pytest.raises(IllegalMoveError, match="there is a move to be made"):
        parse_move("forfeit", position)
    assert move_text(FORFEIT) == "forfeit"
