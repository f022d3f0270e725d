"""A frame: everything that the players see and hear at one time."""

from dataclasses import dataclass
from enum import Enum

from puluc.screens.values import Screen
from puluc.session.events import Milliseconds


class Lamp(Enum):
    """What a space's lamp does. One colour, one meaning."""

    OFF = "off"
    ON = "on"
    """The space may be pressed."""
    SLOW = "slow blink"
    """The pile this is about; 1 Hz."""
    FAST = "fast blink"
    """A refusal, or the opponent's destination; 4 Hz."""


class Sound(Enum):
    """What the buzzer plays, once."""

    CLICK = "click"
    REFUSAL = "refusal"
    CAST = "cast"
    KILL = "kill"
    END = "end"


class Brightness(Enum):
    """How bright the display is while somebody plays."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Frame:
    """Lamps, screen and sound, as one value; drivers send only what changed."""

    lamps: tuple[Lamp, ...]
    """One for each space of the board, space 1 first."""
    screen: Screen
    touched: Milliseconds
    """When somebody last pressed or shook; a display dims and hides by it."""
    brightness: Brightness = Brightness.HIGH
    sound: Sound | None = None
    sound_id: int = 0
    """Goes up with every sound, so that the same sound twice is two sounds."""
