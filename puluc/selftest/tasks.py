"""What a self-test asks for, one thing after the other."""

from dataclasses import dataclass

from puluc.rules.units import Space
from puluc.screens.values import Pattern

Key = Space | None
"""A button: a space's, or (None) the menu's."""


@dataclass(frozen=True, slots=True)
class PressKey:
    """Press that button."""

    key: Key


@dataclass(frozen=True, slots=True)
class AllDark:
    """No lamp is lit: press one that is."""


@dataclass(frozen=True, slots=True)
class FindLamp:
    """One lamp is lit: press its space."""

    space: Space


@dataclass(frozen=True, slots=True)
class LeaveTray:
    """Leave the tray alone for a moment."""


@dataclass(frozen=True, slots=True)
class ShakeTray:
    """Shake the tray."""


@dataclass(frozen=True, slots=True)
class Announce:
    """What the display will show next, and how to answer."""

    pattern: Pattern


@dataclass(frozen=True, slots=True)
class LookAt:
    """Look at the display: is it as it was announced?"""

    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Tell:
    """Read what was found: the fault of that number, from 0."""

    fault: int


@dataclass(frozen=True, slots=True)
class AllWell:
    """Nothing was found."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Say whether the corrected wiring is to be written."""


@dataclass(frozen=True, slots=True)
class Written:
    """Read what came of writing it."""


Task = (
    PressKey
    | AllDark
    | FindLamp
    | LeaveTray
    | ShakeTray
    | Announce
    | LookAt
    | Tell
    | AllWell
    | Offer
    | Written
)


def tasks(spaces: int, *, display: bool) -> tuple[Task, ...]:
    """All tasks of a test, in order; the menu button first, since later ones are answered by it."""
    every = [Space(number) for number in range(1, spaces + 1)]
    shown: list[Task] = []
    if display:
        for pattern in Pattern:
            shown += [Announce(pattern), LookAt(pattern)]
    return (
        PressKey(None),
        *map(PressKey, every),
        AllDark(),
        *map(FindLamp, every),
        LeaveTray(),
        ShakeTray(),
        *shown,
    )
