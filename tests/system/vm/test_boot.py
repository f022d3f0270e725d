"""A board that boots: the service on a kernel's own GPIO and I2C, put there by the installer."""

import pytest

from tests.system.vm.board import Board
from tests.system.vm.conftest import status
from tests.system.vm.machine import Machine

pytestmark = pytest.mark.system


def test_it_comes_up_at_boot(machine: Machine, board: Board):
    """After a boot the service is ready, as its own user, and the OLED asks for the first cast."""
    unit = machine.show("puluc", "User", "NRestarts", "UnitFileState", "MainPID")
    assert unit["User"] == "puluc"
    assert unit["NRestarts"] == "0"
    assert status(machine) == "all is well"
    assert unit["UnitFileState"] == "enabled"
    process = machine.run(f"cat /proc/{unit['MainPID']}/status")
    assert "NoNewPrivs:\t1" in process
    assert "CapEff:\t0000000000000000" in process
    board.wait_for("Jade")
    board.wait_for_lamps([])
    assert machine.run("systemctl --failed --no-legend") == ""


def test_a_press_reaches_the_lamps(board: Board):
    """A shake lights lamps, and a press of a lit space darkens it and passes the cast on."""
    board.cast()
    board.wait_for_lamps([1])
    board.press(1)
    board.wait_for_lamps([])
    board.wait_for("Cinnabar")
