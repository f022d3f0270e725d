"""What the builder's configuration changes on a board."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import ImageChops

from hardware.wiring import WiringError
from puluc.app import simulate
from puluc.config import Config, load
from tests.app.reader import sees
from tests.app.rig import Rig

ONE_MARK = (True, False, False, False)


def configured(folder: Path, text: str) -> Config:
    """The configuration of a file with that text."""
    tomllib.loads(text)
    path = folder / "config.toml"
    path.write_text(text)
    return load(path)


@pytest.mark.parametrize("driver", ["ssd1306", "ssd1309", "sh1106"])
def test_every_display_shows_the_same_game(tmp_path: Path, driver: str) -> None:
    """Each of the three controllers shows whose cast it is."""
    config = configured(tmp_path, f'display.driver = "{driver}"\ndisplay.address = 0x3D')
    with Rig(tmp_path, config=config) as rig:
        assert sees(rig.picture(), "Jade")


def test_an_upside_down_display_is_drawn_the_other_way(tmp_path: Path) -> None:
    """Turned by 180 degrees, pixel for pixel."""
    with Rig(tmp_path) as rig:
        upright = rig.picture()
    config = configured(tmp_path, "[display]\nrotate = 180")
    with Rig(tmp_path, config=config) as rig:
        assert ImageChops.difference(rig.picture().rotate(180), upright).getbbox() is None


def test_a_board_without_a_display_lights_its_lamps(tmp_path: Path) -> None:
    """With ``none`` nothing is looked for on the bus, and nothing is told to be lost."""
    config = configured(tmp_path, '[display]\ndriver = "none"')
    with Rig(tmp_path, config=config, draw=lambda count: ONE_MARK) as rig:
        rig.shake()
        assert rig.lit() == [1]
        assert rig.board.bus.openings == 0
        assert rig.app.state.faults == ()


def test_the_builders_holds_count_on_the_board(tmp_path: Path) -> None:
    """A hold of half a second casts when the configuration says so, and not otherwise."""
    config = configured(tmp_path, "[timing]\nhold_ms = 500")
    with Rig(tmp_path, config=config, draw=lambda count: ONE_MARK) as rig:
        rig.hold(6, 600)
        assert rig.lit() == [1]
    with Rig(tmp_path / "plain", draw=lambda count: ONE_MARK) as rig:
        rig.hold(6, 600)
        rig.wait(3_000)
        assert rig.lit() == []


def test_the_builders_lines_are_the_boards(tmp_path: Path) -> None:
    """The tilt switch on another line still casts."""
    config = configured(tmp_path, "[board]\ntilt = 14\nmenu = 15")
    with Rig(tmp_path, config=config, draw=lambda count: ONE_MARK) as rig:
        rig.shake()
        assert rig.lit() == [1]


def test_a_line_that_the_profile_uses_too_is_refused_by_name(tmp_path: Path) -> None:
    """A changed line that collides with one of the profile's names both uses."""
    config = Config()
    config = replace(config, board=replace(config.board, tilt=17))
    with Rig(tmp_path) as rig, pytest.raises(WiringError, match=r"GPIO 17 .*lamp.*tilt"):
        simulate(config, rig.clock, seed=0)


def test_a_short_track_is_played_on_the_middle_of_the_board(tmp_path: Path) -> None:
    """``classic`` on nine spaces: Jade enters at space 2 of the board, from her home on 1."""
    config = configured(tmp_path, "[rules]\ntrack = 9")
    with Rig(tmp_path, config=config, draw=lambda count: ONE_MARK) as rig:
        rig.shake()
        assert rig.lit() == [1, 2]
        rig.tap(1)
        rig.shake()
        assert rig.lit() == [10, 11]
