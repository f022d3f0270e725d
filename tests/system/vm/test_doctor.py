"""`puluc doctor` on a booted system: healthy, and broken for real in one way after the other.

The tests of this module are one story. Each breaks one thing, reads what the doctor says, and mends
it: by the command that the doctor names, where that is one. That it is mended shows in the next
one, as the doctor then says nothing of it any more.
"""

from typing import NamedTuple

import pytest

from tests.system.vm.board import Board
from tests.system.vm.machine import Machine

pytestmark = pytest.mark.system

CONFIG = "/etc/puluc/config.toml"
LIBRARIES = "/opt/puluc/current/lib/python3.11/site-packages"
STATE = "/var/lib/puluc"
CHIP = "/sys/kernel/config/gpio-sim/pi"
CHIP_BACK = f"""
echo 1 > {CHIP}/live
read device < {CHIP}/dev_name
read chip < {CHIP}/bank0/chip_name
ln -sfn /sys/devices/platform/$device/$chip /run/board/gpio
"""
OLED = "modprobe -r i2c-stub; modprobe i2c-stub chip_addr={}; udevadm settle"
THIEF = """
import time, gpiod
line = {4: gpiod.LineSettings(direction=gpiod.line.Direction.INPUT)}
with gpiod.request_lines("/dev/gpiochip0", consumer="thief", config=line):
    print("held", flush=True)
    time.sleep(600)
"""
NO_PI = "warn  model: no Raspberry Pi (a simulated board needs none: puluc play)"
STOPPED = "warn  service: inactive; to mend it: sudo systemctl enable --now puluc"
RESTART = "sudo systemctl restart puluc"
MENDS = "; to mend it: "


class Case(NamedTuple):
    """A broken system."""

    breaks: str
    """The commands that break it."""
    says: tuple[str, ...]
    """How the lines begin that say so, before what mends it."""
    mends: str = ""
    """What a person does, where the doctor names no command."""


AT_WORK = {
    "not at boot": Case(
        "systemctl disable puluc", ("warn  service: active, but it does not come up at a boot",)
    ),
    "no chip": Case(
        f"echo 0 > {CHIP}/live",
        ("bad   GPIO chip: no GPIO chip",),
        CHIP_BACK,
    ),
    "a folder of somebody else's": Case(
        f"chown -R root {STATE}", (f"bad   disk: puluc may not write to {STATE}",)
    ),
    "a full disk": Case(
        "fallocate -l $(df --output=avail -B1 / | tail -1) /var/cache/apt/archives/big.deb",
        (f"bad   disk: {STATE} is full: games are played but not saved",),
    ),
    "a read-only disk": Case(
        "sync; echo u > /proc/sysrq-trigger; sleep 1",
        (f"bad   disk: {STATE} is read-only: games are played but not saved",),
    ),
    "a wrong wiring": Case(
        f"printf 'profile = \"direct\"\\nspaces = 11\\nmenu = 4\\n' > {STATE}/wiring.toml",
        ("bad   wiring: wiring 'direct': GPIO 4 is used twice",),
    ),
    "no permission on the bus": Case(
        "chmod 600 /dev/i2c-1", ("bad   I2C bus: puluc has no permission on /dev/i2c-1",)
    ),
    "no groups": Case(
        "sed -i /SupplementaryGroups/d /etc/systemd/system/puluc.service;"
        " gpasswd --delete puluc gpio; systemctl daemon-reload",
        (
            "bad   groups: puluc is not in the group gpio",
            "bad   GPIO access: puluc may not open /dev/gpiochip",
        ),
    ),
}
"""Broken while the service is at work."""

