"""A damaged database is set aside whole, told of, and never in the way of playing."""

import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puluc.journal import (
    Entry,
    Journal,
    JournalDamagedError,
    JournalForeignError,
    JournalVersionError,
    look,
)
from puluc.journal.database import SCHEMA
from tests.journal.disks import NOON, make_newer

Damage = Callable[[bytes], bytes]

ASIDE = "journal-2026-11-30T12-00-00.damaged.db"


def open_at_noon(path: Path) -> Journal:
    return Journal.open(path, wall=lambda: NOON)


def fill(path: Path) -> None:
    """Three games; the last is at play."""
    with open_at_noon(path) as journal:
        for _ in range(3):
            game = journal.begin_game("classic", {}, "J")
            for number in range(60):
                journal.append(Entry("cast", {"number": number, "text": "warrior " * 4}, game))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound journal."""
    path = tmp_path_factory.mktemp("sound") / "journal.db"
    fill(path)
    return path


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database and its -wal as a power cut leaves them."""
    path = tmp_path_factory.mktemp("cut") / "journal.db"
    fill(path)
    copy = path.parent / "copy"
    copy.mkdir()
    with open_at_noon(path) as journal:
        for number in range(60, 70):
            journal.append(Entry("cast", {"number": number, "text": "warrior " * 4}, 3))
        for name in ("journal.db", "journal.db-wal"):
            shutil.copyfile(path.with_name(name), copy / name)
    return copy


def casts(game: int, count: int = 60) -> tuple[Entry, ...]:
    return tuple(
        Entry("cast", {"number": number, "text": "warrior " * 4}, game) for number in range(count)
    )


def check_set_aside(path: Path, damaged: bytes, name: str = ASIDE) -> None:
    """The damaged file is kept as it was, and the new journal works."""
    with open_at_noon(path) as journal:
        (notice,) = journal.notices
        assert len(notice.words) <= 42
        assert str(path) in notice.detail
        assert name in notice.detail
        assert journal.games() == ()
        game = journal.begin_game("classic", {}, "J")
        assert journal.append(Entry("cast", {}, game))
    assert path.with_name(name).read_bytes() == damaged
    with open_at_noon(path) as journal:
        assert journal.notices == ()
        assert journal.entries(game) == (Entry("cast", {}, game),)


