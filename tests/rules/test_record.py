"""Records: how one looks, and what is wrong with a damaged one."""

from dataclasses import replace

import pytest

from puluc.rules.errors import (
    IllegalMoveError,
    NotationError,
    PositionError,
    Rule,
    RuleSetError,
)
from puluc.rules.moves import FORFEIT
from puluc.rules.notation import parse_move
from puluc.rules.position import start, throw
from puluc.rules.presets import rule_set
from puluc.rules.record import Entry, MatchGame, Record, positions, record_text
from puluc.rules.record_reader import parse_record
from puluc.rules.units import CastValue, Side

TEXT = r"""[Rules "classic"]
[Set "track=9"]
[Jade "Ann \"the\" first"]
[Date "2026-11-02"]
[Opens "Cinnabar"]
[Result "unfinished"]

{by the window\nin the rain}
1. C 3 hand-9
2. J 5 hand-1 {a five \} wasted}
3. C 4 9-5
4. J 4 1-5
5. C 2 -
"""


def test_a_record_is_text_that_people_can_read() -> None:
    """The text reads back and is written the same."""
    record = parse_record(TEXT)
    assert record.players == ('Ann "the" first', "")
    assert record.comment == "by the window\nin the rain"
    assert [entry.comment for entry in record.entries] == ["", "a five } wasted", "", ""]
    assert record.thrown == (2,)
    assert record_text(record) == TEXT


def test_a_hand_written_record_may_be_loose() -> None:
    """Blank lines, spaces, comments on their own lines and missing tags are taken."""
    text = (
        '\ufeff[Rules "classic"]\r\n\r\n{one}\n{two}\n'
        "1.  J  3  hand-1  {three}\n\n{four}\n2. C 2 2:hand-11"
    )
    record = parse_record(text)
    assert record.comment == "one\ntwo"
    assert [entry.comment for entry in record.entries] == ["three\nfour", ""]
    assert record.begins == start(rule_set("classic"))


def damaged(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, 'a tag [Rules "..."]'),
        (damaged('[Rules "classic"]\n', ""), 1, 1, 'a tag [Rules "..."]'),
        (damaged('"classic"', '"clasic"'), 1, 8, "one of classic, village"),
        (damaged("[Date", "  [date"), 4, 4, "Set, Rules, Match, Date"),
        (damaged("[Date ", "[Date"), 4, 6, "a space"),
        (damaged("[Date", "[-"), 4, 2, "a tag's name"),
        (damaged('02"]', '02"'), 4, 19, "']'"),
        (damaged('02"]', "02]"), 4, 19, 'a closing "'),
        (damaged('02"]', '02"] x'), 4, 20, "the end"),
        (damaged("[Date", "[Opens"), 5, 8, "nothing: line 4 has said it"),
        (damaged("track=9", "track=x"), 2, 6, "a number"),
        (damaged("track=9", "tracks=9"), 2, 6, "no such field"),
        (damaged("track=9", "track=40"), 2, 6, "fields that make a game (track = 40"),
        (damaged('"Cinnabar"', '"Cyan"'), 5, 8, "Jade or Cinnabar"),
        (damaged("unfinished", "Jade, kills"), 6, 9, "'unfinished', as the moves have it"),
        (damaged("2. J", "\t 3. J"), 10, 3, "'2.'"),
        (damaged("2. J", "2. C"), 10, 4, "'J'"),
        (damaged("5 hand-1 ", "x hand-1 "), 10, 6, "a cast, or -"),
        (damaged("5 hand-1 ", "5 hnd-1 "), 10, 8, "a space or hand"),
        (damaged("5 hand-1 ", "5 hand-1 ("), 10, 15, "'{'"),
        (damaged("a five", r"a \five"), 10, 19, r"n, r, \ or } behind a backslash"),
        (damaged("wasted}", "wasted"), 10, 32, "a closing }"),
        (TEXT + "6. J 3 1-4\n", 14, 1, "the end of the record"),
        (damaged("by the window", "{ } by"), 8, 5, "the end"),
        (TEXT.replace("1. C", '[Event "x"]\n1. C'), 9, 1, "'1.'"),
    ],
)
def test_a_damaged_record_says_line_column_and_what_was_expected(
    text: str, line: int, column: int, expected: str
) -> None:
    """The first thing that can't be read is named with its place."""
    with pytest.raises(NotationError) as unreadable:
        parse_record(text)
    error = unreadable.value
    assert (error.line, error.column) == (line, column), str(error)
    assert error.expected.startswith(expected)


@pytest.mark.parametrize(
    ("text", "rule", "place"),
    [
        (damaged("9-5", "9-4"), Rule.WRONG_TARGET, "line 11, column 11: cast 4 leads 9 to 5"),
        (damaged("3. C 4", "3. C 6"), Rule.CAST_VALUE, "line 11, column 7: cast 6: the lots"),
        (damaged("9-5", "forfeit"), Rule.MUST_MOVE, "line 11, column 15: cast 4: there is"),
        (damaged("3. C 4", "3. C -"), Rule.CAST_VALUE, "line 11, column 7: 0 casts"),
    ],
)
def test_an_illegal_move_in_a_record_names_line_and_rule(text: str, rule: Rule, place: str) -> None:
    """A step that the rules forbid is told with its line, and why."""
    with pytest.raises(IllegalMoveError) as illegal:
        parse_record(text)
    assert illegal.value.rule is rule
    assert str(illegal.value).startswith(place)