AT_REST = {
    "a line that is held": Case(
        f"systemctl stop puluc; cat > /run/thief.py <<'END'{THIEF}END\n"
        "systemd-run --unit=thief --quiet /opt/puluc/current/bin/python /run/thief.py;"
        " until journalctl --unit thief --output cat | grep -q held; do sleep 0.2; done",
        ("bad   lines: GPIO 4, pin 7 (space 1's button) is held by process",),
    ),
    "another address": Case(
        OLED.format("0x3d"),
        ("bad   OLED: nothing answers at 0x3C on I2C bus 1, but something does at 0x3D",),
        f"sed -i 's/^#address = .*/address = 0x3D/' {CONFIG}",
    ),
    "no OLED": Case(
        f"sed -i 's/^address = .*/#address = 0x3C/' {CONFIG}; {OLED.format('0x50')}",
        ("bad   OLED: nothing answers at 0x3C on I2C bus 1",),
        OLED.format("0x3c"),
    ),
    "no module": Case(
        "modprobe -r i2c-dev",
        ("bad   I2C bus: there is no /dev/i2c-1: the kernel's module i2c-dev is not loaded",),
    ),
    "no bus": Case(
        "modprobe -r i2c-stub",
        ("bad   I2C bus: there is no /dev/i2c-1: I2C is off",),
        OLED.format("0x3c"),
    ),
    "no library": Case(f"rm -r {LIBRARIES}/smbus2*", ("bad   libraries: smbus2 is not installed",)),
    "a damaged database": Case(
        f"printf 'no database at all' | dd of={STATE}/journal.db conv=notrunc status=none",
        (f"bad   database: {STATE}/journal.db: ",),
    ),
}
"""Broken while the service is stopped; the last one's cure starts it."""


def test_a_healthy_system(machine: Machine, board: Board):
    """All is well but that this is no Pi; what holds the lines is known to be our own."""
    code, lines = doctor(machine)
    assert wrong(lines) == [NO_PI]
    assert code == 0
    pid = machine.show("puluc", "MainPID")["MainPID"]
    assert (
        f"ok    lines: all of the wiring direct are held by Puluc itself (process {pid})" in lines
    )
    assert "ok    OLED: answers at 0x3C on I2C bus 1" in lines


@pytest.mark.parametrize("name", AT_WORK)
def test_a_board_at_work_that_is_broken(machine: Machine, board: Board, name: str):
    """The right sentence, no other, and a cure that is one."""
    suffer(machine, AT_WORK[name])


@pytest.mark.parametrize("name", AT_REST)
def test_a_board_at_rest_that_is_broken(machine: Machine, board: Board, name: str):
    """The same, while the service is stopped, which is told too."""
    suffer(machine, AT_REST[name], STOPPED)


def test_a_wrong_configuration_is_told_and_not_tried_again(machine: Machine, board: Board):
    """Key, value and line are named, and that the service has been given up until it is right."""
    machine.run(f"rm {STATE}/*damaged*")
    machine.run(f"cp {CONFIG} /run/config.toml; sed -i 's/^.board.$/&\\nspaces = 4/' {CONFIG}")
    assert machine.attempt("systemctl restart puluc")[0] != 0
    unit = machine.show("puluc", "ActiveState", "ExecMainStatus")
    assert unit == {"ActiveState": "failed", "ExecMainStatus": "78"}
    _, lines = doctor(machine)
    _, config, service = wrong(lines)
    assert config.startswith(f"bad   config: {CONFIG}: line ")
    assert "board.spaces = 4: allowed is a whole number, 5 to 30" in config
    assert service.startswith("bad   service: failed, as its configuration is wrong")
    machine.run(f"cp /run/config.toml {CONFIG}")
    machine.run(service.partition("then: sudo ")[2])
    _, lines = doctor(machine)
    assert wrong(lines) == [NO_PI]
    board.settle()


def doctor(machine: Machine) -> tuple[int, list[str]]:
    """The doctor's exit code and lines."""
    code, said = machine.attempt("puluc doctor")
    return code, said.splitlines()


def wrong(lines: list[str]) -> list[str]:
    """The lines that are not well."""
    return [line for line in lines if line.startswith(("bad ", "warn "))]


def suffer(machine: Machine, case: Case, *besides: str) -> None:
    """Break it, hear the doctor, and mend it, so that the next patient has nothing of it."""
    machine.run(case.breaks)
    mend = case.mends
    try:
        code, lines = doctor(machine)
        told = [line for line in wrong(lines) if line not in (NO_PI, *besides)]
        assert len(told) == len(case.says), told
        for line, start in zip(told, case.says, strict=True):
            assert line.startswith(start), told
        assert code == any(line.startswith("bad ") for line in told)
        mend = mend or told[0].partition(MENDS)[2]
        assert case.mends or mend.startswith("sudo "), told
    finally:
        # Who mends it is root, so no sudo is needed; and there is no network.
        run = f'sudo() {{ "$@"; }}; export PIP_NO_INDEX=1 PIP_FIND_LINKS=/opt/vm; {mend}'
        machine.run(run, timeout_s=120)
