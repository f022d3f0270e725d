"""What the players see when a part of the board fails: one fault each, through pins and pixels."""

import errno
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.simulated.board import OLED_ADDRESS
from hardware.simulated.clock import SimulatedReactor
from puluc.session.events import Pressed
from tests.app.reader import sees
from tests.app.rig import Rig

ONE_MARK = (True, False, False, False)


@pytest.fixture
def rig(tmp_path: Path):
    with Rig(tmp_path, draw=lambda count: ONE_MARK) as rig:
        yield rig


def test_a_spike_on_a_long_wire_is_no_move(rig: Rig) -> None:
    """Fifty microseconds on a lit space's line change nothing that can be seen."""
    rig.shake()
    before = rig.seen()
    rig.board.spike(1, us=50)
    rig.wait(500)
    assert rig.seen() == before
    rig.tap(1)
    assert rig.seen() != before


def test_one_knock_on_the_table_casts_nothing(rig: Rig) -> None:
    """A knock with twelve bounces is not shaking."""
    before = rig.seen()
    rig.board.knock(bounces=12)
    rig.wait(1_500)
    assert rig.seen() == before
    rig.shake()
    assert rig.lit() == [1]


def test_a_press_that_bounces_is_one_move(rig: Rig) -> None:
    """However the contact bounces, one press makes one step."""
    for turn in range(6):
        rig.shake()
        rig.tap(rig.lit()[-1])
        assert len(rig.app.state.game.played) == turn + 1


def test_a_stuck_button_is_named_and_the_game_goes_on_without_it(rig: Rig) -> None:
    """After ten seconds the display names the space; its move is made by its other space."""
    rig.shake()
    rig.tap(1)
    rig.shake()
    rig.tap(11)
    rig.shake()
    rig.board.stuck(3)
    rig.wait(10_500)
    assert sees(rig.picture(), "space 3")
    assert 3 not in rig.lit()
    rig.tap(1)
    assert len(rig.app.state.game.played) == 3
    rig.board.free(3)
    rig.wait(500)
    assert not sees(rig.picture(), "space 3")


def test_a_button_stuck_from_the_start_is_named(tmp_path: Path) -> None:
    """A key that is down when the board starts is no press; its move is made from the menu."""
    with Rig(tmp_path, draw=lambda count: ONE_MARK, prepare=lambda board: board.stuck(1)) as rig:
        rig.shake()
        assert rig.lit() == [1]
        rig.wait(10_000)
        assert rig.lit() == []
        assert sees(rig.picture(), "space 1")
        assert sees(rig.picture(), "list of moves")
        rig.menu()
        assert 1 not in rig.lit()
        rig.tap(5)
        assert sees(rig.picture(), "enters at 1")
        rig.tap(2)
        assert len(rig.app.state.game.played) == 1
        rig.board.free(1)
        rig.wait(500)
        assert not sees(rig.picture(), "space 1")


def test_a_release_that_is_lost_is_found_out(rig: Rig) -> None:
    """The key is looked at again while it is down: the next press of it counts."""
    rig.shake()
    rig.board.lose_release(1)
    rig.tap(1)
    rig.wait(500)
    assert len(rig.app.state.game.played) == 1
    rig.shake()
    rig.tap(11)
    rig.shake()
    rig.tap(1)
    assert len(rig.app.state.game.played) == 3


@pytest.mark.parametrize(
    "error", [errno.EIO, errno.ENXIO, errno.ENODEV, errno.ETIMEDOUT, errno.EREMOTEIO]
)
@pytest.mark.parametrize("writes", [0, 1, 7])
def test_without_the_display_the_lamps_go_on_and_it_comes_back(
    rig: Rig, error: int, writes: int
) -> None:
    """Unplugged at any write: lamps and game go on, and it is redrawn when it is back."""
    rig.board.bus.unplug(OLED_ADDRESS, error, after_writes=writes)
    rig.shake()
    assert rig.lit() == [1]
    assert rig.picture().getbbox() is None
    rig.tap(1)
    rig.shake()
    assert rig.lit() == [11]
    rig.board.bus.plug_in(OLED_ADDRESS)
    rig.wait(31_000)
    assert sees(rig.picture(), "Cinnabar")


def test_a_board_without_a_display_plays(tmp_path: Path) -> None:
    """The bus is not there at the start, and comes later."""
    with Rig(
        tmp_path, draw=lambda count: ONE_MARK, prepare=lambda board: board.bus.remove()
    ) as rig:
        rig.shake()
        assert rig.lit() == [1]
        rig.board.bus.restore()
        rig.wait(31_000)
        assert sees(rig.picture(), "Jade")


def test_a_line_that_another_program_holds_is_named(tmp_path: Path) -> None:
    """The display names the line and its use; all that has a line works."""
    with Rig(tmp_path, draw=lambda count: ONE_MARK, prepare=lambda board: board.refuse(26)) as rig:
        assert sees(rig.picture(), "GPIO 26")
        rig.shake()
        rig.tap(1)
        rig.shake()
        assert rig.lit() == [11]
        rig.tap(11)
        assert len(rig.app.state.game.played) == 2


