"""A disk that is full, read-only, failing or not there: play goes on, and nothing is lost."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from puluc.journal import (
    RETRY_MS,
    Entry,
    JournalInUseError,
    JournalUnreadableError,
    JournalVersionError,
    Result,
    look,
)
from puluc.journal.database import Database
from puluc.journal.records import row_of_game
from tests.journal.disks import Clock, Disk, Opens, make_newer

LONG = "x" * 100_000


def numbered(game: int, *numbers: int) -> tuple[Entry, ...]:
    return tuple(Entry("cast", {"number": number}, game) for number in numbers)


def test_a_full_disk_is_told_and_made_up_for(opens: Opens, disk: Disk, clock: Clock) -> None:
    """With no room entries wait in memory, readable; with room again all are saved in order."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    journal.append(*numbered(game, 1))
    disk.max_pages = 8
    disk.limit()
    assert not journal.append(Entry("long", {"text": LONG}, game))
    assert not journal.saved
    assert "database or disk is full" in journal.fault
    assert not journal.append(*numbered(game, 2))
    assert journal.entries(game) == (
        *numbered(game, 1),
        Entry("long", {"text": LONG}, game),
        *numbered(game, 2),
    )
    disk.max_pages = 1_000
    disk.limit()
    clock.pass_ms(RETRY_MS)
    assert journal.append(*numbered(game, 3))
    assert journal.saved
    assert journal.fault == ""
    whole = (*numbered(game, 1), Entry("long", {"text": LONG}, game), *numbered(game, 2, 3))
    assert journal.entries(game) == whole
    journal.close()
    assert opens().entries(game) == whole


@pytest.mark.parametrize("statement", ["BEGIN", "INSERT", "COMMIT"])
@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY])
def test_a_failing_disk_loses_and_doubles_nothing(
    opens: Opens, disk: Disk, clock: Clock, statement: str, code: int
) -> None:
    """Wherever a transaction fails, its entries are saved once, in order, when it can be done."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    disk.errors[statement] = code
    assert not journal.append(*numbered(game, 1, 2))
    assert f"injected {code}" in journal.fault
    clock.pass_ms(RETRY_MS)
    assert not journal.append(*numbered(game, 3))
    assert not journal.set_setting("brightness", "low")
    disk.errors.clear()
    clock.pass_ms(RETRY_MS)
    assert journal.append(*numbered(game, 4))
    journal.close()
    journal = opens()
    assert journal.entries(game) == numbered(game, 1, 2, 3, 4)
    assert journal.settings() == {"brightness": "low"}
    assert journal.notices == ()


def test_a_commit_that_was_done_but_reported_failed_is_not_doubled(
    opens: Opens, disk: Disk, clock: Clock
) -> None:
    """When a failed commit turns out to be on the disk its entries are not written again."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    disk.lies = True
    assert not journal.append(*numbered(game, 1, 2))
    disk.lies = False
    assert not journal.append(*numbered(game, 3))
    clock.pass_ms(RETRY_MS)
    assert journal.append(*numbered(game, 4))
    assert journal.entries(game) == numbered(game, 1, 2, 3, 4)
    journal.close()
    assert opens().entries(game) == numbered(game, 1, 2, 3, 4)


def test_the_first_commit_ever_is_not_doubled_either(
    opens: Opens, disk: Disk, clock: Clock
) -> None:
    """The same holds when nothing had been saved before."""
    journal = opens()
    disk.lies = True
    game = journal.begin_game("classic", {}, "J")
    disk.lies = False
    clock.pass_ms(RETRY_MS)
    assert journal.append(*numbered(game, 1))
    assert len(journal.games()) == 1
    assert journal.entries(game) == numbered(game, 1)


