"""Faults on a kernel's own GPIO and disk: what players see, and that it heals."""

import time

import pytest

from tests.system.vm.board import Board, play
from tests.system.vm.conftest import status, until_status
from tests.system.vm.machine import Machine

pytestmark = pytest.mark.system

WATCHDOG_S = 10
"""``WatchdogSec`` of the unit."""
CHIP = "/sys/kernel/config/gpio-sim/pi"
CHIP_BACK = f"""
echo 1 > {CHIP}/live
read device < {CHIP}/dev_name
read chip < {CHIP}/bank0/chip_name
ln -sfn /sys/devices/platform/$device/$chip /run/board/gpio
"""
THIEF = """
import gpiod, time
settings = gpiod.LineSettings(direction=gpiod.line.Direction.INPUT)
with gpiod.request_lines("/dev/gpiochip0", consumer="thief", config={4: settings}):
    print("held", flush=True)
    time.sleep(600)
"""
PYTHON = "/opt/puluc/current/bin/python"


def test_a_hung_loop_is_restarted_and_the_game_goes_on(machine: Machine, board: Board):
    """A process that is stopped feeds no watchdog; the next one shows the same cast and piles."""
    play(board, casts=2)
    board.cast()
    before = board.lamps()
    pid = machine.show("puluc", "MainPID")["MainPID"]
    began = time.monotonic()
    machine.run(f"kill -STOP {pid}")
    machine.until("[ $(systemctl show -P NRestarts puluc) = 1 ] && systemctl is-active puluc")
    took_s = time.monotonic() - began
    board.wait_for_lamps(before)
    board.settle()
    assert not board.reads("Go on?")
    assert "watchdog" in machine.run("journalctl --unit puluc --output cat").lower()
    # Its time, 5 s of RestartSec, and a start under emulation.
    assert took_s < WATCHDOG_S + 5 + 30
    play(board, casts=1)
    machine.run("systemctl reset-failed puluc")  # sets NRestarts to 0


def test_a_chip_that_goes_is_told_and_comes_back(machine: Machine, board: Board):
    """The GPIO chip taken away is told; given back, the same lamps are lit and presses count."""
    board.cast()
    before = board.lamps()
    machine.run(f"echo 0 > {CHIP}/live")
    until_status(machine, "GPIO")
    machine.run(CHIP_BACK)
    until_status(machine, "all is well")
    board.wait_for_lamps(before)
    board.press(before[-1])
    said = machine.run("journalctl --unit puluc --output short-monotonic | grep -v lgPthAlert")
    assert machine.show("puluc", "NRestarts") == {"NRestarts": "0"}, said


def test_a_line_that_is_held_is_named(machine: Machine, board: Board):
    """With space 1's line held by another program the rest works, and the line is named."""
    machine.run("systemctl stop puluc")
    machine.run(f"cat > /run/thief.py <<'END'{THIEF}END")
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
    try:
        # A full disk takes what fits into the blocks that SQLite's log has already.
        play(board, casts=60, until=lambda: board.reads("not saved"))
        board.wait_for("not saved")
    finally:
        machine.run(cure)
    until_status(machine, "all is well")
    board.until(lambda: not board.reads("not saved"), "it is still told")
