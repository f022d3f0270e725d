"""What a board must show, worked out from nothing but the entries of its journal."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from puluc.app import setup_of
from puluc.config import Config
from puluc.journal import Journal
from puluc.rules.units import Side
from puluc.screens import render
from puluc.session import acts
from puluc.session.choice import Narrow
from puluc.session.choices import OVER_QUIET_MS, choices
from puluc.session.entries import Entry, replay
from puluc.session.events import Milliseconds
from puluc.session.frame import Frame, Lamp
from puluc.session.opening import resume_game, start_game
from puluc.session.phases import Choosing, Over
from puluc.session.state import Settings, State
from puluc.session.view import frame

NOW = Milliseconds(0)
SETUP = setup_of(Config())
RULES = SETUP.contest.rules

Step = tuple[int, Entry | None]
"""A game's number and one of its entries; the first of each game is that it begins."""


@dataclass(frozen=True)
class Sight:
    """All that may be seen between one step and the next: whole, narrowed, blinking or not."""

    lamps: frozenset[tuple[bool, ...]]
    pixels: frozenset[bytes]


def steps_of(journal: Path, copy: Path) -> list[Step]:
    """All steps in a journal that a killed program has left, which is not touched: a copy is read.

    The copy is recovered as SQLite recovers, must pass its check, and must be whole.
    """
    copy.mkdir()
    for part in journal.parent.glob(f"{journal.name}*"):
        shutil.copy(part, copy)
    with closing(sqlite3.connect(copy / journal.name)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with Journal.open(copy / journal.name) as opened:
        assert opened.notices == ()
        assert opened.saved
        steps: list[Step] = []
        for game in opened.games():
            entries = opened.entries(game.number)
            steps += [(game.number, None)]
            steps += [(game.number, Entry(entry.kind, entry.data)) for entry in entries]
    return steps


def restarted(steps: list[Step]) -> State:
    """The session a moment after a restart."""
    number = steps[-1][0]
    entries = [entry for game, entry in steps if game == number and entry is not None]
    game = replay(RULES, _opens(number), entries)
    return resume_game(SETUP, game, Settings(), NOW, recent=True)


def first() -> State:
    """The session before anything was played."""
    state, _ = start_game(SETUP, Settings(), NOW)
    return state


def follow(state: State, steps: list[Step], begin: int) -> Iterator[State]:
    """The session after each of the steps from ``begin`` on, from the one before them."""
    for count in range(begin, len(steps)):
        number, entry = steps[count]
        entries = [step for game, step in steps[: count + 1] if game == number and step is not None]
        game = replay(RULES, _opens(number), entries)
        if entry is None:
            state, _ = acts.next_game(state)
        elif entry.kind == "cast":
            assert game.thrown is not None
            state, _ = acts.cast(state, game.thrown)
        elif entry.kind == "take_back":
            state, _ = acts.take_back(state)
        else:
            state, _ = acts.play(state, game.played[-1].step)
        assert state.game == game
        yield state


def sight(state: State) -> Sight:
    """What may be seen while a state lasts."""
    frames = [frame(one) for one in (state, *_variants(state))]
    return Sight(
        frozenset(lamps for one in frames for lamps in _lamps(one)),
        frozenset(render(one.screen).tobytes() for one in frames),
    )


def _variants(state: State) -> Iterator[State]:
    """The same state narrowed by a press, or a while later."""
    if isinstance(state.phase, Choosing):
        for choice in choices(state).values():
            if isinstance(choice, Narrow):
                narrowed, _ = acts.do(state, choice)
                yield narrowed
    elif isinstance(state.phase, Over):
        # The space pressed last stays dark, in case it was a slip.
        last_keys = (None, *map(state.board_space, range(1, RULES.track + 1)))
        for last in last_keys:
            keys = replace(state.keys, last=last)
            yield replace(state, now=Milliseconds(state.now + OVER_QUIET_MS), keys=keys)


def _lamps(shown: Frame) -> Iterator[tuple[bool, ...]]:
    """A frame's lamps, those that blink on and off."""
    ways = {Lamp.ON: (True,), Lamp.OFF: (False,)}
    return product(*(ways.get(lamp, (False, True)) for lamp in shown.lamps))


def _opens(number: int) -> Side:
    """Jade opens the first game, and from game to game the sides open in turn."""
    return (Side.CINNABAR, Side.JADE)[number % 2]
