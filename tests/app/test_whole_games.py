"""Whole games through pins and pixels: the player sees lamps and the display, and nothing else."""

from dataclasses import replace
from pathlib import Path

import pytest

from puluc.config import Config
from puluc.rules.contests import contest
from puluc.rules.presets import PRESETS
from tests.app.player import play_games
from tests.app.rig import Rig

OTHERS = [name for name in PRESETS if name != "classic"]


def board_for(name: str) -> Config:
    """A configuration with a board as long as the rules need, and eleven spaces at least."""
    config = Config()
    played = contest(name)
    spaces = max(11, played.rules.track)
    return replace(config, board=replace(config.board, spaces=spaces), contest=played)


@pytest.mark.parametrize("seed", range(10))
def test_five_games_from_the_first_shake_to_the_last_kill(tmp_path: Path, seed: int) -> None:
    """Every game ends, every lamp is right, wrong presses change nothing, the journal agrees."""
    with Rig(tmp_path, seed=seed) as rig:
        assert play_games(rig, games=5, seed=seed) > 0


@pytest.mark.games
@pytest.mark.parametrize("name", OTHERS)
def test_five_games_of_every_other_rule_set(tmp_path: Path, name: str) -> None:
    """As with ``classic``; openings, two casts, partners and homes included."""
    with Rig(tmp_path, seed=1, config=board_for(name)) as rig:
        assert play_games(rig, games=5, seed=1, checked=0.05) > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 150))
def test_many_games(tmp_path: Path, seed: int) -> None:
    """A thousand games of ``classic``."""
    with Rig(tmp_path, seed=seed) as rig:
        assert play_games(rig, games=20, seed=seed) > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", OTHERS)
def test_many_games_of_every_other_rule_set(tmp_path: Path, name: str, seed: int) -> None:
    """A hundred games of each."""
    with Rig(tmp_path, seed=seed, config=board_for(name)) as rig:
        assert play_games(rig, games=20, seed=seed, checked=0.05) > 0
