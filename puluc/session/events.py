"""What can happen to a board: the events that drive a session.

Every event carries ``at``, a monotonic time in milliseconds. The session knows no other clock.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NewType

from puluc.opponent.thought import Odds
from puluc.rules.steps import Step
from puluc.rules.units import Space
from puluc.session.effects import Think

Milliseconds = NewType("Milliseconds", int)
"""A duration, or a time on the monotonic clock, in milliseconds (``_ms`` in names)."""


class Part(Enum):
    """A part of the board that can fail and come back."""

    DISPLAY = "display"
    PANEL = "panel"
    TRAY = "tray"
    JOURNAL = "journal"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A space's button went down."""

    at: Milliseconds
    space: Space


@dataclass(frozen=True, slots=True)
class Released:
    """A space's button came up."""

    at: Milliseconds
    space: Space


@dataclass(frozen=True, slots=True)
class Held:
    """A space's button has been down for ``held_ms`` (1,000, then 2,000, then 10,000).

    0 says that it was down when the board came up, as is that of somebody who wants the self-test.
    """

    at: Milliseconds
    space: Space
    held_ms: Milliseconds


@dataclass(frozen=True, slots=True)
class MenuPressed:
    """The menu button went down."""

    at: Milliseconds


@dataclass(frozen=True, slots=True)
class Shaken:
    """The tray was shaken, from ``began`` on, and has come to rest at ``at``."""

    at: Milliseconds
    began: Milliseconds


@dataclass(frozen=True, slots=True)
class Drawn:
    """The lots have been cast: for each whether its marked side is up."""

    at: Milliseconds
    lots: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """The opponent has thought; it counts only while it is what the session waits for."""

    at: Milliseconds
    about: Think
    odds: Odds
    """After the step, or where it was not asked for one, in the position."""
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Stumped:
    """The opponent could not think, by a fault of its own."""

    at: Milliseconds
    about: Think


@dataclass(frozen=True, slots=True)
class Tick:
    """A time that the session asked for has come."""

    at: Milliseconds


@dataclass(frozen=True, slots=True)
class Lost:
    """A part of the board has failed; ``reason`` is for people."""

    at: Milliseconds
    part: Part
    reason: str


@dataclass(frozen=True, slots=True)
class Back:
    """A part that was lost works again."""

    at: Milliseconds
    part: Part


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something that the players should be told once, in words for them."""

    at: Milliseconds
    words: str


Event = (
    Noticed
    | Pressed
    | Released
    | Held
    | MenuPressed
    | Shaken
    | Drawn
    | Thought
    | Stumped
    | Tick
    | Lost
    | Back
)