@pytest.mark.parametrize(
    "damage",
    [
        lambda sound: b"",
        lambda sound: b"S",
        lambda sound: sound[:100],
        lambda sound: sound[: len(sound) // 2],
        lambda sound: sound[:-1000],
        lambda sound: b"Not a database, but long enough to be taken for one.\n" * 100,
        lambda sound: random.Random(1).randbytes(len(sound)),
        lambda sound: bytes(len(sound)),
        lambda sound: sound[:18] + b"\xff" + sound[19:],  # a file format of the future
        lambda sound: sound[:60] + b"\0\0\1\1" + sound[64:],  # the version, but not the schema
        lambda sound: sound[:68] + b"\0\0\0\0" + sound[72:],  # the application's id
        lambda sound: sound.replace(b'"number":42', b'"number":43'),  # one digit of an entry
        lambda sound: sound.replace(b"cast", b"case"),
    ],
)
def test_what_is_damaged_is_set_aside(tmp_path: Path, sound: Path, damage: Damage) -> None:
    """Whatever the damage, the file is kept under a dated name and a new journal works."""
    path = tmp_path / "journal.db"
    damaged = damage(sound.read_bytes())
    assert damaged != sound.read_bytes()
    path.write_bytes(damaged)
    check_set_aside(path, damaged)


def test_a_row_that_is_gone_is_missed(tmp_path: Path, sound: Path) -> None:
    """A database that SQLite calls sound, but which lacks a row in its midst, is set aside."""
    path = tmp_path / "journal.db"
    shutil.copyfile(sound, path)
    triggers = [sql for sql in SCHEMA if sql.startswith("CREATE TRIGGER")]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER log_keeps")
        connection.execute("DROP TRIGGER log_stays")
        connection.execute("DELETE FROM log WHERE place = 30")
        for trigger in triggers:
            connection.execute(trigger)
    check_set_aside(path, path.read_bytes())


def test_no_earlier_one_is_overwritten(tmp_path: Path) -> None:
    """Several in one second have different names, and all stay."""
    path = tmp_path / "journal.db"
    for number in (b"1", b"2", b"3"):
        path.write_bytes(number * 5000)
        open_at_noon(path).close()
    assert path.with_name(ASIDE).read_bytes() == b"1" * 5000
    for number in ("2", "3"):
        name = f"journal-2026-11-30T12-00-00-{number}.damaged.db"
        assert path.with_name(name).read_bytes() == number.encode() * 5000


def test_what_lies_beside_it_is_kept_too(tmp_path: Path, cut: Path) -> None:
    """The -wal of a damaged database goes with it, byte for byte: it may hold the last moves."""
    path = tmp_path / "journal.db"
    shutil.copyfile(cut / "journal.db-wal", f"{path}-wal")
    path.write_bytes(b"")
    check_set_aside(path, b"")
    aside = tmp_path / f"{ASIDE}-wal"
    assert aside.read_bytes() == (cut / "journal.db-wal").read_bytes()


def test_a_write_ahead_log_without_its_database_is_not_applied(tmp_path: Path, cut: Path) -> None:
    """A -wal left alone is set aside, not taken for the new database's."""
    path = tmp_path / "journal.db"
    shutil.copyfile(cut / "journal.db-wal", f"{path}-wal")
    with open_at_noon(path) as journal:
        assert len(journal.notices) == 1
        assert journal.games() == ()
    aside = tmp_path / f"{ASIDE}-wal"
    assert aside.read_bytes() == (cut / "journal.db-wal").read_bytes()


def test_a_start_that_was_cut_off_leaves_no_damage(tmp_path: Path) -> None:
    """A database that was never finished is not a journal yet, and is begun again unseen."""
    path = tmp_path / "journal.db"
    path.with_name("journal.db.new").write_bytes(b"half")
    with open_at_noon(path) as journal:
        assert journal.notices == ()
        assert journal.saved


def test_a_power_cut_is_no_damage(tmp_path: Path, cut: Path) -> None:
    """A database with its -wal opens with all that was committed, and nothing to tell."""
    shutil.copytree(cut, tmp_path, dirs_exist_ok=True)
    with open_at_noon(tmp_path / "journal.db") as journal:
        assert journal.notices == ()
        assert journal.entries(3) == casts(3, 70)


def test_a_newer_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    """A journal of a newer Puluc is neither changed nor set aside; the message names versions."""
    path = tmp_path / "journal.db"
    open_at_noon(path).close()
    make_newer(path, 7)
    before = path.read_bytes()
    for _ in range(2):  # the lock is free again
        with pytest.raises(JournalVersionError, match=r"newer Puluc \(version 7 .*knows 1\)") as no:
            open_at_noon(path)
        assert str(path) in str(no.value)
    with pytest.raises(JournalVersionError), look(path):
        pass
    assert path.read_bytes() == before


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    """A path that points at somebody else's database costs them nothing."""
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE photos (name TEXT UNIQUE)")
        connection.execute("CREATE TABLE log (place INTEGER)")
    before = path.read_bytes()
    with pytest.raises(JournalForeignError, match=r"photos\.db is another program's database"):
        open_at_noon(path)
    assert path.read_bytes() == before


def test_a_folder_in_its_place_is_not_moved(tmp_path: Path) -> None:
    """A folder of the journal's name is a place that can't be written, not damage."""
    path = tmp_path / "journal.db"
    path.mkdir()
    with open_at_noon(path) as journal:
        assert not journal.saved
        assert "not a file" in journal.fault
    assert path.is_dir()


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def open_damaged(folder: Path, files: dict[str, bytes]) -> None:
    """Open a database with damaged files: all is as it was, or it is set aside and told of."""
    shutil.rmtree(folder)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    with open_at_noon(folder / "journal.db") as journal:
        assert journal.saved
        if journal.notices:
            assert journal.games() == ()
            if len(files) == 1:
                assert (folder / ASIDE).read_bytes() == files["journal.db"]
        else:
            assert [game.number for game in journal.games()] == [1, 2, 3]
            assert journal.entries(3)[:60] == casts(3)
            for game in (1, 2):
                with suppress(JournalDamagedError):
                    assert journal.entries(game) == casts(game)
        journal.begin_game("classic", {}, "J")


FLIPS = st.lists(st.tuples(st.integers(0, 120) | st.integers(0, 1 << 20), st.integers(1, 255)))
"""Places (taken modulo the file's length) and what to flip there; many in the header."""


def flipped(content: bytes, flips: list[tuple[int, int]]) -> bytes:
    damaged = bytearray(content)
    for place, bits in flips:
        damaged[place % len(damaged)] ^= bits
    return bytes(damaged)


@settings(max_examples=100, deadline=None)
@given(flips=FLIPS)
def test_random_damage_to_the_database(
    sound: Path, folder: Path, flips: list[tuple[int, int]]
) -> None:
    """Whatever bytes change, opening never raises, and no wrong entry is ever read."""
    open_damaged(folder, {"journal.db": flipped(sound.read_bytes(), flips)})


@settings(max_examples=50, deadline=None)
@given(flips=FLIPS, length=st.floats(0, 1))
def test_random_damage_to_the_write_ahead_log(
    cut: Path, folder: Path, flips: list[tuple[int, int]], length: float
) -> None:
    """A -wal that is cut short or scribbled on costs at most what only it had."""
    wal = flipped((cut / "journal.db-wal").read_bytes(), flips)
    database = (cut / "journal.db").read_bytes()
    wal = wal[: int(len(wal) * length)]
    open_damaged(folder, {"journal.db": database, "journal.db-wal": wal})