def test_a_failing_disk_is_left_alone_for_a_while(opens: Opens, disk: Disk, clock: Clock) -> None:
    """It is tried once, and again only when ``RETRY_MS`` have passed."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    disk.errors["BEGIN"] = sqlite3.SQLITE_FULL
    assert not journal.append(*numbered(game, 1))
    disk.statements.clear()
    clock.pass_ms(RETRY_MS - 1)
    assert not journal.append(*numbered(game, 2))
    assert not journal.retry()
    assert disk.statements == []
    clock.pass_ms(1)
    assert not journal.append(*numbered(game, 3))
    assert disk.statements.count("BEGIN IMMEDIATE") == 1
    clock.pass_ms(RETRY_MS - 1)
    assert not journal.retry()
    assert disk.statements.count("BEGIN IMMEDIATE") == 1


def test_a_board_at_rest_saves_too(opens: Opens, disk: Disk, clock: Clock) -> None:
    """``retry`` saves what waits, without a new entry."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    disk.errors["COMMIT"] = sqlite3.SQLITE_FULL
    journal.append(*numbered(game, 1))
    disk.errors.clear()
    clock.pass_ms(RETRY_MS)
    assert journal.retry()
    assert journal.saved


def test_closing_tries_once_more(opens: Opens, disk: Disk) -> None:
    """What waits is saved at closing if it can be, whenever the disk failed last."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    disk.errors["COMMIT"] = sqlite3.SQLITE_FULL
    journal.append(*numbered(game, 1))
    disk.errors.clear()
    journal.close()
    assert opens().entries(game) == numbered(game, 1)


def test_closing_on_a_dead_disk_raises_nothing(
    opens: Opens, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    """What could never be saved is counted in the log, and closing goes on."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    for statement in ("BEGIN", "PRAGMA", "connect"):
        disk.errors[statement] = sqlite3.SQLITE_IOERR
    journal.append(*numbered(game, 1, 2))
    journal.close()
    assert "2 rows were never saved" in caplog.text


def test_a_place_that_is_no_folder(opens: Opens, tmp_path: Path, clock: Clock) -> None:
    """Under a file nothing can be made: the game is in memory, and goes to disk once it can."""
    (tmp_path / "file").write_text("in the way")
    path = tmp_path / "file" / "journal.db"
    journal = opens(path)
    assert not journal.saved
    assert str(path) in journal.fault
    game = journal.begin_game("classic", {}, "J")
    assert game < 0
    assert not journal.append(*numbered(game, 1))
    journal.set_setting("brightness", "low")
    assert journal.entries(game) == numbered(game, 1)
    assert journal.last_game() == journal.games()[-1]
    assert journal.settings() == {"brightness": "low"}
    (tmp_path / "file").unlink()
    clock.pass_ms(RETRY_MS)
    assert journal.append(*numbered(game, 2))
    assert [each.number for each in journal.games()] == [1]
    assert journal.entries(game) == journal.entries(1) == numbered(1, 1, 2)
    journal.close()
    assert opens(path).entries(1) == numbered(1, 1, 2)


def test_games_begun_while_nothing_was_readable_get_numbers_after_the_others(
    opens: Opens, path: Path, disk: Disk, clock: Clock
) -> None:
    """When the old games are there again, the new ones come after them, whole."""
    journal = opens()
    old = journal.begin_game("classic", {}, "J")
    journal.append(*numbered(old, 1))
    journal.set_setting("brightness", "low")
    journal.close()
    disk.errors["connect"] = sqlite3.SQLITE_CANTOPEN
    journal = opens()
    assert journal.games() == ()
    first, second = (journal.begin_game("classic", {}, side) for side in "CJ")
    assert not journal.append(*numbered(first, 2), *numbered(second, 3))
    disk.errors.clear()
    clock.pass_ms(RETRY_MS)
    assert journal.append(*numbered(second, 4))
    assert [game.number for game in journal.games()] == [1, 2, 3]
    assert journal.entries(1) == numbered(1, 1)
    assert journal.entries(first) == numbered(2, 2)
    assert journal.entries(second) == numbered(3, 3, 4)
    assert journal.settings() == {"brightness": "low"}
    assert journal.begin_game("classic", {}, "C") == 4


