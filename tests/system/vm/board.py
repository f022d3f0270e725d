"""The emulated machine's board as people know it: hands on its lines, eyes on lamps and OLED."""

import time
from collections.abc import Callable

from PIL import Image

from hardware.simulated.oled import Ssd1306
from hardware.wiring import DIRECT, Line, Wiring
from tests.app.reader import sees
from tests.system.vm.machine import Machine, MachineError

PRESS_MS = 50
"""Longer than a debouncer is deaf, with room for a slow processor."""
SHAKE = ((False, 40), (True, 40)) * 5
"""A tray's switch that closes and opens: whether it is up, and for how long."""
PATIENCE_S = 30
OVER = ("won", "draw")
"""What the OLED says at the end of a game."""
STILL_S = 0.2
STILL_LOOKS = 5
"""What has not changed for so long, nor in so many looks, is what the board wants to show: on a
busy machine a look takes longer, as all that the emulated one does."""


class Board:
    """Hands and eyes for a machine.

    Example::

        board = Board(machine)
        board.cast()
        board.press(board.lamps()[0])
        board.picture().show()
    """

    def __init__(self, machine: Machine, wiring: Wiring = DIRECT) -> None:
        self._machine = machine
        self._wiring = wiring
        self.oled = Ssd1306()
        self._lit: list[int] = []

    @property
    def spaces(self) -> int:
        """How many there are."""
        return self._wiring.spaces

    def lose_power(self) -> None:
        """What lamps and OLED show when theirs goes: nothing."""
        self.oled = Ssd1306()
        self._lit = []

    # Hands

    def tap(self, *spaces: int) -> None:
        """Press and release spaces, one after the other."""
        for space in spaces:
            line = self._wiring.buttons[space - 1]
            self._pull((line, False, PRESS_MS), (line, True, PRESS_MS))

    def hold(self, space: int, ms: int) -> None:
        """Hold a space down."""
        line = self._wiring.buttons[space - 1]
        self._pull((line, False, ms), (line, True, PRESS_MS))

    def tap_menu(self) -> None:
        """Press the menu button and release it."""
        self._pull((self._wiring.menu, False, PRESS_MS), (self._wiring.menu, True, PRESS_MS))

    def shake(self) -> None:
        """Shake the tray."""
        self._pull(*((self._wiring.tilt, up, ms) for up, ms in SHAKE))

    # Hands and eyes

    def cast(self) -> None:
        """Shake the tray, and wait for lamps: each cast lights some, one of no use lights all."""
        self.shake()
        self.until(lambda: bool(self._lit), "the lots are not cast")
        self.settle()

    def press(self, space: int) -> None:
        """Tap a space that is lit, and wait until the lamps answer."""
        before = self._lit
        self.tap(space)
        self.until(lambda: self._lit != before, f"space {space} is not taken")
        self.settle()

    # Eyes

    def look(self) -> bool:
        """Look at lamps and OLED; returns whether anything has changed since the last look."""
        answer = self._machine.ask({"look": self._wiring.lamps})
        for register, data in answer["writes"]:
            self.oled.write(bytes([register]) + bytes.fromhex(data.replace("-", "")))
        lit = [space for space, value in enumerate(answer["values"], 1) if value]
        is_new = lit != self._lit or bool(answer["writes"])
        self._lit = lit
        return is_new

    def settle(self) -> None:
        """Look until nothing changes any more."""
        since = time.monotonic()
        end = since + PATIENCE_S
        looks = 0
        while looks < STILL_LOOKS or time.monotonic() < since + STILL_S:
            looks += 1
            if self.look():
                since, looks = time.monotonic(), 0
            if since > end:
                raise MachineError(f"the board does not come to rest; lamps {self._lit}")
            time.sleep(0.03)

    def answers(self) -> None:
        """Look until OLED or lamps are others than at the last look, and all comes to rest."""
        before = self.seen()
        self.until(lambda: self.seen() != before, "nothing happens")
        self.settle()

    def until(
        self, seen: Callable[[], bool], otherwise: str, timeout_s: float = PATIENCE_S
    ) -> None:
        """Look, at least once, until something is seen.

        Raises:
            MachineError: it isn't in that time; ``otherwise`` says what that means.
        """
        end = time.monotonic() + timeout_s
        is_new = self.look()  # what was seen before a fault proves nothing after it
        while not seen():
            if time.monotonic() > end:
                raise MachineError(f"{otherwise}; lamps {self._lit}, OLED:\n{self.drawn()}")
            if not is_new:
                time.sleep(0.03)
            is_new = self.look()

    def lamps(self) -> list[int]:
        """The spaces whose lamps glow, at the last look."""
        return self._lit

    def picture(self) -> Image.Image:
        """What the OLED shows, at the last look."""
        return self.oled.pixels()

    def seen(self) -> tuple[list[int], bytes]:
        """All that was seen at the last look, to be compared."""
        return self._lit, self.picture().tobytes()

    def reads(self, *words: str) -> bool:
        """Whether one of these words stands on the OLED."""
        return any(sees(self.picture(), word) for word in words)

    def wait_for(self, *words: str, timeout_s: float = PATIENCE_S) -> None:
        """Look until one of these words stands on the OLED."""
        self.until(lambda: self.reads(*words), f"the OLED does not say {words}", timeout_s)

    def wait_for_lamps(self, wanted: list[int]) -> None:
        """Look until the lamps of these spaces glow, and no other."""
        self.until(lambda: self._lit == wanted, f"the lamps are not {wanted}")

    def drawn(self) -> str:
        """The OLED's picture in characters, for a person to read."""
        picture = self.picture()
        pixels = picture.load()
        assert pixels is not None
        rows = (
            "".join("#" if pixels[x, y] else "." for x in range(picture.width))
            for y in range(picture.height)
        )
        return "\n".join(rows)

    def _pull(self, *steps: tuple[Line, bool, int]) -> None:
        took_s = sum(ms for _, _, ms in steps) / 1000
        self._machine.ask({"pull": list(steps)}, took_s + PATIENCE_S)


def play(board: Board, casts: int | None = None, until: Callable[[], bool] = lambda: False) -> None:
    """Play by lamps and OLED alone, each time the last lit space.

    Args:
        board: looked at until it was at rest.
        casts: how many are made and played, if need be into the next game; without it the game
            is played to its end.
        until: ends it before a cast or a press, too.
    """
    count = 0
    while not until():
        is_over = board.reads(*OVER)
        if is_over and casts is None and count:
            return
        if lit := board.lamps():
            board.press(lit[-1])
        elif is_over:
            # Its lamps come a while after the end; and go out before the OLED shows the next game.
            board.until(
                lambda: bool(board.lamps()) or not board.reads(*OVER), "no game can be begun"
            )
        elif count == casts:
            return
        else:
            board.cast()
            count += 1
