"""``puluc play`` as a program: from its start to a signal."""

import asyncio
import json
import os
import signal
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect

from puluc.app import play
from puluc.config import Config
from puluc.journal import Journal, look
from puluc.loop import new_loop


@pytest.mark.parametrize("driver", ["ssd1306", "none"])
def test_it_serves_its_page_until_a_signal(tmp_path: Path, driver: str) -> None:
    """With a display or without one, the page's address is told, and SIGTERM ends it with 0."""
    config = Config()
    config = replace(
        config,
        display=replace(config.display, driver=driver),
        web=replace(config.web, port=0),
    )
    folder = {"STATE_DIRECTORY": str(tmp_path), "RUNTIME_DIRECTORY": str(tmp_path)}
    told: list[str] = []

    def ready(address: str) -> None:
        told.append(address)
        os.kill(os.getpid(), signal.SIGTERM)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(play(config, folder, ready)) == 0
    (address,) = told
    assert address.startswith("http://127.0.0.1:")


def test_the_board_plays_itself_on_its_page_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    """On a real loop it thinks on its own thread: moves come, and the loop is never held up."""
    config = replace(Config(), web=replace(Config().web, port=0))
    folder = {"STATE_DIRECTORY": str(tmp_path), "RUNTIME_DIRECTORY": str(tmp_path)}
    journal = tmp_path / "journal.db"
    with Journal.open(journal) as earlier:
        for side in ("jade", "cinnabar"):
            earlier.set_setting(side, "clever")
    lags: list[float] = []
    tasks: list[asyncio.Task[None]] = []

    async def watch_the_loop() -> None:
        while True:
            due = monotonic() + 0.01
            await asyncio.sleep(0.01)
            lags.append(monotonic() - due)

    async def move_the_pieces(address: str) -> None:
        chance, moves = Random(1), 0
        try:
            async with connect(f"ws://{urlsplit(address).netloc}/board") as page:
                until = monotonic() + 60
                while moves < 4 and monotonic() < until:
                    lamps = json.loads(await page.recv()).get("lamps", ())
                    lit = [space for space, on in enumerate(lamps, 1) if on]
                    if lit:
                        space = chance.choice(lit)
                        await page.send(json.dumps({"press": space}))
                        await page.send(json.dumps({"release": space}))
                    with look(journal) as view:
                        moves = view.kinds().get(1, []).count("move")
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
        assert moves >= 4

    def ready(address: str) -> None:
        tasks.append(asyncio.create_task(watch_the_loop()))
        tasks.append(asyncio.create_task(move_the_pieces(address)))

    async def run() -> int:
        code = await play(config, folder, ready)
        watching, moving = tasks
        watching.cancel()
        await moving
        return code

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(run()) == 0
    with look(journal) as view:
        assert view.kinds()[1].count("move") >= 4
    assert max(lags) < 0.5
