"""The files of a journal: its lock, what is plainly wrong with them, and setting them aside."""

import errno
import fcntl
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from puluc.errors import PulucError

BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite may keep beside a database, after its name; the database first."""


class JournalError(PulucError):
    """The journal can't be used as it stands; the message names its path."""


class JournalInUseError(JournalError, OSError):
    """Another process has the journal open."""


class Lock:
    """The hold of one process on a journal: a locked file beside it, free when the process ends."""

    def __init__(self, path: Path) -> None:
        """Take hold.

        Raises:
            JournalInUseError: another process has it.
            OSError: the lock file can't be made.
        """
        lock = path.with_name(path.name + ".lock")
        self._file = os.open(lock, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise JournalInUseError(
                f"{path} is in use by another Puluc (it holds {lock})"
            ) from None
        except OSError:
            self.release()
            raise

    def release(self) -> None:
        """Let go; may be called twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


@dataclass(frozen=True, slots=True)
class SetAside:
    """A damaged database, kept under another name."""

    path: Path
    reason: str


def make_folder(folder: Path) -> None:
    """Make a folder and its parents so that a power cut doesn't lose them.

    Raises:
        OSError: it can't be made.
    """
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def damage_of_files(path: Path) -> str:
    """What is wrong with the files, as SQLite must not find it; empty when nothing is."""
    if not path.exists():
        # It would apply such a -wal to the new database.
        left = [name for name in BESIDE[1:] if Path(f"{path}{name}").exists()]
        return f"the database is gone, its {left[0]} is not" if left else ""
    if not path.is_file():
        raise IsADirectoryError(errno.EISDIR, "not a file", str(path))
    with path.open("rb") as file:
        header = file.read(20)
    # It would take an empty file for a new database, and delete the -wal. A version of the file
    # format other than 1 and 2 would make the database read-only; see fileformat2.html, 1.3.3.
    if not header:
        return "the file is empty"
    if len(header) < 20 or header[18] not in (1, 2) or header[19] not in (1, 2):
        return "the file's header is not a database's"
    return ""


def set_aside(path: Path, now: datetime, reason: str) -> SetAside:
    """Rename a database and what lies beside it, after the time; no name is used twice."""
    stem = f"{path.stem}-{now:%Y-%m-%dT%H-%M-%S}"
    count = 1
    aside = path.with_name(f"{stem}.damaged{path.suffix}")
    while any(os.path.lexists(f"{aside}{name}") for name in BESIDE):
        count += 1
        aside = path.with_name(f"{stem}-{count}.damaged{path.suffix}")
    for name in BESIDE:
        with suppress(FileNotFoundError):
            Path(f"{path}{name}").rename(f"{aside}{name}")
    sync_folder(path.parent)
    return SetAside(aside, reason)


def sync_folder(folder: Path) -> None:
    """Have the folder's names on the disk."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
