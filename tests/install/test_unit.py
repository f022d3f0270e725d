"""The unit, as systemd itself judges it."""

import subprocess
from pathlib import Path

import pytest

from puluc.install.places import UNIT, files_folder


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, with a program that there is on every machine."""
    text = (files_folder() / UNIT).read_text()
    path = tmp_path / UNIT
    path.write_text(text.replace("/opt/puluc/current/bin/puluc run", "/bin/true"))
    assert "/bin/true" in path.read_text()
    return path


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, check=False
    )


def test_systemd_knows_all_that_the_unit_says(unit: Path):
    """No unknown key, section or value; a misspelt one is found."""
    done = analyze("verify", "--recursive-errors=yes", "--man=no", unit)
    assert (done.returncode, done.stderr) == (0, "")
    unit.write_text(unit.read_text().replace("WatchdogSec=", "WatchDogSec="))
    assert analyze("verify", "--recursive-errors=yes", "--man=no", unit).returncode != 0


def test_the_service_may_do_little(unit: Path):
    """Its exposure is at most 2.0 of 10, which is safe; a bare unit's is more."""
    done = analyze("security", "--offline=true", "--threshold=20", "--no-pager", unit)
    assert done.returncode == 0, done.stdout
    unit.write_text("[Service]\nExecStart=/bin/true\n")
    assert analyze("security", "--offline=true", "--threshold=20", unit).returncode != 0
