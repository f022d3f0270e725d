"""The installer on a machine that is a folder."""

import tomllib
from pathlib import Path

import pytest

from puluc.config import Config, load
from puluc.install import places
from tests.install.machine import CMDLINE_TXT, CONFIG_TXT, FakePi

BOOT = "/boot/firmware/"


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path / "root")


def test_a_first_install_puts_everything_in_place(pi: FakePi):
    """Program, command, unit, rules and configuration are there, and the service runs."""
    assert pi.install() == 0
    assert pi.version() == "1"
    assert str(pi.path("/usr/local/bin/puluc").readlink()) == "/opt/puluc/current/bin/puluc"
    for name, target in places.FILES.items():
        assert pi.read(target) == (places.files_folder() / name).read_text()
    assert pi.commands[-2:] == [
        "modprobe --quiet i2c-dev",
        "systemctl restart puluc.service",
    ]
    assert "systemctl enable --quiet puluc.service" in pi.commands
    assert load(pi.path(places.CONFIG)) == Config()


def test_the_user_is_made_before_the_service_starts(pi: FakePi):
    """A unit whose user or group is missing can't start."""
    pi.install()
    at = pi.commands.index
    sysusers = at("systemd-sysusers /etc/sysusers.d/puluc.conf")
    assert sysusers < at("udevadm control --reload") < at("systemctl restart puluc.service")


def test_boot_files_are_asked_for_and_changed(pi: FakePi):
    """What is to be changed is said and asked, and then a reboot is due, until there was one."""
    pi.install()
    assert len(pi.asked) == 1
    assert any("turn SPI off" in words for words in pi.said)
    assert "dtparam=i2c_arm_baudrate=400000" in pi.read(BOOT + "config.txt").splitlines()
    assert "serial0" not in pi.read(BOOT + "cmdline.txt")
    assert any("reboot is due" in words for words in pi.said)
    pi.said.clear()
    pi.install()
    assert any("reboot is due" in words for words in pi.said)
    pi.reboot()
    pi.said.clear()
    pi.install()
    assert not any("reboot" in words for words in pi.said)


def test_without_consent_boot_files_stay(pi: FakePi):
    """A person who says no gets the service all the same, and no other boot files."""
    pi.agrees = False
    assert pi.install() == 0
    assert pi.read(BOOT + "config.txt") == CONFIG_TXT
    assert pi.read(BOOT + "cmdline.txt") == CMDLINE_TXT
    assert pi.version() == "1"
    assert not any("reboot" in words for words in pi.said)


def test_yes_asks_nothing(pi: FakePi):
    """`--yes` changes the boot files without a question."""
    pi.agrees = False
    pi.install("1", "--yes")
    assert pi.asked == []
    assert pi.read(BOOT + "config.txt") != CONFIG_TXT


def test_an_older_pi_os_has_its_boot_files_elsewhere(pi: FakePi):
    """Before bookworm config.txt is in /boot."""
    for name in ("config.txt", "cmdline.txt"):
        pi.path(BOOT + name).rename(pi.path(f"/boot/{name}"))
    pi.install()
    assert "dtparam=i2c_arm=on" in pi.read("/boot/config.txt").splitlines()


def test_twice_is_once(pi: FakePi):
    """A second run leaves the same files, but for the number of the environment."""
    pi.install()
    before = pi.snapshot()
    pi.asked.clear()
    assert pi.install() == 0
    after = pi.snapshot()
    assert set(before.keys() ^ after.keys()) == {
        "opt/puluc/venv-1/bin/puluc",
        "opt/puluc/venv-2/bin/puluc",
    }
    assert {name for name in before.keys() & after.keys() if before[name] != after[name]} == {
        "opt/puluc/current"
    }
    assert pi.asked == []


def test_a_configuration_is_never_overwritten(pi: FakePi):
    """What a builder has set stays through an update."""
    pi.install()
    pi.write(places.CONFIG, "[display]\nrotate = 180\n")
    pi.install("2")
    assert pi.read(places.CONFIG) == "[display]\nrotate = 180\n"
    assert pi.version() == "2"


def test_a_profile_is_written_into_the_first_configuration(pi: FakePi):
    """`--profile expander` is the one key that is set, and decides what is turned off."""
    assert pi.install("1", "--profile", "expander") == 0
    assert tomllib.loads(pi.read(places.CONFIG))["board"] == {"profile": "expander"}
    assert "console=serial0,115200" in pi.read(BOOT + "cmdline.txt")


def test_another_profile_is_not_forced_on_a_configuration(pi: FakePi):
    """`--profile` against an existing configuration is refused before anything is done."""
    pi.install()
    pi.commands.clear()
    assert pi.install("2", "--profile", "expander") == 1
    assert pi.version() == "1"
    assert pi.commands == []


def test_packages_are_installed_only_when_missing(pi: FakePi):
    """Apt isn't touched when all is there; else it gets what lacks."""
    pi.install()
    assert not any(command.startswith("apt-get") for command in pi.commands)
    pi.packages.clear()
    pi.install()
    assert "apt-get install -qq --yes --no-install-recommends python3-venv" in pi.commands


def test_python_3_13_takes_lgpio_from_debian(tmp_path: Path):
    """There is no lgpio wheel for Python 3.13; the environment sees Debian's packages."""
    pi = FakePi(tmp_path / "root", python="3 13")
    pi.install()
    assert pi.packages == {"python3-venv", "polkitd", "python3-lgpio"}
    assert "/usr/bin/python3 -m venv --system-site-packages /opt/puluc/venv-1" in pi.commands


def test_without_lgpio_the_board_can_still_work(tmp_path: Path):
    """Plain Debian has no package of lgpio: that is told, with what works there instead."""
    pi = FakePi(tmp_path / "root", python="3 13", fails=lambda command: "python3-lgpio" in command)
    assert pi.install() == 0
    assert any('pins = "gpiod"' in words for words in pi.said)


