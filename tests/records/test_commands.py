"""``puluc games``: what the commands print, write and refuse."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from puluc.journal import Entry, Journal
from puluc.records import game_of, record_of
from puluc.rules.record import record_text
from puluc.rules.record_reader import parse_record
from tests.records.command_line import puluc
from tests.records.games import played

Capture = pytest.CaptureFixture[str]


def kept_text(path: Path, number: int) -> str:
    """The record of a game of a journal."""
    with Journal.open(path) as journal:
        row = journal.games()[number - 1]
        return record_text(record_of(row, game_of(row, journal.entries(number))))


def test_the_list_of_an_empty_journal_says_so(path: Path, capsys: Capture) -> None:
    """In words, whether there is a journal or not, and nothing is made."""
    assert puluc("games", "list", "--journal", path) == 0
    assert capsys.readouterr().out == f"No games yet: there is no journal at {path}.\n"
    assert not path.exists()
    Journal.open(path).close()
    assert puluc("games", "list", "--journal", path) == 0
    assert capsys.readouterr().out == f"No games yet in {path}.\n"


def test_games_are_listed(kept: Path, capsys: Capture) -> None:
    """A line for each, the newest last."""
    assert puluc("games", "list", "--journal", kept) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["No.", "1", "2", "3"]
    assert "Ann – Bén" in lines[1]
    assert "bul, game 2" in lines[2]


def test_the_journal_is_where_the_board_keeps_it(
    kept: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without an option it is the one that ``puluc play`` writes."""
    monkeypatch.delenv("PULUC_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("STATE_DIRECTORY", str(kept.parent))
    assert puluc("games", "list") == 0
    assert "bul, game 2" in capsys.readouterr().out
    config = tmp_path / "config.toml"
    config.write_text(f'[journal]\npath = "{tmp_path / "other.db"}"\n')
    assert puluc("games", "list", "--config", config) == 0
    assert "other.db" in capsys.readouterr().out


def test_root_sees_the_board_s_games(
    kept: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With `sudo` no path is needed; somebody else is told of games of their own."""
    monkeypatch.setattr("puluc.paths.board_state_dir", lambda *_: kept.parent)
    monkeypatch.delenv("PULUC_CONFIG", raising=False)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert puluc("games", "list") == 0
    assert "bul, game 2" in capsys.readouterr().out
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert puluc("games", "list") == 0
    assert "No games yet" in capsys.readouterr().out


def test_what_root_imports_is_the_service_s(
    kept: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A journal that an import has made belongs to whom its folder belongs to."""
    record = tmp_path / "one.txt"
    assert puluc("games", "export", 1, record, "--journal", kept) == 0
    given: list[tuple[Path, int, int]] = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(
        "os.chown", lambda path, user, group, follow_symlinks: given.append((path, user, group))
    )
    fresh = tmp_path / "state" / "journal.db"
    assert puluc("games", "import", record, "--journal", fresh) == 0
    owner = fresh.parent.stat()
    assert (fresh, owner.st_uid, owner.st_gid) in given
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    given.clear()
    assert puluc("games", "import", record, "--journal", fresh) == 0
    assert given == []


def test_a_board_may_be_playing(kept: Path, capsys: Capture) -> None:
    """Games are read while another process holds the journal; importing is refused in words."""
    with Journal.open(kept) as journal:
        played().keep(journal)
        assert puluc("games", "list", "--journal", kept) == 0
        assert capsys.readouterr().out.splitlines()[-1].split()[0] == "4"
        assert puluc("games", "export", 4, "--journal", kept) == 0
        record = kept.with_name("record.txt")
        record.write_text(capsys.readouterr().out)
        assert puluc("games", "import", record, "--journal", kept) == 1
        assert capsys.readouterr().err == (
            f"puluc: {kept} is in use: end the board that plays with it, "
            "then import (nothing was)\n"
        )
        assert len(journal.games()) == 4


def test_a_game_is_shown(kept: Path, capsys: Capture) -> None:
    """Its record, and the position that it has come to."""
    assert puluc("games", "show", 1, "--journal", kept) == 0
    out = capsys.readouterr().out
    record, _, drawing = out.rpartition("\n\n")[0].rpartition("\n\n")
    assert record + "\n" == kept_text(kept, 1)
    assert drawing.splitlines()[-2].split() == [str(space) for space in range(1, 12)]
    assert "Jade (Ann)" in out


@pytest.mark.parametrize(
    ("number", "said"),
    [(4, "game 4: {} has games 1 to 3"), (0, "game 0: {} has games 1 to 3")],
)
def test_a_game_that_is_not_there_is_told(
    kept: Path, capsys: Capture, number: int, said: str
) -> None:
    """With the numbers that there are."""
    for command in ("show", "export", "replay"):
        assert puluc("games", command, number, "--journal", kept) == 1
        assert capsys.readouterr().err == f"puluc: {said.format(kept)}\n"


def test_without_a_journal_nothing_is_shown(path: Path, capsys: Capture) -> None:
    """The path is told."""
    assert puluc("games", "show", 1, "--journal", path) == 1
    assert capsys.readouterr().err == f"puluc: there is no journal at {path}\n"
    Journal.open(path).close()
    assert puluc("games", "show", 1, "--journal", path) == 1
    assert capsys.readouterr().err == f"puluc: game 1: {path} has no games yet\n"


def test_a_game_is_exported_and_imported(kept: Path, capsys: Capture) -> None:
    """What was printed or written is imported as a game of its own, marked so."""
    assert puluc("games", "export", 1, "--journal", kept) == 0
    text = capsys.readouterr().out
    assert parse_record(text).players == ("Ann", "Bén")
    file = kept.with_name("record.txt")
    assert puluc("games", "export", 1, file, "--journal", kept) == 0
    assert file.read_bytes() == text.encode()
    assert puluc("games", "import", file, "--journal", kept) == 0
    assert capsys.readouterr().out == f"{file}: game 4\n"
    assert kept_text(kept, 4) == text
    puluc("games", "list", "--journal", kept)
    assert capsys.readouterr().out.splitlines()[-1].endswith("imported")


def test_another_file_is_not_written_over(kept: Path, capsys: Capture) -> None:
    """A file with something else in it stays; the same record may be written again."""
    file = kept.with_name("record.txt")
    file.write_text("my notes")
    assert puluc("games", "export", 1, file, "--journal", kept) == 1
    assert "record.txt is there" in capsys.readouterr().err
    assert file.read_text() == "my notes"
    file.unlink()
    for _ in range(2):
        assert puluc("games", "export", 1, file, "--journal", kept) == 0


def test_all_games_are_exported_into_a_folder(kept: Path, capsys: Capture) -> None:
    """A file each, named by the number; those that have not begun are left out."""
    with Journal.open(kept) as journal:
        journal.begin_game("jaques", {}, "")
    folder = kept.parent / "my" / "games"
    assert puluc("games", "export", "--all", folder, "--journal", kept) == 0
    assert capsys.readouterr().out == f"3 games in {folder}\n"
    names = sorted(file.name for file in folder.iterdir())
    assert names == ["puluc-0001.txt", "puluc-0002.txt", "puluc-0003.txt"]
    for number, name in enumerate(names, 1):
        assert (folder / name).read_text() == kept_text(kept, number)


def test_games_that_cannot_be_exported_are_told(kept: Path, capsys: Capture) -> None:
    """The others are written all the same; the exit code is 1."""
    with Journal.open(kept) as journal:
        journal.begin_game("tomorrow", {}, "J")
        number = journal.begin_game("classic", {}, "J")
        journal.append(Entry("move", {"move": "1:hand-1"}, number))
    folder = kept.parent / "games"
    assert puluc("games", "export", "--all", folder, "--journal", kept) == 1
    told = capsys.readouterr()
    assert told.out.startswith("3 games in ")
    first, second = told.err.splitlines()
    assert first.startswith("puluc: game 4: rules = tomorrow")
    assert second.startswith("puluc: game 5: entry 1 (move)")
    assert len(list(folder.iterdir())) == 3


def test_a_damaged_record_is_not_imported(kept: Path, capsys: Capture) -> None:
    """File, line, column and what was expected; good files are imported; the exit code is 1."""
    good, bad, bytes_, folder = (kept.with_name(name) for name in ("good", "bad", "bytes", "dir"))
    text = kept_text(kept, 1)
    good.write_text(text)
    bad.write_text(text.replace("hand-1", "hnd-1", 1))
    bytes_.write_bytes(b'[Rules "classic"]\n[Jade "\xc3\xa4\xff"]\n')
    folder.mkdir()
    files = (bad, good, bytes_, folder, kept.with_name("missing"))
    assert puluc("games", "import", *files, "--journal", kept) == 1
    told = capsys.readouterr()
    assert told.out == f"{good}: game 4\n"
    first, second, third, fourth = told.err.splitlines()
    line = text[: text.index("hand-1")].count("\n") + 1
    assert first == f"puluc: {bad}: line {line}, column 8: 'hnd-1', expected a space or hand"
    assert second == f"puluc: {bytes_}: line 2, column 9: 'byte 0xff', expected text in UTF-8"
    assert str(folder) in third
    assert "missing" in fourth


def test_nothing_to_import_leaves_the_journal_alone(path: Path, capsys: Capture) -> None:
    """Where no file is good, not even a journal is made."""
    bad = path.with_name("bad")
    bad.write_text("x" * 5_000_000)
    assert puluc("games", "import", bad, "--journal", path) == 1
    assert "no record is so large" in capsys.readouterr().err
    assert not path.exists()


def test_an_import_that_is_not_saved_is_told(kept: Path, capsys: Capture) -> None:
    """Where the journal can't be written, the reason is told and nothing is said to be kept."""
    file = kept.with_name("record.txt")
    file.write_text(kept_text(kept, 1))
    blocked = kept.with_name("blocked")
    blocked.write_text("a file, not a folder")
    assert puluc("games", "import", file, "--journal", blocked / "journal.db") == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("puluc: not imported: ")


def test_a_damaged_journal_is_set_aside_before_an_import(kept: Path, capsys: Capture) -> None:
    """As the board does; it is told where the old one is."""
    file = kept.with_name("record.txt")
    file.write_text(kept_text(kept, 1))
    kept.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 64)
    assert puluc("games", "import", file, "--journal", kept) == 0
    told = capsys.readouterr()
    assert told.out == f"{file}: game 1\n"
    assert "was damaged" in told.err


def test_a_journal_with_a_damaged_step_is_still_listed(kept: Path, capsys: Capture) -> None:
    """Games after the damage can still be shown and exported."""
    with closing(sqlite3.connect(kept)) as database:
        database.execute("DROP TRIGGER log_stays")
        database.execute("UPDATE log SET data = '{}' WHERE place = 5")
        database.execute(
            "CREATE TRIGGER log_stays BEFORE UPDATE ON log "
            "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
        )
        database.commit()
    assert puluc("games", "list", "--journal", kept) == 0
    told = capsys.readouterr()
    assert [line.split()[0] for line in told.out.splitlines()[1:]] == ["1", "2", "3"]
    assert puluc("games", "show", 1, "--journal", kept) == 1
    assert puluc("games", "show", 3, "--journal", kept) == 0
    folder = kept.parent / "games"
    assert puluc("games", "export", "--all", folder, "--journal", kept) == 1
    assert "row 5 of the journal is not what was written" in capsys.readouterr().err
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["games"],
        ["games", "show"],
        ["games", "export"],
        ["games", "show", "x"],
        ["games", "import"],
    ],
)
def test_wrong_usage_is_2(arguments: list[str], capsys: Capture) -> None:
    """Argparse tells the usage."""
    with pytest.raises(SystemExit) as ended:
        puluc("games", *arguments)
    assert ended.value.code == 2
    assert "usage: puluc games" in capsys.readouterr().err
