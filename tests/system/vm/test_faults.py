"""Faults on a kernel's own GPIO, I2C and disk: what players see, and that it heals.

The tests of this module are one story, told in order on one machine, whose OLED is not there
at the boot.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.vm.board import Board
from tests.system.vm.conftest import boot
from tests.system.vm.machine import Machine

pytestmark = pytest.mark.system

CHIP = "/sys/kernel/config/gpio-sim/pi"
CHIP_BACK = f"""
echo 1 > {CHIP}/live
read device < {CHIP}/dev_name
read chip < {CHIP}/bank0/chip_name
ln -sfn /sys/devices/platform/$device/$chip /run/board/gpio
"""
HOLDER = """
import gpiod, time
settings = gpiod.LineSettings(direction=gpiod.line.Direction.INPUT)
with gpiod.request_lines("/dev/gpiochip0", consumer="thief", config={4: settings}):
    print("held", flush=True)
    time.sleep(600)
"""
PYTHON = "/opt/puluc/current/bin/python"
IDLE_S = 5


@pytest.fixture(scope="module")
def machine(disk: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine that was booted without an OLED."""
    with Machine(disk, tmp_path_factory.mktemp("machine")) as machine:
        boot(machine, "puluc.oled=absent")
        yield machine


@pytest.fixture(scope="module")
def board(machine: Machine) -> Board:
    """Its board."""
    return Board(machine)


def status(machine: Machine) -> str:
    """What the service tells systemd of itself."""
    return machine.show("puluc", "StatusText")["StatusText"]


def until_status(machine: Machine, words: str, timeout_s: float = 45) -> None:
    """Wait until the service tells that."""
    machine.until(f"systemctl show -P StatusText puluc | grep -qi '{words}'", timeout_s)


def test_without_an_oled_the_lamps_work(machine: Machine, board: Board):
    """Booted without an OLED, the service is ready and says so, and a shake lights lamps."""
    assert "i2c" in status(machine).lower()
    board.shake()
    board.answers()
    assert board.lamps() == [1]
    assert board.picture().getbbox() is None


def test_an_oled_that_comes_later_is_drawn_on(machine: Machine, board: Board):
    """The OLED's bus is loaded: soon the display shows the cast that the lamps do."""
    machine.run("modprobe i2c-stub chip_addr=0x3c")
    until_status(machine, "all is well")
    board.settle()
    assert board.reads("Jade")
    assert board.lamps() == [1]
    assert machine.show("puluc", "NRestarts") == {"NRestarts": "0"}


def test_a_chip_that_goes_is_told_and_comes_back(machine: Machine, board: Board):
    """The GPIO chip taken away is told; given back, the same lamps are lit and presses count."""
    machine.run(f"echo 0 > {CHIP}/live")
    until_status(machine, "GPIO")
    machine.run(CHIP_BACK)
    until_status(machine, "all is well")
    board.settle()
    assert board.lamps() == [1]
    board.tap(1)
    board.answers()
    assert board.reads("Cinnabar")
    said = machine.run("journalctl --unit puluc --output short-monotonic | grep -v lgPthAlert")
    assert machine.show("puluc", "NRestarts") == {"NRestarts": "0"}, said


def test_a_line_that_is_held_is_named(machine: Machine, board: Board):
    """With space 1's line held by another program the rest works, and the line is named."""
    machine.run("systemctl stop puluc")
    machine.run(f"cat > /run/thief.py <<'END'{HOLDER}END")
    machine.run(f"systemd-run --unit=thief --quiet {PYTHON} /run/thief.py")
    machine.until("journalctl --unit thief --output cat | grep -q held")
    machine.run("systemctl start puluc")
    assert "GPIO 4 (space 1's button): busy" in status(machine)
    machine.run("systemctl stop thief")
    until_status(machine, "all is well")


@pytest.mark.parametrize(
    ("fault", "cure"),
    [
        ("fallocate -l $(df --output=avail -B1 / | tail -1) /var/filler", "rm /var/filler"),
        # The kernel's emergency remount: files are open for writing, as after an error of the card.
        ("echo u > /proc/sysrq-trigger; sleep 1", "mount -o remount,rw /"),
    ],
    ids=["full", "read-only"],
)
def test_a_disk_that_takes_nothing_is_told(machine: Machine, board: Board, fault: str, cure: str):
    """Play goes on, "not saved" on the OLED; with room again it is saved and no longer told."""
    board.settle()
    machine.run(fault)
    if not board.lamps():
        board.shake()
        board.answers()
    board.tap(board.lamps()[-1])
    board.answers()
    board.wait_for("not saved")
    machine.run(cure)
    until_status(machine, "all is well", 60)
    board.settle()
    assert not board.reads("not saved")


@pytest.mark.parametrize("pins", ["lgpio", "gpiod"])
def test_each_pin_factory_plays_and_rests(machine: Machine, board: Board, pins: str):
    """A press reaches the lamps with each factory; at rest the gpiod one hardly wakes."""
    machine.run(f"sed -i 's/^#*pins = .*/pins = \"{pins}\"/' /etc/puluc/config.toml")
    machine.run("systemctl restart puluc")
    board.settle()
    before = board.seen()
    if lit := board.lamps():
        board.tap(lit[-1])
    else:
        board.shake()
    board.answers()
    assert board.seen() != before
    wakes, cpu = idle(machine)
    print(json.dumps({"pins": pins, "wake-ups/s": wakes, "% of a core": cpu}))
    if pins == "gpiod":
        assert wakes < 10


def idle(machine: Machine) -> tuple[float, float]:
    """Voluntary context switches a second of a service that nobody touches, and its CPU in %."""
    first, second = machine.run(
        "p=$(systemctl show -P MainPID puluc); f() { cat /proc/$p/task/*/status |"
        " awk '/^voluntary/ { n += $2 } END { print n }'; cut -d' ' -f14,15 /proc/$p/stat; };"
        f" f; echo /; sleep {IDLE_S}; f"
    ).split("/")
    wakes0, *ticks0 = map(int, re.findall(r"\d+", first))
    wakes1, *ticks1 = map(int, re.findall(r"\d+", second))
    return (wakes1 - wakes0) / IDLE_S, (sum(ticks1) - sum(ticks0)) / IDLE_S
