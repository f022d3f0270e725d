"""The self-test as a machine of its own, and laid over the session that a board plays with."""

from dataclasses import dataclass, replace
from typing import Final

from puluc.conductor import Machine
from puluc.rules.units import Space
from puluc.screens.values import MessageScreen
from puluc.selftest import step as test_step
from puluc.selftest import view as test_view
from puluc.selftest.state import Fitted, Trial, begin
from puluc.session import acts, step, view
from puluc.session.effects import Effect
from puluc.session.events import (
    Back,
    Event,
    Held,
    Lost,
    MenuPressed,
    Milliseconds,
    Pressed,
    Released,
    Shaken,
    Stumped,
    Thought,
    Tick,
)
from puluc.session.frame import Frame
from puluc.session.phases import SelfTest
from puluc.session.state import Keys, State

ASKED: Final = MessageScreen("Self-test?", ("let go of space 1: yes", "hold on: no"))
FIRST: Final = Space(1)
START_MS: Final = Milliseconds(2_000)
"""A panel tells within this time of keys that were down when the board came up."""
ANSWER_MS: Final = Milliseconds(500)
"""Who lets go sooner has not read the question."""


def _task(test: Trial) -> object:
    return test.task


TEST: Final = Machine(test_step.step, test_view.frame, test_step.next_tick, _task)
"""A self-test alone."""


@dataclass(frozen=True, slots=True)
class Table:
    """A session, and the self-test that may lie over it."""

    session: State
    fitted: Fitted
    test: Trial | None = None
    began: Milliseconds = Milliseconds(0)
    """When the board came up."""
    is_asked: bool = False
    """Whether space 1 was held at the start, and may be let go for a self-test."""


Done = tuple[Table, tuple[Effect, ...]]


def step_table(table: Table, event: Event) -> Done:
    """The table after an event, and what is to be done."""
    if table.test is not None:
        return _test(table, table.test, event)
    match event:
        case Held(at=at, space=space, held_ms=0):
            return replace(table, is_asked=space == FIRST and at <= table.began + START_MS), ()
        case Released(at=at, space=space) if table.is_asked and space == FIRST:
            if at >= table.began + ANSWER_MS:
                return _begin(table, at), ()
            table = replace(table, is_asked=False)
        case Pressed() | Held() | MenuPressed() | Shaken():
            table = replace(table, is_asked=False)
        case _:
            pass
    session, effects = step.step(table.session, event)
    table = replace(table, session=session)
    if isinstance(session.phase, SelfTest):
        table = _begin(table, event.at)
    return table, effects


def _begin(table: Table, at: Milliseconds) -> Table:
    session = table.session
    test = begin(table.fitted, at, session.holds, session.keys.stuck, session.faults)
    return replace(table, test=test, is_asked=False)


def _test(table: Table, test: Trial, event: Event) -> Done:
    test, effects = test_step.step(test, event)
    session = table.session
    if isinstance(event, Lost | Back | Thought | Stumped):
        session, _ = step.step(session, event)
    if test.task is not None:
        return replace(table, session=session, test=test), effects
    keys = Keys(stuck=test.stuck)
    session = replace(session, now=event.at, touched=event.at, keys=keys, flash=None)
    session, more = step.step(acts.resume(session), Tick(event.at))
    return Table(session, test.fitted, began=table.began), (*effects, *more)


def frame_table(table: Table) -> Frame:
    """Everything that is seen and heard."""
    if table.test is not None:
        return test_view.frame(table.test)
    shown = view.frame(table.session)
    return replace(shown, screen=ASKED) if table.is_asked else shown


def next_tick_table(table: Table) -> Milliseconds | None:
    """When time alone would change something."""
    if table.test is not None:
        return test_step.next_tick(table.test)
    return step.next_tick(table.session)


def _where(table: Table) -> object:
    return table.session.phase if table.test is None else table.test.task


TABLE: Final = Machine(step_table, frame_table, next_tick_table, _where)
"""Play, with the self-test in reach."""
