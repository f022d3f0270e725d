"""The installer and the unit under a real systemd, in a container: fast, and without GPIO."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.vm.container import Container
from tests.system.vm.image import Packages, packed, unpacked
from tests.system.vm.machine import MachineError

pytestmark = pytest.mark.system

PROGRAM = "/opt/puluc/current/bin"
BOOT = Path("boot/firmware")
CONFIG_TXT = "dtparam=audio=on\ndtparam=spi=on\ndtoverlay=w1-gpio\n"
CMDLINE_TXT = "console=serial0,115200 console=tty1 root=PARTUUID=1234-02 rootwait\n"


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def suite(request: pytest.FixtureRequest) -> str:
    """Debian 12 with Python 3.11, and 13 with Python 3.13, for which there is no lgpio wheel."""
    return str(request.param)


@pytest.fixture(scope="module")
def packages(suite: str, tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """Puluc's wheel and all that it needs."""
    return packed(tmp_path_factory.mktemp("packages"), suite)


@pytest.fixture(scope="module")
def tree(suite: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Debian's root, with a Pi's boot files."""
    with unpacked(tmp_path_factory.mktemp("tree"), suite) as tree:
        (tree / "etc/machine-id").write_text("0123456789abcdef0123456789abcdef\n")
        (tree / BOOT).mkdir(parents=True)
        (tree / BOOT / "config.txt").write_text(CONFIG_TXT)
        (tree / BOOT / "cmdline.txt").write_text(CMDLINE_TXT)
        yield tree


@pytest.fixture(scope="module")
def container(tree: Path, packages: Packages) -> Iterator[Container]:
    """That root, booted."""
    with Container(tree, {packages.folder: "/wheels"}) as container:
        yield container


def test_it_installs(container: Container, packages: Packages, tree: Path, suite: str):
    """One command, and the service is ready; without a board it says so, and waits for one."""
    said = container.run(packages.install)
    assert "A reboot is due" in said
    unit = container.show("puluc", "ActiveState", "User", "StatusText", "NRestarts")
    assert unit["ActiveState"] == "active"
    assert unit["User"] == "puluc"
    assert unit["NRestarts"] == "0"
    assert "GPIO" in unit["StatusText"]
    config = (tree / BOOT / "config.txt").read_text().splitlines()
    assert "dtparam=i2c_arm_baudrate=400000" in config
    assert {"dtparam=spi=on", "dtoverlay=w1-gpio"}.isdisjoint(config)
    assert "console=serial0" not in (tree / BOOT / "cmdline.txt").read_text()
    assert all(f"turn {each} off" in said for each in ("SPI", "1-wire", "the serial console"))
    drivers = {"bookworm": "lgpio, gpiod, gpiozero", "trixie": "gpiod, gpiozero"}[suite]
    container.run(f"cd /run/puluc && {PROGRAM}/python -c 'import {drivers}'")


def test_twice_is_once(container: Container, packages: Packages):
    """A second run changes nothing but the environment, and the service runs on the new one."""
    container.run(packages.install)
    assert container.run("readlink /opt/puluc/current") == "venv-2"
    assert container.run("ls /opt/puluc") == "current\nvenv-2"
    assert container.show("puluc", "ActiveState") == {"ActiveState": "active"}


def test_an_update_that_fails_leaves_the_old_version_running(
    container: Container, packages: Packages
):
    """Without its packages a new version can't be built: the old one never stops."""
    pid = container.show("puluc", "MainPID")
    code, said = container.attempt(packages.install.replace("--wheels /wheels", "--wheels /tmp"))
    assert code == 1
    assert "failed" in said
    assert container.show("puluc", "MainPID") == pid
    assert container.run("readlink /opt/puluc/current") == "venv-2"


def test_a_version_that_does_not_start_is_taken_back(container: Container, packages: Packages):
    """An update whose service isn't ready is undone, and the old version runs again."""
    folder = "/etc/systemd/system/puluc.service.d"
    only_old = "[Service]\\nExecStartPre=test /opt/puluc/venv-2 -ef /opt/puluc/current\\n"
    container.run(f"mkdir {folder}; printf '{only_old}' > {folder}/old.conf")
    code, said = container.attempt(packages.install)
    assert code == 1
    assert "the version from before runs again" in said
    assert container.run("ls /opt/puluc") == "current\nvenv-2"
    assert container.show("puluc", "ActiveState") == {"ActiveState": "active"}
    container.run(f"rm -r {folder}")


def test_a_bad_configuration_is_not_tried_again(container: Container):
    """Exit code 78 ends it for good, until somebody has mended the file."""
    container.run("echo 'broken = [' >> /etc/puluc/config.toml")
    assert container.attempt("systemctl restart puluc")[0] != 0
    unit = container.show("puluc", "ExecMainStatus", "ActiveState", "SubState")
    assert unit == {"ExecMainStatus": "78", "ActiveState": "failed", "SubState": "failed"}
    container.run("sed -i '$d' /etc/puluc/config.toml; systemctl restart puluc")


def test_the_watchdog_restarts_it(container: Container):
    """A process that is stopped feeds no watchdog, and is replaced."""
    pid = container.show("puluc", "MainPID")["MainPID"]
    container.run(f"kill -STOP {pid}")
    wait_for(container, "[ $(systemctl show -P NRestarts puluc) = 1 ]", 30)
    wait_for(container, "systemctl is-active puluc", 30)
    assert container.show("puluc", "MainPID")["MainPID"] != pid


def test_it_stops_in_time(container: Container):
    """SIGTERM ends it within five seconds, with success."""
    began = time.monotonic()
    container.run("systemctl stop puluc")
    assert time.monotonic() - began < 5
    assert container.show("puluc", "Result") == {"Result": "success"}


def test_uninstall_keeps_the_games_and_nothing_else(
    container: Container, packages: Packages, tree: Path
):
    """Program, unit and rules are gone, the boot files as before; the journal stays."""
    container.run(f"{packages.install} --uninstall")
    left = container.run("find / -xdev -name '*puluc*' -not -path '/wheels/*'").splitlines()
    assert set(left) <= {"/var/lib/puluc", "/run/puluc-reboot-due", "/var/lib/private/puluc"}
    assert "journal.db" in container.run("ls /var/lib/puluc")
    assert (tree / BOOT / "config.txt").read_text() == CONFIG_TXT
    assert (tree / BOOT / "cmdline.txt").read_text() == CMDLINE_TXT


def wait_for(container: Container, command: str, timeout_s: float) -> None:
    """Run a command until it succeeds."""
    end = time.monotonic() + timeout_s
    while container.attempt(command)[0]:
        if time.monotonic() > end:
            raise MachineError(f"{command}: not in {timeout_s} s")
        time.sleep(0.1)
