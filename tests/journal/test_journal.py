"""What is appended is there again, in order, whole, and on the disk."""

import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from puluc.errors import PulucError
from puluc.journal import (
    Entry,
    Game,
    Journal,
    JournalClosedError,
    JournalInUseError,
    Result,
    UnknownGameError,
    look,
)
from tests.journal.disks import NOON, Disk, Opens

AT_NOON = "2026-11-30T12:00:00Z"


def test_a_new_journal_is_empty(opens: Opens, path: Path) -> None:
    """A journal begins with no game, no setting and nothing to tell, and makes its folders."""
    journal = opens()
    assert journal.games() == ()
    assert journal.last_game() is None
    assert journal.settings() == {}
    assert journal.notices == ()
    assert journal.saved
    assert journal.fault == ""
    assert path.is_file()


def test_games_and_entries_come_back(opens: Opens) -> None:
    """Games, entries and results are read back as they were appended, also after reopening."""
    journal = opens()
    first = journal.begin_game("classic", {"track": 9}, "J")
    assert journal.append(Entry("cast", {"lots": [True, False, False, True]}, first))
    assert journal.append(Entry("move", {"from": None, "to": 1, "né": "ø\ud800"}, first))
    assert journal.append(Entry("end", {}, first), Result(first, "J"))
    second = journal.begin_game("classic", {}, "C")
    assert journal.append(Entry("cast", {"lots": [False] * 4}, second))

    def check(journal: Journal) -> None:
        assert journal.games() == (
            Game(first, "classic", {"track": 9}, "J", AT_NOON, AT_NOON, "J"),
            Game(second, "classic", {}, "C", AT_NOON),
        )
        assert journal.entries(first) == (
            Entry("cast", {"lots": [True, False, False, True]}, first),
            Entry("move", {"from": None, "to": 1, "né": "ø\ud800"}, first),
            Entry("end", {}, first),
        )
        assert journal.entries(first)[0].at == AT_NOON
        assert journal.entries(second) == (Entry("cast", {"lots": [False] * 4}, second),)
        assert journal.last_game() == journal.games()[-1]

    check(journal)
    journal.close()
    check(opens())


def test_a_result_can_be_taken_back(opens: Opens) -> None:
    """The last result counts, and none means that the game goes on."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    journal.append(Result(game, "C"))
    journal.append(Result(game, None))
    last = journal.last_game()
    assert last is not None
    assert (last.result, last.ended) == (None, None)
    journal.append(Result(game, "draw"))
    last = journal.last_game()
    assert last is not None
    assert (last.result, last.ended) == ("draw", AT_NOON)


def test_a_settings_last_value_counts(opens: Opens) -> None:
    """Settings are kept by key, each at its last value, over a restart."""
    journal = opens()
    assert journal.set_setting("brightness", "low")
    assert journal.set_setting("real_lots", True)
    assert journal.set_setting("brightness", "high")
    assert journal.settings() == {"brightness": "high", "real_lots": True}
    journal.close()
    assert opens().settings() == {"brightness": "high", "real_lots": True}


def test_each_commit_is_synced_to_a_write_ahead_log(opens: Opens, disk: Disk) -> None:
    """The database itself says WAL and FULL (2) for the journal's own connection."""
    opens()
    run = disk.connections[-1].execute
    assert run("PRAGMA journal_mode").fetchone() == ("wal",)
    assert run("PRAGMA synchronous").fetchone() == (2,)


def test_another_connection_sees_what_append_has_returned_for(opens: Opens, path: Path) -> None:
    """When append returns the entry is committed: a stranger's connection finds it."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    with closing(sqlite3.connect(path)) as stranger:
        for number in range(3):
            assert journal.append(Entry("cast", {"number": number}, game))
            count = stranger.execute("SELECT count(*) FROM log WHERE sort = 'step'")
            assert count.fetchone() == (number + 1,)


def test_one_append_is_one_transaction(opens: Opens, disk: Disk) -> None:
    """However many entries one call has, they share one commit."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    disk.statements.clear()
    journal.append(*(Entry("cast", {"number": number}, game) for number in range(9)))
    assert disk.statements.count("COMMIT") == 1


