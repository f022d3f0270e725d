"""The opponent's thread: it thinks of one thing at a time, and of nothing that nobody waits for.

The loop hands questions over and never waits; answers come back to it as events.
"""

import logging
import threading
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Protocol

from puluc.opponent.levels import Level
from puluc.opponent.thought import Odds, Thinking, Weighed
from puluc.opponent.thought import Thought as Chosen
from puluc.rules.notation import position_line
from puluc.rules.position import Position
from puluc.rules.steps import Step
from puluc.session.effects import Think
from puluc.session.events import Event, Milliseconds, Noticed, Stumped, Thought

log = logging.getLogger(__name__)

JOIN_S = 2.0
"""A slice of thought is shorter by far."""

Tell = Callable[[str], None]
"""Takes a sentence for the players."""

Found = tuple[Odds, Step | None]


class Player(Protocol):
    """Who thinks: ``puluc.opponent.player.Opponent``."""

    def thinking(self, position: Position, level: Level, chance: Random) -> Thinking[Chosen]:
        """Choose a step."""

    def weighing(self, position: Position) -> Thinking[tuple[Weighed, ...]]:
        """All steps, the best first."""

    def judging(self, position: Position) -> Thinking[Odds]:
        """The odds of the side to move."""


class Thinker:
    """Thinks of what it was asked last.

    Args:
        make: makes the opponent, at the first question and where it is thought; it is given what
            tells the players of a table that can't be used.
        hand_over: makes a call on the loop soon; other threads may use it, and it never raises.
        emit: takes the answers, on the loop.
        now: the loop's time.
        threaded: whether to think on a thread of its own; otherwise on the loop, in simulated time.
    """

    def __init__(
        self,
        make: Callable[[Tell], Player],
        hand_over: Callable[[Callable[[], None]], None],
        emit: Callable[[Event], None],
        now: Callable[[], Milliseconds],
        *,
        threaded: bool = True,
    ) -> None:
        self._make = make
        self._hand_over = hand_over
        self._emit = emit
        self._now = now
        self._threaded = threaded
        self._player: Player | None = None
        self._changed = threading.Condition()
        self._wanted: Think | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def think(self, about: Think) -> None:
        """Think of that, and of nothing else any more."""
        with self._changed:
            self._wanted = about
            self._changed.notify()
        if not self._threaded:
            self._hand_over(self._work)
        elif self._thread is None:
            self._thread = threading.Thread(target=self._run, name="opponent", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """No more answers; may be called twice."""
        with self._changed:
            self._closed = True
            self._wanted = None
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(JOIN_S)
            self._thread = None

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._wanted is not None)
                if self._closed:
                    return
            self._work()

    def _work(self) -> None:
        """Answer the question that is wanted, unless another comes meanwhile."""
        about = self._wanted
        if about is None:
            return
        try:
            if self._player is None:
                self._player = self._make(self._tell)
            found = self._found(self._player, about)
        except Exception:
            # A fault of the opponent must not end its thread, nor the game: people move for it.
            where = about.position
            log.exception("can't think of %s: %s", where.rules.name, position_line(where))
            self._answer(about, lambda: Stumped(self._now(), about))
            return
        if found is not None:
            odds, step = found
            self._answer(about, lambda: Thought(self._now(), about, odds, step))

    def _found(self, player: Player, about: Think) -> Found | None:
        """The answer; none when another question has come."""
        thinking = _thought(player, about)
        while self._wanted is about:
            try:
                next(thinking)
            except StopIteration as done:
                found: Found = done.value
                return found
        thinking.close()
        return None

    def _answer(self, about: Think, event: Callable[[], Event]) -> None:
        with self._changed:
            if self._wanted is not about:
                return
            self._wanted = None
        self._hand_over(lambda: self._say(event()))

    def _tell(self, words: str) -> None:
        self._hand_over(partial(self._notice, words))

    def _notice(self, words: str) -> None:
        self._say(Noticed(self._now(), words))

    def _say(self, event: Event) -> None:
        """On the loop; after the end nobody listens."""
        if not self._closed:
            self._emit(event)


def _thought(player: Player, about: Think) -> Thinking[Found]:
    """Thought about a question, in slices."""
    if about.level is not None:
        chosen = yield from player.thinking(about.position, about.level, Random(about.seed))
        return chosen.odds, chosen.step
    if about.position.left:
        best, *_ = yield from player.weighing(about.position)
        return best.odds, best.step
    return (yield from player.judging(about.position)), None
