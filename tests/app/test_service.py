"""``puluc run`` as a program, on a simulated board: from its start to a signal."""

import asyncio
import errno
import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.attached import ChipPanel
from hardware.oled.display import OledDisplay
from hardware.pins import BoardInUseError, FactoryError
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.clock import SimulatedReactor
from puluc import cli, service
from puluc.board import panel_of, wiring_of
from puluc.config import Config
from puluc.config.corrected import FILE, write_corrected
from puluc.journal import JournalInUseError
from puluc.loop import new_loop
from puluc.notify import Notify
from puluc.service import Feeding, Status, run, switch_off
from puluc.session.effects import Rewire, ShutDown
from puluc.session.events import Part


class Bench:
    """A service on a bench: its board, its systemd, and when to stop it."""

    def __init__(self, folder: Path, profile: str = "direct") -> None:
        self.folder = folder
        config = Config()
        self.config = replace(config, board=replace(config.board, profile=profile))
        self.environment = {
            "STATE_DIRECTORY": str(folder),
            "RUNTIME_DIRECTORY": str(folder),
            "NOTIFY_SOCKET": str(folder / "notify"),
        }
        self.systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.systemd.bind(self.environment["NOTIFY_SOCKET"])
        self.systemd.setblocking(False)
        self.board: SimulatedBoard | None = None
        self.error: Exception | None = None
        self.chip_error: OSError | None = None
        self.bus_error: OSError | None = None
        self.switched_off = folder / "off"
        self.lit = False

    def attach(self, config, environment, reactor, wiring):
        if self.error is not None:
            raise self.error
        self.board = SimulatedBoard(wiring, reactor)
        self.board.watch(self.look)
        chip = SimpleNamespace(check=self.check, close=lambda: None, chip="gpiochip0")
        panel = panel_of(config, wiring, self.board.factory, reactor, self.board.bus.open)
        return ChipPanel(chip, self.board.factory, panel)

    def look(self):
        self.lit = self.lit or any(self.board.lamps())

    def check(self):
        if self.chip_error is not None:
            raise self.chip_error

    def open_bus(self, number):
        def opens():
            if self.bus_error is not None or self.board is None:
                raise self.bus_error or FileNotFoundError(errno.ENOENT, "No such file")
            return self.board.bus.open()

        return opens

    def told(self) -> str:
        """What systemd has heard so far, a line each."""
        heard = []
        while True:
            try:
                heard.append(self.systemd.recv(4096).decode())
            except BlockingIOError:
                return "\n".join(heard)

    def run(self, meanwhile=None) -> int:
        """Run the service; what is to be done meanwhile ends with SIGTERM."""

        async def main() -> int:
            task = asyncio.ensure_future(
                run(
                    self.config,
                    self.environment,
                    power_off=("touch", str(self.switched_off)),
                    attach=self.attach,
                    open_bus=self.open_bus,
                )
            )
            if meanwhile is not None:
                busy = asyncio.ensure_future(meanwhile())
                await asyncio.wait([task, busy], return_when=asyncio.FIRST_COMPLETED)
                if not task.done():  # and so it takes signals
                    os.kill(os.getpid(), signal.SIGTERM)
                await asyncio.wait_for(busy, 20)
            return await asyncio.wait_for(task, 20)

        with asyncio.Runner(loop_factory=new_loop) as runner:
            return runner.run(main())

    async def until(self, words: str) -> str:
        """Wait until systemd has heard something; returns all it has heard."""
        heard = ""
        loop = asyncio.get_running_loop()
        while words not in heard:
            heard += (await asyncio.wait_for(loop.sock_recv(self.systemd, 4096), 20)).decode()
            heard += "\n"
        return heard


@pytest.fixture
def bench(tmp_path: Path):
    bench = Bench(tmp_path)
    yield bench
    bench.systemd.close()
    if bench.board is not None:
        bench.board.close()


def test_it_plays_until_a_signal(bench: Bench) -> None:
    """Ready after the first frame, with all well; at the end lamps and display are dark."""
    seen = []

    async def meanwhile() -> None:
        heard = await bench.until("READY=1")
        seen.append(heard)
        seen.append(bench.board.pixels().getbbox())

    assert bench.run(meanwhile) == 0
    assert seen[0] == "READY=1\nSTATUS=all is well\n"
    assert seen[1] is not None
    assert bench.told() == "STOPPING=1\nSTATUS=going dark"
    assert bench.lit  # the sweep
    assert not any(bench.board.lamps())
    assert bench.board.oled.light() == 0
    assert (bench.folder / "journal.db").exists()
    assert not bench.switched_off.exists()


def test_the_first_lamp_waits_for_little() -> None:
    """Neither drawing nor database nor the game is loaded before the sweep has begun."""
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, puluc.cli, puluc.service; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    heavy = {"PIL", "sqlite3", "puluc.app", "puluc.games.commands", "puluc.session.step"}
    assert "puluc.service" in loaded
    assert heavy.isdisjoint(loaded)


