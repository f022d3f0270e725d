"""From the journal to a record and back."""

from dataclasses import replace
from datetime import UTC, timedelta, timezone
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puluc.journal import Entry as Row
from puluc.journal import Game as GameRow
from puluc.journal import Journal
from puluc.records import (
    Import,
    NotBegunError,
    UnreadableGameError,
    add,
    as_import,
    day_of,
    game_of,
    record_of,
)
from puluc.rules.presets import PRESETS, rule_set
from puluc.rules.record import MatchGame, Record, positions, record_text
from puluc.rules.record_reader import parse_record
from puluc.session.game import Game
from tests.app.rig import Rig
from tests.records.games import BEGUN, Played, played

texts = st.text(st.characters(codec="utf-8"), max_size=12)


def recorded(imported: Import, number: int = 1) -> tuple[GameRow, tuple[Row, ...]]:
    """The rows of an imported game."""
    row = GameRow(
        number, imported.rules, imported.options, imported.opened_by, BEGUN,
        result=imported.result, about=imported.about,
    )  # fmt: skip
    return row, tuple(Row(entry.kind, entry.data, number) for entry in imported.entries)


def course(game: Game) -> list:
    """All that a game has come through: positions, steps, casts, where it stands and its end."""
    steps = [(each.before, each.step, each.throw.values(game.rules)) for each in game.played]
    thrown = game.thrown.values(game.rules) if game.thrown else None
    return [game.opens, *steps, game.position, thrown, game.outcome]


@pytest.mark.parametrize("name", PRESETS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), things=st.integers(0, 260), data=st.data())
def test_a_game_comes_back_from_its_record(
    name: str, seed: int, things: int, data: st.DataObject
) -> None:
    """Journal, record, text and back: the same game, whatever happened at the table."""
    at_table = Played(rule_set(name), Random(seed)).play(things)
    seats = at_table.rules.seats
    names = data.draw(st.just([]) | st.lists(texts, min_size=1, max_size=seats))
    row = at_table.row(players=names)
    game = game_of(row, at_table.rows())
    assert game == at_table.game
    record = record_of(row, game, UTC)
    assert tuple(positions(record))[-1] == game.position
    text = record_text(record)
    read = parse_record(text)
    assert read == record
    row, rows = recorded(as_import(read))
    again = game_of(row, rows)
    assert course(again) == course(game)
    assert row.imported
    assert row.result == at_table.row().result
    assert record_text(record_of(row, again)) == text


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_record_comes_back_from_the_journal(seed: int, data: st.DataObject) -> None:
    """What only a record can say is kept, too: comments, a day of any kind, another beginning."""
    name = data.draw(st.sampled_from(["classic", "ant", "bell", "jaques-three", "kekchi-teams"]))
    at_table = Played(rule_set(name), Random(seed)).play(60)
    whole = record_of(at_table.row(), at_table.game)
    casts = at_table.rules.casts
    turns = [at for at, step in enumerate(whole.entries) if len(step.casts) == casts]
    at = data.draw(st.sampled_from([0, *turns]))
    begins = at_table.game.played[at].before if at else whole.begins
    record = Record(
        replace(begins, left=()),
        tuple(
            replace(step, comment=data.draw(texts) if number % 16 == 0 else "")
            for number, step in enumerate(whole.entries[at:])
        ),
        whole.thrown,
        data.draw(st.tuples(*[texts] * at_table.rules.seats)),
        data.draw(texts),
        data.draw(texts),
        MatchGame("bul", 1) if name == "ant" else None,
    )
    row, rows = recorded(as_import(record))
    assert record_of(row, game_of(row, rows)) == record


def test_moves_and_casts_taken_back_are_not_recorded() -> None:
    """The record has what was played at last, and the throw that lies there."""
    game = Played(rule_set("classic"), Random(7)).play(0)
    game.cast()
    game.any_step()
    game.cast()
    game.any_step()
    played_once = record_of(game.row(), game.game)
    game.take_back()
    game.any_step()
    assert record_of(game.row(), game.game) == played_once
    game.take_back()
    record = record_of(game.row(), game_of(game.row(), game.rows()))
    assert len(record.entries) == 1
    assert record.thrown == played_once.entries[1].casts


def test_a_game_of_an_older_journal_has_a_record() -> None:
    """Without ``about`` there are no names and no match; the day is that of its beginning."""
    game = played()
    record = record_of(game.row(), game.game, UTC)
    assert (record.players, record.match, record.date) == ((), None, "2026-11-30")


def test_the_day_is_that_of_the_place() -> None:
    """A game begun late in the evening of UTC was played on the next day further east."""
    row = replace(played().row(), begun="2026-11-30T22:30:00Z")
    assert day_of(row, timezone(timedelta(hours=2))) == "2026-12-01"
    assert day_of(row, timezone(timedelta(hours=-2))) == "2026-11-30"