def test_a_block_is_one_transaction(opens: Opens, disk: Disk) -> None:
    """A beginning, entries and settings within ``together`` share one commit at its end."""
    journal = opens()
    disk.statements.clear()
    with journal.together():
        game = journal.begin_game("classic", {}, "J")
        assert not journal.append(Entry("cast", {}, game))
        assert not journal.set_setting("brightness", "low")
        assert journal.entries(game) == (Entry("cast", {}, game),)
        assert "COMMIT" not in disk.statements
    assert journal.saved
    assert disk.statements.count("COMMIT") == 1
    journal.close()
    assert opens().entries(game) == (Entry("cast", {}, game),)


def test_a_block_that_fails_appends_nothing(opens: Opens) -> None:
    """An exception within ``together`` drops the block's entries, and those only."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    block = ExitStack()
    block.enter_context(journal.together())
    journal.append(Entry("cast", {}, game))
    with pytest.raises(ZeroDivisionError), block:
        _ = 1 / 0
    assert journal.append(Entry("move", {}, game))
    assert journal.entries(game) == (Entry("move", {}, game),)


@pytest.mark.parametrize("data", [{"a": {1, 2}}, {"a": float("nan")}])
def test_what_json_cannot_hold_is_refused_at_once(opens: Opens, data: dict[str, object]) -> None:
    """Data that is no JSON raises, and none of its call is appended."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    with pytest.raises((TypeError, ValueError)):
        journal.append(Entry("cast", {}, game), Entry("cast", data, game))  # type: ignore[arg-type]
    assert journal.append(Entry("move", {}, game))
    assert journal.entries(game) == (Entry("move", {}, game),)


def test_a_text_that_sqlite_cannot_hold_is_refused_at_once(opens: Opens) -> None:
    """A kind with half a surrogate pair raises; it must not block what comes later."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    with pytest.raises(ValueError, match="surrogates"):
        journal.append(Entry("\ud800", {}, game))
    assert journal.append(Entry("move", {}, game))


@pytest.mark.parametrize("game", [0, 2, -1, 2**70])
def test_an_unknown_game_is_refused(opens: Opens, game: int) -> None:
    """Appending to, or reading, a game that was never begun raises and names the last one."""
    journal = opens()
    journal.begin_game("classic", {}, "J")
    with pytest.raises(UnknownGameError, match=f"game {game}: the journal's last game is 1"):
        journal.append(Entry("cast", {}, game))
    with pytest.raises(LookupError):
        journal.entries(game)


def test_the_log_only_grows(opens: Opens, path: Path) -> None:
    """The database itself refuses to change or delete a row, whoever asks."""
    journal = opens()
    journal.begin_game("classic", {}, "J")
    journal.close()
    with closing(sqlite3.connect(path)) as stranger:
        for statement in ("DELETE FROM log", "UPDATE log SET data = '{}'"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                stranger.execute(statement)


def test_closing_twice_is_fine(opens: Opens, path: Path) -> None:
    """Closing folds in the write-ahead log; closing again does nothing; using it then raises."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    journal.close()
    journal.close()
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal.db", "journal.db.lock"]
    with pytest.raises(JournalClosedError, match=r"journal\.db is closed"):
        journal.append(Entry("cast", {}, game))


def test_a_journal_is_a_context(path: Path) -> None:
    """Leaving a ``with`` block closes it, so that it can be opened again; the clocks are real."""
    with Journal.open(path) as journal:
        journal.begin_game("classic", {}, "J")
    with Journal.open(path) as journal:
        (game,) = journal.games()
    assert len(game.begun) == len(AT_NOON)


def test_only_one_process_has_it(path: Path) -> None:
    """A second process is refused, with the path, while the first lives; not afterwards."""
    child = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path; from puluc.journal import Journal\n"
            "journal = Journal.open(Path(sys.argv[1])); print('open', flush=True); input()",
            path,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"open\n"
        with pytest.raises(JournalInUseError, match="another Puluc") as refused:
            Journal.open(path)
        assert str(path) in str(refused.value)
        assert isinstance(refused.value, OSError)
        child.kill()
    Journal.open(path).close()


def test_a_second_journal_in_the_same_process_is_refused(opens: Opens) -> None:
    """The lock holds within a process, too, and the first goes on working."""
    journal = opens()
    with pytest.raises(PulucError, match="in use"):
        opens()
    journal.begin_game("classic", {}, "J")
    assert journal.saved


