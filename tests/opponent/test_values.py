"""The tables against an independent reference, and the checker against wrong values."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puluc.cli import main
from puluc.opponent.ranking import Ranking
from puluc.opponent.table import Table, TableError
from puluc.opponent.values import check_values
from puluc.rules.errors import NotationError
from puluc.rules.position import Position
from puluc.rules.presets import rule_set
from puluc.tables import SHIPPED
from tests.solver.equation import one_step

FILE = Path(__file__).parent / "vectors" / "classic-values.json"
RIGHT: dict[str, Any] = json.loads(FILE.read_text())
SMALL = SHIPPED / "classic-6.puluc"


def few(data: dict[str, Any]) -> dict[str, Any]:
    """A file's data with only those positions that the small table holds."""
    kept = [one for one in data["positions"] if sum(one["dead"].values()) >= 4]
    return {"rules": data["rules"], "positions": kept}


def differences(data: dict[str, Any]) -> list[str]:
    with Table.open(SMALL) as table:
        checked = check_values(data, [table])
        return [f"{one.place}: {one.difference}" for one in checked if not one.passed]


def test_the_table_that_is_shipped_has_the_values_of_the_reference() -> None:
    """Each value of positions with few warriors within 1e-4, and what is chosen as well."""
    data = few(RIGHT)
    assert len(data["positions"]) > 15
    assert differences(data) == []


def test_the_table_that_is_shipped_fulfils_the_equation_of_the_rules() -> None:
    """It is whole, holds all positions with six warriors alive, and each value follows."""
    with Table.open(SMALL, whole=True) as table:
        assert table.covers(rule_set())
        assert table.warriors == 6
        assert table.positions == Ranking(rule_set()).up_to(6)

        def lookup(position: Position) -> float:
            value = table.value(position)
            assert value is not None
            return value

        for number in Random(5).sample(range(table.positions), 300):
            right = one_step(table.ranking.position(number), lookup)
            assert table.value_of(number) == pytest.approx(right, abs=1.6e-5)


def test_wrong_values_are_told() -> None:
    """A value and a move's chance that differ are named, with both numbers."""
    data = deepcopy(few(RIGHT))
    first = next(one for one in data["positions"] if 0.1 < one["value"] < 0.9)
    data["positions"] = [first]
    first["value"] += 0.0002
    cast, moves = next(iter(first["casts"].items()))
    moves[0][2] -= 0.0003
    wrong = differences(data)
    assert [line.partition(":")[0] for line in wrong] == [
        "position 1, value",
        f"position 1, cast {cast}, {moves[0][0]} {moves[0][1]}",
    ]
    assert wrong[0].endswith(f", not {first['value']}")


def test_a_bad_choice_is_told() -> None:
    """Where the file says that another move is better, what was chosen gives away."""
    data = deepcopy(few(RIGHT))
    data["positions"] = [one for one in data["positions"] if one["casts"]["1"][1:]][:1]
    moves = data["positions"][0]["casts"]["1"]
    moves[-1][2] = 1.0 if moves[0][2] < 0.9 else 2.0
    assert any("cast 1, chosen: " in line and " away" in line for line in differences(data))


def test_other_moves_are_told() -> None:
    """A move that only the file has is a difference."""
    data = deepcopy(few(RIGHT))
    data["positions"] = data["positions"][:1]
    data["positions"][0]["casts"]["1"].append(["hand", 7, 0.5])
    (line,) = differences(data)
    assert line.startswith("position 1, cast 1: legal here are [")


def test_a_position_that_no_table_has_is_a_difference() -> None:
    """It says how to make a table."""
    assert differences(RIGHT)[0] == "start: no table has it; `puluc solve` makes one"


def test_what_isn_t_of_this_format_is_refused() -> None:
    """The position is quoted."""
    with pytest.raises(NotationError, match="a position with values"):
        list(check_values({"rules": "classic", "positions": [{"track": []}]}, []))


def test_a_damaged_table_is_no_fault_of_the_file() -> None:
    """It is the table that the error names."""
    damaged = bytearray(SMALL.read_bytes())
    damaged[-len(damaged) // 2 :] = bytes(len(damaged) - len(damaged) // 2)
    table = Table.from_bytes(bytes(damaged), "mine")
    with pytest.raises(TableError, match=r"^mine: damaged at byte "):
        list(check_values(few(RIGHT), [table]))


def test_the_command_asks_the_tables_that_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a table named it uses those of the board; the last line counts."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("puluc.paths.SYSTEM_DATA", ())
    file = tmp_path / "few.json"
    file.write_text(json.dumps(few(RIGHT)))
    assert main(["vectors", str(file)]) == 0
    assert capsys.readouterr().out.endswith(" passed, 0 failed\n")
    assert main(["vectors", str(FILE), "--table", str(SMALL)]) == 1
    assert "start: no table has it" in capsys.readouterr().out
    assert main(["vectors", str(FILE), "--table", str(file)]) == 1
    assert "not a table of Puluc" in capsys.readouterr().err
    assert main(["vectors", str(FILE), "start"]) == 2
    assert "has no parts" in capsys.readouterr().err