@pytest.mark.parametrize("copies", [False, True])
def test_a_read_only_disk_is_read(
    opens: Opens, path: Path, disk: Disk, clock: Clock, copies: bool
) -> None:
    """Games on a read-only disk are there; new ones follow in memory, and on disk when it can be.

    That holds, too, where SQLite can't read the database in its place and a copy is needed.
    """
    journal = opens()
    old = journal.begin_game("classic", {}, "J")
    journal.append(*numbered(old, 1))
    journal.set_setting("brightness", "low")
    journal.close()
    disk.errors["BEGIN"] = sqlite3.SQLITE_READONLY
    read_only = disk.connect

    def connect(name: str) -> sqlite3.Connection:
        if copies and "mode=ro" in name:
            raise sqlite3.OperationalError("unable to open database file")
        return read_only(name)

    disk.connect = connect  # type: ignore[method-assign]
    journal = opens()
    assert not journal.saved
    assert journal.entries(old) == numbered(old, 1)
    assert journal.settings() == {"brightness": "low"}
    assert not journal.append(*numbered(old, 2))
    new = journal.begin_game("classic", {}, "C")
    assert new == 2
    assert not journal.append(*numbered(new, 3))
    assert journal.entries(old) == numbered(old, 1, 2)
    disk.errors.clear()
    clock.pass_ms(RETRY_MS)
    assert journal.append(*numbered(new, 4))
    journal.close()
    journal = opens()
    assert journal.entries(old) == numbered(old, 1, 2)
    assert journal.entries(new) == numbered(new, 3, 4)


def test_a_read_only_disk_is_known_at_once(opens: Opens, disk: Disk, clock: Clock) -> None:
    """That nothing can be saved is told at the start, not at the first move."""
    opens().close()
    disk.read_only = True
    journal = opens()
    assert not journal.saved
    assert "attempt to write a readonly database" in journal.fault
    disk.read_only = False
    clock.pass_ms(RETRY_MS)
    assert journal.retry()
    assert journal.saved


def test_a_copy_has_what_only_the_write_ahead_log_has(
    opens: Opens, path: Path, disk: Disk, tmp_path: Path
) -> None:
    """After a power cut the last entries are in the -wal; reading without writing finds them."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    journal.append(*numbered(game, 1))
    after_cut = tmp_path / "cut"
    shutil.copytree(path.parent, after_cut)
    plain = disk.connect

    def connect(name: str) -> sqlite3.Connection:
        if "mode=ro" in name:
            raise sqlite3.OperationalError("unable to open database file")
        return plain(name)

    before = sorted((file.name, file.read_bytes()) for file in after_cut.iterdir())
    with look(after_cut / "journal.db", connect) as view:
        assert view.entries(game) == numbered(game, 1)
    assert sorted((file.name, file.read_bytes()) for file in after_cut.iterdir()) == before


def test_another_disk_gets_the_game_that_is_played(
    opens: Opens, path: Path, disk: Disk, clock: Clock, tmp_path: Path
) -> None:
    """A stick exchanged in mid-game: the other one gets the whole game under a free number."""
    other = opens(tmp_path / "other" / "journal.db")
    other.append(*numbered(other.begin_game("village", {}, "J"), 9))
    other.close()
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    journal.append(*numbered(game, 1))
    journal.set_setting("brightness", "low")
    disk.errors["COMMIT"] = sqlite3.SQLITE_IOERR
    assert not journal.append(*numbered(game, 2))
    for file in path.parent.iterdir():
        if not file.name.endswith(".lock"):
            file.unlink()
    shutil.copyfile(tmp_path / "other" / "journal.db", path)
    disk.errors.clear()
    clock.pass_ms(RETRY_MS)
    assert journal.append(*numbered(game, 3))
    journal.close()
    journal = opens()
    assert [each.rules for each in journal.games()] == ["village", "classic"]
    assert journal.entries(1) == numbered(1, 9)
    assert journal.entries(2) == numbered(2, 1, 2, 3)
    assert journal.settings() == {"brightness": "low"}


def test_damage_found_while_playing_costs_no_entry_of_the_game(
    opens: Opens, path: Path, disk: Disk, clock: Clock
) -> None:
    """A database that goes bad is set aside with a notice; the new one has the game whole."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    game = journal.begin_game("classic", {}, "C")
    journal.append(*numbered(game, 1), Result(game, "J"), Result(game, None))
    journal.set_setting("brightness", "low")
    journal.close()
    journal = opens()
    disk.errors["INSERT"] = sqlite3.SQLITE_CORRUPT
    assert not journal.append(*numbered(game, 2))
    path.write_bytes(b"scribble" * 1000)
    disk.errors.clear()
    clock.pass_ms(RETRY_MS)
    assert journal.append(*numbered(game, 3))
    assert len(journal.notices) == 1
    assert journal.entries(game) == numbered(game, 1, 2, 3)
    assert journal.settings() == {"brightness": "low"}
    with closing(sqlite3.connect(path)) as connection:
        sorts = connection.execute("SELECT sort FROM log ORDER BY place").fetchall()
    assert " ".join(sort for (sort,) in sorts) == "setting game step result result step step"
    journal.close()
    assert opens().entries(game) == numbered(game, 1, 2, 3)