def test_a_look_needs_no_lock(opens: Opens, path: Path, disk: Disk) -> None:
    """Games can be listed while the board is played on, as they are at that moment."""
    journal = opens()
    game = journal.begin_game("classic", {}, "J")
    journal.append(Entry("cast", {}, game), Result(game, "J"))
    journal.set_setting("brightness", "low")
    with look(path) as view:
        journal.append(Entry("late", {}, game))
        assert view.games() == journal.games()
        assert view.entries(game) == (Entry("cast", {}, game),)
        assert view.settings() == {"brightness": "low"}
    disk.errors["connect"] = sqlite3.SQLITE_CANTOPEN
    with pytest.raises(OSError, match=r"journal\.db: no journal"), look(path, disk.connect):
        pass


def test_a_look_changes_nothing(tmp_path: Path) -> None:
    """Looking for a journal that isn't there says so and makes no file."""
    with pytest.raises(OSError, match="no journal"), look(tmp_path / "journal.db"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_wall_clock_that_jumps_back_changes_no_order(path: Path) -> None:
    """Order is that of appending, whatever the time of day says."""
    hours = iter([12, 3, 9])
    with Journal.open(path, wall=lambda: NOON.replace(hour=next(hours))) as journal:
        # The first hour goes to opening.
        game = journal.begin_game("classic", {}, "J")
        journal.append(Entry("cast", {}, game))
        assert [game.begun[11:13] for game in journal.games()] == ["03"]
        assert [entry.at[11:13] for entry in journal.entries(game)] == ["09"]


ABOUT = {"players": ["Ann", "Bén"], "match": {"name": "bul", "game": 2}}


def test_what_is_said_about_a_game_is_kept(opens: Opens) -> None:
    """Players and match come back with the game, also when it has ended, and after reopening."""
    journal = opens()
    number = journal.begin_game("eagle", {}, "J", ABOUT)
    journal.append(Result(number, "J"))
    assert journal.games()[0].about == ABOUT
    journal.close()
    (game,) = opens().games()
    assert (game.about, game.result, game.imported) == (ABOUT, "J", False)


def test_games_of_an_older_version_have_nothing_about_them(opens: Opens, path: Path) -> None:
    """A row without ``about`` is a game of this board, and one with nothing to say has none."""
    journal = opens()
    journal.begin_game("classic", {}, "J")
    journal.close()
    with closing(sqlite3.connect(path)) as database:
        (data,) = database.execute("SELECT data FROM log").fetchone()
    assert data == '{"options":{},"opened_by":"J"}'
    game = opens().last_game()
    assert game is not None
    assert (game.about, game.imported) == ({}, False)


def test_an_imported_game_is_never_the_boards_last(opens: Opens) -> None:
    """It is listed and numbered, but what was begun on the board before stays its last game."""
    journal = opens()
    first = journal.begin_game("classic", {}, "J", {"imported": True})
    assert journal.last_game() is None
    board = journal.begin_game("classic", {}, "J")
    journal.append(Entry("cast", {"lots": ["1000"]}, board))
    last = journal.begin_game("village", {}, "C", {"imported": True})
    journal.append(Entry("cast", {"lots": ["1100"]}, last), Result(last, "J"))
    assert (first, board, last) == (1, 2, 3)

    def check(journal: Journal) -> None:
        game = journal.last_game()
        assert game is not None
        assert (game.number, game.rules) == (board, "classic")
        assert [game.imported for game in journal.games()] == [True, False, True]
        assert len(journal.entries(last)) == 1

    check(journal)
    journal.close()
    again = opens()
    check(again)
    assert again.begin_game("classic", {}, "J") == 4


def test_a_look_takes_all_games_at_once(opens: Opens, path: Path) -> None:
    """Each game has its own entries, in order; one without any is there, too."""
    journal = opens()
    first, second, third = (journal.begin_game("classic", {}, side) for side in "JCJ")
    for count in range(3):
        journal.append(Entry("cast", {"count": count}, third), Entry("cast", {}, first))
    with look(path) as view:
        contents = view.contents()
        assert [game for game, _ in contents] == list(view.games())
        assert [len(entries) for _, entries in contents] == [3, 0, 3]
        assert contents[2][1] == view.entries(third)
        assert view.kinds() == {first: ["cast"] * 3, third: ["cast"] * 3}
        assert view.entries(second) == ()
