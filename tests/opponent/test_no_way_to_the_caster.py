"""What the opponent knows can't reach the lots, nor the lots to come the opponent."""

import random
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

import puluc.caster
from puluc.opponent.levels import Level
from puluc.opponent.player import Opponent
from puluc.rules.position import start, throw
from puluc.rules.presets import rule_set
from puluc.session.effects import DrawLots
from tests.app.rig import Rig
from tests.app.test_opponent import Hands, choose_levels

Lots = tuple[bool, ...]


def loaded_by(module: str) -> set[str]:
    """What a fresh program has loaded after an import."""
    code = f"import sys, {module}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(run.stdout.split())


def test_neither_loads_the_other() -> None:
    """The caster loads nothing else of ours; the opponent neither the caster nor its source."""
    ours = {name for name in loaded_by("puluc.caster") if name.split(".")[0] == "puluc"}
    assert ours == {"puluc", "puluc.caster"}
    assert not {"puluc.caster", "secrets"} & loaded_by("puluc.opponent.player")


def test_the_caster_is_told_only_how_many_lots() -> None:
    """What asks for a cast has no room for more than a number."""
    assert [field.name for field in fields(DrawLots)] == ["count"]


@pytest.mark.parametrize("level", Level)
def test_a_thought_draws_from_nothing_but_what_it_is_given(
    level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves the program's generators alone, and follows from position and generator."""

    def refuse(bits: int) -> int:
        raise AssertionError("the lots' source was asked")

    monkeypatch.setattr(puluc.caster.secrets, "randbits", refuse)
    before = random.getstate()
    position = throw(start(rule_set("village")), 3)
    thoughts = {Opponent().think(position, level, Random("a seed")) for _ in range(3)}
    assert len(thoughts) == 1
    assert random.getstate() == before


class Kept:
    """Lots from a seed, a note of what was drawn, and how many lots each time."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self.drawn: list[Lots] = []

    def __call__(self, count: int) -> Lots:
        assert count == 4
        self.drawn.append(tuple(self._chance.random() < 0.5 for _ in range(count)))
        return self.drawn[-1]


def casts_of_a_game(folder: Path, levels: tuple[str, str], seed: int) -> list[Lots]:
    """The lots that were drawn in a game of the board against itself."""
    folder.mkdir()
    choose_levels(folder, *levels)
    kept = Kept(seed)
    with Rig(folder, draw=kept) as rig:
        Hands(rig, Random(1)).play()
        journaled = [
            tuple(up == "1" for up in lots)
            for row in rig.journal.entries(1)
            if row.kind == "cast"
            for lots in row.data["lots"]
        ]
    assert journaled == kept.drawn
    return kept.drawn


def test_the_lots_fall_alike_whoever_plays(tmp_path: Path) -> None:
    """The same source gives the same casts to careless and to steady players; other ones differ."""
    careless = casts_of_a_game(tmp_path / "careless", ("careless", "careless"), seed=4)
    steady = casts_of_a_game(tmp_path / "steady", ("steady", "careless"), seed=4)
    other = casts_of_a_game(tmp_path / "other", ("steady", "careless"), seed=5)
    both = min(len(careless), len(steady))
    assert both > 20
    assert careless[:both] == steady[:both]
    assert other[:both] != steady[:both]
