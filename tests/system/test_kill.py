"""A program killed at any moment comes back to what it showed, and its journal tells all of it."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from puluc.rules.moves import legal_moves
from puluc.session import acts
from puluc.session.game import Throw
from tests.system.client import Client, Look
from tests.system.expected import Sight, Step, first, follow, restarted, sight, steps_of
from tests.system.program import Program

pytestmark = pytest.mark.system

SHAKE_S = 0.88
"""From the begin of a shake to the earliest cast; the latest is some 0.1 s later."""


class UnexplainedError(AssertionError):
    """Something was shown that the journal doesn't tell of, or the other way round."""


def check_shown(looks: Sequence[Look], sights: Sequence[Sight]) -> None:
    """See that all that was shown is what the steps of a life make, in their order.

    Args:
        looks: all that was seen from a restart to a kill.
        sights: what was to be seen at first, and after each step that the journal has got since.

    Raises:
        UnexplainedError: a look that no step makes, or a step before the last that nobody saw.
    """
    at = 0
    for look in looks:
        if not any(look.lamps in one.lamps for one in sights[at:]):
            raise UnexplainedError(f"lamps {look.lamps} are of no step from {at} on")
        at = next(n for n in range(at, len(sights)) if look.lamps in sights[n].lamps)
    at, seen = 0, {0}
    for look in looks:
        exact = [n for n in range(at, len(sights)) if look.pixels in sights[n].pixels]
        if exact:
            at = exact[0]
            seen.add(at)
        elif not any(_is_drawing(look.pixels, sights[at], one) for one in sights[at : at + 2]):
            raise UnexplainedError(f"the display after step {at} shows what no step makes")
    unseen = set(range(len(sights) - 1)) - seen
    if unseen:
        raise UnexplainedError(f"nobody saw steps {sorted(unseen)} of {len(sights) - 1}")


def _is_drawing(pixels: bytes, old: Sight, new: Sight) -> bool:
    """Whether pixels are those of one picture becoming another: where both agree they do, too."""
    now = int.from_bytes(pixels, "big")
    befores, afters = ([int.from_bytes(one, "big") for one in each.pixels] for each in (old, new))
    return any((now ^ before) & (now ^ after) == 0 for before in befores for after in afters)


class Table:
    """A home in which the program is killed and started again, over and over."""

    def __init__(self, home: Path, seed: int) -> None:
        self._home = home
        self._chance = Random(seed)
        self._state = first()
        self.steps: list[Step] = []
        self.kills = 0

    def live_and_die(self) -> None:
        """One life of the program, and a look at what it has left behind."""
        with Program(self._home) as program:
            client = Client(program.address(), self._chance)
            client.await_sight(sight(self._state))
            for _ in range(self._chance.randrange(4)):
                client.act()
            self._die(program, client)
            self._examine(program.journal, client.looks)

    def die_at_the_start(self) -> None:
        """A life that ends before the program has said a word, or soon afterwards."""
        with Program(self._home) as program:
            assert program.outlives(self._chance.uniform(0, 1))
            program.kill()
            self._examine(program.journal, [])

    def _die(self, program: Program, client: Client) -> None:
        match self._chance.randrange(3):
            case 0:
                client.watch(self._chance.uniform(0, 1))
            case 1:
                # Within a few ms of a press, or of the cast that a shake makes.
                pressed = client.begin() is not None
                client.watch((0 if pressed else SHAKE_S) + self._chance.uniform(0, 0.03))
            case 2:
                client.begin()
                client.watch(self._chance.uniform(0, 1.2))
        program.kill()
        client.drain()

    def _examine(self, journal: Path, looks: Sequence[Look]) -> None:
        known, self.kills = len(self.steps), self.kills + 1
        steps = steps_of(journal, self._home / f"copy-{self.kills}")
        assert steps[:known] == self.steps, "a step that was there is not what it was"
        if not steps:
            return
        states = [self._state, *follow(self._state, steps, max(1, known))]
        if looks:
            check_shown(looks, [sight(state) for state in states])
        self.steps, self._state = steps, restarted(steps)


def play_and_kill(home: Path, kills: int, seed: int) -> Table:
    """Kill the program so many times, one in eight of them while it starts."""
    table = Table(home, seed)
    while table.kills < kills:
        table.live_and_die()
        if table.kills % 8 == 7:
            table.die_at_the_start()
    return table


@pytest.fixture(scope="module")
def life() -> list[Sight]:
    """A life of two casts and a move between them."""
    begun = first()
    cast, _ = acts.cast(begun, Throw(((True, False, False, False),)))
    moved, _ = acts.play(cast, legal_moves(cast.game.position)[0])
    again, _ = acts.cast(moved, Throw(((True, True, False, False),)))
    return [sight(state) for state in (begun, cast, moved, again)]


def looks_at(life: Sequence[Sight]) -> list[Look]:
    return [Look(min(one.lamps), min(one.pixels)) for one in life]


def test_what_was_shown_is_explained(life: list[Sight]) -> None:
    """All that was shown passes, with the last step shown or still under way."""
    check_shown(looks_at(life), life)
    check_shown(looks_at(life[:-1]), life)


def test_a_lost_step_is_found(life: list[Sight]) -> None:
    """A step that was shown and is not in the journal fails the check."""
    with pytest.raises(UnexplainedError, match="of no step"):
        check_shown(looks_at(life), life[:-1])


def test_a_step_too_many_is_found(life: list[Sight]) -> None:
    """A step that is in the journal and was never shown fails, unless it is the last."""
    with pytest.raises(UnexplainedError, match="nobody saw"):
        check_shown(looks_at(life[:-2]), life)


def test_a_wrong_picture_is_found(life: list[Sight]) -> None:
    """A display that shows what is neither drawn nor being drawn fails."""
    begun, *others = looks_at(life)
    spoilt = begun._replace(pixels=bytes(byte ^ 0x10 for byte in begun.pixels))
    with pytest.raises(UnexplainedError, match="no step makes"):
        check_shown([spoilt, *others], life)


def test_twenty_kills(home: Path) -> None:
    """What is shown after each of 20 kills is what was shown before, or a step that was under way.

    No step that was shown is missing from the journal, and none is in it twice.
    """
    table = play_and_kill(home, kills=20, seed=1)
    assert len(table.steps) > 20


@pytest.mark.soak
def test_two_hundred_kills(home: Path) -> None:
    """As the twenty."""
    table = play_and_kill(home, kills=200, seed=2)
    assert len(table.steps) > 200