BEGUN = "J/8 turn=C left=- hand=J:4,C:5 fresh=J:4,C:5 dead=- out=- kills=- casts=1"


def test_a_record_may_begin_anywhere() -> None:
    """A position in place of the opening is where the game begins."""
    text = damaged('[Opens "Cinnabar"]', f'[Position "{BEGUN}"]')
    record = parse_record(text.split("2. J")[0])
    assert record.begins.casts == 1
    assert f'[Position "{BEGUN}"]' in record_text(record)


@pytest.mark.parametrize(
    ("begun", "error", "place"),
    [
        (BEGUN.replace("turn=C", "turn=K"), NotationError, "line 5, column 21"),
        (
            BEGUN.replace("hand=J:4", "hand=J:5"),
            PositionError,
            "line 5, column 11: 6 warriors",
        ),
        (BEGUN.replace("left=-", "left=3"), NotationError, "line 5, column 11.*left=-"),
    ],
)
def test_a_wrong_first_position_is_told(begun: str, error: type[ValueError], place: str) -> None:
    """It is unreadable, impossible, or has a cast thrown: each with its line."""
    with pytest.raises(error, match=place):
        parse_record(damaged('[Opens "Cinnabar"]', f'[Position "{begun}"]'))


def test_a_record_that_is_not_one_cannot_be_written() -> None:
    """An illegal step is told by its number, a name too many is refused."""
    begins = start(rule_set("classic"))
    with pytest.raises(IllegalMoveError, match="step 1: cast 3: there is a move"):
        record_text(Record(begins, (Entry((CastValue(3),), FORFEIT),)))
    with pytest.raises(PositionError, match="3 names: 2 play"):
        Record(begins, players=("a", "b", "c"))


def test_two_casts_and_players_are_written_where_they_are_needed() -> None:
    """With two casts the moves say which; in teams whose warrior moves."""
    rules = rule_set("ant")
    position = throw(start(rules, Side.CINNABAR), 2, 3)
    first = parse_move("3:hand-3" if position.side is Side.JADE else "3:hand-17", position)
    record = Record(start(rules, Side.CINNABAR), (Entry(position.left, first),))
    text = record_text(record)
    assert "1. C1 2+3 3:C1@hand-17" in text
    assert tuple(positions(parse_record(text)))[-1].left == (2,)
    with pytest.raises(NotationError, match=r"column 9.*a space or hand"):
        parse_record(text + "2. C1 2 -\n")
    assert replace(record, players=("",) * 6) == record


def test_a_finished_game_says_how_it_has_ended() -> None:
    """The result is the winner and the reason."""
    rules = rule_set("classic", cap=1)
    position = throw(start(rules), 2)
    text = record_text(
        Record(start(rules), (Entry(position.left, parse_move("hand-1", position)),))
    )
    assert '[Set "cap=1"]' in text
    assert '[Result "draw, cap"]' in text
    won = "10/CJ turn=J left=- hand=J:4 fresh=- dead=C:4 out=- kills=J:4 casts=80"
    record = parse_record(f'[Rules "classic"]\n[Position "{won}"]\n1. J 1 11-off\n')
    assert '[Result "Jade, kills"]' in record_text(record)


def test_a_game_of_a_match_says_which() -> None:
    """The match and the game's number in it read back; a drawn game of five is played again."""
    text = '[Rules "eagle"]\n[Match "bul, game 2"]\n[Opens "Jade"]\n[Result "unfinished"]\n\n'
    record = parse_record(text)
    assert record.match == MatchGame("bul", 2)
    assert record_text(record) == text
    three = Record(start(rule_set("jaques-three")), match=MatchGame("jaques-three", 7))
    assert parse_record(record_text(three)) == three


@pytest.mark.parametrize(
    ("rules", "match", "expected"),
    [
        ("ant", "bull, game 1", "bul or jaques-three, and which game"),
        ("ant", "bul", "bul or jaques-three, and which game"),
        ("ant", "bul, game 0", "bul or jaques-three, and which game"),
        ("ant", "bul, game ²", "bul or jaques-three, and which game"),
        ("fire", "bul, game 6", "a game of bul, 1 to 5"),
        ("fire", "bul, game 4", "a game that is played by fire, not by army-ants"),
    ],
)
def test_a_game_that_no_match_has_is_told(rules: str, match: str, expected: str) -> None:
    """Its place, and which games there are."""
    with pytest.raises(NotationError) as unreadable:
        parse_record(f'[Rules "{rules}"]\n[Match "{match}"]\n')
    error = unreadable.value
    assert (error.line, error.column) == (2, 8)
    assert error.expected.startswith(expected)


@pytest.mark.parametrize(
    ("match", "reason"),
    [
        (MatchGame("bul", 6), "no match has this game"),
        (MatchGame("bul", 0), "no match has this game"),
        (MatchGame("tour", 1), "no match has this game"),
        (MatchGame("bul", 3), "it is played by scorpion"),
    ],
)
def test_a_record_of_a_game_that_no_match_has_cannot_be_made(match: MatchGame, reason: str) -> None:
    """What could not be read back is not written."""
    with pytest.raises(RuleSetError, match=reason):
        Record(start(rule_set("fire")), match=match)
