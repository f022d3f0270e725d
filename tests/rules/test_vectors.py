"""The engine against an independent reference, and the checker against wrong values."""

import json
from pathlib import Path
from typing import Any

import pytest

from puluc.rules.errors import NotationError, PositionError, RuleSetError
from puluc.rules.presets import PRESETS
from puluc.rules.vectors import check_file

FILES = sorted((Path(__file__).parent / "vectors").glob("*.json"))


def load(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((Path(__file__).parent / "vectors" / name).read_text())
    return data


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_value_of_the_reference_is_ours(file: Path) -> None:
    """Perft, every legal move, the position after it and the result agree."""
    checked = list(check_file(load(file.name)))
    assert len(checked) > 200
    assert [one for one in checked if not one.passed] == []


def test_the_reference_covers_every_preset() -> None:
    """No preset goes without vectors."""
    assert {part["preset"] for file in FILES for part in load(file.name).values()} == set(PRESETS)


def one_position(**changes: object) -> dict[str, Any]:
    """A file with the first of the classic positions, changed."""
    part = load("classic.json")["classic"]
    return {"classic": {"preset": "classic", "positions": [part["positions"][0] | changes]}}


def differences(data: dict[str, Any]) -> list[str]:
    return [one.difference for one in check_file(data) if not one.passed]


def test_a_wrong_count_is_told() -> None:
    """A perft that differs is a difference with both numbers."""
    data = {"mine": {"preset": "classic", "perft": [5, 24]}}
    (_, wrong) = check_file(data)
    assert wrong.place == "mine, perft 2"
    assert wrong.difference == "25, not 24"


def test_missing_and_unknown_moves_are_told() -> None:
    """A move that only one of both has is a difference."""
    (position,) = one_position()["classic"]["positions"]
    assert differences(one_position(moves=position["moves"][1:])) == ["legal here"]
    more = [*position["moves"], {"from": 3, "to": 9, "after": {}, "result": None}]
    assert differences(one_position(moves=more)) == ["not legal here"]


def test_a_wrong_position_and_result_are_told() -> None:
    """Where a move leads, and whether the game ends with it, are both compared."""
    (position,) = one_position()["classic"]["positions"]
    first, second = position["moves"]
    swapped = first | {"after": second["after"], "result": "J"}
    told = differences(one_position(moves=[swapped, second]))
    assert len(told) == 2
    assert told[1] == "draw, not J"


@pytest.mark.parametrize(
    "data",
    [
        {"rules": "classic", "positions": []},
        {"classic": {"positions": []}},
        one_position(before={"track": []}),
        one_position(before=one_position()["classic"]["positions"][0]["before"] | {"turn": "K"}),
    ],
)
def test_another_format_is_refused(data: dict[str, Any]) -> None:
    """What isn't such a file, or such a position, is unreadable."""
    with pytest.raises(NotationError):
        list(check_file(data))


def test_unknown_presets_and_impossible_positions_are_refused() -> None:
    """A preset that isn't there and a warrior too many are told for what they are."""
    with pytest.raises(RuleSetError, match="no-such"):
        list(check_file({"x": {"preset": "no-such"}}))
    before = one_position()["classic"]["positions"][0]["before"]
    with pytest.raises(PositionError, match="7 warriors of Jade"):
        list(check_file(one_position(before=before | {"hand": {"J": 6, "C": 0}})))
