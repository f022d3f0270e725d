"""``puluc wiring``: the board's own wiring, in the terminal and in files."""

from pathlib import Path

import pytest

from puluc.cli import main
from puluc.config import Board
from puluc.config.corrected import FILE, write_corrected
from puluc.config.load import load
from puluc.diagrams.commands import ONLY_ROOT, wiring_here


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own, and no configuration."""
    folder = tmp_path / "state"
    folder.mkdir()
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("PULUC_CONFIG", raising=False)
    return folder


def test_it_tells_every_pin(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each space with both its pins, one for each other part, and what is dangerous."""
    assert main(["wiring", "--profile", "direct"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["1", "GPIO", "4", "7", "GPIO", "9", "21"] in lines
    assert ["11", "GPIO", "27", "13", "GPIO", "21", "40"] in lines
    assert ["the", "menu", "button", "GPIO", "14", "8"] in lines
    assert lines[-1][:2] == ["GPIO", "14"]


def test_it_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The files that it names are there."""
    folder = tmp_path / "drawn"
    assert main(["wiring", "--profile", "expander", "--svg", str(folder)]) == 0
    told = capsys.readouterr().out.splitlines()[-4:]
    assert sorted(told) == sorted(map(str, folder.iterdir()))
    assert all(path.endswith(".svg") for path in told)


def test_a_pico_s_pins_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Those of the Pico, and which are the Pi's."""
    assert main(["wiring", "--profile", "pico"]) == 0
    head, *rest = capsys.readouterr().out.splitlines()
    lines = [line.split() for line in rest]
    assert head == "The wiring pico, 11 spaces. GP numbers are those printed on the Pico."
    assert ["11", "GP10", "14", "GP21", "27"] in lines
    assert ["the", "OLED's", "SDA", "the", "Pi's", "GPIO", "2", "3"] in lines
    assert ["the", "update", "strap", "GP27", "32"] in lines


@pytest.mark.parametrize(
    ("chips", "named", "told", "files"),
    [
        ("shift", "74HC595", "19     GP9 – GP3   12 – 5  QC of chip 3  2", "pico-shift"),
        ("mcp23017", "MCP23017", "19     GP9 – GP3   12 – 5  GPA2 at 0x21  23", "pico-mcp23017"),
    ],
)
def test_a_long_board_on_a_pico(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    chips: str,
    named: str,
    told: str,
    files: str,
) -> None:
    """A button is between two pins, a lamp on a chip, of the kind that is configured."""
    config = tmp_path / "config.toml"
    config.write_text(f'[board]\nprofile = "pico"\nspaces = 19\npico_lamps = "{chips}"\n')
    folder = tmp_path / "drawn"
    assert main(["wiring", "--config", str(config), "--svg", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"Lamps on {named}." in lines[0]
    assert told in lines
    assert any("1N4148" in line for line in lines)
    assert {path.name for path in folder.iterdir()} == {
        "pico-header.svg",
        "pico-others.svg",
        *(f"{files}-{what}.svg" for what in ("pins", "space", "chips")),
    }


def test_the_builder_s_own_lines_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the configuration changes is in the table."""
    config = tmp_path / "config.toml"
    config.write_text("[board]\nmenu = 15\ntilt = 14\n")
    assert main(["wiring", "--config", str(config)]) == 0
    out = capsys.readouterr().out
    assert "GPIO 15  10" in out
    assert "GPIO 14 (the tilt switch) may be driven high" in out


def test_what_the_self_test_corrected_is_shown(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines as the board uses them, and where that is written."""
    write_corrected(Board(tilt=14, menu=15), state / FILE)
    assert main(["wiring"]) == 0
    out = capsys.readouterr().out
    assert "GPIO 15  10" in out
    assert out.splitlines()[-1] == f"Corrected by the self-test, in {state / FILE}."


def test_who_may_not_see_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service's folder is closed to others: they see what is configured, and what to do."""

    def closed(_path: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", closed)
    wiring, said = wiring_here(load(None), {"STATE_DIRECTORY": "/var/lib/puluc"})
    assert wiring.name == "direct"
    assert said == ONLY_ROOT


def test_a_wiring_that_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As everywhere: exit code 78, with the line and both its uses."""
    config = tmp_path / "config.toml"
    config.write_text("[board]\nmenu = 4\n")
    assert main(["wiring", "--config", str(config)]) == 78
    assert "GPIO 4 is used twice" in capsys.readouterr().err
