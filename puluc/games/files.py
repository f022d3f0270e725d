"""Records in files."""

from pathlib import Path

from puluc.errors import PulucError
from puluc.rules.errors import NotationError
from puluc.rules.record import Record
from puluc.rules.record_reader import parse_record

LARGEST = 4_000_000
"""Bytes; the record of the longest game has some 200,000."""


class FileExistsDifferentlyError(PulucError, FileExistsError):
    """A file of that name is there, with something else in it."""


class TooLargeError(PulucError, ValueError):
    """A file that is no record, by its size."""


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises:
        OSError: the file can't be read.
        NotationError, PositionError, IllegalMoveError: see ``parse_record``.
        TooLargeError: it is far larger than any record.
    """
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise TooLargeError(f"more than {LARGEST} bytes: no record is so large")
    return parse_record(_decoded(data))


def write_text(path: Path, text: str) -> None:
    """Write a text into a new file; one that is there already must be the same.

    Raises:
        FileExistsDifferentlyError: it is there, and is not the same.
        OSError: it can't be written.
    """
    data = text.encode()
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        if not path.is_file() or path.read_bytes() != data:
            raise FileExistsDifferentlyError(
                f"{path} is there, with something else in it; nothing was written"
            ) from None


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        found = f"byte {data[error.start]:#04x}"
        raise NotationError(found, "text in UTF-8", column, line) from None
