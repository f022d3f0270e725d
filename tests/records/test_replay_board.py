"""A replay on a simulated board: the same loop, drivers and page as play."""

import asyncio
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.simulated.clock import SimulatedReactor
from puluc.app import simulate
from puluc.conductor import Conductor
from puluc.config import Config
from puluc.games.board import replay_of, show
from puluc.games.replay import MACHINE
from puluc.screens import render
from puluc.session.game import Game
from tests.records.command_line import puluc
from tests.records.games import played


def nothing(*_: object) -> None:
    raise AssertionError("a replay saves and draws nothing")


class Table:
    """A board that shows a replay, in simulated time."""

    def __init__(self, game: Game, names: tuple[str, ...] = ()) -> None:
        config, replay = replay_of(Config(), game, names)
        self.clock = SimulatedReactor()
        simulation = simulate(config, self.clock, seed=5, threaded=False)
        self.board = simulation.board
        self.parts = (simulation.panel, simulation.display)
        self.conductor = Conductor(
            MACHINE, replay, self.clock, self.parts, nothing, nothing, nothing
        )
        for part in self.parts:
            part.start(self.conductor.handle)
        self.conductor.show()
        self.wait(50)

    def wait(self, ms: int) -> None:
        self.clock.advance_ms(ms)

    def tap(self, space: int) -> None:
        self.board.tap(space)
        self.wait(150)

    def close(self) -> None:
        self.conductor.close()
        for part in self.parts:
            part.close()
        self.board.close()

    def blinking(self) -> dict[int, int]:
        """How often each lamp goes on within four seconds."""
        counts = dict.fromkeys(range(1, self.board.spaces + 1), 0)
        before = self.board.lamps()
        for _ in range(400):
            self.wait(10)
            now = self.board.lamps()
            for space, (was, on) in enumerate(zip(before, now, strict=True), 1):
                counts[space] += on and not was
            before = now
        return {space: count for space, count in counts.items() if count}


@pytest.fixture
def game() -> Game:
    return played("classic", 4, 60).game


def test_a_game_is_seen_and_stepped_through_on_the_board(game: Game) -> None:
    """Lamps blink at 1 and at 4 Hz, the display shows the session's screen, presses step."""
    table = Table(game, ("Ann", "Ben"))
    try:
        for step in game.played[:12]:
            move = step.step
            counts = table.blinking()
            assert counts.get(move.target) in (15, 16, 17)
            if isinstance(move.source, int):
                assert counts.get(move.source) in (3, 4, 5)
            frame = MACHINE.frame(table.conductor.state)
            assert table.board.pixels().tobytes() == render(frame.screen).tobytes()
            table.tap(move.target)
        assert table.conductor.state.at == 12
        table.board.press(3)
        table.wait(1_100)
        table.board.release(3)
        table.wait(100)
        assert table.conductor.state.at == 11
        table.board.shake()
        table.wait(1_500)
        assert table.conductor.state.at == 12
        dark = next(
            space
            for space, lamp in enumerate(MACHINE.frame(table.conductor.state).lamps, 1)
            if lamp.name == "OFF"
        )
        table.tap(dark)
        assert table.conductor.state.told
        table.wait(3_000)
        assert not table.conductor.state.told
    finally:
        table.close()


def test_the_board_is_long_enough() -> None:
    """A game on 19 spaces is shown on a board of 19, one on nine on the usual board."""
    config, replay = replay_of(Config(), played("ant").game, ())
    assert config.board.spaces == replay.spaces == 19
    config, replay = replay_of(Config(), played("bell").game, ())
    assert config.board.spaces == replay.spaces == 11


def test_the_program_serves_the_page_until_it_is_stopped(game: Game) -> None:
    """The page has the position that is shown; SIGTERM ends it clean."""
    httpx = pytest.importorskip("httpx")
    config, replay = replay_of(Config(), game, ())
    config = replace(config, web=replace(config.web, port=0))
    seen = []

    async def run() -> int:
        loop = asyncio.get_running_loop()

        def ready(address: str) -> None:
            async def visit() -> None:
                async with httpx.AsyncClient() as client:
                    seen.append((await client.get(address)).status_code)
                os.kill(os.getpid(), signal.SIGTERM)

            tasks.append(loop.create_task(visit()))

        tasks: list[asyncio.Task] = []
        code = await show(config, replay, ready)
        await asyncio.gather(*tasks)
        return code

    assert asyncio.run(run()) == 0
    assert seen == [200]


def test_a_busy_port_is_told(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """While the board runs its page has the port; another one can be named."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        assert puluc("games", "replay", 1, "--board", "--port", port, "--journal", kept) == 1
    assert f"port {port}" in capsys.readouterr().err


def test_the_address_and_the_keys_are_told(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who runs it is told where the page is, and what presses do."""

    async def show_at_once(config, replay, ready) -> int:
        ready("http://127.0.0.1:8011/")
        assert replay.names == ("Ann", "Bén")
        assert config == Config()
        return 0

    monkeypatch.setattr("puluc.games.board.show", show_at_once)
    monkeypatch.delenv("PULUC_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(kept.with_name("none")))
    assert puluc("games", "replay", 1, "--board", "--journal", kept) == 0
    out = capsys.readouterr().out
    assert out.startswith("Game 1 is on http://127.0.0.1:8011/\n")
    assert "Hold a space: back" in out


def test_a_missing_extra_is_named(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without what the board needs, the other commands work, and this one says what is missing."""
    monkeypatch.setitem(sys.modules, "puluc.games.board", None)
    assert puluc("games", "replay", 1, "--board", "--journal", kept) == 1
    assert "pip install" in capsys.readouterr().err
    assert puluc("games", "list", "--journal", kept) == 0
