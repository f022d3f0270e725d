"""From the journal to a record and back."""

from datetime import UTC
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puluc.journal import Entry as Row
from puluc.journal import Game as GameRow
from puluc.records import (
    Import,
    as_import,
    game_of,
    record_of,
)
from puluc.rules.presets import PRESETS, rule_set
from puluc.rules.record import MatchGame, Record, positions, record_text
from puluc.rules.record_reader import parse_record
from puluc.session.game import Game
from tests.records.games import BEGUN, Played

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
    steps = [
        (played.before, played.step, played.throw.values(game.rules)) for played in game.played
    ]
    thrown = game.thrown.values(game.rules) if game.thrown else None
    return [game.opens, *steps, game.position, thrown, game.outcome]


@pytest.mark.parametrize("name", PRESETS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), things=st.integers(0, 260), data=st.data())
def test_a_game_comes_back_from_its_record(
    name: str, seed: int, things: int, data: st.DataObject
) -> None:
    """Journal, record, text and back: the same game, whatever happened at the table."""
    played = Played(rule_set(name), Random(seed)).play(things)
    names = data.draw(st.just([]) | st.lists(texts, min_size=1, max_size=played.rules.seats))
    row = played.row(players=names)
    game = game_of(row, played.rows())
    assert game == played.game
    record = record_of(row, game, UTC)
    assert tuple(positions(record))[-1] == game.position
    text = record_text(record)
    read = parse_record(text)
    assert read == record
    row, rows = recorded(as_import(read))
    again = game_of(row, rows)
    assert course(again) == course(game)
    assert row.imported
    assert row.result == played.row().result
    assert record_text(record_of(row, again)) == text


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_record_comes_back_from_the_journal(seed: int, data: st.DataObject) -> None:
    """What only a record can say is kept, too: comments, a day of any kind, another beginning."""
    name = data.draw(st.sampled_from(["classic", "ant", "bell", "jaques-three", "kekchi-teams"]))
    played = Played(rule_set(name), Random(seed)).play(60)
    whole = record_of(played.row(), played.game)
    turns = [at for at, step in enumerate(whole.entries) if len(step.casts) == played.rules.casts]
    at = data.draw(st.sampled_from([0, *turns]))
    begins = played.game.played[at].before if at else whole.begins
    match = MatchGame("bul", 1) if name == "ant" else None
    from dataclasses import replace

    record = Record(
        replace(begins, left=()),
        tuple(
            replace(step, comment=data.draw(texts) if number % 16 == 0 else "")
            for number, step in enumerate(whole.entries[at:])
        ),
        whole.thrown,
        data.draw(st.tuples(*[texts] * played.rules.seats)),
        data.draw(texts),
        data.draw(texts),
        match,
    )
    row, rows = recorded(as_import(record))
    assert record_of(row, game_of(row, rows)) == record
