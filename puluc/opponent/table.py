"""A table of exact values: for every position the chance that the side to move wins.

The file stays where it is, and only what is asked for is read (``mmap``). Each page is checked
against its checksum when first used, so that a damaged one never gives a wrong value and opening
takes no longer for a large table than for a small one.

Values are those of games between perfect players that go on until somebody wins: a cap on the
number of casts is left out. Where a set knows draws without one, they count half.
"""

import mmap
import struct
import zlib
from pathlib import Path
from types import TracebackType
from typing import Self

from puluc.opponent.ranking import Ranking, plays
from puluc.opponent.table_file import FULL, PAGE, Buffer, Header, TableError, read_header
from puluc.rules.position import Position
from puluc.rules.ruleset import RuleSet

__all__ = ["Table", "TableError"]

_VALUE = struct.Struct("<H")
_PER_PAGE = PAGE // _VALUE.size


class Table:
    """The values of a rule set's positions, all of them or those with few warriors alive.

    Use it as a context manager, or call ``close``.
    """

    def __init__(self, buffer: "mmap.mmap | bytes", name: str = "table") -> None:
        """Read a table from a ``buffer``; ``name`` is what errors call it.

        Raises:
            TableError: it is no table, of another version, too short, too long, or damaged.
        """
        self._buffer = buffer
        self._name = name
        self._header: Header = read_header(buffer, len(buffer), name)
        header = self._header
        checks = buffer[header.checks : header.checks + 4 * header.pages]
        if zlib.crc32(checks) != header.checks_crc:
            raise TableError(f"{name}: the checksums are damaged")
        self._checks = struct.unpack(f"<{header.pages}I", checks)
        self._checked = bytearray(header.pages)
        self._rank = header.ranking.rank
        self._asked = (header.ranking.rules, True)
        """The rules of the last position asked for, and whether they are played alike."""

    @classmethod
    def open(cls, path: Path, *, whole: bool = False) -> "Table":
        """Open a table's file.

        Args:
            path: of the file.
            whole: whether to check all of it at once.

        Raises:
            TableError: it is no table, of another version, too short, too long, or damaged.
            OSError: it can't be opened.
        """
        with path.open("rb") as file:
            try:
                buffer = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError as error:  # an empty file
                raise TableError(f"{path}: not a table of Puluc") from error
        try:
            table = cls(buffer, str(path))
            if whole:
                table.check()
        except TableError:
            buffer.close()
            raise
        return table

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "table") -> "Table":
        """A table that is in memory; raises as ``open`` does."""
        return cls(data, name)

    @property
    def rules(self) -> RuleSet:
        """The rule set whose values these are."""
        return self._header.ranking.rules

    @property
    def ranking(self) -> Ranking:
        """The numbers of the positions."""
        return self._header.ranking

    @property
    def positions(self) -> int:
        """How many positions it holds: those with the lowest numbers."""
        return self._header.positions

    @property
    def warriors(self) -> int:
        """The most warriors alive, both sides together, of the positions that it holds."""
        layers = self.ranking.layers
        return max(
            sum(layer) for layer in layers if self.ranking.bases[*layer, 0, 0] < self.positions
        )

    def covers(self, rules: RuleSet) -> bool:
        """Whether these are values of a set: it is played alike, whatever its cap and opening."""
        asked, alike = self._asked
        if rules is not asked:
            alike = alike if rules == asked else plays(rules) == plays(self.rules)
            self._asked = rules, alike
        return alike

    def holds(self, position: Position) -> bool:
        """Whether the value of a position is in the table."""
        return self._number(position) is not None

    def value(self, position: Position) -> float | None:
        """The chance that the side to move wins, before its cast; casts thrown don't count.

        None where the table doesn't hold the position: one of other rules, one with too many
        warriors alive, or one that is already won by kills.

        Raises:
            TableError: the part of the table that it is in is damaged.
        """
        number = self._number(position)
        return None if number is None else self.value_of(number)

    def value_of(self, number: int) -> float:
        """The value of the position with a number; see ``value``.

        Raises:
            IndexError: it isn't held.
            TableError: the part of the table that it is in is damaged.
        """
        if not 0 <= number < self.positions:
            raise IndexError(f"position {number}: {self._name} holds {self.positions}")
        if not self._checked[number // _PER_PAGE]:
            self._check(number // _PER_PAGE)
        at = self._header.values + _VALUE.size * number
        found: int = _VALUE.unpack_from(self._buffer, at)[0]
        return found / FULL

    def check(self) -> None:
        """Check all that wasn't yet.

        Raises:
            TableError: a part is damaged.
        """
        for page in range(self._header.pages):
            if not self._checked[page]:
                self._check(page)

    def values(self) -> Buffer:
        """All values as they are in the file, 2 bytes each; a copy."""
        return self._buffer[self._header.values :]

    def close(self) -> None:
        """Give the file back; may be called twice."""
        if isinstance(self._buffer, mmap.mmap):
            self._buffer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _number(self, position: Position) -> int | None:
        """The number of a position that is held."""
        if not self.covers(position.rules):
            return None
        number = self._rank(position)
        return None if number is None or number >= self.positions else number

    def _check(self, page: int) -> None:
        """Compare a page of values with its checksum."""
        at = self._header.values + PAGE * page
        if zlib.crc32(self._buffer[at : at + PAGE]) != self._checks[page]:
            raise TableError(f"{self._name}: damaged at byte {at} or in the {PAGE} bytes behind it")
        self._checked[page] = True