def test_it_plays_with_the_lamps_on_an_expander(tmp_path: Path) -> None:
    """The other profile, its writes made on a thread."""
    bench = Bench(tmp_path, "expander")

    async def meanwhile() -> None:
        await bench.until("READY=1")

    assert bench.run(meanwhile) == 0
    assert bench.lit
    assert not any(bench.board.lamps())
    bench.board.close()
    bench.systemd.close()


def test_it_plays_on_the_lines_that_the_self_test_has_found(bench: Bench) -> None:
    """A ``wiring.toml`` in the state folder overrides the configuration's lines."""
    swapped = replace(bench.config.board, menu=15, tilt=14)
    write_corrected(swapped, bench.folder / FILE)

    async def meanwhile() -> None:
        await bench.until("READY=1")

    assert bench.run(meanwhile) == 0
    assert bench.board is not None
    assert bench.board.wiring == wiring_of(swapped)


def test_a_corrected_wiring_is_used(bench: Bench) -> None:
    """What the self-test has written overrides; what isn't right is left out."""
    seen = []

    async def meanwhile() -> None:
        await bench.until("READY=1")
        seen.append(bench.board.wiring.buttons[:2])

    (bench.folder / "wiring.toml").write_text(
        'profile = "direct"\nspaces = 11\nbuttons = [5, 4, 6, 7, 8, 22, 23, 24, 25, 26, 27]\n'
    )
    assert bench.run(meanwhile) == 0
    bench.board.close()
    (bench.folder / "wiring.toml").write_text("buttons = ")
    assert bench.run(meanwhile) == 0
    assert seen == [(5, 4), (4, 5)]


def test_the_self_test_may_correct_the_wiring_at_work(bench: Bench, monkeypatch) -> None:
    """The board is on the other lines at once, and the file says so for the next start."""
    apps, boards = [], []
    real = service.Status.watch
    monkeypatch.setattr(
        service.Status, "watch", lambda self, app: (apps.append(app), real(self, app))
    )

    async def meanwhile() -> None:
        await bench.until("READY=1")
        boards.append(bench.board)
        order = tuple(range(1, 12))
        apps[0].conductor._carry_out((Rewire((2, 1, *order[2:]), None, order),))
        boards.append(bench.board)

    assert bench.run(meanwhile) == 0
    before, after = boards
    assert after.wiring.buttons[:2] == before.wiring.buttons[1::-1]
    assert "buttons = [5, 4, " in (bench.folder / "wiring.toml").read_text()
    before.close()


def test_without_chip_and_display_it_starts_and_says_so(bench: Bench) -> None:
    """Missing hardware is no reason to end; the status names all of it."""
    bench.error = FactoryError("lgpio", "no GPIO chip", "is this a Raspberry Pi?")
    heard = []

    async def meanwhile() -> None:
        heard.append(await bench.until("READY=1"))

    assert bench.run(meanwhile) == 0
    assert heard == [
        "READY=1\nSTATUS=no GPIO chip; I2C bus 1: there is none; is I2C switched on?\n"
    ]


def test_a_disk_that_cannot_be_written_is_told(bench: Bench) -> None:
    """Play goes on, not saved."""
    (bench.folder / "file").touch()
    journal = replace(bench.config.journal, path=bench.folder / "file" / "journal.db")
    bench.config = replace(bench.config, journal=journal)
    heard = []

    async def meanwhile() -> None:
        heard.append(await bench.until("READY=1"))

    assert bench.run(meanwhile) == 0
    assert "file/journal.db: File exists" in heard[0]


def test_the_watchdog_is_fed(bench: Bench) -> None:
    """Three times in the time that it gives."""
    bench.environment["WATCHDOG_USEC"] = "60000"

    async def meanwhile() -> None:
        heard = await bench.until("READY=1")
        while heard.count("WATCHDOG=1") < 3:
            heard += await bench.until("WATCHDOG=1")

    assert bench.run(meanwhile) == 0


@pytest.mark.parametrize("dead", ["the input", "the display", "the journal"])
def test_the_watchdog_is_not_fed_by_the_dead(bench: Bench, caplog, dead: str) -> None:
    """One of them not at work is enough; it is told which."""
    alive = {"the input": True, "the display": True, "the journal": True}
    clock = SimulatedReactor()
    checks = {name: (lambda name=name: alive[name]) for name in alive}
    feeding = Feeding(Notify(bench.environment, 1), clock, 1_000_000, checks)
    assert bench.told() == "WATCHDOG=1"
    alive[dead] = False
    clock.advance_ms(3_000)
    assert bench.told() == ""
    assert f"{dead} does not work any more" in caplog.text
    feeding.close()
    feeding.close()
    assert clock.next_us is None