def test_without_polkit_the_board_is_not_switched_off_from_its_menu(pi: FakePi):
    """A lean system has no polkit: it is installed, and where that fails it is told what lacks."""
    pi.packages.remove("polkitd")
    pi.fails = lambda command: command.startswith("apt-get install") and "polkitd" in command
    assert pi.install() == 0
    assert any("the menu can't switch the machine off" in words for words in pi.said)
    pi.fails = lambda command: False
    pi.install()
    assert "polkitd" in pi.packages


def test_an_old_python_is_refused(tmp_path: Path):
    """Bullseye's Python 3.9 is too old; nothing is touched."""
    pi = FakePi(tmp_path / "root", python="3 9")
    before = pi.snapshot()
    assert pi.install() == 1
    assert pi.snapshot() == before


@pytest.mark.parametrize(
    "failing",
    [
        "apt-get",
        "-m venv",
        "-m pip",
        "venv-2/bin/puluc --version",
        "venv-2/bin/puluc config",
        "systemd-sysusers",
        "daemon-reload",
        "udevadm",
        "systemctl enable",
        "systemctl restart",
    ],
)
def test_an_update_that_fails_leaves_the_old_version_running(pi: FakePi, failing: str):
    """Whatever step fails, files are as before, and what runs is the old version, started anew."""
    pi.install()
    before = pi.snapshot()
    pi.commands.clear()
    pi.packages.clear()
    places_changed = pi.path(places.FILES["puluc.service"])
    places_changed.write_text("an older unit\n")
    before = pi.snapshot()
    failed = []

    def fails(command: str) -> bool:
        if failing in command and not failed:
            failed.append(command)
            return True
        return False

    pi.fails = fails
    assert pi.install("2") == 1
    assert failed
    assert pi.snapshot() == before
    assert pi.version() == "1"
    stopped = [each for each in pi.commands if each.startswith("systemctl restart")]
    if stopped:
        assert pi.commands[-1] == "systemctl restart puluc.service"


def test_a_first_install_that_fails_leaves_nothing_running(pi: FakePi):
    """Without an old version the unit is disabled and its files are gone."""
    pi.fails = lambda command: "systemctl restart" in command
    assert pi.install() == 1
    assert "systemctl disable --quiet --now puluc.service" in pi.commands
    left = set(pi.snapshot())
    assert not any(name.startswith(("opt/puluc", "etc/", "usr/local")) for name in left)
    assert pi.read(BOOT + "config.txt") == CONFIG_TXT
    pi.fails = lambda command: False
    assert pi.install("1", "--profile", "expander") == 0


def test_a_broken_configuration_stops_the_installer_at_once(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
):
    """A configuration that isn't right is told before anything is done."""
    pi.write(places.CONFIG, "[board]\nspaces = 4\n")
    before = pi.snapshot()
    assert pi.install() == 1
    assert "spaces" in capsys.readouterr().err
    assert pi.snapshot() == before


def test_uninstall_restores_all_and_keeps_the_games(pi: FakePi):
    """After it the machine is as it was, but for the games."""
    before = pi.snapshot()
    pi.install()
    pi.write("/var/lib/puluc/journal.db", "games")
    pi.reboot()
    assert pi.uninstall() == 0
    pi.reboot()
    assert pi.snapshot() == before | {"var/lib/puluc/journal.db": "games"}
    assert "systemctl disable --quiet --now puluc.service" in pi.commands
    assert any("games stay" in words for words in pi.said)


def test_uninstall_keeps_a_configuration_that_somebody_wrote(pi: FakePi):
    """A builder's configuration stays, and it is said where."""
    pi.install()
    pi.write(places.CONFIG, "[display]\nrotate = 180\n")
    pi.uninstall()
    assert pi.read(places.CONFIG) == "[display]\nrotate = 180\n"
    assert any(places.CONFIG in words for words in pi.said)


def test_uninstall_goes_on_when_a_command_fails(pi: FakePi):
    """What failed is told, and the boot files are restored all the same."""
    before = pi.snapshot()
    pi.install()
    pi.fails = lambda command: command.startswith(("systemctl", "udevadm"))
    pi.reboot()
    assert pi.uninstall() == 0
    pi.reboot()
    assert pi.snapshot() == before
    assert any("systemctl disable" in words for words in pi.said)


def test_bytes_that_are_no_text_stay(pi: FakePi):
    """A boot file with a comment in an old encoding is changed and restored around it."""
    config = pi.path("/boot/firmware/config.txt")
    old = b"# \xfcberall\ndtparam=spi=on\n"
    config.write_bytes(old)
    assert pi.install() == 0
    assert config.read_bytes().startswith(b"# \xfcberall\n#puluc# dtparam=spi=on\n")
    pi.uninstall()
    assert config.read_bytes() == old


def test_uninstall_where_nothing_is_installed_is_no_error(pi: FakePi):
    """It may be run twice."""
    before = pi.snapshot()
    assert pi.uninstall() == 0
    assert pi.snapshot() == before


def test_in_a_mere_tree_nothing_is_started(pi: FakePi):
    """Without a running systemd, as when an SD card's image is prepared, it is only enabled."""
    pi.path("/run/systemd/system").rmdir()
    assert pi.install() == 0
    assert "systemctl enable --quiet puluc.service" in pi.commands
    assert not any(
        "restart" in each or "reload" in each for each in pi.commands if "systemctl" in each
    )


def test_a_checkout_says_what_it_installs():
    """Run from a checkout, the installer installs that."""
    source = places.source()
    assert source is not None
    assert (source / "pyproject.toml").is_file()
