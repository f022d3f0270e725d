"""The command line: what it prints, and its exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from puluc import __version__
from puluc.cli import main
from puluc.config import load

RIGHT = Path("tests/rules/vectors/classic.json")


def test_right_values_pass(capsys: pytest.CaptureFixture[str]) -> None:
    """A file of right values ends with the count, and exit code 0."""
    assert main(["vectors", str(RIGHT)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.endswith(" passed, 0 failed")
    assert not last.startswith("0 ")


def test_only_the_sets_named_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    """Fewer values with a name than without."""
    main(["vectors", str(RIGHT)])
    everything = int(capsys.readouterr().out.split()[-4])
    assert main(["vectors", str(RIGHT), "classic-9"]) == 0
    assert 0 < int(capsys.readouterr().out.split()[-4]) < everything


def test_a_wrong_value_is_named_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The difference says where; the exit code is 1."""
    data = json.loads(RIGHT.read_text())
    data["classic"]["perft"][2] += 1
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"classic": data["classic"]}))
    assert main(["vectors", str(wrong)]) == 1
    out = capsys.readouterr().out
    assert "classic, perft 3" in out
    assert out.splitlines()[-1].endswith(" 1 failed")


@pytest.mark.parametrize(
    ("text", "names", "said"),
    [
        ("{", [], "not JSON"),
        ("[]", [], "an object"),
        ("{}", ["village"], "no 'village'"),
        ('{"x": 3}', [], "x"),
    ],
)
def test_a_file_that_holds_no_values_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, names: list[str], said: str
) -> None:
    """One line says what is wrong, and the exit code is 1."""
    path = tmp_path / "odd.json"
    path.write_text(text)
    assert main(["vectors", str(path), *names]) == 1
    assert said in capsys.readouterr().err


def test_a_reader_that_has_had_enough_hears_no_complaint() -> None:
    """As in ``puluc rules | head -1``."""
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes) as closed:
        done = subprocess.run(
            [sys.executable, "-m", "puluc", "rules"],
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.stderr == b""
    assert done.returncode == 1


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """The path is in the message."""
    assert main(["vectors", "no/such.json"]) == 1
    assert "no/such.json" in capsys.readouterr().err


def test_the_printed_configuration_is_good(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What ``puluc config`` prints is a file that it finds good."""
    assert main(["config"]) == 0
    path = tmp_path / "config.toml"
    path.write_text(capsys.readouterr().out)
    assert main(["config", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: good\n"
    load(path)


def test_a_bad_configuration_has_its_own_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """78, with file, key, value and what is allowed."""
    path = tmp_path / "config.toml"
    path.write_text("[board]\nspaces = 99\n")
    assert main(["config", str(path)]) == 78
    assert main(["play", "--config", str(path)]) == 78
    err = capsys.readouterr().err
    for part in (str(path), "board.spaces", "99", "5"):
        assert part in err


@pytest.mark.parametrize("arguments", [[], ["fly"], ["play", "--port", "x"]])
def test_wrong_usage_is_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Argparse tells the usage."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: puluc" in capsys.readouterr().err


def test_a_configuration_may_have_a_longer_board(tmp_path: Path) -> None:
    """A simulated board has lines for any number of spaces."""
    path = tmp_path / "config.toml"
    path.write_text('[board]\nspaces = 19\n[rules]\nname = "ant"\n')
    assert main(["config", str(path)]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rules", "nope"], "rules = nope: one of classic, village"),
        (["--set", "nonsense"], "--set nonsense: FIELD=VALUE"),
        (["--set", "track=31"], "track = 31: a number from 5 to 30"),
        (["--rules", "ant", "--spaces", "11"], "--spaces 11: the track of ant has 19"),
        (["--players", "Ana,Ben,Carl"], "--players Ana,Ben,Carl: 3 names, and 2 play"),
        (["--players", "Maximiliana the Third"], "at most 12 letters"),
    ],
)
def test_what_cannot_be_played_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    """Each is told with its value and what is allowed, before anything is opened; exit code 2."""
    assert main(["play", "--no-browser", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_rules_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """A line each, and one in full with what is changed."""
    assert main(["rules"]) == 0
    assert "bul " in capsys.readouterr().out
    assert main(["rules", "kekchi", "--set", "track=15"]) == 0
    assert "15 spaces" in capsys.readouterr().out
    assert main(["rules", "nope"]) == 2
    assert "bul" in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """``--version`` prints it."""
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"puluc {__version__}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[board]\ntilt = 4", "GPIO 4 is used twice, for space 1's button and the tilt switch"),
        ("[board]\ntilt = 14", "GPIO 14 is used twice, for the tilt switch and the menu button"),
    ],
)
def test_a_configuration_that_makes_no_board_is_bad(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    """What goes wrong only together with the profile's lines is told with the file, and is 78."""
    path = tmp_path / "config.toml"
    path.write_text(text)
    assert main(["config", str(path)]) == 78
    error = capsys.readouterr().err
    assert str(path) in error
    assert said in error


def test_a_configuration_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One that no wired board can have is told to be so, unless a simulated one is meant."""
    path = tmp_path / "config.toml"
    for text, said in (
        ("spaces = 11", "good"),
        ("spaces = 19", "good, but for `puluc play` only: wiring 'direct' has 11 spaces, the"),
        ('spaces = 19\nprofile = "pico"', "good"),
        ('spaces = 19\npanel = "simulated"', "good"),
    ):
        path.write_text(f"[board]\n{text}\n")
        assert main(["config", str(path)]) == 0
        told = capsys.readouterr().out
        assert told.startswith(f"{path}: {said}")
        assert told.endswith("good\n") == (said == "good")
