"""The opponent's thread: what it answers, what it drops, and that its faults stay there."""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

import pytest

from puluc.opponent.levels import Level
from puluc.opponent.player import Opponent
from puluc.opponent.thought import Odds
from puluc.rules.moves import legal_moves
from puluc.rules.position import start, throw
from puluc.rules.presets import rule_set
from puluc.rules.units import Side
from puluc.session.effects import Think
from puluc.session.events import Event, Milliseconds, Noticed, Stumped, Thought
from puluc.thinker import Player, Tell, Thinker

START = start(rule_set("classic"))
CAST = throw(START, 3)
LONG_S = 10


class Loop:
    """A loop that runs what it was handed when the test says so."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.events: list[Event] = []

    def next(self) -> Event:
        """The next event, waited for."""
        self.calls.get(timeout=LONG_S)()
        return self.events[-1]

    def is_idle(self) -> bool:
        try:
            self.calls.get_nowait()
        except Empty:
            return True
        return False

    def thinker(self, make: Callable[[Tell], Player], *, threaded: bool = True) -> Thinker:
        return Thinker(
            make, self.calls.put, self.events.append, lambda: Milliseconds(7), threaded=threaded
        )


class Slow:
    """An opponent that thinks until it is let go, a slice after the other."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.closed = threading.Event()
        self.go = threading.Event()

    def judging(self, position):
        try:
            self.begun.set()
            while not self.go.wait(0.001):
                yield
        except GeneratorExit:
            self.closed.set()
            raise
        return Odds(position.side, 0.25, is_exact=True)

    thinking = weighing = None


@pytest.mark.parametrize("threaded", [True, False])
def test_each_question_has_its_answer(threaded: bool) -> None:
    """A step for a level, the best step for a hint, the odds alone before a cast."""
    loop = Loop()
    thinker = loop.thinker(lambda tell: Opponent(), threaded=threaded)
    for about in (Think(CAST, Level.HASTY, "1"), Think(CAST), Think(START)):
        thinker.think(about)
        if not threaded:
            loop.calls.get()()
        event = loop.next()
        assert isinstance(event, Thought)
        assert event.at == 7
        assert event.about is about
        assert event.odds.side is Side.JADE
        moves = legal_moves(about.position) if about.position.left else (None,)
        assert event.step in moves
    thinker.close()


def test_asking_never_waits_and_a_newer_question_ends_the_older() -> None:
    """The thought at work is closed, and never told."""
    loop, slow = Loop(), Slow()
    thinker = loop.thinker(lambda tell: slow)
    thinker.think(Think(START))
    assert slow.begun.wait(LONG_S)
    newer = Think(START, seed="newer")
    thinker.think(newer)
    assert slow.closed.wait(LONG_S)
    slow.go.set()
    event = loop.next()
    assert isinstance(event, Thought)
    assert event.about is newer
    assert loop.is_idle()
    thinker.close()


def test_closing_ends_the_thread_and_is_silent() -> None:
    """What is thought of then is dropped; closing twice is harmless, also before any question."""
    loop, slow = Loop(), Slow()
    thinker = loop.thinker(lambda tell: slow)
    thinker.think(Think(START))
    assert slow.begun.wait(LONG_S)
    thinker.close()
    assert slow.closed.wait(LONG_S)
    thinker.close()
    assert loop.is_idle()
    assert not [each for each in threading.enumerate() if each.name == "opponent"]
    loop.thinker(lambda tell: slow).close()


def test_an_answer_that_the_end_overtakes_is_not_told() -> None:
    """It was handed over, but nobody listens any more."""
    loop = Loop()
    thinker = loop.thinker(lambda tell: Opponent())
    thinker.think(Think(START))
    call = loop.calls.get(timeout=LONG_S)
    thinker.close()
    call()
    assert loop.events == []


def test_a_fault_is_told_and_logged_and_the_next_question_is_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The thread lives on; the log has the position."""
    loop = Loop()
    faults = [ZeroDivisionError("of ours"), MemoryError()]

    def make(tell: Tell) -> Player:
        if faults:
            raise faults.pop()
        return Opponent()

    thinker = loop.thinker(make)
    for _ in range(2):
        thinker.think(Think(START))
        assert isinstance(loop.next(), Stumped)
    thinker.think(Think(START))
    assert isinstance(loop.next(), Thought)
    thinker.close()
    assert "of ours" in caplog.text
    assert "can't think of classic" in caplog.text


def test_what_a_table_is_refused_for_reaches_the_players() -> None:
    """As an event, before the thought."""
    loop = Loop()

    def make(tell: Tell) -> Player:
        tell("mine.puluc is left out")
        return Opponent()

    thinker = loop.thinker(make)
    thinker.think(Think(START))
    assert loop.next() == Noticed(Milliseconds(7), "mine.puluc is left out")
    assert isinstance(loop.next(), Thought)
    thinker.close()
