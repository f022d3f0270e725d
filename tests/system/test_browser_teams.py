"""Six players on nineteen spaces, in a real browser: openings, two casts, partners and the end."""

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from puluc.journal import look
from puluc.records import game_of
from tests.system.chromium import BoardPage
from tests.system.program import Program

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.system

NAMES = ("Ana", "Ben", "Carla", "Dan", "Ixchel", "Finn")
LONGEST = 2_000


def play_to_the_end(board: BoardPage, chance: Random) -> set[str]:
    """Press what is lit, shake when nothing is; returns the names seen at the head."""
    seen = set()
    for _ in range(LONGEST):
        before = board.look()
        seen |= {name for name in NAMES if board.headline_says(name)}
        lit = board.lit()
        if lit:
            board.click(chance.choice(lit))
        elif board.headline_says("won", "draw"):
            return seen
        else:
            board.shake()
        wait_a_while_for_change(board, before)
    raise AssertionError("the game has no end")


def wait_a_while_for_change(board: BoardPage, before: tuple[str, str]) -> None:
    """Wait until something is seen that was not there; a press may have changed nothing."""
    from playwright.sync_api import TimeoutError as NothingChanged

    with suppress(NothingChanged):
        board.page.wait_for_function(
            "before => eyes.look().join() !== before.join()",
            arg=list(before),
            polling=20,
            timeout=3_000,
        )
    board.page.wait_for_timeout(60)  # the display takes a moment after the lamps


@pytest.mark.parametrize("warriors", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_six_players_on_nineteen_spaces(browser: "Browser", home: Path, warriors: int) -> None:
    """All six are called by name; the game ends, and its journal tells the same warriors."""
    arguments = ("--rules", "ant", "--spaces", "19", "--set", f"warriors={warriors}")
    with Program(home, *arguments, "--players", ",".join(NAMES)) as program:
        board = BoardPage(browser, program.address(), viewport={"width": 1400, "height": 900})
        board.wait_connected()
        assert len(board.warriors()) == 19
        assert play_to_the_end(board, Random(2)) == set(NAMES)
        standing = board.warriors()
        board.page.screenshot(path=Path("tests/out/5-teams.png"))
        assert board.complaints == []
        board.close()
        with look(program.journal) as journal:
            row = journal.games()[-1]
            game = game_of(row, journal.entries(row.number))
        assert game.outcome is not None
        assert [bool(pile) for pile in standing] == [bool(piles) for piles in game.position.track]
