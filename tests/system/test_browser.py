"""Puluc in a real browser: what is pressed is decided by what the page shows, as people do."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from puluc.screens import render
from puluc.session.view import frame
from tests.app.reader import sees
from tests.system.chromium import BoardPage, dots_of, picture_of
from tests.system.expected import first, follow, sight, steps_of
from tests.system.program import Program

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.system

OUT = Path(__file__).parents[1] / "out"
LONGEST = 600
"""More presses and shakes than a game has; the cap ends it at 240 casts."""
MID_GAME = 20
"""The cast after which a picture is taken; the shortest of games have some more."""


@pytest.fixture
def address(program: Program) -> str:
    return program.address()


@pytest.fixture
def board(browser: "Browser", address: str) -> Iterator[BoardPage]:
    """The page; it must log no error, and ask nothing of another host."""
    board = BoardPage(browser, address, viewport={"width": 1280, "height": 800})
    yield board
    board.close()
    assert board.complaints == []


class Player:
    """Plays both sides for a short game: takes and carries off whatever it can."""

    def __init__(self, board: BoardPage, chance: Random) -> None:
        self._board = board
        self._chance = chance
        self.casts = 0

    def play(self) -> None:
        """Play until the display tells the end."""
        for turn in range(LONGEST):
            before = self._board.look()
            lit = [space for space, lamp in enumerate(before[0], 1) if lamp == "1"]
            if not lit:
                self.casts += 1
                (self._board.shake if turn % 5 else self._board.shake_by_key)()
                self._board.wait_changed(before)
                if self.casts == MID_GAME:
                    self._board.page.screenshot(path=OUT / "2-mid-game.png")
                continue
            press = (self._board.click, self._board.click, self._board.key, self._board.touch)
            press[turn % 4](self._choice(lit))
            self._board.wait_changed(before)
            if self._board.headline_says("won", "draw"):
                return
        raise AssertionError("the game has no end")

    def _choice(self, lit: list[int]) -> int:
        """Of the lit spaces one with enemies to take; or with prisoners to carry on; or any."""
        jade = self._board.headline_says("Jade")
        ours = "J" if jade else "C"
        standing = self._board.warriors()

        def worth(space: int) -> tuple[int, int, float]:
            pile = standing[space - 1]
            takes = len(pile) if pile and pile[-1] != ours else 0
            prisoners = sum(owner != ours for owner in pile) if not takes else 0
            ahead = space if jade else -space
            return takes, prisoners, ahead * bool(prisoners) + self._chance.random()

        return max(lit, key=worth)


def test_complaints_are_heard(browser: "Browser", address: str) -> None:
    """The check of the page can fail: an error in its log and a request elsewhere are noticed."""
    board = BoardPage(browser, address)
    board.page.evaluate("console.error('an error of the page')")
    board.page.evaluate("fetch('http://elsewhere.invalid/').catch(() => 0)")
    board.close()
    assert "an error of the page" in board.complaints
    assert any("http://elsewhere.invalid/" in complaint for complaint in board.complaints)


def test_a_whole_game(board: BoardPage, program: Program, tmp_path: Path) -> None:
    """From an empty home to the last kill; the display shows what the journal tells."""
    OUT.mkdir(exist_ok=True)
    board.wait_until(("0" * 11, dots_of(render(frame(first()).screen))))
    board.page.screenshot(path=OUT / "1-start.png")

    player = Player(board, Random(0))
    player.play()

    board.page.screenshot(path=OUT / "3-end.png")
    steps = steps_of(program.journal, tmp_path / "copy")
    *_, last = follow(first(), steps, 1)
    assert last.game.outcome is not None
    assert sum(entry is not None and entry.kind == "cast" for _, entry in steps) == player.casts
    assert picture_of(board.look()[1]).tobytes() in sight(last).pixels


def test_holding_a_space_casts(board: BoardPage) -> None:
    """Holding any space for a second casts as a shake does; what stands there then lights up."""
    before = board.look()
    with board.holding(6):
        board.wait_changed(before)
        refused = board.look()
        board.wait_lit(1)
        board.wait_changed(refused)
    assert board.lit() == [1]
    assert board.headline_says("Jade 1", "Jade 2", "Jade 3", "Jade 4", "Jade 5")


def test_holding_the_space_just_pressed_is_a_slip(board: BoardPage) -> None:
    """A move is taken back by holding its space: the same cast lies there, the same spaces glow."""
    board.cast()
    cast, warriors = board.look(), board.warriors()
    with board.holding(board.lit()[0]):
        board.wait_changed(cast)
        assert board.warriors() != warriors
        board.wait_changed(board.look())
    assert board.look()[0] == cast[0]
    assert board.warriors() == warriors
    assert sees(board.picture(), "Back: Jade enters at 1")


def test_a_page_loaded_anew_shows_the_same(board: BoardPage) -> None:
    """After a reload in mid-game all is there as before, and play goes on."""
    play_some(board)
    before = board.look(), board.warriors()
    board.page.reload()
    board.wait_connected()
    board.wait_until(before[0])
    assert board.warriors() == before[1]
    board.press_first_lit()


def test_two_browsers_see_the_same(board: BoardPage, browser: "Browser", address: str) -> None:
    """What is done in one window is seen in the other, whichever of them does it."""
    other = BoardPage(browser, address)
    for one, its_other in ((board, other), (other, board), (board, other)):
        one.cast()
        its_other.wait_until(one.look())
        one.press_first_lit()
        its_other.wait_until(one.look())
        assert one.warriors() == its_other.warriors()
    other.close()
    assert other.complaints == []


def test_a_narrow_phone(browser: "Browser", address: str) -> None:
    """At 390 pixels nothing sticks out sideways; fingers shake, press and are answered."""
    phone = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "device_scale_factor": 3}
    board = BoardPage(browser, address, **phone)
    assert board.page.evaluate("document.documentElement.scrollWidth") == 390
    before = board.look()
    board.touch_tray()
    board.wait_changed(before)
    cast = board.look()
    board.touch(board.lit()[0])
    board.wait_changed(cast)
    assert board.page.evaluate("document.documentElement.scrollWidth") == 390
    OUT.mkdir(exist_ok=True)
    board.page.screenshot(path=OUT / "4-phone.png")
    board.close()
    assert board.complaints == []


def play_some(board: BoardPage) -> None:
    """Two casts and a move between them."""
    board.cast()
    board.press_first_lit()
    board.cast()