def test_a_journal_taken_by_another_in_the_meantime(
    opens: Opens, tmp_path: Path, clock: Clock
) -> None:
    """A disk that comes late and is in use by another Puluc: not saved, and the reason is told."""
    folder = tmp_path / "late"
    folder.write_text("in the way")
    waiting = opens(folder / "journal.db")
    game = waiting.begin_game("classic", {}, "J")
    folder.unlink()
    other = opens(folder / "journal.db")
    clock.pass_ms(RETRY_MS)
    assert not waiting.append(*numbered(game, 1))
    assert "in use by another Puluc" in waiting.fault
    other.close()
    clock.pass_ms(RETRY_MS)
    assert waiting.retry()
    with pytest.raises(JournalInUseError):
        opens(folder / "journal.db")


def test_a_read_only_journal_of_a_newer_puluc_is_refused(
    opens: Opens, path: Path, disk: Disk
) -> None:
    """That the disk is read-only, too, changes nothing about the refusal."""
    opens().close()
    make_newer(path, 2)
    plain = disk.connect

    def connect(name: str) -> sqlite3.Connection:
        if "mode=ro" in name or str(path) not in name:
            return plain(name)
        raise sqlite3.OperationalError("attempt to write a readonly database")

    disk.connect = connect  # type: ignore[method-assign]
    with pytest.raises(JournalVersionError, match="version 2"):
        opens()


def test_a_database_that_cannot_be_read_any_more(opens: Opens, disk: Disk) -> None:
    """What is in memory is given, the game at play whole; for another one the error says why."""
    journal = opens()
    old = journal.begin_game("classic", {}, "J")
    journal.append(*numbered(old, 1))
    game = journal.begin_game("classic", {}, "C")
    journal.append(*numbered(game, 2))
    disk.errors["SELECT"] = sqlite3.SQLITE_IOERR
    assert [each.number for each in journal.games()] == [game]
    assert journal.entries(game) == numbered(game, 2)
    with pytest.raises(JournalUnreadableError, match=r"game 1 can't be read now: .*injected 10"):
        journal.entries(old)
    assert not journal.saved


def test_what_another_wrote_meanwhile_stays(
    opens: Opens, path: Path, disk: Disk, clock: Clock
) -> None:
    """If rows came from elsewhere while the disk was lost, ours follow under free numbers."""
    journal = opens()
    journal.begin_game("classic", {}, "J")
    disk.errors["COMMIT"] = sqlite3.SQLITE_IOERR
    game = journal.begin_game("classic", {}, "C")
    assert not journal.append(*numbered(game, 1))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        other = Database(connection)
        other.append([row_of_game(2, "village", {}, "J", "2026-11-30T12:00:00Z")], other.tip())
    disk.errors.clear()
    clock.pass_ms(RETRY_MS)
    assert journal.append(*numbered(game, 2))
    assert [each.rules for each in journal.games()] == ["classic", "village", "classic"]
    assert journal.entries(game) == journal.entries(3) == numbered(3, 1, 2)


def test_a_database_that_cannot_be_made_durable_is_not_used(
    opens: Opens, path: Path, disk: Disk, clock: Clock
) -> None:
    """Where SQLite offers no write-ahead log nothing is called saved."""
    plain = disk.connect

    def connect(name: str) -> sqlite3.Connection:
        return plain(":memory:" if name == str(path) else name)

    disk.connect = connect  # type: ignore[method-assign]
    journal = opens()
    assert not journal.saved
    assert "no write-ahead log here (journal mode memory)" in journal.fault
    disk.connect = plain  # type: ignore[method-assign]
