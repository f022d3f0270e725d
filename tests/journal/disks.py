"""Disks and clocks under a test's control."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from puluc.journal import Journal
from puluc.session.events import Milliseconds

Opens = Callable[..., Journal]

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Clock:
    """A monotonic clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> Milliseconds:
        return Milliseconds(self.ms)

    def pass_ms(self, ms: int) -> None:
        self.ms += ms


class Disk:
    """Makes connections that can be told to fail, at statements that begin in a certain way."""

    def __init__(self) -> None:
        self.errors: dict[str, int] = {}
        """SQLite's error code by the statement's first word; "connect" for opening."""
        self.read_only = False
        self.lies = False
        """A commit is done, and said to have failed."""
        self.max_pages: int | None = None
        self.statements: list[str] = []
        self.connections: list[sqlite3.Connection] = []

    def connect(self, path: str) -> sqlite3.Connection:
        if path == ":memory:":
            return sqlite3.connect(path, isolation_level=None)
        self._fail("connect")
        disk = self

        class Connection(sqlite3.Connection):
            def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
                disk.statements.append(sql)
                disk._fail(sql.split(maxsplit=1)[0])
                cursor = super().execute(sql, parameters)
                if sql == "COMMIT" and disk.lies:
                    raise failure(sqlite3.SQLITE_IOERR)
                return cursor

        if self.read_only and not path.startswith("file:"):
            path = f"file:{path}?mode=ro"
        connection = sqlite3.connect(
            path, timeout=0, isolation_level=None, uri=True, factory=Connection
        )
        self.connections.append(connection)
        self.limit()
        return connection

    def limit(self) -> None:
        """Let the last database grow to ``max_pages`` only; SQLite then has a full disk."""
        if self.max_pages is not None:
            self.connections[-1].execute(f"PRAGMA max_page_count={self.max_pages}")

    def _fail(self, word: str) -> None:
        if word in self.errors:
            raise failure(self.errors[word])


def failure(code: int) -> sqlite3.OperationalError:
    """An error as sqlite3 raises it."""
    error = sqlite3.OperationalError(f"injected {code}")
    error.sqlite_errorcode = code
    return error


def make_newer(path: Path, version: int) -> None:
    """Make a journal one of a later version, with another schema."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'version 1 */ ', ?) WHERE name = 'log'",
            (f"version {version} */ news TEXT, ",),
        )
        connection.execute(f"PRAGMA user_version={version}")
        connection.commit()
