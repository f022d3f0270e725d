"""What can be wrong with a rule set, a position, a move, a press or a text."""

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING

from puluc.errors import PulucError
from puluc.rules.units import Space

if TYPE_CHECKING:
    from puluc.rules.steps import Move


class Rule(Enum):
    """The rule that forbids a move."""

    GAME_OVER = "the game is over"
    CAST_DUE = "a cast is due first"
    CAST_THROWN = "the casts thrown are used before the next is thrown"
    CAST_VALUE = "the lots make certain values only"
    CAST_NOTHING = "a cast of 0 is forfeited"
    MUST_MOVE = "a cast that a move can use is used"
    MUST_DEPLOY = "while a deployment is legal nothing else is"
    OWN_PILE = "a pile may not end on a space that its own side commands"
    NOT_YOURS = "a pile is moved by its commander's player"
    EMPTY_SPACE = "only a space with a pile can be moved from"
    EMPTY_HAND = "a deployment needs a warrior in hand"
    ONE_FREE = "a player may have one free warrior on the track"
    NOTHING_BEHIND = "a cast is used whole"
    WRONG_TARGET = "a pile goes as far as its cast and heading say"
    NO_WAY_OFF = "the exit is closed, or needs another cast"
    SAME_SPACE = "a pile may not come back to the space it stands on"
    OFF_TRACK = "the track has as many spaces as the rule set says"


def _shown(value: object) -> str:
    """A rule set's value as players write it: ``yes``, ``none``, ``5,1,2,3,4``."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None | ():
            return "none"
        case tuple():
            return ",".join(map(str, value))
        case str() if value.replace("-", "_").isidentifier():
            return value
        case _:
            return repr(value)


class RuleSetError(PulucError, ValueError):
    """A rule set that cannot be read, played or finished; says field, value and what is allowed."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        """Quote the ``value`` of the ``field``, and what is ``allowed`` instead."""
        super().__init__(f"{field} = {_shown(value)}: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed


class NotationError(PulucError, ValueError):
    """A text that cannot be read; ``line`` and ``column`` count from 1."""

    def __init__(self, found: str, expected: str, column: int, line: int = 1) -> None:
        """Quote what was ``found`` at a place, and what was ``expected`` there."""
        quoted = repr(found) if found else "nothing"
        super().__init__(f"line {line}, column {column}: {quoted}, expected {expected}")
        self.found = found
        self.expected = expected
        self.column = column
        self.line = line

    def moved(self, line: int, columns: int) -> "NotationError":
        """The same error in a text of which the one read stands on ``line``, so far in."""
        return NotationError(self.found, self.expected, self.column + columns, line)


class PositionError(PulucError, ValueError):
    """A position that the rules can't bring about: a warrior too many, two piles on a space."""


class IllegalMoveError(PulucError, ValueError):
    """A move, cast or press that the rules forbid; ``rule`` says which of them does."""

    def __init__(self, rule: Rule, message: str) -> None:
        """Say in the ``message``, in at most 42 characters, which value and place is meant."""
        super().__init__(message)
        self.rule = rule


class AmbiguousPressError(PulucError, ValueError):
    """A press that could mean more than one move.

    ``spaces`` are those that a further press would complete it with; ``moves`` all that it could
    mean (where no space tells them apart, ``spaces`` is empty or doesn't cover them).
    """

    def __init__(self, pressed: Iterable[Space], spaces: tuple[Space, ...],
                 moves: "tuple[Move, ...]") -> None:  # fmt: skip
        """List what was ``pressed``, and the ``spaces`` that tell the ``moves`` apart."""
        places = " and ".join(f"space {space}" for space in pressed)
        hint = f"press {', '.join(map(str, spaces))}" if spaces else "choose from the list"
        super().__init__(f"{places}: {len(moves)} moves; {hint}")
        self.spaces = spaces
        self.moves = moves
