"""What a step of the session asks of the app, besides showing the new frame.

The app carries them out in order, and all that are saved are durable before the frame is shown.
"""

from dataclasses import dataclass

from puluc.opponent.levels import Level
from puluc.rules.position import Position
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side, Space
from puluc.session.entries import Entry, Levels


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A game's place in a match."""

    name: str
    number: int
    """From 1."""
    changes: tuple[tuple[str, str], ...] = ()
    """The fields that were changed in all games of the match, and their values as text."""


@dataclass(frozen=True, slots=True)
class SaveBegin:
    """Save that a new game has begun."""

    rules: RuleSet
    opens: Side | None
    """None where it is to be cast for, or drawn."""
    names: tuple[str, ...] = ()
    """The players' names by seat, where they have any."""
    match: MatchPlace | None = None
    """Its place in the match that it belongs to, if it does."""
    levels: Levels = (None, None)
    """The levels at which the board plays Jade and Cinnabar."""


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """Save something that happened in the game."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class SaveResult:
    """Save how the game stands: ``J``, ``C``, ``draw``, or none when it goes on again."""

    result: str | None


@dataclass(frozen=True, slots=True)
class SaveSetting:
    """Save what the players chose in the menu."""

    key: str
    value: str | bool


@dataclass(frozen=True, slots=True)
class DrawLots:
    """Cast the lots, and hand back ``Drawn``."""

    count: int
    """How many lots are thrown in all."""


@dataclass(frozen=True, slots=True)
class Think:
    """Have the opponent think, and hand back ``Thought`` or ``Stumped``.

    No thought asked for earlier is wanted any more.
    With a level it chooses a step for that. Without, it tells the odds of the side to move, and
    with casts left in the position the best step.
    """

    position: Position
    level: Level | None = None
    seed: str = ""
    """What its slips follow from: asked again, also after a restart, it says the same."""


@dataclass(frozen=True, slots=True)
class ShutDown:
    """End the program, and with it what runs the board."""


@dataclass(frozen=True, slots=True)
class Rewire:
    """Take each part to be on the line where the self-test has found it, from now on.

    Parts are named by whose lines they are on in the wiring so far: where the buttons of spaces 4
    and 7 are swapped, ``buttons[3]`` is 7.
    """

    buttons: tuple[Space | None, ...]
    """For each space, whose line its button is on; None is the menu button's."""
    menu: Space | None
    """Whose line the menu button is on; None is its own."""
    lamps: tuple[Space, ...]
    """For each space, whose line its lamp is on."""


Effect = SaveBegin | SaveEntry | SaveResult | SaveSetting | DrawLots | Think | Rewire | ShutDown
