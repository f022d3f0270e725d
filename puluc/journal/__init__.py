"""The journal: every cast and move in SQLite, durable before it is shown, and never lost.

``Journal`` is what the app holds. ``records`` has the values that go in and come out,
``database`` the file: how it is made, checked, set aside and locked.
"""

from puluc.journal.database import (
    Connect,
    JournalError,
    JournalForeignError,
    JournalInUseError,
    JournalVersionError,
    connect,
)
from puluc.journal.journal import (
    RETRY_MS,
    Journal,
    JournalClosedError,
    JournalUnreadableError,
    Notice,
    UnknownGameError,
)
from puluc.journal.records import JSON, Entry, Game, JournalDamagedError, Result
from puluc.journal.view import JournalView, look

__all__ = [
    "JSON",
    "RETRY_MS",
    "Connect",
    "Entry",
    "Game",
    "Journal",
    "JournalClosedError",
    "JournalDamagedError",
    "JournalError",
    "JournalForeignError",
    "JournalInUseError",
    "JournalUnreadableError",
    "JournalVersionError",
    "JournalView",
    "Notice",
    "Result",
    "UnknownGameError",
    "connect",
    "look",
]
