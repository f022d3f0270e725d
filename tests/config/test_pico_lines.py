"""The lines of a Pico: exchanged by a self-test, never chosen."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.wiring import WiringError, pico
from puluc.board import simulated_wiring_of, wiring_of, with_correction
from puluc.config import Board, Config, ConfigError, load
from puluc.config.corrected import FILE, write_corrected
from puluc.rewiring import rewired
from puluc.rules.units import Space
from puluc.session.effects import Rewire


@pytest.mark.parametrize("spaces", [5, 11, 12, 19, 30])
def test_exchanged(tmp_path: Path, spaces: int) -> None:
    """Two buttons, a lamp's and the menu's places, found exchanged, are so at the next start."""
    board = Board(profile="pico", spaces=spaces)
    order = [Space(2), Space(1), *map(Space, range(3, spaces + 1))]
    found = Rewire(buttons=(None, *order[1:]), menu=Space(2), lamps=tuple(order))
    corrected = rewired(board, pico(spaces), found)
    write_corrected(corrected, tmp_path / FILE)
    config = with_correction(Config(board=board), tmp_path / FILE)
    wiring = wiring_of(config.board)
    usual = pico(spaces)
    assert wiring.menu == usual.buttons[1]
    assert wiring.buttons[:2] == (usual.menu, usual.buttons[0])
    assert wiring.lamps == (usual.lamps[1], usual.lamps[0], *usual.lamps[2:])


def test_others_are_refused() -> None:
    """Lines that the firmware doesn't have make no board."""
    board = replace(Board(profile="pico"), tilt=21, lamps=(22, *range(11, 21)))
    with pytest.raises(WiringError, match="the Pico's firmware has other lines"):
        wiring_of(board)


@pytest.mark.parametrize(
    "line", ["buttons = [1, 2, 3]", "lamps = [1]", "tilt = 4", "menu = 5", "buzzer = 6"]
)
def test_not_configured(tmp_path: Path, line: str) -> None:
    """In the file lines of a Pico are refused, each by its key, with where they are told."""
    path = tmp_path / "config.toml"
    path.write_text(f'[board]\nprofile = "pico"\n{line}\n')
    with pytest.raises(ConfigError, match=r"firmware's: see docs/pico\.md") as caught:
        load(path)
    name, _, _ = line.partition(" ")
    assert f"board.{name}" in str(caught.value)


@pytest.mark.parametrize("spaces", [5, 11, 30])
def test_simulated(spaces: int) -> None:
    """`puluc play` with such a configuration has a board of that wiring."""
    assert simulated_wiring_of(Board(profile="pico", spaces=spaces)) == pico(spaces)
