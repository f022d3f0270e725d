"""Installing for a board on a Pico."""

from pathlib import Path

import pytest

from tests.install.machine import FakePi


@pytest.mark.parametrize(
    ("options", "extras"),
    [((), "[rpi,gpiod]"), (("--profile", "pico"), "[rpi,gpiod,serial,flash]")],
)
def test_what_the_board_needs(tmp_path: Path, options: tuple[str, ...], extras: str) -> None:
    """What a Pico needs is installed where the board is a Pico, also by the next version."""
    pi = FakePi(tmp_path / "root")
    for version in ("1", "2"):
        pi.commands.clear()
        assert pi.install(version, *options) == 0
        (pip,) = [command for command in pi.commands if " pip " in command]
        assert pip.rstrip("'").endswith(extras)


def test_no_modem(tmp_path: Path) -> None:
    """A rule for udev keeps ModemManager off a Pico's port."""
    pi = FakePi(tmp_path / "root")
    assert pi.install() == 0
    rules = pi.read("/etc/udev/rules.d/60-puluc.rules").splitlines()
    (tty,) = [line for line in rules if line.startswith('SUBSYSTEM=="tty"')]
    assert 'ATTRS{idVendor}=="2e8a"' in tty
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in tty