def test_the_status_follows_the_faults(bench: Bench) -> None:
    """A line when it changes, none when it doesn't."""
    status = Status(Notify(bench.environment, 1))
    state = SimpleNamespace(faults=())
    status.show(None)
    status.watch(SimpleNamespace(state=state))
    status.show(None)
    assert bench.told() == ""
    state.faults = ((Part.PANEL, "GPIO 17 (space 7's lamp): busy"),)
    status.show(None)
    status.show(None)
    assert bench.told() == "STATUS=GPIO 17 (space 7's lamp): busy"


def test_a_board_in_use_ends_the_second(bench: Bench) -> None:
    """It says so, and touches nothing."""
    bench.error = BoardInUseError("the board on gpiochip0 is in use by another Puluc")
    with pytest.raises(BoardInUseError):
        bench.run()
    assert not (bench.folder / "journal.db").exists()


def test_a_journal_in_use_ends_the_second(bench: Bench) -> None:
    """With the lamps dark."""
    from puluc.journal import Journal

    with (
        Journal.open(bench.folder / "journal.db"),
        pytest.raises(JournalInUseError),
    ):
        bench.run()
    assert not any(bench.board.lamps())


def test_shutting_down_switches_the_machine_off(bench: Bench, monkeypatch) -> None:
    """After everything is dark and closed, the command is run."""
    apps = []
    real = service.Status.watch
    monkeypatch.setattr(
        service.Status, "watch", lambda self, app: (apps.append(app), real(self, app))
    )

    async def meanwhile() -> None:
        await bench.until("READY=1")
        apps[0].conductor._carry_out((ShutDown(),))
        await bench.until("STOPPING=1")

    assert bench.run(meanwhile) == 0
    assert bench.switched_off.exists()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("sh", "-c", "echo Interactive authentication required. >&2; exit 1"), "Interactive"),
        (("sh", "-c", "exit 7"), "exit code 7"),
        (("/nonexistent/busctl",), "/nonexistent/busctl: No such file or directory"),
    ],
)
def test_a_machine_that_cannot_be_switched_off(caplog, command: tuple, words: str) -> None:
    """The reason is in the log; systemd starts the board again."""
    switch_off(command)
    assert f"can't switch off: {words}" in caplog.text


def test_a_command_that_hangs_is_left(monkeypatch) -> None:
    """The machine is on its way down, maybe."""

    def hangs(*args, **kwargs):
        raise subprocess.TimeoutExpired(args, 10)

    monkeypatch.setattr(service.subprocess, "run", hangs)
    switch_off(("busctl",))


def test_off_a_pi_the_chip_is_missing(tmp_path: Path) -> None:
    """The panel as it is made on a Pi; here it says what is missing."""
    config = Config()
    with pytest.raises(FactoryError, match="no GPIO chip"):
        service.attach_panel(config, {}, SimulatedReactor(), wiring_of(config.board))


def test_a_heart_that_stops_is_noticed(tmp_path: Path) -> None:
    """What the heartbeat raises stops it, and that is how the watchdog learns."""
    from tests.app.rig import Rig

    with Rig(tmp_path) as rig:
        rig.wait(61_000)
        assert rig.app.is_alive
        rig.app._archive.retry = lambda: 1 / 0
        with pytest.raises(ZeroDivisionError):
            rig.wait(20_000)
        rig.wait(61_000)
        assert not rig.app.is_alive


def test_lamps_come_before_what_is_heavy() -> None:
    """What ``puluc run`` imports before its first lamp has no imaging library."""
    code = (
        "import sys, puluc.cli, puluc.service\n"
        "heavy = {'PIL', 'luma', 'puluc.app', 'starlette'} & set(sys.modules)\n"
        "sys.exit(f'imports {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_simulated_board_is_not_run(tmp_path: Path, capsys) -> None:
    """It is a bad configuration for the service: exit code 78, and what plays it is named."""
    path = tmp_path / "config.toml"
    path.write_text('[board]\npanel = "simulated"\n')
    assert cli.main(["run", "--config", str(path)]) == 78
    assert "puluc play" in capsys.readouterr().err


def test_the_command_runs_the_service(monkeypatch, tmp_path: Path) -> None:
    """With the configuration named."""
    path = tmp_path / "config.toml"
    path.write_text('[board]\npins = "gpiod"\n')
    configs = []

    async def fake(config, environment):
        configs.append(config)
        return 0

    monkeypatch.setattr(service, "run", fake)
    assert cli.main(["run", "--config", str(path)]) == 0
    assert configs[0].board.pins == "gpiod"


def test_a_display_has_a_sign_of_life() -> None:
    """One that is not started is as alive as one that works."""
    assert OledDisplay(SimulatedReactor(), lambda screen, size: None, lambda: None).is_alive
