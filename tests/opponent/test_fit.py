"""The fit of the evaluation."""

import json
from pathlib import Path

import numpy as np
import pytest

from puluc.opponent.features import NAMES
from puluc.rules.position import start
from puluc.rules.presets import rule_set
from tests.strength import fit


def test_it_finds_the_weights_that_made_the_chances() -> None:
    """From chances that follow from weights come the weights, and no error is left."""
    chance = np.random.default_rng(1)
    counted = chance.normal(size=(2_000, 6))
    weights = np.array([0.5, -2.0, 0.0, 3.0, 1.0, -0.25])
    chances = 1 / (1 + np.exp(-counted @ weights))
    found = fit.fit(counted, chances, ridge=1e-9)
    assert found == pytest.approx(weights, abs=1e-3)
    assert fit.error(found, counted, chances) < 1e-4
    assert fit.error(np.zeros(6), counted, chances) > 0.2


def test_what_tells_nothing_gets_no_weight() -> None:
    """A feature that is always 0 is worth 0."""
    counted = np.random.default_rng(2).normal(size=(500, 2)) * [1, 0]
    assert fit.fit(counted, 1 / (1 + np.exp(-counted[:, 0])), ridge=1e-6)[1] == 0


def test_a_row_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The preset's weights are written, the others' stay as they are."""
    path = tmp_path / "weights.json"
    path.write_text(fit.WEIGHTS.read_text(encoding="ascii"), encoding="ascii")
    before = json.loads(path.read_text(encoding="ascii"))
    monkeypatch.setattr(fit, "WEIGHTS", path)
    fit.keep("kekchi", np.arange(2.0 * len(NAMES)), off=0.1)
    after = json.loads(path.read_text(encoding="ascii"))
    assert after["kekchi"]["begun"] == list(range(len(NAMES)))
    assert after["kekchi"]["ended"][0] == len(NAMES)
    assert {name: row for name, row in after.items() if name != "kekchi"} == {
        name: row for name, row in before.items() if name != "kekchi"
    }


def test_games_played_tell_results() -> None:
    """Of each position of a game its features, and who won the game in the end."""
    rules = rule_set("jaques-three")
    counted, results = fit.played(rules, 2, fit.Random(1))
    assert counted.shape == (len(results), 2 * len(NAMES))
    assert set(results) <= {0.0, 0.5, 1.0}
    assert counted[0] == pytest.approx([*fit.Features(rules).of(start(rules)), *[0] * len(NAMES)])
