"""The things that a press can choose, as values."""

from dataclasses import dataclass

from puluc.opponent.levels import Level
from puluc.rules.steps import Move
from puluc.rules.units import Side, Space


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move."""

    move: Move


@dataclass(frozen=True, slots=True)
class Confirm:
    """The move that the board told has been made for it."""

    move: Move


@dataclass(frozen=True, slots=True)
class Narrow:
    """Keep only the moves that a press of this space may mean."""

    space: Space


@dataclass(frozen=True, slots=True)
class Widen:
    """Take the narrowing back."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Forfeit the cast."""


@dataclass(frozen=True, slots=True)
class Enter:
    """The players' own lots show this many marked sides."""

    marked: int


@dataclass(frozen=True, slots=True)
class NextGame:
    """Begin the next game."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with the game: after a restart, or out of the menu."""


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """Show a page of the menu."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last step back, or an entered cast."""


@dataclass(frozen=True, slots=True)
class Check:
    """Show what must stand on a space of the track; 0 begins, N + 1 shows the hands."""

    space: Space


@dataclass(frozen=True, slots=True)
class ListMoves:
    """Show a page of the list of moves; with ``played`` of those played, also with a cast there."""

    page: int = 0
    played: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask before something is lost."""

    question: str


@dataclass(frozen=True, slots=True)
class NextBrightness:
    """Make the display dimmer, or bright again after the dimmest."""


@dataclass(frozen=True, slots=True)
class ToggleRealLots:
    """Let the players throw their own lots, or the board again."""


@dataclass(frozen=True, slots=True)
class ToggleSound:
    """Silence the buzzer, or let it sound again."""


@dataclass(frozen=True, slots=True)
class ListPlayers:
    """Show who plays each side."""


@dataclass(frozen=True, slots=True)
class ListLevels:
    """Show who may play a side."""

    side: Side


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Let the board play a side at a level, or people (None)."""

    side: Side
    level: Level | None


@dataclass(frozen=True, slots=True)
class ToggleShaken:
    """Let people shake for the board, or the board cast for itself again."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Have the best move looked for."""


@dataclass(frozen=True, slots=True)
class ToggleOdds:
    """Tell the odds after each move, or no more."""


@dataclass(frozen=True, slots=True)
class ListRules:
    """Show a page of the rule sets and matches."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Show a page of a rule set's options, with some of them changed."""

    name: str
    changes: tuple[tuple[str, str], ...] = ()
    page: int = 0


@dataclass(frozen=True, slots=True)
class Explain:
    """Say why this can't be done now."""

    reason: str


@dataclass(frozen=True, slots=True)
class BeginBy:
    """Begin a game, or a match, by these rules."""

    name: str
    changes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BeginSelfTest:
    """Begin the self-test."""


@dataclass(frozen=True, slots=True)
class TurnOff:
    """Shut the board down."""


Choice = (
    Play
    | Confirm
    | Narrow
    | Widen
    | GiveUp
    | Enter
    | NextGame
    | Resume
    | OpenMenu
    | TakeBack
    | Check
    | ListMoves
    | Ask
    | NextBrightness
    | ToggleRealLots
    | ToggleSound
    | ListPlayers
    | ListLevels
    | SetLevel
    | ToggleShaken
    | Hint
    | ToggleOdds
    | ListRules
    | ChangeRules
    | BeginBy
    | Explain
    | BeginSelfTest
    | TurnOff
)
