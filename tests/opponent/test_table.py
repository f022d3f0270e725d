"""Tables: the values that were written are read, and what is wrong with a file is told."""

import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from puluc.opponent.ranking import Ranking, plays
from puluc.opponent.table import Table, TableError
from puluc.opponent.table_file import FULL, PAGE, as_bytes, write
from puluc.rules.position import start, throw
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet

RULES = rule_set(track=7, warriors=2)
RANKING = Ranking(RULES)
VALUES = b"".join(
    struct.pack("<H", number * 17 % (FULL + 1)) for number in range(RANKING.positions)
)
WHOLE = as_bytes(RULES, VALUES)


def test_each_value_is_that_of_its_number() -> None:
    """From the first to the last, in parts of 65535."""
    table = Table.from_bytes(WHOLE)
    assert table.positions == RANKING.positions
    assert bytes(table.values()) == VALUES
    for number in range(table.positions):
        assert table.value_of(number) == number * 17 % (FULL + 1) / FULL
        assert table.value(RANKING.position(number)) == table.value_of(number)


def test_a_file_is_mapped_and_closed(tmp_path: Path) -> None:
    """What is written is read; closing twice is no error, nor is a table's end as a context."""
    path = tmp_path / "t.puluc"
    write(path, RULES, VALUES)
    assert path.read_bytes() == WHOLE
    assert [one.name for one in tmp_path.iterdir()] == ["t.puluc"]
    with Table.open(path) as table:
        assert table.value(start(RULES)) is not None
    table.close()


def test_casts_thrown_don_t_count() -> None:
    """The value is that before the cast."""
    table = Table.from_bytes(WHOLE)
    assert table.value(throw(start(RULES), 3)) == table.value(start(RULES))


def test_cap_and_opening_don_t_matter() -> None:
    """A set that is played alike has the same values, a changed cap or not."""
    table = Table.from_bytes(WHOLE)
    alike = rule_set(track=7, warriors=2, cap=None, opening="lot")
    assert table.covers(alike)
    assert table.value(start(alike)) == table.value(start(RULES))


def test_other_rules_positions_are_not_held() -> None:
    """A table says nothing of another set."""
    table = Table.from_bytes(WHOLE)
    for other in (rule_set(), rule_set("kekchi", track=7, warriors=2), rule_set("ant")):
        assert not table.covers(other)
        assert table.value(start(other)) is None


def test_a_part_holds_few_warriors_only() -> None:
    """What lies beyond a part isn't held."""
    part = Table.from_bytes(as_bytes(RULES, VALUES[: 2 * RANKING.up_to(3)]))
    assert part.warriors == 3
    assert Table.from_bytes(WHOLE).warriors == 4
    assert not part.holds(start(RULES))
    assert part.value(start(RULES)) is None
    few = RANKING.position(RANKING.up_to(3) - 1)
    assert part.holds(few)
    assert part.value(few) == Table.from_bytes(WHOLE).value(few)


def test_a_part_of_nothing_is_refused() -> None:
    """A table without a position is none, whole as its file may be."""
    with pytest.raises(TableError, match=r"^t: 0 positions are no part of "):
        Table.from_bytes(as_bytes(RULES, b""), "t")


@pytest.mark.parametrize("name", ["classic", "jaques"])
def test_rules_are_compared_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search asks a thousand times by the same rules, be they the table's or others."""
    asked = []

    def counted(rules: RuleSet) -> object:
        asked.append(rules)
        return plays(rules)

    monkeypatch.setattr("puluc.opponent.table.plays", counted)
    table = Table.from_bytes(WHOLE)
    position = start(rule_set(name, track=7, warriors=2, cap=None))
    for _ in range(5):
        assert (table.value(position) is not None) is (name == "classic")
    assert asked == [position.rules, RULES]


def test_a_position_that_is_over_is_not_held() -> None:
    """With all of a side dead there is nothing to look up."""
    over = replace(start(RULES), hand=(2, 0), fresh=(2, 0), dead=(0, 2), kills=(2, 0))
    assert Table.from_bytes(WHOLE).value(over) is None


