"""``puluc play`` as a program: from its start to a signal."""

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from puluc.app import play
from puluc.config import Config
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
