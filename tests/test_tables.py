"""Where tables are found, and what becomes of one that is bad."""

from pathlib import Path

import pytest

from puluc import tables
from puluc.opponent.levels import Level
from puluc.opponent.ranking import Ranking
from puluc.opponent.table_file import write
from puluc.rules.moves import legal_moves
from puluc.rules.position import start, throw
from puluc.rules.presets import rule_set
from puluc.tables import found_tables, opponent_with

RULES = rule_set("classic", track=5, warriors=1, kills_to_win=1)
OTHER = rule_set("classic", track=6, warriors=1, kills_to_win=1)
START = start(RULES)


@pytest.fixture(autouse=True)
def nothing_shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tables, "SHIPPED", tmp_path / "shipped")


def table(path: Path, value: float, rules=RULES) -> Path:
    """A table with one value for all its positions."""
    path.parent.mkdir(exist_ok=True)
    number = round(value * 0xFFFF)
    write(path, rules, number.to_bytes(2, "little") * Ranking(rules).positions)
    return path


def values(table: Path | None, *folders: Path) -> list[float]:
    """What each table found says of the start; one of other rules says nothing."""
    told: list[str] = []
    found = [each.value(START) for each in found_tables(table, folders, told.append)]
    assert told == []
    return [round(value, 3) for value in found if value is not None]


def test_the_configured_table_comes_first_then_those_in_folders_then_the_shipped(
    tmp_path: Path,
) -> None:
    """In the order in which they are asked; none twice, and a folder need not be there."""
    one = table(tmp_path / "a" / "one.puluc", 0.1)
    two = table(tmp_path / "b" / "two.puluc", 0.2)
    table(tmp_path / "b" / "three.puluc", 0.3)
    table(tmp_path / "b" / "other.puluc", 0.9, OTHER)
    table(tmp_path / "shipped" / "small.puluc", 0.4)
    (tmp_path / "b" / "notes.txt").write_text("no table")
    assert values(None) == [0.4]
    assert values(None, tmp_path / "a", tmp_path / "missing") == [0.1, 0.4]
    assert values(two, tmp_path / "a", tmp_path / "b") == [0.2, 0.1, 0.3, 0.4]
    assert values(one, tmp_path / "a") == [0.1, 0.4]


def test_what_cannot_be_used_is_named_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Foreign, cut short, missing: each by its name, with the reason in the log."""
    foreign = tmp_path / "foreign.puluc"
    foreign.write_bytes(b"something else" * 1000)
    short = table(tmp_path / "short.puluc", 0.5)
    short.write_bytes(short.read_bytes()[:-1])
    told: list[str] = []
    missing = tmp_path / "missing.puluc"
    assert list(found_tables(missing, (tmp_path,), told.append)) == []
    assert told == [f"{path.name} is left out" for path in (missing, foreign, short)]
    for reason in ("No such file", "not a table"):
        assert reason in caplog.text


def test_a_table_damaged_inside_is_left_out_when_it_shows(tmp_path: Path) -> None:
    """The thought that met it goes on by search; it is told once."""
    path = table(tmp_path / "mine.puluc", 0.5)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    told: list[str] = []
    opponent = opponent_with(path, (), told.append)
    assert told == []
    for _ in range(2):
        assert not opponent.odds(START).is_exact
    from random import Random

    cast = throw(START, 2)
    assert opponent.think(cast, Level.PERFECT, Random(1)).step in legal_moves(cast)
    assert told == ["mine.puluc is left out"]


def test_the_perfect_level_plays_by_the_table(tmp_path: Path) -> None:
    """Its odds are exact, and say so."""
    from random import Random

    opponent = opponent_with(table(tmp_path / "mine.puluc", 0.25), (), pytest.fail)
    assert opponent.odds(START).is_exact
    assert opponent.odds(START).chance == pytest.approx(0.25, abs=1e-4)
    assert opponent.think(throw(START, 2), Level.PERFECT, Random(1)).is_exact
