"""A board that boots: the service on a kernel's own GPIO and I2C, put there by the installer.

The tests of this module are one story, told in order on one machine.
"""

import random
import time

import pytest

from tests.app.reader import sees
from tests.system.vm.board import Board, play
from tests.system.vm.conftest import boot
from tests.system.vm.machine import Machine

pytestmark = pytest.mark.system

WATCHDOG_S = 10
"""``WatchdogSec`` of the unit."""
CHECK = (
    '/opt/puluc/current/bin/python -c "import sqlite3; print(sqlite3.connect('
    "'file:/var/lib/puluc/journal.db?mode=ro', uri=True).execute('pragma integrity_check')"
    '.fetchone()[0])"'
)


def test_it_comes_up_at_boot(machine: Machine, board: Board):
    """After a boot the service is ready, as its own user, and the OLED asks for the first cast."""
    unit = machine.show("puluc", "User", "NRestarts", "StatusText", "UnitFileState", "MainPID")
    assert unit["User"] == "puluc"
    assert unit["NRestarts"] == "0"
    assert unit["StatusText"] == "all is well"
    assert unit["UnitFileState"] == "enabled"
    status = machine.run(f"cat /proc/{unit['MainPID']}/status")
    assert "NoNewPrivs:\t1" in status
    assert "CapEff:\t0000000000000000" in status
    assert board.reads("Jade")
    assert board.lamps() == []
    assert machine.run("systemctl --failed --no-legend") == ""


def test_a_press_reaches_the_lamps(board: Board):
    """A shake lights lamps, and a press of a lit space darkens it and passes the cast on."""
    board.cast()
    assert board.lamps() == [1]
    board.press(1)
    assert board.lamps() == []
    assert board.reads("Cinnabar")


def test_a_whole_game_is_played(board: Board):
    """By pulling lines, and by what lamps and OLED show, a game comes to its end."""
    assert play(board) > 5
    assert board.reads("won", "draw")


def test_a_hung_loop_is_restarted_and_the_game_goes_on(machine: Machine, board: Board):
    """A process that is stopped feeds no watchdog; the next one shows the same cast and piles."""
    new_game(board)
    play(board, casts=3)
    board.cast()
    before = board.lamps()
    pid = machine.show("puluc", "MainPID")["MainPID"]
    began = time.monotonic()
    machine.run(f"kill -STOP {pid}")
    machine.until("[ $(systemctl show -P NRestarts puluc) = 1 ] && systemctl is-active puluc")
    took_s = time.monotonic() - began
    board.settle()
    assert board.lamps() == before
    assert not board.reads("Go on?")
    assert "watchdog" in machine.run("journalctl --unit puluc --output cat").lower()
    # Its time, 5 s of RestartSec, and a start under emulation.
    assert took_s < WATCHDOG_S + 5 + 30
    play(board, casts=1)


@pytest.mark.parametrize("cut", [1, 2])
def test_a_power_cut_undoes_nothing_that_was_seen(machine: Machine, cut: int):
    """Cut at a random moment after a shake, the machine boots to the cast that was shown."""
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    cut_and_boot(machine, random.Random(seed))


def test_sigterm_leaves_it_dark_in_time(machine: Machine):
    """Stopped, the service ends within five seconds: lamps and OLED off, the journal whole."""
    board = Board(machine)
    machine.run("systemctl restart puluc")
    board.settle()
    assert board.picture().getbbox() is not None
    began = time.monotonic()
    machine.run("systemctl stop puluc")
    assert time.monotonic() - began < 5
    board.look()
    assert board.lamps() == []
    assert board.picture().getbbox() is None
    unit = machine.show("puluc", "Result", "ExecMainStatus")
    assert unit == {"Result": "success", "ExecMainStatus": "0"}
    assert machine.attempt("ls /var/lib/puluc/journal.db-wal")[0] != 0, "not closed"
    machine.run("systemctl start puluc")


def test_the_menu_switches_the_machine_off(machine: Machine):
    """`Shut down` in the menu reaches logind, and the power goes off."""
    board = Board(machine)
    board.settle()
    board.tap_menu()
    board.answers()
    choose_last(board, "shut down")
    board.tap(board.lamps()[0])  # yes
    machine.wait_off(60)


def new_game(board: Board) -> None:
    """Begin the next game, after one has ended."""
    # Nothing is lit for a while, so that a late press begins no game.
    board.until(lambda: bool(board.lamps()), "no game can be begun")
    board.press(board.lamps()[0])


def choose_last(board: Board, entry: str) -> None:
    """Press the space beside the menu's last entry: the one before ``back`` on its last page."""
    for _ in range(5):
        if sees(board.picture(), entry):
            board.tap(board.lamps()[-2])
            board.answers()
            return
        board.tap(board.lamps()[-1])
        board.answers()
    raise AssertionError(f"no {entry!r} in the menu:\n{board.drawn()}")


def cut_and_boot(machine: Machine, chance: random.Random) -> None:
    """Play some casts, cut the power while another is made, boot, and compare."""
    board = Board(machine)
    board.settle()
    play(board, casts=chance.randrange(1, 4))
    board.shake()
    time.sleep(chance.uniform(0, 1.2))
    board.look()
    machine.cut_power()
    shown = board.lamps()
    boot(machine)
    board = Board(machine)
    board.wait_for("Go on?")
    board.settle()
    board.tap(board.lamps()[0])
    board.answers()
    if shown:
        assert board.lamps() == shown
    assert machine.run(CHECK) == "ok"
    assert machine.run("systemctl show -P NRestarts puluc") == "0"
