"""The simulated board as the page uses it: hands and eyes, and where the warriors stand."""

from collections.abc import Callable

from hardware.simulated.board import SimulatedBoard
from puluc.rules.position import Position
from puluc.rules.units import Space
from puluc.session.frame import Frame
from puluc.web.table import Look

SHORTEST_PRESS_MS = 30
"""A finger needs longer for the quickest tap. While a slow disk keeps the loop, a press and its
release wait together, and come at the same moment: that would be no press at all."""


class SimulatedTable:
    """A simulated board with its warriors (the protocol ``puluc.web.table.Table``).

    It takes frames as a display does, only to know when the players would move the warriors.

    Args:
        board: The board.
        position: Gives the position of the game being played, if there is one.
    """

    def __init__(self, board: SimulatedBoard, position: Callable[[], Position | None]) -> None:
        self._board = board
        self._position = position
        self._changed: dict[object, Callable[[], None]] = {}

    @property
    def spaces(self) -> int:
        """How many spaces the board has."""
        return self._board.spaces

    def look(self) -> Look:
        """What is seen now."""
        pixels = self._board.pixels()
        return Look(
            lamps=self._board.lamps(),
            pixels=pixels.tobytes(),
            size=pixels.size,
            light=self._board.oled.light(),
            position=self._position(),
        )

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call ``changed`` after every change; returns what ends that."""
        end = self._board.watch(changed)
        key = object()
        self._changed[key] = changed

        def stop() -> None:
            end()
            self._changed.pop(key, None)

        return stop

    def show(self, _frame: Frame) -> None:
        """The warriors may have moved."""
        for changed in list(self._changed.values()):
            changed()

    def press(self, space: Space) -> None:
        """Push a space's button down."""
        self._board.press(space)

    def release(self, space: Space) -> None:
        """Let a space's button go."""
        self._board.release(space, held_ms=SHORTEST_PRESS_MS)

    def press_menu(self) -> None:
        """Push the menu button down."""
        self._board.press_menu()

    def release_menu(self) -> None:
        """Let the menu button go."""
        self._board.release_menu(held_ms=SHORTEST_PRESS_MS)

    def shake(self) -> None:
        """Shake the tray for about half a second, once."""
        self._board.shake()
