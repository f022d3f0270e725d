"""The file of a table: its header, checksums and values; writing one, and refusing a bad one.

    offset 0      "PULUCTAB", version, length and CRC-32 of the text that follows (4 bytes each)
    offset 20     the text: JSON, which says the rules, how many positions there are, and the
                  CRC-32 of the checksums
    next page     the CRC-32 of each page of values, 4 bytes each
    next page     the values, 2 bytes each: the chance to win of the side to move, times 65535

Numbers are little-endian. A page has 4096 bytes; what is left over of the last one of a part is 0,
but behind the values the file ends.
"""

import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from puluc.errors import PulucError
from puluc.opponent.ranking import Ranking
from puluc.rules.options import changed, read_options
from puluc.rules.ruleset import RuleSet

MAGIC = b"PULUCTAB"
VERSION = 1
PAGE = 4096
"""Bytes that are checked at once."""
FULL = 65535
"""The value of a position that is won."""

Buffer: TypeAlias = "bytes | bytearray | memoryview | mmap.mmap"

_HEAD = struct.Struct("<8sIII")


class TableError(PulucError, ValueError):
    """A file that is no table, or not a whole and undamaged one."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a table says of itself, and where its parts are."""

    ranking: Ranking
    """That of its rules."""
    positions: int
    """How many it holds, from number 0; the ranking's, or those of its first layers."""
    checks: int
    """Where the checksums begin, in bytes."""
    values: int
    """Where the values begin, in bytes."""
    checks_crc: int
    """The CRC-32 of the checksums."""

    @property
    def pages(self) -> int:
        """How many pages of values there are."""
        return _pages(2 * self.positions)


def read_header(buffer: Buffer, size: int, name: str) -> Header:
    """Read the header of a table.

    Args:
        buffer: its first bytes, at least to the end of the header.
        size: how many bytes the whole has.
        name: what to call it in errors.

    Raises:
        TableError: it is no table, of another version, too short or too long, or damaged.
    """
    if size < _HEAD.size or bytes(buffer[: len(MAGIC)]) != MAGIC:
        raise TableError(f"{name}: not a table of Puluc")
    _, version, length, crc = _HEAD.unpack_from(buffer)
    if version != VERSION:
        raise TableError(f"{name}: a table of version {version}; this program reads {VERSION}")
    text = bytes(buffer[_HEAD.size : _HEAD.size + length])
    if len(text) < length or zlib.crc32(text) != crc:
        raise TableError(f"{name}: the header is damaged or cut off")
    try:
        said = json.loads(text)
        options = tuple((field, value) for field, value in said["set"])
        ranking = Ranking(read_options(said["rules"], options))
        positions, checks_crc = int(said["positions"]), int(said["checks"])
    except (KeyError, TypeError, ValueError) as error:
        raise TableError(f"{name}: the header makes no sense: {error}") from error
    header = _laid_out(ranking, positions, length, checks_crc)
    parts = {ranking.up_to(2 * ranking.rules.warriors - less) for less in _LESS} - {0}
    if positions not in parts:
        raise TableError(f"{name}: {positions} positions are no part of {ranking.positions}")
    whole = header.values + 2 * positions
    if size != whole:
        raise TableError(f"{name}: {size} bytes; a whole one has {whole}")
    return header


_LESS = range(20)
"""How many warriors fewer than all a table may stop at."""


def write(path: Path, rules: RuleSet, values: Buffer) -> None:
    """Write a table, whole or not at all.

    Args:
        path: of the file, which is replaced.
        rules: those of the values; named after a preset.
        values: 2 bytes a position, little-endian, in the order of their numbers; all positions,
            or those up to the end of a layer.

    Raises:
        RuleSetError: the positions of the rules aren't numbered.
        OSError: it can't be written.
    """
    view = memoryview(values)
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        for part in _parts(rules, view):
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def as_bytes(rules: RuleSet, values: Buffer) -> bytes:
    """A whole table, as ``write`` would write it."""
    return b"".join(_parts(rules, memoryview(values)))


def _parts(rules: RuleSet, values: memoryview) -> Iterator[Buffer]:
    """The parts of a file, one after another."""
    values = values.cast("B")
    sums = [zlib.crc32(values[at : at + PAGE]) for at in range(0, len(values), PAGE)]
    checks = struct.pack(f"<{len(sums)}I", *sums)
    said = {
        "rules": rules.name,
        "set": changed(rules),
        "positions": len(values) // 2,
        "checks": zlib.crc32(checks),
    }
    text = json.dumps(said).encode("ascii")
    yield _padded(_HEAD.pack(MAGIC, VERSION, len(text), zlib.crc32(text)) + text)
    yield _padded(checks)
    yield values


def _laid_out(ranking: Ranking, positions: int, length: int, checks_crc: int) -> Header:
    """A header with the places that follow from its size."""
    checks = _pages(_HEAD.size + length) * PAGE
    values = checks + _pages(4 * _pages(2 * positions)) * PAGE
    return Header(ranking, positions, checks, values, checks_crc)


def _pages(size: int) -> int:
    """How many pages so many bytes take."""
    return -(-size // PAGE)


def _padded(part: bytes) -> bytes:
    """A part with zeros up to the end of its last page."""
    return part + bytes(-len(part) % PAGE)
