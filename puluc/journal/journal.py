"""The journal as the app holds it: appends that are durable or kept, and everything read back."""

import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from puluc.errors import PulucError
from puluc.journal.database import (
    Connect,
    Database,
    Tip,
    connect,
    is_passing,
    open_database,
    read_snapshot,
)
from puluc.journal.files import JournalError, Lock, make_folder
from puluc.journal.records import (
    JSON,
    Entry,
    Game,
    JournalDamagedError,
    Result,
    Row,
    Sort,
    entries_of,
    games_of,
    is_of_board,
    row_of,
    row_of_game,
    row_of_setting,
    settings_of,
)
from puluc.session.events import Milliseconds

RETRY_MS = Milliseconds(10_000)
"""A disk that failed is left alone for so long."""

_log = logging.getLogger(__name__)


_DISK_ERRORS = (OSError, sqlite3.Error, JournalDamagedError)


class JournalClosedError(PulucError, ValueError):
    """The journal has been closed."""


class JournalUnreadableError(PulucError, OSError):
    """What is asked for is on a disk that can't be read now."""


class UnknownGameError(PulucError, LookupError):
    """No game has that number."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the players should know: ``words`` for the display, ``detail`` for the log."""

    words: str
    detail: str


def _utc_now() -> datetime:
    return datetime.now(UTC)


