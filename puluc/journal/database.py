"""The journal's database: made whole, checked when opened, durable when written.

The log is one table, and append-only: triggers refuse anything else. ``place`` counts its rows from
1 without gaps, so that after a write that failed half-way it is plain what is there already, and
a row that is missing is missed. It has no index: SQLite's quick check would not see one that is
damaged, and leaves rows out then.
"""

import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from puluc.journal.files import (
    BESIDE,
    JournalError,
    SetAside,
    damage_of_files,
    set_aside,
    sync_folder,
)
from puluc.journal.records import JournalDamagedError, Row, is_of_board

VERSION = 1
"""The schema's version; it goes up when the schema changes.

It stands in the database's ``user_version`` and in the table's definition, so that a newer journal
is told from a damaged one.
"""

_VERSION_MARK = re.compile(r"/\* Puluc journal, version (\d+) \*/")

APPLICATION_ID = 0x50756C75
"""``Pulu``: tells a journal from another program's database."""

SCHEMA = (
    f"CREATE TABLE log (/* Puluc journal, version {VERSION} */ "
    "place INTEGER PRIMARY KEY, at TEXT NOT NULL, sort TEXT NOT NULL, game INTEGER, "
    "kind TEXT NOT NULL, data TEXT NOT NULL, crc INTEGER NOT NULL)",
    "CREATE TRIGGER log_keeps BEFORE DELETE ON log "
    "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
    "CREATE TRIGGER log_stays BEFORE UPDATE ON log "
    "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
)

Connect = Callable[[str], sqlite3.Connection]


class JournalVersionError(JournalError, ValueError):
    """A newer Puluc wrote the journal."""


class JournalForeignError(JournalError, ValueError):
    """The file is another program's database."""


def connect(path: str) -> sqlite3.Connection:
    """A connection that leaves transactions to its user, and waits a quarter second for others."""
    return sqlite3.connect(path, timeout=0.25, isolation_level=None, uri=True)


@dataclass(frozen=True, slots=True)
class Tip:
    """The last row of a log, by place and checksum; place 0 when it has none."""

    place: int
    crc: int