@pytest.mark.parametrize(
    "about",
    [
        {"players": "Ann", "match": "bul"},
        {"players": [1, None], "match": {"name": "bul"}, "comments": ["x"]},
        {"players": {}, "match": {"name": "bul", "game": "2"}, "comments": {"x": "y", "1": 3}},
        {"match": {"name": "tour", "game": 1}},
        {"match": {"name": "bul", "game": 1}},
    ],
)
def test_what_another_version_says_about_a_game_is_passed_over(about: dict) -> None:
    """Values that this version does not know, or that are wrong, cost the game nothing else."""
    game = played()
    record = record_of(game.row(**about), game.game)
    assert (record.players, record.match, record.comment) == ((), None, "")
    assert parse_record(record_text(record)) == record


def test_names_are_as_many_as_players() -> None:
    """Names for fewer seats leave the others nameless; those of nobody are left out."""
    game = played("ant")
    record = record_of(game.row(players=["Ann", "Ben"]), game.game)
    assert record.players == ("Ann", "Ben", "", "", "", "")
    game = played()
    record = record_of(game.row(players=["Ann", "Ben", "Cy"]), game.game)
    assert record.players == ("Ann", "Ben")


def test_a_game_that_nobody_opened_has_no_record() -> None:
    """While the sides cast for the opening, there is nothing to be recorded."""
    game = Played(rule_set("jaques"), Random(1))
    with pytest.raises(NotBegunError, match="game 4 has not begun"):
        record_of(game.row(4), game_of(game.row(4), ()))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rules": "tomorrow"}, "game 3: rules = tomorrow"),
        ({"options": {"track": "99"}}, "game 3: track = 99"),
        ({"opened_by": "X"}, "game 3: 'X' is not"),
        ({"about": {"position": "J/10"}}, "game 3: line 1, column 5"),
    ],
)
def test_a_game_that_this_version_cannot_read_is_told(change: dict, reason: str) -> None:
    """Its number, and what is not known."""
    game = played()
    with pytest.raises(UnreadableGameError, match=reason):
        game_of(replace(game.row(3), **change), game.rows(3))


def test_an_entry_that_does_not_follow_is_told() -> None:
    """The game's number, and the entry's."""
    game = played()
    with pytest.raises(UnreadableGameError, match=r"game 1: entry 1 \(move\)"):
        game_of(game.row(), game.rows()[1:])


def test_an_import_is_all_there_or_not_at_all(tmp_path: Path) -> None:
    """It has a number like any other game, and comes back after a restart."""
    record = replace(record_of(played().row(), played().game), date="long ago")
    with Journal.open(tmp_path / "journal.db") as journal:
        played().keep(journal)
        assert add(journal, as_import(record)) == 2
        assert journal.saved
    with Journal.open(tmp_path / "journal.db") as journal:
        board, imported = journal.games()
        assert (board.imported, imported.imported) == (False, True)
        game = game_of(imported, journal.entries(2))
        assert record_of(imported, game) == record


def test_the_board_goes_on_with_its_own_game(tmp_path: Path) -> None:
    """A game imported after it does not take the place of the one on the table."""
    with Rig(tmp_path, draw=lambda count: (True, False, False, False)) as rig:
        rig.shake()
        rig.tap(1)
        position = rig.app.state.game.position
    with Journal.open(tmp_path / "journal.db") as journal:
        finished = played("village", things=3_000)
        assert finished.game.outcome is not None
        add(journal, as_import(record_of(finished.row(), finished.game)))
    with Rig(tmp_path, clock=rig.clock, draw=lambda count: (True, False, False, False)) as rig:
        assert rig.app.state.game.position == position
        rig.shake()
        rig.tap(11)
        assert len(rig.journal.entries(1)) == 4


def test_a_match_goes_on_whatever_is_imported_between_its_games(tmp_path: Path) -> None:
    """A game from elsewhere counts for no match of this board, even where it says so itself."""
    first, second = (played("jaques-three", seed, 3_000) for seed in (1, 2))
    place = {"name": "jaques-three", "game": 2}
    with Journal.open(tmp_path / "journal.db") as journal:
        first.keep(journal, match=place | {"game": 1})
        elsewhere = record_of(second.row(match=place), second.game)
        add(journal, as_import(elsewhere))
        played("jaques-three", 3, 20).keep(journal, match=place)
        add(journal, as_import(elsewhere))
    with Rig(tmp_path) as rig:
        contest = rig.app.state.contest
        assert (contest.name, contest.number) == ("jaques-three", 2)
        assert [game.winner for game in contest.finished] == [first.game.outcome.winner]
        assert rig.app.state.game.played
