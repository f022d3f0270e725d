"""The journal: every cast and move in SQLite, durable before it is shown, and never lost.

``Journal`` is what the app holds. ``records`` has the values that go in and come out, ``database``
how they are stored and checked, ``files`` what happens to the file as a whole, ``view`` a look
into it from another process.
"""

from puluc.journal.database import (
    Connect,
    JournalForeignError,
    JournalVersionError,
    connect,
)
from puluc.journal.files import JournalError, JournalInUseError
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
