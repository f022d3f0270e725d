"""Files are where systemd, then XDG, then custom put them; always absolute."""

from pathlib import Path

import pytest

from puluc.paths import (
    SYSTEM_CONFIG,
    asked_state_dir,
    board_state_dir,
    config_path,
    runtime_dir,
    state_dir,
    table_dirs,
)

HOME = {"HOME": "/home/ix"}


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"STATE_DIRECTORY": "/var/lib/puluc", "XDG_STATE_HOME": "/x"}, "/var/lib/puluc"),
        ({"STATE_DIRECTORY": "/var/lib/puluc:/var/lib/other"}, "/var/lib/puluc"),
        ({"XDG_STATE_HOME": "/home/ix/state"}, "/home/ix/state/puluc"),
        ({"XDG_STATE_HOME": "state"}, "/home/ix/.local/state/puluc"),
        ({"STATE_DIRECTORY": ""}, "/home/ix/.local/state/puluc"),
        ({}, "/home/ix/.local/state/puluc"),
    ],
)
def test_state(environment: dict[str, str], expected: str) -> None:
    """The unit's folder, else XDG's, else the one in the home folder; relative ones are ignored."""
    assert state_dir(HOME | environment) == Path(expected)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"RUNTIME_DIRECTORY": "/run/puluc", "XDG_RUNTIME_DIR": "/run/user/7"}, "/run/puluc"),
        ({"XDG_RUNTIME_DIR": "/run/user/7"}, "/run/user/7/puluc"),
        ({"XDG_RUNTIME_DIR": "run"}, "/tmp/puluc-7"),
        ({"TMPDIR": "/var/tmp"}, "/var/tmp/puluc-7"),
        ({}, "/tmp/puluc-7"),
    ],
)
def test_runtime(environment: dict[str, str], expected: str) -> None:
    """The unit's folder, else XDG's, else one of the user's own among the temporary files."""
    assert runtime_dir(HOME | environment, user=7) == Path(expected)


def test_without_a_home_the_user_has_one() -> None:
    """Where the environment names no home folder the user's entry does."""
    assert state_dir({}).is_absolute()
    assert state_dir({"HOME": "relative"}) == state_dir({})
    assert runtime_dir({}).is_absolute()


def test_the_config_that_is_named_is_meant() -> None:
    """``PULUC_CONFIG`` counts even when the file is missing, and is made absolute."""
    none = {**HOME, "PULUC_CONFIG": "/nowhere.toml"}
    assert config_path(none, lambda path: False) == Path("/nowhere.toml")
    assert config_path({**HOME, "PULUC_CONFIG": "here.toml"}) == Path.cwd() / "here.toml"


def test_the_first_config_that_is_there_is_taken() -> None:
    """The user's own goes before the system's; without either there is none."""
    own = Path("/home/ix/.config/puluc/config.toml")
    assert config_path(HOME, lambda path: True) == own
    assert config_path({**HOME, "XDG_CONFIG_HOME": "/xdg"}, lambda path: True) == Path(
        "/xdg/puluc/config.toml"
    )
    assert config_path(HOME, lambda path: path == SYSTEM_CONFIG) == SYSTEM_CONFIG
    assert config_path({**HOME, "PULUC_CONFIG": ""}, lambda path: False) is None


def test_the_service_s_state_is_meant_where_there_is_one(tmp_path: Path) -> None:
    """What is corrected or shown is the board that the service plays on, whoever asks."""
    environment = {"XDG_STATE_HOME": "/home/ann/.state"}
    assert board_state_dir(environment, tmp_path / "none") == Path("/home/ann/.state/puluc")
    assert board_state_dir(environment, tmp_path) == tmp_path
    assert board_state_dir({"STATE_DIRECTORY": "/s"}, tmp_path) == Path("/s")


def test_root_asks_for_the_board_s_games(tmp_path: Path) -> None:
    """`sudo puluc games` is about the service's, where there is one; others have their own."""
    own = Path("/home/ix/.local/state/puluc")
    assert asked_state_dir(HOME, 0, tmp_path) == tmp_path
    assert asked_state_dir(HOME, 0, tmp_path / "none") == own
    assert asked_state_dir(HOME, 1000, tmp_path) == own
    assert asked_state_dir({"STATE_DIRECTORY": "/s"}, 0, tmp_path) == Path("/s")


def test_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's data, the folder of the state, the system's data."""
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    at_home = [Path("/home/ix/.local/share/puluc"), Path("/home/ix/.local/state/puluc")]
    assert list(table_dirs(HOME))[:2] == at_home
    found = list(table_dirs(HOME | {"XDG_DATA_HOME": "/d", "STATE_DIRECTORY": "/var/lib/puluc"}))
    assert found == [
        Path(folder)
        for folder in ("/d/puluc", "/var/lib/puluc", "/usr/local/share/puluc", "/usr/share/puluc")
    ]
