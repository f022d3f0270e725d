"""The documents' commands for a Pi, typed in order as a builder would, on a Debian that is booted.

The tree has no sudo, so one is put there that a user may use who is root already; what a document
gives without it is run as the user pi.
"""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.system.shell_blocks import ROOT
from tests.system.vm.container import REBOOTS, Container
from tests.system.vm.image import packed, unpacked

pytestmark = pytest.mark.system

HOME = "/home/pi"
CHECKOUT = f"{HOME}/puluc"
BOOT = "boot/firmware"
CONFIG_TXT = "dtparam=audio=on\ndtparam=spi=on\n"
CMDLINE_TXT = "console=serial0,115200 console=tty1 root=PARTUUID=1234-02 rootwait\n"
SUDO = '#!/bin/sh\n[ "$(id -u)" = 0 ] && exec "$@"\n'
PIP_CONF = "[global]\nno-index = true\nfind-links = /wheels\ndisable-pip-version-check = true\n"
SLOW_S = 300
SELF_TEST_S = 8
"""After so long somebody presses Ctrl-C: there is no board."""


@dataclass(frozen=True)
class Typed:
    """A command of a document, typed once."""

    command: str
    says: tuple[str, ...] = ()
    """What must be in its answer."""
    folder: str = CHECKOUT
    code: int = 0
    answers: str = ""
    """What is typed after it, in a terminal."""
    then: str = ""
    """What must succeed afterwards."""


RUNNING = "systemctl is-active puluc"

STORY = (
    Typed(
        "sudo systemd/install.py",
        ("turn SPI off", "turn the serial console off", "A reboot is due", "`sudo puluc doctor`"),
        answers="y\n",
        then=f"{RUNNING} && grep -q i2c_arm_baudrate=400000 /{BOOT}/config.txt",
    ),
    Typed("sudo reboot", then=RUNNING),
    Typed(
        "sudo puluc doctor",
        ("bad   GPIO chip: ", "there is no /dev/i2c-1", "ok    service: active"),
        code=1,
    ),
    Typed("systemctl status puluc", ("active (running)", "Status: ")),
    Typed("journalctl -u puluc -b", ("GPIO",)),
    Typed("puluc wiring", ("the menu button  GPIO 14  8", "sudo puluc wiring")),
    Typed("puluc config /etc/puluc/config.toml", ("good",)),
    Typed("sudo systemctl restart puluc", then=RUNNING),
    Typed("sudo systemctl stop puluc", then=f"! {RUNNING}"),
    Typed("sudo puluc selftest", ("! ", "Press the menu button", "Not finished."), code=1),
    Typed("sudo systemctl start puluc", then=RUNNING),
    Typed("sudo puluc games list", ("classic",)),
    Typed(
        "sudo puluc games export --all games",
        ("games in games",),
        then=f"sudo systemctl restart puluc && {RUNNING}",
    ),
    Typed(
        "sudo systemd/install.py --uninstall",
        ("Puluc is gone",),
        then=f"! test -e /usr/local/bin/puluc && test -e /var/lib/puluc/journal.db"
        f" && ! grep -q puluc /{BOOT}/config.txt",
    ),
    Typed("sudo systemd/install.py --profile expander", then=f"{RUNNING}"),
    Typed("puluc wiring", ("GPA0",)),
    Typed(
        "sudo env PYTHONPATH=$(echo puluc-*.whl) python3 -m puluc.install",
        folder="/wheels",
        then=f"{RUNNING} && test $(readlink /opt/puluc/current) = venv-2",
    ),
    Typed("sudo poweroff"),
)
"""From a fresh system to the end of an evening."""

COMMANDS = frozenset(typed.command for typed in STORY)
"""The commands that are tried here, and not in a clone on the developer's machine."""


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    """A Debian as a builder has it: a user, the checkout in the home, a network of packages."""
    packages = packed(tmp_path_factory.mktemp("packages"))
    pip = (sys.executable, "-m", "pip", "--quiet", "download", "--only-binary=:all:")
    subprocess.run([*pip, "--dest", packages.folder, "hatchling>=1.26"], check=True)
    with unpacked(tmp_path_factory.mktemp("tree")) as tree:
        (tree / "etc/machine-id").write_text("0123456789abcdef0123456789abcdef\n")
        (tree / BOOT).mkdir(parents=True)
        (tree / BOOT / "config.txt").write_text(CONFIG_TXT)
        (tree / BOOT / "cmdline.txt").write_text(CMDLINE_TXT)
        (tree / "etc/pip.conf").write_text(PIP_CONF)
        write_program(tree / "usr/local/bin/sudo", SUDO)
        home = tree / HOME.lstrip("/")
        home.mkdir(parents=True)
        clone = ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(home / "puluc")]
        subprocess.run(clone, check=True)
        with Container(tree, {packages.folder: "/wheels"}) as container:
            container.run(f"useradd --home-dir {HOME} --groups adm --shell /bin/bash pi")
            container.run(f"chown -R pi: {HOME}")
            yield container


def write_program(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.mark.parametrize("typed", STORY, ids=lambda typed: typed.command)
def test_a_builder_types(container: Container, typed: Typed) -> None:
    """Each command does what its document says, after those that stand before it."""
    if typed.command == "sudo reboot":
        assert container.end(typed.command) == REBOOTS
        container.boot()
    elif typed.command == "sudo poweroff":
        assert container.end(typed.command) == 0
        return
    else:
        code, said = container.attempt(line_of(typed), SLOW_S)
        assert code == typed.code, said
        for each in typed.says:
            assert each in said, said
    if typed.then:
        container.run(typed.then)


def line_of(typed: Typed) -> str:
    """The command as the shell of its user gets it."""
    command = typed.command
    if "selftest" in command:
        command = f"timeout --preserve-status --signal=INT {SELF_TEST_S} {command}"
    if typed.answers:
        in_terminal = f"script --quiet --return --command {shlex.quote(command)} /dev/null"
        command = f"printf {shlex.quote(typed.answers)} | {in_terminal}"
    line = f"cd {typed.folder} && {command}"
    if typed.command.startswith("sudo "):
        return line
    return f"su pi --command {shlex.quote(line)}"