def _monotonic_ms() -> Milliseconds:
    return Milliseconds(time.monotonic_ns() // 1_000_000)


class Journal:
    """Games, their entries and the settings; for one thread of one process.

    What can't be written is kept in memory, in order, and goes into the database before anything
    later, in the same transaction. So play goes on with a full, read-only or vanished disk, and
    nothing is missing or doubled when it is good again. No method but ``open`` raises for a disk.
    """

    def __init__(
        self,
        path: Path,
        wall: Callable[[], datetime],
        clock_ms: Callable[[], Milliseconds],
        connect: Connect,
    ) -> None:
        self.path = path
        self._wall = wall
        self._clock_ms = clock_ms
        self._connect = connect
        self._lock: Lock | None = None
        self._database: Database | None = None
        self._copy: Database | None = None
        self._tip: Tip | None = None  # the last row known to be saved; None: nothing was readable
        self._settings: dict[str, Row] = {}  # the last of each key that is saved
        self._game: list[Row] = []  # what is saved of the board's last game
        self._last = 0  # the number of the last game that is saved, imported or not
        self._unsaved: list[Row] = []
        self._numbers: dict[int, int] = {}  # games that have another number in the database
        self._fault = ""
        self._retry_at = clock_ms()
        self._notices: list[Notice] = []
        self._together = False
        self._closed = False

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        wall: Callable[[], datetime] = _utc_now,
        clock_ms: Callable[[], Milliseconds] = _monotonic_ms,
        connect: Connect = connect,
    ) -> "Journal":
        """Open a journal, or begin one; folders are made.

        A damaged one is set aside under a dated name, with a notice. One that can't be opened
        for writing is read if it can be, and what is appended waits in memory.

        Args:
            path: Of the database.
            wall: The time of day, UTC; it may jump.
            clock_ms: The monotonic clock.
            connect: What opens an SQLite database.

        Raises:
            JournalInUseError: another process has it open.
            JournalVersionError: a newer Puluc wrote it.
            JournalForeignError: it is another program's database.
        """
        journal = cls(path.absolute(), wall, clock_ms, connect)
        try:
            journal._attach()
        except JournalError:
            journal._release()
            raise
        except _DISK_ERRORS as error:
            journal._fail(error)
            journal._copy = read_snapshot(journal.path, connect)
            if journal._copy is not None:
                journal._remember(journal._copy)
        return journal

    @property
    def saved(self) -> bool:
        """Whether everything appended is on the disk, and the disk is good."""
        return not self._unsaved and not self._fault

    @property
    def fault(self) -> str:
        """Why nothing is saved now, with the path; empty when it is."""
        return self._fault

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What happened to the journal that the players should know, oldest first."""
        return tuple(self._notices)

    def begin_game(
        self,
        rules: str,
        options: Mapping[str, JSON],
        opened_by: str,
        about: Mapping[str, JSON] = MappingProxyType({}),
    ) -> int:
        """Begin a game; returns its number, for its entries (``saved`` says whether it is).

        Args:
            rules: The name of the rule set.
            options: The fields of it that are changed.
            opened_by: Who opens.
            about: What else is to be kept of it, such as the players' names. One that is not
                played on this board has ``{"imported": True}``.
        """
        number = self._next_number()
        self._save(row_of_game(number, rules, options, opened_by, self._now(), about))
        return number

    def append(self, *records: Entry | Result) -> bool:
        """Append entries and results, all or none; returns whether they are on the disk.

        Those that are not are kept, and written before anything later.

        Raises:
            UnknownGameError: a game that was not begun.
            TypeError, ValueError: data that JSON can't hold. In both cases nothing is appended.
        """
        now = self._now()
        return self._save(*(row_of(record, self._number(record.game), now) for record in records))

    def set_setting(self, key: str, value: JSON) -> bool:
        """Set a setting; returns whether it is on the disk.

        Raises:
            TypeError, ValueError: a value that JSON can't hold.
        """
        return self._save(row_of_setting(key, value, self._now()))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Save what is appended, begun and set within the block at its end, all or none.

        Within it nothing is saved yet, and the methods say so; afterwards ask ``saved``. An
        exception that ends the block drops what it had appended.
        """
        before = list(self._unsaved)
        self._together = True
        try:
            yield
        except BaseException:
            self._unsaved = before
            raise
        finally:
            self._together = False
        self.retry()

    def retry(self) -> bool:
        """Save what is unsaved, unless the disk failed less than ``RETRY_MS`` ago.

        ``append`` does the same; this is for a board at which nobody plays.

        Returns:
            Whether everything is saved.
        """
        self._see_that_open()
        if self._fault and self._clock_ms() < self._retry_at:
            return False
        return self._flush()

    def games(self) -> tuple[Game, ...]:
        """All games, the oldest first; those in memory when the disk can't be read."""
        return games_of(self._read(Database.but_steps))

    def last_game(self) -> Game | None:
        """The game begun last on this board, not an imported one; ``None`` when there is none."""
        games = [game for game in games_of(self._in_memory()) if not game.imported]
        return games[-1] if games else None

    def entries(self, game: int) -> tuple[Entry, ...]:
        """A game's entries, in order.

        Raises:
            UnknownGameError: no game has that number.
            JournalUnreadableError: the disk can't be read, and it isn't the last game.
            JournalDamagedError: the database has been damaged there.
        """
        number = self._number(game)
        rows = self._read(lambda database: database.of_game(number))
        if not any(row.sort == Sort.GAME and row.game == number for row in rows):
            raise JournalUnreadableError(f"game {game} can't be read now: {self._fault}")
        return entries_of(rows, number)

    def settings(self) -> dict[str, JSON]:
        """All settings, by key."""
        return settings_of(self._in_memory())

    def close(self) -> None:
        """Try to save what is unsaved once more, fold in the write-ahead log, let go of the file.

        May be called twice.
        """
        if self._closed:
            return
        if self._unsaved and not self._flush():
            _log.error("%s: %d rows were never saved", self.path, len(self._unsaved))
        self._release()
        self._closed = True

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _now(self) -> str:
        self._see_that_open()
        return f"{self._wall():%Y-%m-%dT%H:%M:%SZ}"

    def _see_that_open(self) -> None:
        if self._closed:
            raise JournalClosedError(f"the journal {self.path} is closed")

    def _number(self, game: int) -> int:
        """A game's number in the database."""
        number = self._numbers.get(game, game)
        end = self._next_number()
        if not (1 <= number < end or end < number < 0):
            raise UnknownGameError(
                f"game {game}: the journal's last game is {end - 1 if end > 0 else end + 1}"
            )
        return number

    def _next_number(self) -> int:
        begun = (row.game for row in self._unsaved if row.sort == Sort.GAME)
        numbers = [self._last, *(number for number in begun if number is not None)]
        if self._tip is None:  # what numbers are free is not known
            return min(numbers) - 1
        return max(numbers) + 1

    def _in_memory(self) -> list[Row]:
        return [*self._settings.values(), *self._game, *self._unsaved]

    def _save(self, *rows: Row) -> bool:
        self._unsaved += rows
        return not self._together and self.retry()

    def _flush(self) -> bool:
        """Write what is unsaved, whether or not the disk has failed lately."""
        try:
            database = self._database or self._attach()
            assert self._tip is not None
            self._tip = database.append(self._unsaved, self._tip)
        except (*_DISK_ERRORS, JournalError) as error:
            self._fail(error)
            return False
        self._keep(self._unsaved)
        self._unsaved = []
        if self._fault:
            _log.warning("%s: saved again", self.path)
        self._fault = ""
        return True

    def _fail(self, error: Exception) -> None:
        reason = error.strerror if isinstance(error, OSError) else None
        fault = str(error) if isinstance(error, JournalError) else f"{self.path}: {reason or error}"
        if fault != self._fault:
            _log.warning("not saved: %s", fault)
        self._fault = fault
        self._retry_at = Milliseconds(self._clock_ms() + RETRY_MS)
        if self._database is not None and not is_passing(error):
            self._database.abandon()
            self._database = None

    def _attach(self) -> Database:
        """Open the database and find out what it has of that which is known."""
        if self._lock is None:
            make_folder(self.path.parent)
            self._lock = Lock(self.path)
        database, aside = open_database(self.path, self._wall(), self._connect)
        if aside is not None:
            detail = f"{self.path} was damaged ({aside.reason}); it is kept as {aside.path}"
            _log.error("%s", detail)
            self._notices.append(Notice("Old games damaged, set aside", detail))
        try:
            self._reconcile(database)
        except _DISK_ERRORS:
            database.abandon()
            raise
        self._database = database
        if self._copy is not None:
            self._copy.abandon()
            self._copy = None
        return database

    def _reconcile(self, database: Database) -> None:
        """Make ``unsaved`` what of that which is known is not in the database."""
        known = self._unsaved
        if self._tip is not None and database.holds(self._tip):
            # A write that was said to have failed may be there after all.
            there = database.after(self._tip.place)
            if there == self._unsaved[: len(there)]:
                self._unsaved = self._unsaved[len(there) :]
                self._keep(there)
                self._tip = database.tip()
                return
        elif self._tip is not None:
            # Another database: one begun anew, or another disk. It gets what is known.
            known = self._in_memory()
        self._renumber(database, known)
        self._remember(database)

    def _remember(self, database: Database) -> None:
        self._settings = {}
        self._game = []
        self._keep(row for row in database.but_steps() if row.sort == Sort.SETTING)
        self._keep(database.of_game(database.last_of_board()))
        self._last = database.last_game()
        self._tip = database.tip()

    def _keep(self, saved: Iterable[Row]) -> None:
        """Keep in memory, of rows that are saved, the settings and the board's last game."""
        for row in saved:
            if row.sort == Sort.SETTING:
                self._settings[row.kind] = row
            elif row.sort == Sort.GAME:
                self._last = row.game or 0
                if is_of_board(row):
                    self._game = [row]
            elif self._game and row.game == self._game[0].game:
                self._game.append(row)

    def _renumber(self, database: Database, rows: Sequence[Row]) -> None:
        """Make rows the unsaved ones, under numbers that are free in a database."""
        last = database.last_game()
        numbers: dict[int, int] = {}
        for row in rows:
            if row.sort == Sort.GAME and row.game is not None:
                last = row.game if row.game > last else last + 1
                numbers[row.game] = last
        self._unsaved = [
            row if row.game is None else replace(row, game=numbers.get(row.game, row.game))
            for row in rows
        ]
        self._numbers = {old: numbers.get(new, new) for old, new in self._numbers.items()} | numbers

    def _read(self, query: Callable[[Database], list[Row]]) -> list[Row]:
        """What a query finds in the database, and what is not there yet."""
        self._see_that_open()
        database = self._database or self._copy
        if database is not None:
            try:
                return [*query(database), *self._unsaved]
            except sqlite3.Error as error:
                self._fail(error)
        return self._in_memory()

    def _release(self) -> None:
        for database in (self._database, self._copy):
            if database is not None:
                database.close()
        self._database = self._copy = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None
