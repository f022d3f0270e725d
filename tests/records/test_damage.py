"""A record that was damaged on its way: told with its place, or whole again."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from puluc.records import as_import, game_of, record_of
from puluc.rules.errors import IllegalMoveError, NotationError, PositionError
from puluc.rules.record import Record, record_text
from puluc.rules.record_reader import parse_record
from tests.records.games import played
from tests.records.test_records import recorded

PLACE = re.compile(r"^line \d+, column \d+: .+")

TEXTS = [
    record_text(record_of(game.row(players=["Ann", "Ben"], **about), game.game))
    for game, about in (
        (played("classic", 1, 30), {}),
        (played("classic", 4, 60, warriors=1), {}),
        (played("kekchi-teams", 2, 40), {}),
        (played("eagle", 3, 60), {"match": {"name": "bul", "game": 2}}),
        (played("bell-homeward", 5, 60, track=12), {}),
    )
]
BEGUN = """[Rules "classic"]
[Position "J/3/CJC/4/J/C turn=J left=- hand=J:1,C:2 fresh=C:2 dead=J:1 out=- kills=C:1 casts=17"]
[Result "unfinished"]

{by the window}
1. J 3 5-8 {a \\} and a \\\\}
2. C 1 -
"""


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A good record in which something was lost, doubled, swapped or written over."""
    text = draw(st.sampled_from([*TEXTS, BEGUN]))
    for _ in range(draw(st.integers(1, 3))):
        lines = text.split("\n")
        at = draw(st.integers(0, max(len(text) - 1, 0)))
        line = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["lose", "write", "insert", "cut", "line", "double", "digit"])):
            case "lose":
                text = text[:at] + text[at + draw(st.integers(1, 5)) :]
            case "write":
                text = text[:at] + draw(st.characters(codec="utf-8")) + text[at + 1 :]
            case "insert":
                text = text[:at] + draw(st.text(max_size=3)) + text[at:]
            case "cut":
                text = text[:at]
            case "line":
                text = "\n".join(lines[:line] + lines[line + 1 :])
            case "double":
                text = "\n".join(lines[: line + 1] + lines[line:])
            case _:
                digits = [place for place, letter in enumerate(text) if letter.isdigit()]
                if digits:
                    place = draw(st.sampled_from(digits))
                    text = text[:place] + draw(st.sampled_from("0123456789")) + text[place + 1 :]
    return text


def read(text: str) -> Record | None:
    """The record in a text; without one, the error must say where and what was expected."""
    told = ""
    try:
        return parse_record(text)
    except (NotationError, PositionError, IllegalMoveError) as error:
        told = str(error)
    assert PLACE.match(told), told
    return None


@settings(max_examples=200, deadline=None)
@given(damaged())
def test_a_damaged_record_is_told_or_is_a_record(text: str) -> None:
    """Either line, column and what was expected, or a game that can be kept and written again."""
    record = read(text)
    if record is not None:
        assert parse_record(record_text(record)) == record
        row, rows = recorded(as_import(record))
        assert record_of(row, game_of(row, rows)) == record


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200) | st.text(st.sampled_from('[]{}"\\ 1.-JC@:+\nRulesclassicOpens')))
def test_any_text_is_told_or_is_a_record(text: str) -> None:
    """Nothing that is no record crashes the reader."""
    record = read(text)
    assert record is None or parse_record(record_text(record)) == record
