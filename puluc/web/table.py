"""What the page asks of a board: presses and shakes in, lamps, pixels and warriors out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from puluc.rules.position import Position
from puluc.rules.units import Space


@dataclass(frozen=True, slots=True)
class Look:
    """What somebody at the table sees now."""

    lamps: tuple[bool, ...]
    """Which lamp pins are high, space 1 first."""
    pixels: bytes
    """The display's pixels, one bit each, rows from the top, most significant bit leftmost."""
    size: tuple[int, int]
    """The display's width and height in pixels; the width is a multiple of 8."""
    light: int
    """The display's brightness, 0 (hidden or gone) to 255."""
    position: Position | None
    """Where the warriors stand, were the players to have moved them as shown."""


class Table(Protocol):
    """A simulated board as a page uses it; all calls on the loop."""

    @property
    def spaces(self) -> int:
        """How many spaces the board has."""

    def look(self) -> Look:
        """What is seen now."""

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call ``changed`` after every change; returns what ends that."""

    def press(self, space: Space) -> None:
        """Push a space's button down."""

    def release(self, space: Space) -> None:
        """Let a space's button go."""

    def press_menu(self) -> None:
        """Push the menu button down."""

    def release_menu(self) -> None:
        """Let the menu button go."""

    def shake(self) -> None:
        """Shake the tray for about half a second, once."""