@pytest.mark.parametrize("number", [-1, RANKING.positions])
def test_a_number_that_isn_t_held_is_refused(number: int) -> None:
    """An error that quotes it."""
    with pytest.raises(IndexError, match=f"position {number}: table holds {RANKING.positions}"):
        Table.from_bytes(WHOLE).value_of(number)


@pytest.mark.parametrize(
    "data", [b"", b"PULUC", b"\x00" * 9000, b"%PDF-1.4" + bytes(9000)], ids=range(4)
)
def test_what_is_no_table_is_refused(data: bytes, tmp_path: Path) -> None:
    """Any other file, an empty one included."""
    path = tmp_path / "t.puluc"
    path.write_bytes(data)
    with pytest.raises(TableError, match=r"t\.puluc: not a table of Puluc$"):
        Table.open(path)


@pytest.mark.parametrize("size", [20, 90, PAGE, PAGE + 10, len(WHOLE) - 1, len(WHOLE) + 2])
def test_a_short_or_long_one_is_refused(size: int) -> None:
    """Cut off anywhere, or with something behind it."""
    with pytest.raises(TableError, match=r"^t: .*(cut off|a whole one has|bytes)"):
        Table.from_bytes((WHOLE + b"more")[:size], "t")


def test_another_version_is_refused() -> None:
    """The sentence says which, and which it could read."""
    other = WHOLE[:8] + struct.pack("<I", 2) + WHOLE[12:]
    with pytest.raises(TableError, match=r"^t: a table of version 2; this program reads 1$"):
        Table.from_bytes(other, "t")


@pytest.mark.parametrize("at", range(0, 200, 3))
def test_a_damaged_header_is_refused(at: int) -> None:
    """Wherever a bit flips in it, no table is opened."""
    if at >= len(WHOLE[:PAGE].rstrip(b"\0")):
        assert WHOLE[at] == 0  # filled up, and not read
        return
    with pytest.raises(TableError):
        Table.from_bytes(flipped(at))


def test_damaged_checksums_are_refused() -> None:
    """They are checked when the table is opened."""
    with pytest.raises(TableError, match=r"^t: the checksums are damaged$"):
        Table.from_bytes(flipped(PAGE + 1), "t")


def test_a_damaged_value_is_never_read(tmp_path: Path) -> None:
    """The page that it is in is refused when first used, the others can be."""
    path = tmp_path / "t.puluc"
    path.write_bytes(flipped(2 * PAGE + 5))
    with Table.open(path) as table:
        assert table.value_of(RANKING.positions - 1) is not None
        for _ in range(2):
            with pytest.raises(TableError, match=rf"t\.puluc: damaged at byte {2 * PAGE} or in"):
                table.value_of(2000)
    with pytest.raises(TableError, match="damaged at byte"):
        Table.open(path, whole=True)


def flipped(at: int) -> bytes:
    """The table with a bit flipped."""
    data = bytearray(WHOLE)
    data[at] ^= 4
    return bytes(data)


@pytest.mark.parametrize(
    "said",
    [
        {"rules": "chess"},
        {"rules": "ant"},
        {"set": [["track", "4"]]},
        {"set": [["tracks", "7"]]},
        {"set": 3},
        {"positions": "many"},
        {"positions": 0},
        {"positions": RANKING.positions - 1},
        {"positions": None},
        {"checks": "none"},
    ],
    ids=repr,
)
def test_a_header_that_makes_no_sense_is_refused(said: dict[str, object]) -> None:
    """A table of rules that there aren't, or of positions that are no part of theirs."""
    _, version, length, _ = struct.unpack_from("<8sIII", WHOLE)
    header = json.loads(WHOLE[20 : 20 + length]) | said
    text = json.dumps(header).encode()
    head = struct.pack("<8sIII", b"PULUCTAB", version, len(text), zlib.crc32(text)) + text
    with pytest.raises(TableError, match=r"^t: "):
        Table.from_bytes(head + bytes(-len(head) % PAGE) + WHOLE[PAGE:], "t")


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table is replaced when the new one is on the disk, and not before."""
    path = tmp_path / "t.puluc"
    path.write_bytes(b"old")

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("puluc.opponent.table_file.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write(path, RULES, VALUES)
    assert path.read_bytes() == b"old"