class Database:
    """A journal's database that has passed its check."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        # What is no UTF-8 any more is damage, and found by the checksum.
        connection.text_factory = lambda text: text.decode(errors="replace")

    def tip(self) -> Tip:
        """The last row."""
        row = self._connection.execute(
            "SELECT place, crc FROM log ORDER BY place DESC LIMIT 1"
        ).fetchone()
        return Tip(*row) if row else Tip(0, 0)

    def holds(self, tip: Tip) -> bool:
        """Whether the log has that row, at that place; every log has the one before its first."""
        if tip.place == 0:
            return True
        query = "SELECT 1 FROM log WHERE place = ? AND crc = ?"
        return self._connection.execute(query, (tip.place, tip.crc)).fetchone() is not None

    def last_game(self) -> int:
        """The highest number of a game; 0 when there is none."""
        query = "SELECT max(game) FROM log WHERE sort = 'game'"
        (number,) = self._connection.execute(query).fetchone()
        return number or 0

    def last_of_board(self) -> int:
        """The number of the game begun last that was not imported; 0 when there is none."""
        query = "SELECT * FROM log WHERE sort = 'game' ORDER BY place DESC"
        rows = (_checked(*fields) for fields in self._connection.execute(query))
        return next((row.game or 0 for row in rows if is_of_board(row)), 0)

    def after(self, place: int) -> list[Row]:
        """The rows after a place."""
        return list(self._from(place + 1))

    def of_game(self, game: int) -> list[Row]:
        """The rows of a game: its beginning, its entries, its results.

        All rows from its first on are checked, lest one be left out for its damaged number.
        """
        query = "SELECT min(place) FROM log WHERE sort = 'game' AND game = ?"
        (first,) = self._connection.execute(query, (game,)).fetchone()
        return [row for row in self._from(first) if row.game == game] if first else []

    def but_steps(self) -> list[Row]:
        """The beginnings and results of all games, and the settings."""
        query = "SELECT * FROM log WHERE sort <> 'step' ORDER BY place"
        return [_checked(*fields) for fields in self._connection.execute(query)]

    def kinds(self) -> Iterator[tuple[int, str]]:
        """Of every entry its game and its kind, in order; not checked."""
        query = "SELECT game, kind FROM log WHERE sort = 'step' ORDER BY place"
        yield from self._connection.execute(query)

    def of_kind(self, kind: str) -> list[Row]:
        """All entries of a kind, in order."""
        query = "SELECT * FROM log WHERE sort = 'step' AND kind = ? ORDER BY place"
        return [_checked(*fields) for fields in self._connection.execute(query, (kind,))]

    def is_whole(self) -> bool:
        """Whether no row is missing."""
        query = "SELECT count(*) = coalesce(max(place), 0) FROM log"
        (whole,) = self._connection.execute(query).fetchone()
        return bool(whole)

    def append(self, rows: Sequence[Row], after: Tip) -> Tip:
        """Add rows after the last one, all or none; they are on the disk when this returns.

        Raises:
            sqlite3.Error: they are not.
        """
        if not rows:
            return after
        run = self._connection.execute
        tip = after
        run("BEGIN IMMEDIATE")
        try:
            for row in rows:
                place = tip.place + 1
                tip = Tip(place, row.checksum(place))
                run(
                    "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (place, row.at, row.sort, row.game, row.kind, row.data, tip.crc),
                )
            run("COMMIT")
        except sqlite3.Error:
            if self._connection.in_transaction:
                with suppress(sqlite3.Error):
                    run("ROLLBACK")
            raise
        return tip

    def close(self) -> None:
        """Fold the write-ahead log into the database, where that can be done, and close it."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.abandon()

    def abandon(self) -> None:
        """Close a database whose disk has failed."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def _from(self, first: int) -> Iterator[Row]:
        query = "SELECT * FROM log WHERE place >= ? ORDER BY place"
        rows = self._connection.execute(query, (first,))
        for expected, (place, *fields) in enumerate(rows, first):
            if place != expected:
                raise JournalDamagedError(f"row {expected} of the journal is missing")
            yield _checked(place, *fields)


def _checked(place: int, *fields: Any) -> Row:
    *values, crc = fields
    row = Row(*values)
    if row.checksum(place) != crc:
        raise JournalDamagedError(f"row {place} of the journal is not what was written")
    return row


def open_database(path: Path, now: datetime, connect: Connect) -> tuple[Database, SetAside | None]:
    """Open a journal's database, or begin it; the process must hold its lock.

    One that is damaged is set aside first, and told of.

    Raises:
        JournalVersionError: a newer Puluc wrote it. It is left as it is.
        JournalForeignError: another program's database. It is left as it is.
        OSError, sqlite3.Error: it can't be opened for writing now.
    """
    aside = None
    if reason := damage_of_files(path):
        aside = set_aside(path, now, reason)
    elif path.exists():
        with ExitStack() as closed_after:
            connection = closed_after.enter_context(closing(connect(str(path))))
            try:
                _check(connection, path)
            except JournalDamagedError as damage:
                # Before the connection closes: that would fold in the -wal, and delete it.
                aside = set_aside(path, now, str(damage))
            else:
                _make_durable(connection)
                closed_after.pop_all()
                return Database(connection), None
    _create(path, connect)
    connection = connect(str(path))
    try:
        _make_durable(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return Database(connection), aside


def read_snapshot(path: Path, connect: Connect) -> Database | None:
    """What can be read of a journal now, without its lock, as a database in memory.

    ``None`` when there is none, or it can't be read, or is damaged.

    Raises:
        JournalVersionError, JournalForeignError: see ``open_database``.
    """
    with suppress(OSError, sqlite3.Error, JournalDamagedError):
        return _in_memory(path, f"{path.as_uri()}?mode=ro", connect)
    # Where the folder can't be written, SQLite may lack the shared memory file that it reads by.
    with (
        suppress(OSError, sqlite3.Error, JournalDamagedError),
        tempfile.TemporaryDirectory(prefix="puluc-") as folder,
    ):
        copy = Path(folder, path.name)
        shutil.copyfile(path, copy)
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}-wal", f"{copy}-wal")
        return _in_memory(path, str(copy), connect)
    return None


def check_file(path: Path, connect: Connect = connect) -> None:
    """Read a journal whole, without its lock; nothing is written.

    Raises:
        JournalDamagedError: something in it isn't what was written.
        JournalVersionError, JournalForeignError: see ``open_database``.
        OSError, sqlite3.Error: it can't be read.
    """
    database = _in_memory(path, f"{path.absolute().as_uri()}?mode=ro", connect)
    try:
        database.after(0)
    finally:
        database.abandon()


def _in_memory(path: Path, name: str, connect: Connect) -> Database:
    if damage := damage_of_files(path):
        raise JournalDamagedError(damage)
    with closing(connect(name)) as connection:
        _check(connection, path)
        with ExitStack() as closed_after:
            memory = closed_after.enter_context(closing(connect(":memory:")))
            connection.backup(memory)
            closed_after.pop_all()
    return Database(memory)


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Find out whether it is a sound journal of this version, changing nothing."""
    try:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise JournalDamagedError(f"SQLite's check says: {verdict}")
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        query = "SELECT coalesce(sql, '') FROM sqlite_master ORDER BY rowid"
        schema = tuple(sql for (sql,) in connection.execute(query))
        mark = _VERSION_MARK.search("".join(schema))
        if schema and application != APPLICATION_ID and not mark:
            raise JournalForeignError(f"{path} is another program's database, not a journal")
        if version > VERSION and mark and int(mark[1]) == version:
            raise JournalVersionError(
                f"{path} was written by a newer Puluc (version {version} of the journal; "
                f"this one knows {VERSION}). Nothing was changed."
            )
        if (application, version, schema) != (APPLICATION_ID, VERSION, SCHEMA):
            raise JournalDamagedError("its tables are not a journal's")
        database = Database(connection)
        if not database.is_whole():
            raise JournalDamagedError("rows are missing")
        database.but_steps()
        database.of_game(database.last_of_board() or database.last_game())
    except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
        # The last when a damaged name stands in SQLite's own message.
        if _is_of_the_disk(error):
            raise
        raise JournalDamagedError(f"SQLite says: {error}") from error


_DISK_CODES = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}


def _is_of_the_disk(error: Exception) -> bool:
    """Whether an error tells of the disk or of another process, not of the database's content."""
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _DISK_CODES


def is_passing(error: Exception) -> bool:
    """Whether the connection is still good after an error: a full disk, or somebody else's lock."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _make_durable(connection: sqlite3.Connection) -> None:
    """Have every commit on the disk when it returns, and see that the database can be written."""
    (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    if mode != "wal":
        raise sqlite3.OperationalError(f"no write-ahead log here (journal mode {mode})")
    connection.execute("PRAGMA synchronous=FULL")
    # To begin doesn't fail on a read-only database; to write does, even what is there already.
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version={VERSION}")
    connection.execute("ROLLBACK")


def _create(path: Path, connect: Connect) -> None:
    """Begin a database: whole under its name, or not there at all."""
    new = path.with_name(path.name + ".new")
    for name in BESIDE:
        Path(f"{new}{name}").unlink(missing_ok=True)  # from a start that was cut off here
    with closing(connect(str(new))) as connection:
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("BEGIN")
        for statement in SCHEMA:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={VERSION}")
        connection.execute("COMMIT")
    new.rename(path)
    sync_folder(path.parent)