class Disk:
    """A disk that can be full: connections to it fail to write then."""

    def __init__(self) -> None:
        self.full = False

    def connect(self, path: str) -> sqlite3.Connection:
        disk = self

        class Connection(sqlite3.Connection):
            def execute(self, statement, *args):
                if disk.full and statement.lstrip().upper().startswith(("INSERT", "COMMIT")):
                    raise sqlite3.OperationalError("database or disk is full")
                return super().execute(statement, *args)

        return sqlite3.connect(path, timeout=0.25, isolation_level=None, factory=Connection)


def test_a_full_disk_is_told_and_nothing_is_missing_afterwards(tmp_path: Path) -> None:
    """Play goes on with ``not saved``; with room again all of it is saved, and the word goes."""
    disk = Disk()
    clock = SimulatedReactor()
    with Rig(tmp_path, clock=clock, draw=lambda count: ONE_MARK, connect=disk.connect) as rig:
        disk.full = True
        rig.shake()
        rig.tap(1)
        assert sees(rig.picture(), "not saved")
        disk.full = False
        rig.wait(21_000)
        assert not sees(rig.picture(), "not saved")
        position = rig.app.state.game.position
    with Rig(tmp_path, clock=clock) as rig:
        assert rig.app.state.game.position == position


def test_a_damaged_database_is_set_aside_and_told(tmp_path: Path) -> None:
    """A new journal is begun, the old file is kept under another name, and the display says so."""
    (tmp_path / "journal.db").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 64)
    with Rig(tmp_path, draw=lambda count: ONE_MARK) as rig:
        assert sees(rig.picture(), "damaged")
        rig.shake()
        assert rig.lit() == [1]
    assert len([path for path in tmp_path.iterdir() if "damaged" in path.name]) == 1


def test_a_fault_of_our_own_ends_nothing(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An exception in a step is logged with its event; the game stands as it was."""
    rig.shake()
    before = rig.seen()
    with monkeypatch.context() as patch:
        broken = replace(rig.app.conductor.machine, step=lambda state, event: 1 / 0)
        patch.setattr(rig.app.conductor, "machine", broken)
        rig.app.conductor.handle(Pressed(rig.app.now(), 1))
    assert "Pressed" in caplog.text
    assert rig.seen() == before
    rig.tap(1)
    assert len(rig.app.state.game.played) == 1


def test_nothing_is_shown_before_it_is_durable(tmp_path: Path) -> None:
    """Each commit has returned before the first lamp or pixel of the new state is written."""
    told: list[str] = []

    class Connection(sqlite3.Connection):
        def execute(self, statement, *args):
            done = super().execute(statement, *args)
            if statement == "COMMIT":
                told.append("durable")
            return done

    def connect(path: str) -> sqlite3.Connection:
        return sqlite3.connect(path, isolation_level=None, factory=Connection)

    with Rig(tmp_path, connect=connect, trace=told.append, draw=lambda count: ONE_MARK) as rig:
        rig.board.bus.trace = lambda write: told.append("oled")
        del told[:]
        rig.shake()
        assert told[0] == "durable"
        assert "lamp 1 on" in told
        rig.wait(1_000)
        del told[:]
        rig.tap(1)
        assert told[0] == "durable"
        assert "lamp 1 off" in told
        assert "oled" in told


def test_a_restart_in_the_same_boot_goes_on(tmp_path: Path) -> None:
    """Within a minute: the same lamps, the same cast, and ``Restarted``."""
    clock = SimulatedReactor()
    with Rig(tmp_path, clock=clock, draw=lambda count: ONE_MARK) as rig:
        rig.shake()
        lit = rig.lit()
    clock.advance_ms(5_000)
    with Rig(tmp_path, clock=clock) as rig:
        assert rig.lit() == lit
        assert sees(rig.picture(), "Restarted")


@pytest.mark.parametrize(("boot", "pause"), [("boot-2", 1_000), ("boot-1", 61_000)])
def test_after_a_power_cut_the_board_asks(tmp_path: Path, boot: str, pause: int) -> None:
    """Another boot, or more than a minute: every space is lit, and any of them goes on."""
    clock = SimulatedReactor()
    with Rig(tmp_path, clock=clock, draw=lambda count: ONE_MARK) as rig:
        rig.shake()
    clock.advance_ms(pause)
    with Rig(tmp_path, clock=clock, boot=boot) as rig:
        assert rig.lit() == list(range(1, 12))
        assert sees(rig.picture(), "Go on?")
        rig.tap(7)
        assert rig.lit() == [1]
        assert sees(rig.picture(), "Jade 1")


def test_closing_leaves_lamps_and_display_dark(tmp_path: Path) -> None:
    """At the end no lamp glows and the display is off; closing twice is harmless."""
    rig = Rig(tmp_path, draw=lambda count: ONE_MARK)
    rig.shake()
    board = rig.board
    rig.app.close()
    assert not any(board.lamps())
    assert board.oled.light() == 0
    rig.close()
    rig.close()
