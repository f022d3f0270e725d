"""A self-test between two events, and what has been seen in it so far."""

from dataclasses import dataclass, replace
from enum import Enum

from puluc.rules.units import Space
from puluc.screens.values import Pattern
from puluc.selftest.tasks import Key, Task, tasks
from puluc.session.effects import Rewire
from puluc.session.events import Milliseconds, Part
from puluc.session.frame import Sound
from puluc.session.state import Holds

Keys = frozenset[Key]


@dataclass(frozen=True, slots=True)
class Fitted:
    """What a board is made of, each part with what it is connected to: ``GPIO 17, pin 11``."""

    buttons: tuple[str, ...]
    """For each space."""
    lamps: tuple[str, ...]
    menu: str
    tilt: str
    display: str = ""
    """The display's bus and address; empty when there is none."""

    @property
    def spaces(self) -> int:
        """How many spaces there are."""
        return len(self.buttons)

    def key(self, key: Key) -> str:
        """What a button is connected to."""
        return self.menu if key is None else self.buttons[key - 1]

    def rewired(self, rewire: Rewire) -> "Fitted":
        """The same parts on the lines where they have been found."""
        return replace(
            self,
            buttons=tuple(map(self.key, rewire.buttons)),
            menu=self.key(rewire.menu),
            lamps=tuple(map(self.lamp, rewire.lamps)),
        )

    def lamp(self, space: Key) -> str:
        """What a space's lamp is connected to; the menu button has none."""
        return "" if space is None else self.lamps[space - 1]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with a board."""

    part: str
    """``Space 4``; at most 12 characters."""
    said: str
    """``button: no answer``."""
    where: str
    """What it is connected to: ``GPIO 7, pin 26``."""
    is_swap: bool = False
    """Whether only the wiring is wrong, so that it can be corrected without a soldering iron."""

    def __str__(self) -> str:
        return f"{self.part}, {self.said}" + (f" ({self.where})" if self.where else "")


def unknown(spaces: int) -> Fitted:
    """A board of which nobody knows how it is wired."""
    return Fitted(("",) * spaces, ("",) * spaces, "", "", "the display")


class Tray(Enum):
    """What the tilt switch was seen to do."""

    UNKNOWN = "unknown"
    GOOD = "good"
    DEAD = "dead"
    RESTLESS = "restless"


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of the tasks so far."""

    keys: tuple[tuple[Key, Keys], ...] = ()
    """Each button that was pressed, with those that answered."""
    always_lit: frozenset[Space] = frozenset()
    lamps: tuple[tuple[Space, frozenset[Space]], ...] = ()
    """Each lamp that was switched on, with the spaces where one was seen."""
    stuck: frozenset[Space] = frozenset()
    """Buttons that were down for too long."""
    tray: Tray = Tray.UNKNOWN
    wrong: tuple[Pattern, ...] = ()
    """What the display did not show rightly."""
    lost: tuple[tuple[Part, str], ...] = ()
    """Parts that the drivers can't have, with their reasons."""

    def answer(self, key: Key) -> Keys | None:
        """What answered when that button was pressed; None before that."""
        return dict(self.keys).get(key)


@dataclass(frozen=True, slots=True)
class Trial:
    """A self-test."""

    fitted: Fitted
    todo: tuple[Task, ...]
    """What is asked for now, and what comes after it; empty at the end."""
    now: Milliseconds
    since: Milliseconds
    """When what is asked for now was first asked for."""
    began: Milliseconds
    touched: Milliseconds
    holds: Holds = Holds()
    seen: Seen = Seen()
    down: frozenset[Space] = frozenset()
    """Spaces under fingers."""
    pressed: Keys = frozenset()
    """What was pressed together, until all is let go."""
    is_long: bool = False
    """Whether one of them was held."""
    first: Keys | None = None
    """An unexpected answer; only when it comes twice is it believed."""
    stuck: frozenset[Space] = frozenset()
    """Buttons that are stuck now."""
    found: tuple[Fault, ...] | None = None
    """What is wrong, once everything has been tried."""
    said: str = ""
    """What came of writing the corrected wiring."""
    corrected: bool = False
    """Whether the corrected wiring is in use."""
    sound: Sound | None = None
    sound_id: int = 0

    def sounding(self, sound: Sound) -> "Trial":
        """The test with a sound to be played once."""
        return replace(self, sound=sound, sound_id=self.sound_id + 1)

    @property
    def task(self) -> Task | None:
        """What is asked for now; None at the end."""
        return self.todo[0] if self.todo else None

    @property
    def is_blind(self) -> bool:
        """Whether nobody can read what the board asks for."""
        lost = any(part is Part.DISPLAY for part, _ in self.seen.lost)
        return lost or not self.fitted.display


def begin(
    fitted: Fitted,
    at: Milliseconds,
    holds: Holds,
    stuck: frozenset[Space] = frozenset(),
    lost: tuple[tuple[Part, str], ...] = (),
) -> Trial:
    """A test at its beginning.

    Args:
        fitted: What the board is made of.
        at: The time now.
        holds: What the panel tells of buttons that are held.
        stuck: Buttons that are known to be stuck.
        lost: Parts that are known to be lost.
    """
    display = bool(fitted.display) and all(part is not Part.DISPLAY for part, _ in lost)
    return Trial(
        fitted,
        tasks(fitted.spaces, display=display),
        at,
        at,
        at,
        at,
        holds,
        Seen(stuck=stuck, lost=lost),
        stuck=stuck,
    )
