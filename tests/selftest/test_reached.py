"""How the self-test is reached from play, and how play goes on after it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.simulated.board import SimulatedBoard
from puluc.journal import Journal
from puluc.opponent.thought import Odds
from puluc.rules.moves import legal_moves
from puluc.rules.units import Side, Space
from puluc.screens import render
from puluc.selftest.machine import ASKED
from puluc.selftest.tasks import PressKey
from puluc.session.effects import Think
from puluc.session.events import Stumped, Thought
from puluc.session.menu import lines
from puluc.session.phases import Thinking, Told
from tests.app.rig import Rig

ONE_MARK = (True, False, False, False)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with Rig(tmp_path, draw=lambda count: ONE_MARK) as made:
        yield made


def holding(space: int, tmp_path: Path) -> Rig:
    """A board that comes up while a space is held; its contact has come to rest before."""

    def hold(board: SimulatedBoard) -> None:
        board.bounce = False
        board.press(space)

    return Rig(tmp_path, draw=lambda count: ONE_MARK, prepare=hold)


def task(rig: Rig) -> object:
    trial = rig.app.conductor.state.test
    return None if trial is None else trial.task


def choose(rig: Rig, text: str) -> None:
    """Press the space beside a line of the menu, on whatever page that is."""
    for _ in range(5):
        beside = {line.text: line.space for line in lines(rig.app.state)}
        rig.tap(beside.get(text) or beside["more"])
        if text in beside:
            return
    raise AssertionError(f"no {text!r} in the menu")


def test_from_the_menu(rig: Rig) -> None:
    """The menu's entry begins it; both ends held end it, and the game is as it was."""
    rig.shake()
    seen, game = rig.seen(), rig.app.state.game
    rig.menu()
    choose(rig, "self-test")
    assert task(rig) == PressKey(None)
    rig.menu()
    assert task(rig) == PressKey(Space(1))
    rig.board.press(1)
    rig.board.press(11)
    rig.wait(2_200)
    rig.board.release(1)
    rig.board.release(11)
    rig.wait(200)
    assert task(rig) is None
    assert rig.app.state.game == game
    assert rig.seen() == seen


def test_space_1_held_at_the_start_asks(tmp_path: Path) -> None:
    """The display asks, and letting go begins the self-test."""
    with holding(1, tmp_path) as rig:
        rig.wait(3_000)
        assert rig.picture().tobytes() == render(ASKED).tobytes()
        assert task(rig) is None
        rig.board.release(1)
        rig.wait(200)
        assert task(rig) == PressKey(None)


def test_space_1_held_for_longer_is_stuck(tmp_path: Path) -> None:
    """After ten seconds it is a stuck key, and letting it go begins nothing."""
    with holding(1, tmp_path) as rig:
        rig.wait(10_100)
        assert rig.app.state.keys.stuck == {1}
        assert rig.picture().tobytes() != render(ASKED).tobytes()
        rig.board.release(1)
        rig.wait(200)
        assert task(rig) is None
        assert rig.app.state.keys.stuck == set()


@pytest.mark.parametrize("space", [2, 11])
def test_another_space_held_asks_nothing(tmp_path: Path, space: int) -> None:
    """Only space 1 is the one."""
    with holding(space, tmp_path) as rig:
        rig.wait(1_000)
        assert rig.picture().tobytes() != render(ASKED).tobytes()
        rig.board.release(space)
        rig.wait(200)
        assert task(rig) is None


def test_who_plays_is_not_asked_on(tmp_path: Path) -> None:
    """A shake or a press of another space is play: the question goes away."""
    with holding(1, tmp_path) as rig:
        rig.wait(1_000)
        rig.shake()
        assert rig.lit() == [1]
        rig.board.release(1)
        rig.wait(200)
        assert task(rig) is None


def test_a_test_that_nobody_answers_ends(tmp_path: Path) -> None:
    """After three minutes without a press the game is back; a stuck button stays known."""
    with holding(1, tmp_path) as rig:
        rig.wait(1_000)
        rig.board.release(1)
        rig.wait(1_000)
        assert task(rig) == PressKey(None)
        rig.board.stuck(5)
        rig.wait(189_900)  # the last that was heard of it is that it is stuck
        assert task(rig) is not None
        rig.wait(500)
        assert task(rig) is None
        assert rig.app.state.keys.stuck == {5}


def test_a_fault_during_the_test_is_known_after_it(tmp_path: Path) -> None:
    """What the drivers tell meanwhile reaches the session, too."""
    with holding(1, tmp_path) as rig:
        rig.wait(1_000)
        rig.board.release(1)
        rig.wait(1_000)
        rig.board.bus.unplug(0x3C)
        rig.wait(185_000)
        assert task(rig) is None
        assert [part.value for part, _ in rig.app.state.faults] == ["display"]


def test_the_board_thinks_again_after_the_test(tmp_path: Path) -> None:
    """A thought that comes meanwhile is of no use; when the test is over its move is told."""
    asked = []

    def silent(think: Think) -> None:
        asked.append(think)

    with Journal.open(tmp_path / "journal.db") as journal:
        journal.set_setting("jade", "steady")
    with Rig(tmp_path, draw=lambda count: ONE_MARK) as rig:
        rig.app.conductor._think = silent
        rig.wait(1_200)
        assert isinstance(rig.app.state.phase, Thinking)
        rig.menu()
        choose(rig, "self-test")
        (about,) = asked
        odds = Odds(Side.JADE, 0.5, is_exact=True)
        step = legal_moves(about.position)[0]
        rig.app.conductor.handle(Thought(rig.app.now(), about, odds, step))
        rig.app.conductor.handle(Stumped(rig.app.now(), about))
        assert task(rig) == PressKey(None)
        rig.board.press(1)
        rig.board.press(11)
        rig.wait(2_200)
        rig.board.release(1)
        rig.board.release(11)
        rig.wait(100)
        assert task(rig) is None
        assert asked == [about, about]
        rig.app.conductor.handle(Thought(rig.app.now(), about, odds, step))
        assert isinstance(rig.app.state.phase, Told)
