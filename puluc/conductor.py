"""One event after the other through a pure machine: step, save, and only then show.

The machine of play is the session. The conductor runs on the loop's thread and never waits for a
device; the disk it does wait for, since nothing may be seen that a power cut could undo.
"""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, assert_never

from puluc.session.effects import (
    DrawLots,
    Effect,
    Rewire,
    SaveBegin,
    SaveEntry,
    SaveResult,
    SaveSetting,
    ShutDown,
    Think,
)
from puluc.session.events import Drawn, Event, Milliseconds, Stumped, Tick
from puluc.session.frame import Frame
from puluc.session.phases import Phase
from puluc.session.state import State
from puluc.session.step import next_tick, step
from puluc.session.view import frame

log = logging.getLogger(__name__)

Save = SaveBegin | SaveEntry | SaveResult | SaveSetting


class Shows(Protocol):
    """A panel or a display: what takes frames."""

    def show(self, frame: Frame) -> None:
        """Show a frame."""


class Cancellable(Protocol):
    """A timer."""

    def cancel(self) -> None:
        """Forget it."""


class Clock(Protocol):
    """The loop's clock and timers."""

    def now_us(self) -> int:
        """The time in microseconds."""

    def call_at(self, at_us: int, call: Callable[[], None]) -> Cancellable:
        """Make a call at a time."""


S = TypeVar("S")
"""A machine's state."""


@dataclass(frozen=True, slots=True)
class Machine(Generic[S]):
    """What happens at a board, as pure functions of a state."""

    step: Callable[[S, Event], tuple[S, tuple[Effect, ...]]]
    """The state after an event, and the effects in the order in which to carry them out."""
    frame: Callable[[S], Frame]
    """Everything that is seen and heard in a state."""
    next_tick: Callable[[S], Milliseconds | None]
    """When the machine wants a ``Tick``; none when time alone changes nothing."""
    where: Callable[[S], object]
    """The phase of a state, for the log."""


def _phase(state: State) -> Phase:
    return state.phase


SESSION = Machine(step, frame, next_tick, _phase)
"""Play."""


def _keep(rewire: Rewire) -> None:
    """Keep the wiring: a machine that asks for another needs a board that can have one."""
    log.error("no board to correct the wiring of: %r", rewire)


class Conductor(Generic[S]):
    """Takes the events of a machine in order and keeps its state.

    Args:
        machine: what the events go through.
        state: where it begins.
        clock: the loop's clock and timers.
        shown: panels and displays, in the order in which they are to show a frame.
        save: makes a step's effects durable, all of one call at once, before it returns.
            A failure to do so is its own to report, as events.
        draw: casts that many lots.
        shut_down: ends the program.
        rewire: uses a corrected wiring, and has it saved; tells what came of it as an event.
        think: has the opponent think, and never waits for it; the answer comes as an event.
            Without, there is none.
    """

    def __init__(
        self,
        machine: Machine[S],
        state: S,
        clock: Clock,
        shown: tuple[Shows, ...],
        save: Callable[[tuple[Save, ...]], None],
        draw: Callable[[int], tuple[bool, ...]],
        shut_down: Callable[[], None],
        rewire: Callable[[Rewire], None] = _keep,
        think: Callable[[Think], None] | None = None,
    ) -> None:
        self.machine = machine
        self.state = state
        self._clock = clock
        self._shown = shown
        self._save = save
        self._draw = draw
        self._shut_down = shut_down
        self._rewire = rewire
        self._think = think
        self._waiting: deque[Event] = deque()
        self._busy = False
        self._timer: Cancellable | None = None

    def now(self) -> Milliseconds:
        """The time now."""
        return Milliseconds(self._clock.now_us() // 1000)

    def handle(self, event: Event) -> None:
        """Take an event. One that comes while another is at work waits for its turn."""
        self._waiting.append(event)
        if self._busy:
            return
        self._busy = True
        try:
            while self._waiting:
                self._one(self._waiting.popleft())
        finally:
            self._busy = False

    def show(self) -> None:
        """Show the state as it is, and ask for the next tick."""
        try:
            self._show(self.machine.frame(self.state))
        except Exception:
            # What can't be drawn must not keep the loop from what comes next.
            log.exception("no frame in phase %r", self.machine.where(self.state))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.machine.next_tick(self.state)
        if due is not None:
            self._timer = self._clock.call_at(due * 1000, lambda: self.handle(Tick(self.now())))

    def _show(self, now_shown: Frame) -> None:
        for shows in self._shown:
            try:
                shows.show(now_shown)
            except Exception:
                log.exception("%s can't show a frame", type(shows).__name__)

    def close(self) -> None:
        """No more ticks; may be called twice."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _one(self, event: Event) -> None:
        try:
            state, effects = self.machine.step(self.state, event)
        except Exception:
            # A fault of ours must not end the game on the table: it stands as it was saved.
            log.exception("event %r in %r", event, self.machine.where(self.state))
            return
        self._carry_out(effects)
        self.state = state
        self.show()

    def _carry_out(self, effects: tuple[Effect, ...]) -> None:
        saves: list[Save] = []
        for effect in effects:
            match effect:
                case SaveBegin() | SaveEntry() | SaveResult() | SaveSetting():
                    saves.append(effect)
                case DrawLots(count=count):
                    self._waiting.appendleft(Drawn(self.now(), self._draw(count)))
                case Rewire():
                    self._rewire(effect)
                case Think() if self._think is not None:
                    self._think(effect)
                case Think():
                    self._waiting.append(Stumped(self.now(), effect))
                case ShutDown():
                    self._shut_down()
                case _:
                    assert_never(effect)
        if saves:
            self._save(tuple(saves))
