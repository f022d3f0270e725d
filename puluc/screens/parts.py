"""The parts that a screen is laid out of: values with a box each, which know no pixel format."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from puluc.rules.units import Side
from puluc.screens.fonts import Face


class Box(NamedTuple):
    """A rectangle of pixels: ``right`` and ``bottom`` are the first column and row outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Columns."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Rows."""
        return self.bottom - self.top

    def grown(self, across: int, down: int) -> "Box":
        """The box with that many more pixels on the left and right, and above and below."""
        return Box(self.left - across, self.top - down, self.right + across, self.bottom + down)

    def overlaps(self, other: "Box") -> bool:
        """Whether the two have a pixel in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, its origin at ``x`` on the row below its baseline."""

    text: str
    face: Face
    x: int
    baseline: int
    """The first row below the letters that have no descender."""

    @property
    def box(self) -> Box:
        """The pixels that the letters cover."""
        left, top, right, bottom = self.face.ink(self.text)
        return Box(left + self.x, top + self.baseline, right + self.x, bottom + self.baseline)


@dataclass(frozen=True, slots=True)
class Chip:
    """A warrior lying flat: filled for Jade, hollow for Cinnabar."""

    box: Box
    side: Side
    mark: str = ""
    """In teams the figure of its player within the side: dark for Jade, lit for Cinnabar."""


@dataclass(frozen=True, slots=True)
class More:
    """A number in the place of chips: warriors that there is no room to show."""

    box: Box
    count: int


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrowhead beside a pile on its way home, or towards spaces out of sight."""

    box: Box
    leftward: bool


@dataclass(frozen=True, slots=True)
class Lot:
    """One of the lots, with its marked side up or not."""

    box: Box
    marked: bool
    used: bool = False
    """Whether its cast is used already; it is drawn faint."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """The small triangle under a space that may be pressed."""

    box: Box


@dataclass(frozen=True, slots=True)
class Bar:
    """A filled rectangle: a space of the track, a rule."""

    box: Box


@dataclass(frozen=True, slots=True)
class Embers:
    """Every other pixel: the base line of a space in the circle of fire, or a test pattern."""

    box: Box


@dataclass(frozen=True, slots=True)
class Flame:
    """The mark under a space in the circle of fire."""

    box: Box


@dataclass(frozen=True, slots=True)
class House:
    """A side's home at an end of the track: filled for Jade, hollow for Cinnabar."""

    box: Box
    side: Side


@dataclass(frozen=True, slots=True)
class Badge:
    """Dark lines of text in the middle of a lit box: a space's number, a notice."""

    box: Box
    lines: tuple[str, ...]
    face: Face


Part = Text | Chip | More | Arrow | Lot | Lamp | Bar | Embers | Flame | House | Badge


def around(parts: Iterable[Part]) -> Box:
    """The smallest box that has all of the parts in it; at least one is given."""
    boxes = [part.box for part in parts]
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
