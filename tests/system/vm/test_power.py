"""Power: what a board keeps when it is pulled, and how it goes dark when it is asked to.

The tests of this module are one story, told in order; at its end the machine is off.
"""

import random
import time

import pytest

from tests.app.reader import sees
from tests.system.vm.board import Board, play
from tests.system.vm.conftest import boot, status, until_status
from tests.system.vm.machine import Machine

pytestmark = pytest.mark.system

CHECK = (
    '/opt/puluc/current/bin/python -c "import sqlite3; print(sqlite3.connect('
    "'file:/var/lib/puluc/journal.db?mode=ro', uri=True).execute('pragma integrity_check')"
    '.fetchone()[0])"'
)


def test_a_power_cut_undoes_nothing_that_was_seen(machine: Machine, board: Board):
    """Cut at a random moment after a shake, the machine boots to the cast that was shown."""
    cut_and_boot(machine, board, random.Random(seed()))


def test_without_an_oled_at_boot_the_lamps_go_on(machine: Machine, board: Board):
    """After another cut, and without an OLED, the lamps show the cast; the service says why."""
    cut_and_boot(machine, board, random.Random(seed()), "puluc.oled=absent")
    assert "i2c" in status(machine).lower()
    assert board.picture().getbbox() is None


def test_an_oled_that_comes_later_is_drawn_on(machine: Machine, board: Board):
    """The OLED's bus is loaded: soon the display shows the game, with no restart."""
    machine.run("modprobe i2c-stub chip_addr=0x3c")
    until_status(machine, "all is well")
    board.wait_for("Jade", "Cinnabar")
    assert machine.show("puluc", "NRestarts") == {"NRestarts": "0"}


def test_sigterm_leaves_it_dark_in_time(machine: Machine, board: Board):
    """Stopped, the service ends within five seconds: lamps and OLED off, the journal whole."""
    board.until(lambda: board.picture().getbbox() is not None, "the OLED is dark")
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
    board.settle()


@pytest.mark.soak
@pytest.mark.parametrize("cut", range(10))
def test_ten_power_cuts_undo_nothing(machine: Machine, board: Board, cut: int):
    """As above, ten times."""
    cut_and_boot(machine, board, random.Random(seed()))


def test_the_menu_switches_the_machine_off(machine: Machine, board: Board):
    """`Shut down` in the menu reaches logind, and the power goes off."""
    board.tap_menu()
    board.answers()
    choose_last(board, "shut down")
    board.tap(board.lamps()[0])  # yes
    machine.wait_off(60)


def seed() -> int:
    """A new one; printed, so that a failure can be had again."""
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    return seed


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


def cut_and_boot(machine: Machine, board: Board, chance: random.Random, words: str = "") -> None:
    """Play some casts, cut the power while another is made, boot, and compare."""
    play(board, casts=chance.randrange(1, 4))
    board.shake()
    time.sleep(chance.uniform(0, 1.2))
    board.look()
    machine.cut_power()
    shown = board.lamps()
    board.lose_power()
    boot(machine, words)
    board.until(lambda: len(board.lamps()) == board.spaces, "not asked whether to go on")
    if not words:  # with an OLED, which may be drawn after the lamps
        board.wait_for("Go on?")
    board.settle()
    board.press(board.lamps()[0])
    if shown:
        board.wait_for_lamps(shown)
    assert machine.run(CHECK) == "ok"
    assert machine.run("systemctl show -P NRestarts puluc") == "0"
