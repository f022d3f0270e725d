"""The phases of a session: what the board waits for now."""

from dataclasses import dataclass

from puluc.opponent.levels import Level
from puluc.rules.steps import Move
from puluc.rules.units import Side, Space
from puluc.session.events import Milliseconds

OVER_QUIET_MS = Milliseconds(1500)
"""After the end no press begins a new game for so long: the winning hand is still there."""
ANNOUNCE_MS = Milliseconds(3000)
"""How long a move is told before the choice of real lots takes the display."""
BOARD_CASTS_MS = Milliseconds(1000)
"""The board casts for itself when nobody has touched it for so long."""
PATIENCE_MS = Milliseconds(10_000)
"""Thought takes about a second; one that takes so long will not come."""
HINT_MS = Milliseconds(20_000)
"""Who has not cast for so long is told how to; the tilt switch may be one that never fires."""
GOODBYE_MS = Milliseconds(2000)
"""How long the last words can be read before the board goes dark."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Waiting for a side to cast for the opening, or for the lot that decides it."""

    since: Milliseconds


@dataclass(frozen=True, slots=True)
class CastDue:
    """Waiting for the tray to be shaken, or for the players' own lots to be entered."""

    since: Milliseconds
    entered: tuple[tuple[bool, ...], ...] = ()
    """Casts entered so far of a throw of several."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """A cast lies there; waiting for a press that is a move."""

    pressed: tuple[Space, ...] = ()
    """Presses so far that narrow the moves down without telling one."""
    listed: tuple[Move, ...] = ()
    """Moves that no space tells apart: they are listed, and space 1, 2, ... chooses."""
    page: int = 0
    """The page of that list."""
    is_hinting: bool = False
    """Whether a hint is being thought of."""
    hint: Move | None = None
    """The move that has been found best."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """A cast of the board's own lies there, and it thinks."""

    level: Level


@dataclass(frozen=True, slots=True)
class Told:
    """The board has told its move; waiting for people to make it, and to press where it ends."""

    move: Move


@dataclass(frozen=True, slots=True)
class NoMove:
    """A cast lies there that nothing can use; waiting for a press, or a shake begun later."""

    since: Milliseconds


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; a press begins the next one, but not at once."""

    since: Milliseconds


@dataclass(frozen=True, slots=True)
class GoOn:
    """After a restart: ``Go on?``, which any space answers."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu lies over the game."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class Checking:
    """The piece check, at one space; the hands come after the last one."""

    space: Space


@dataclass(frozen=True, slots=True)
class Listing:
    """The list of moves: the legal ones to choose from, or those played to read."""

    page: int = 0
    played: bool = False
    """Those played, although a cast lies there."""


@dataclass(frozen=True, slots=True)
class Confirming:
    """A question of the menu that loses something: space 1 is yes, space 2 no."""

    question: str
    """``new game`` or ``shut down``: the menu's own word for it."""


@dataclass(frozen=True, slots=True)
class ChoosingRules:
    """The list of rule sets and matches."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class ChangingRules:
    """The options of a rule set, to be changed before a game is begun by it.

    What is chosen so far need not make a game: it is refused when it is to be played.
    """

    name: str
    changes: tuple[tuple[str, str], ...] = ()
    """Fields and their values as text."""
    page: int = 0


@dataclass(frozen=True, slots=True)
class ChoosingPlayers:
    """Who plays each side, who casts for the board, and whether the odds are told."""


@dataclass(frozen=True, slots=True)
class ChoosingLevel:
    """The list of who may play a side: people, or the board at one of its levels."""

    side: Side


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The self-test has the board (``puluc.selftest``), until the game goes on."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The players have shut the board down; it goes dark after its last words."""

    since: Milliseconds
    dark: bool = False


GamePhase = Opening | CastDue | Choosing | Thinking | Told | NoMove | Over | GoOn
"""Phases of play."""

MenuPhase = (
    Menu
    | Checking
    | Listing
    | Confirming
    | ChoosingRules
    | ChangingRules
    | ChoosingPlayers
    | ChoosingLevel
    | SelfTest
)
"""Phases of the menu, which lie over one of play."""

Phase = GamePhase | MenuPhase | Stopped
