"""``puluc selftest``: prompts in the terminal, and the exit code."""

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.attached import ChipPanel
from hardware.simulated.board import SimulatedBoard
from hardware.wiring import Wiring
from puluc import cli
from puluc.app import Simulation
from puluc.board import panel_of, wiring_of
from puluc.checkup import Checkup, selftest, selftest_simulated
from puluc.conductor import Conductor
from puluc.config import Board, Config
from puluc.config.corrected import FILE, write_corrected
from puluc.loop import new_loop
from puluc.selftest.state import Fault, Trial
from puluc.session.events import Lost, Milliseconds, Part
from tests.selftest.person import Hands, Person


class Mirrored(Person):
    """A person at a board whose prompts are told in a terminal, too."""

    def __init__(self, folder: Path, **hands: object) -> None:
        self.told: list[str] = []
        self.is_over = False
        super().__init__(folder, hands=Hands(**hands))

    def begin(self, simulation: Simulation, config: Config) -> Conductor[Trial]:
        self.checkup = Checkup(
            self.clock,
            self.panel,
            self.display,
            simulation.fitted,
            config,
            lambda _rewire: "corrected",
            self.told.append,
            self.end,
        )
        self.checkup.start()
        return self.checkup.conductor

    def end(self) -> None:
        self.is_over = True


@pytest.mark.parametrize(
    ("hands", "code", "last"),
    [
        ({}, 0, "The self-test is over."),
        ({"dead": {4}}, 1, "- Space 4, button: no answer (GPIO 7, pin 26)"),
    ],
)
def test_prompts_are_told(tmp_path: Path, hands: dict[str, object], code: int, last: str) -> None:
    """Each thing is asked for in a line of its own; at the end all that is wrong, and 1 for it."""
    tester = Mirrored(tmp_path, **hands)
    tester.run()
    assert tester.is_over
    assert tester.checkup.verdict() == code
    assert tester.told[0].startswith("Press the menu button")
    assert tester.told[1].startswith("Press space 1, counted from the left")
    assert tester.told[-1] == last
    assert (
        len(tester.told)
        == len(set(tester.told))
        + tester.told.count("One lamp is lit: press its space (none: menu, or hold 1 s).")
        - 1
    )
    tester.close()


def test_what_can_not_be_had_is_told(tmp_path: Path) -> None:
    """A line that another program holds, a chip that isn't there: the terminal says so at once."""
    tester = Mirrored(tmp_path)
    lost = Lost(Milliseconds(100), Part.PANEL, "no GPIO chip")
    tester.conductor.handle(lost)
    tester.conductor.handle(lost)
    assert tester.told[1:] == ["! no GPIO chip"]
    tester.close()


def test_a_test_that_is_left_is_a_failure(tmp_path: Path) -> None:
    """Nobody knows how the board is."""
    tester = Mirrored(tmp_path)
    assert tester.checkup.verdict() == 1
    assert tester.told[-1] == "Not finished."
    tester.checkup.close()
    tester.checkup.close()
    tester.board.close()


def test_a_fault_has_its_place() -> None:
    """A fault of no line has no brackets."""
    assert str(Fault("Board", "no GPIO chip", "")) == "Board, no GPIO chip"


def wired_board(boards: list[SimulatedBoard], wired: Wiring):
    """Attaches drivers of the wiring asked for to a board that is wired as it is."""

    def attach(config, environment, reactor, wiring):
        board = boards[-1] if boards else SimulatedBoard(wired, reactor)
        boards.append(board)
        chip = SimpleNamespace(check=lambda: None, close=lambda: None, chip="gpiochip0")
        panel = panel_of(config, wiring, board.factory, reactor, board.bus.open)
        return ChipPanel(chip, SimpleNamespace(close=lambda: None), panel)

    return attach


def test_a_wired_board_is_tested_on_its_corrected_lines(tmp_path: Path) -> None:
    """The lines of a ``wiring.toml`` are those that are taken and told; a signal ends it dark."""
    swapped = replace(Board(), menu=15, tilt=14)
    write_corrected(swapped, tmp_path / FILE)
    environment = {"STATE_DIRECTORY": str(tmp_path), "RUNTIME_DIRECTORY": str(tmp_path)}
    config = replace(Config(), display=replace(Config().display, driver="none"))
    boards: list[SimulatedBoard] = []
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        match line.split(" ("):
            case ["Press the menu button", _]:
                asyncio.get_running_loop().call_later(0.05, boards[0].press_menu)
            case [start, _] if start.startswith("Press space 1,"):
                os.kill(os.getpid(), signal.SIGTERM)

    attach = wired_board(boards, wiring_of(swapped))
    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(selftest(config, environment, tell, attach)) == 1
    assert [line.split(" (")[0] for line in told] == [
        "Press the menu button",
        "Press space 1, counted from the left",
        "Not finished.",
    ]
    assert not any(boards[0].lamps())
    boards[0].close()


def test_a_simulated_board_has_its_page() -> None:
    """The page's address is told, then what to do; a signal ends it, not finished."""
    config = replace(Config(), web=replace(Config().web, port=0))
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if line.startswith("Press"):
            os.kill(os.getpid(), signal.SIGTERM)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(selftest_simulated(config, tell)) == 1
    assert told[0].startswith("The board is on http://127.0.0.1:")
    assert told[-1] == "Not finished."


def test_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """``--simulated`` and ``--port`` reach it, and without them the wired board is tested."""
    asked: list[object] = []

    async def simulated(config, tell) -> int:
        asked.append(config.web.port)
        tell("Press")
        return 0

    async def wired(config, environment, tell) -> int:
        asked.append("wired")
        return 1

    monkeypatch.setattr("puluc.checkup.selftest_simulated", simulated)
    monkeypatch.setattr("puluc.checkup.selftest", wired)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("PULUC_CONFIG", raising=False)
    assert cli.main(["selftest", "--simulated", "--port", "8123"]) == 0
    assert cli.main(["selftest"]) == 1
    assert asked == [8123, "wired"]
    assert capsys.readouterr().out == "Press\n"
