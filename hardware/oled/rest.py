"""When a display rests: dimmed, moved by a pixel now and then, hidden. Pure: times are arguments.

An OLED's pixels age with the light they give, so that a picture that stands still burns in. While
somebody plays, the picture changes and never moves by itself. Once nobody has touched the board for
a while it is dimmed and moved, and then it is dark. It moves right and down by one pixel at most:
the rightmost column and the lowest row of a screen may be cut off while it is dimmed, and only
then. That is the whole margin that screens have to keep.
"""

from dataclasses import dataclass
from typing import Final, NewType, assert_never

from puluc.session.events import Milliseconds
from puluc.session.frame import Brightness

Light = NewType("Light", int)
"""How bright the display is: 0, hidden; 1 to 255, its contrast."""

Shift = tuple[int, int]
"""By how many pixels the picture is moved, right and down."""

HIDDEN: Final = Light(0)
DIMMED: Final = Light(8)
AT_HOME: Final[Shift] = (0, 0)

_ROUND: Final[tuple[Shift, ...]] = ((1, 0), (1, 1), (0, 1), (0, 0))


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is to be shown."""

    light: Light
    shift: Shift
    until: Milliseconds | None
    """When that changes, if nobody touches the board; none when it won't."""


@dataclass(frozen=True, slots=True)
class Rest:
    """How long after the last touch what happens; durations in milliseconds."""

    dim_ms: int = 30_000
    hide_ms: int = 300_000
    step_ms: int = 60_000
    """How long a dimmed picture stays in one place."""

    def __post_init__(self) -> None:
        if not 0 < self.dim_ms < self.hide_ms or self.step_ms <= 0:
            raise ValueError(
                f"dim after {self.dim_ms} ms, step every {self.step_ms} ms, hide after "
                f"{self.hide_ms} ms: 0 < dim < hide and 0 < step are needed"
            )

    def look(self, touched: Milliseconds, brightness: Brightness, now: Milliseconds) -> Look:
        """How to show a picture at ``now`` when the board was touched last at ``touched``."""
        resting_ms = now - touched
        if resting_ms >= self.hide_ms:
            return Look(HIDDEN, AT_HOME, None)
        if resting_ms < self.dim_ms:
            return Look(full_light(brightness), AT_HOME, Milliseconds(touched + self.dim_ms))
        step = (resting_ms - self.dim_ms) // self.step_ms
        next_ms = min(self.dim_ms + (step + 1) * self.step_ms, self.hide_ms)
        return Look(DIMMED, _ROUND[step % len(_ROUND)], Milliseconds(touched + next_ms))


def full_light(brightness: Brightness) -> Light:
    """The light while somebody plays: contrasts that look like even steps."""
    match brightness:
        case Brightness.LOW:
            return Light(32)
        case Brightness.MEDIUM:
            return Light(96)
        case Brightness.HIGH:
            return Light(207)  # what the usual drivers set the SSD1306 to
        case _:
            assert_never(brightness)
