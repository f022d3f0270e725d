"""The program's end, asked for or not: clean, quick, and with words that say what is wrong."""

import signal
from contextlib import ExitStack
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from tests.system.chromium import BoardPage
from tests.system.client import Client
from tests.system.expected import first, sight, steps_of
from tests.system.program import Program

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.system

SOON_S = 2.0
"""What a systemd unit, or somebody at a terminal, waits for without a thought."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it(
    number: signal.Signals, program: Program, browser: "Browser", tmp_path: Path
) -> None:
    """With browsers looking on it ends within 2 s, cleanly, and the page goes dark."""
    board = BoardPage(browser, program.address())
    board.cast()

    began = monotonic()
    program.send(number)
    assert program.wait() == 0
    took = monotonic() - began

    assert took < SOON_S
    assert program.strange_errors() == []
    board.page.wait_for_selector('body[data-connected="false"]')
    assert board.lit() == []
    assert board.page.get_attribute("#oled", "data-light") == "0"
    board.close()
    kinds = [entry and entry.kind for _, entry in steps_of(program.journal, tmp_path / "copy")]
    assert kinds == [None, "cast"]
    assert [file.name for file in program.journal.parent.glob("journal.db-*")] == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_browsers_that_do_not_read_cannot_keep_it(number: signal.Signals, program: Program) -> None:
    """Pages that hold a space down and read nothing more are not waited for."""
    address = program.address()
    with ExitStack() as stack:
        for seed in range(3):
            client = Client(address, Random(seed))
            stack.callback(client.close)
            client.begin()
        began = monotonic()
        program.send(number)
        assert program.wait() == 0
        assert monotonic() - began < SOON_S
        assert program.strange_errors() == []


def test_another_start_on_the_same_journal_is_refused(home: Path, program: Program) -> None:
    """A second program says in one line that the journal is in use; the first one plays on."""
    address = program.address()
    with Program(home) as second:
        assert second.address() == ""
        assert second.wait() == 1
        assert second.errors().splitlines() == [
            f"puluc: {second.journal} is in use by another Puluc (it holds {second.journal}.lock)"
        ]
    client = Client(address, Random(0))
    client.await_sight(sight(first()))
    client.act()
    assert any(client.now.lamps)
    client.close()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[web]\nport = 'high'\n", "port"),
        ("[bord]\n", "bord"),
        ("[board]\ntilt = 4\n", "GPIO 4 is used twice"),
        ("[board]\nspaces = 31\n", "5 to 30"),
        ("[board\n", "not TOML"),
    ],
)
def test_a_bad_configuration_is_told(home: Path, text: str, complaint: str) -> None:
    """The file and what is wrong are named; 78 keeps a service from being started again."""
    config = home / "config" / "puluc" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(text)
    with Program(home) as program:
        assert program.address() == ""
        assert program.wait() == 78
        assert str(config) in program.errors()
        assert complaint in program.errors()
        assert "Traceback" not in program.errors()
        assert not program.journal.exists()
