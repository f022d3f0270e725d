"""The list of games."""

from dataclasses import replace
from datetime import UTC
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from puluc.games.listing import casts_used, listing
from puluc.journal import Entry as Row
from puluc.journal import Game as GameRow
from puluc.records import as_import, record_of
from puluc.rules.presets import PRESETS, rule_set
from puluc.rules.record import Record
from tests.records.games import Played, played
from tests.records.test_records import recorded


def listed(*games: tuple[GameRow, tuple[Row, ...]]) -> str:
    """The list of games with their entries."""
    rows = [row for row, _ in games]
    return listing(rows, {row.number: [each.kind for each in rows] for row, rows in games}, UTC)


def kinds(game: Played) -> list[str]:
    return [entry.kind for entry in game.entries]


def test_a_line_a_game() -> None:
    """Number, day, rules with what was changed, players, result and casts; the newest last."""
    won = played("classic", 4, 2_000, track=9)
    eagle = played("eagle", 2, 60)
    games = [
        (won.row(1, players=["Ann", "Bén"]), won.rows(1)),
        (
            eagle.row(2, players=["A", "", "B", "C"], match={"name": "bul", "game": 2}),
            eagle.rows(2),
        ),
        (Played(rule_set("jaques"), Random(1)).row(3), ()),
        (replace(played().row(4), result="draw", rules="tomorrow", options={}), played().rows(4)),
    ]
    casts = won.game.position.casts
    lines = listed(*games).split("\n")
    assert lines[0].split() == ["No.", "Date", "Rules", "Players", "Result", "Casts"]
    assert (
        lines[1].split()
        == (
            f"1 2026-11-30 classic track=9 Ann – Bén {won.game.outcome.winner.title} won {casts}"
        ).split()
    )
    assert "A, B – ?, C" in lines[2]
    assert lines[2].endswith(f"{eagle.game.position.casts}  bul, game 2")
    assert lines[3].split()[-3:] == ["not", "begun", "0"]
    assert lines[4].split() == ["4", "2026-11-30", "tomorrow", "draw", "?"]
    columns = [line.index("2026") for line in lines[1:]]
    assert columns == [lines[0].index("Date")] * 4


def test_an_imported_game_is_marked() -> None:
    """Its day is the record's, its casts are those of the whole game."""
    game = played("kekchi", 3, 30)
    whole = record_of(game.row(), game.game)
    late = Record(game.game.played[6].before, whole.entries[6:], whole.thrown, date="2019-01-02")
    late = replace(late, begins=replace(late.begins, left=()))
    line = listed(recorded(as_import(late))).split("\n")[1]
    assert line.split() == [
        "1", "2019-01-02", "kekchi", "unfinished", str(game.game.position.casts), "imported",
    ]  # fmt: skip


def test_what_is_long_is_cut() -> None:
    """Sixteen long names don't break the table."""
    game = played("ant", seats=16)
    names = [f"Player {seat} of the evening" for seat in range(16)]
    line = listed((game.row(players=names), game.rows())).split("\n")[1]
    assert "…" in line
    assert len(line) < 150


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(sorted(PRESETS)), seed=st.integers(0, 2**32), things=st.integers(0, 200)
)
def test_casts_are_counted_without_replaying(name: str, seed: int, things: int) -> None:
    """The count is that of the position the game came to, whatever was taken back."""
    game = Played(rule_set(name), Random(seed)).play(things)
    assert casts_used(game.rules.casts, kinds(game)) == game.game.position.casts


def test_entries_that_make_no_sense_are_counted_somehow() -> None:
    """A list is shown of any journal: nothing to take back takes nothing back."""
    game = played()
    odd = ["take_back", "sneeze", *kinds(game)]
    assert casts_used(1, odd) == casts_used(1, kinds(game))
