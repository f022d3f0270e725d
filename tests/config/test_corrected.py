"""The wiring that a self-test has corrected, on the disk."""

from dataclasses import replace
from pathlib import Path

import pytest

from puluc.board import with_correction
from puluc.config import Board, Config, ConfigError
from puluc.config.corrected import FILE, corrected, write_corrected

SWAPPED = Board(buttons=(4, 5, 6, 23, 8, 22, 7, 24, 25, 26, 27), menu=14, tilt=15)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Lines come back as they were written, whatever the configuration has; the rest is its own."""
    path = tmp_path / "state" / FILE
    write_corrected(SWAPPED, path)
    other = Board(buttons=tuple(range(4, 15)), chip="pinctrl-rp1")
    assert corrected(other, path) == replace(SWAPPED, chip="pinctrl-rp1")
    assert [each.name for each in path.parent.iterdir()] == [FILE]


def test_without_a_file_nothing_changes(tmp_path: Path) -> None:
    """No self-test has corrected anything."""
    assert corrected(SWAPPED, tmp_path / FILE) == SWAPPED


@pytest.mark.parametrize(
    "board", [Board(profile="expander"), Board(spaces=5, buttons=(4, 5, 6, 7, 8))]
)
def test_another_kind_of_board_has_its_own_wiring(tmp_path: Path, board: Board) -> None:
    """A correction is for the profile and the length that it was made for."""
    write_corrected(SWAPPED, tmp_path / FILE)
    assert corrected(board, tmp_path / FILE) == board


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("menu = 'x'", 'menu = "x": allowed is'),
        ("buttons = [1, 99]", "buttons = [1, 99]: allowed is"),
        ("colour = 3", "colour = 3: there are buttons, lamps, tilt, menu"),
        ("menu =", "not TOML"),
    ],
)
def test_a_wrong_file_is_told_and_left_out(tmp_path: Path, text: str, said: str) -> None:
    """The error has the key and the value; a board plays as it is configured."""
    path = tmp_path / FILE
    path.write_text(f'profile = "direct"\nspaces = 11\n{text}\n')
    with pytest.raises(ConfigError) as raised:
        corrected(Board(), path)
    assert said in str(raised.value)
    assert with_correction(Config(), path) == Config()


def test_a_file_that_can_not_be_read(tmp_path: Path) -> None:
    """A folder in its place is told."""
    with pytest.raises(ConfigError, match="can't be read"):
        corrected(Board(), tmp_path)


def test_lines_that_make_no_board_are_left_out(tmp_path: Path) -> None:
    """A line used twice is worse than the builder's own."""
    path = tmp_path / FILE
    write_corrected(replace(SWAPPED, menu=4), path)
    assert with_correction(Config(), path) == Config()


def test_a_write_that_fails_keeps_the_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was corrected before is still there, whole."""
    path = tmp_path / FILE
    write_corrected(SWAPPED, path)

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("puluc.config.corrected.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_corrected(replace(SWAPPED, menu=0), path)
    assert corrected(Board(), path) == SWAPPED
