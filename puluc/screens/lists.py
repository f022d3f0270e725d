"""Lists: menus and choices with the number of the space that chooses each line, and the lots."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from puluc.screens.fonts import LARGE, SMALL, TEXT, Face
from puluc.screens.parts import Badge, Bar, Box, Lot, Part, Text, around
from puluc.screens.values import Entry, ListScreen, LotsScreen
from puluc.screens.wording import shortened, stacked

_AIR = 6
"""How much further apart than they need be lines are set, at the most."""
_LARGEST_LOT = 9
_WIDE = 240
"""From this width on there are two columns."""
_FEW = 3
"""So many lines stand better in one column on any panel."""
_GUTTER = 6


@dataclass(frozen=True, slots=True)
class _Style:
    """How lines are set: their face, the badges' digits and height, and the pitch they need."""

    face: Face
    digits: Face
    badge: int
    pitch: int

    @property
    def above(self) -> int:
        """Rows of a badge above the capitals."""
        return (self.badge - self.face.cap) // 2

    @property
    def line(self) -> int:
        """Rows of a line with its badge."""
        return self.above + self.face.cap + max(self.face.drop, self.badge - self.face.cap)


_STYLES = (
    _Style(LARGE, digits=LARGE, badge=20, pitch=21),
    _Style(TEXT, digits=TEXT, badge=10, pitch=11),
    _Style(TEXT, digits=SMALL, badge=8, pitch=10),
    _Style(SMALL, digits=SMALL, badge=8, pitch=9),
)


def list_parts(screen: ListScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The lines as large as they fit, in two columns on a wide panel.

    The title stands above them; or, where there is no room for it, at the right of the first
    line; or it is left out.
    """
    width, height = size
    columns = 2 if width >= _WIDE and len(screen.entries) > _FEW else 1
    rows = -(-len(screen.entries) // columns)
    for style in _STYLES:
        titles = [_title(screen.title, face, width) for face in (TEXT, SMALL)]
        for title in titles[:1] if style.face is LARGE else [*titles, ()]:
            top = _below(title)
            lines: list[Part] = []
            for column in range(columns):
                left, right = column * width // columns, (column + 1) * width // columns
                area = Box(left, top, right - (_GUTTER if column < columns - 1 else 0), height)
                entries = screen.entries[column * rows : (column + 1) * rows]
                lines += _lines(entries, style, area, rows)
            span = (rows - 1) * style.pitch
            if span + style.line <= height - top and _fit(lines, Box(0, top, width, height)):
                aside = () if title else _aside(screen.title, lines, width)
                return (*title, *aside, *lines)
    return tuple(lines)


def _fit(lines: Sequence[Part], area: Box) -> bool:
    """Whether lines keep to their area and apart from one another."""
    boxes = [part.box for part in lines]
    return all(
        area.top <= box.top and box.right <= area.right and box.bottom <= area.bottom
        for box in boxes
    ) and not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def _aside(title: str, lines: Sequence[Part], width: int) -> tuple[Part, ...]:
    """A title at the right of the first line, over a rule; nothing where that is too long."""
    left, top, right, _ = SMALL.ink(title)
    text = Text(title, SMALL, width - right, max(SMALL.cap, -top))
    rule = Bar(Box(width - (right - left), text.box.bottom + 1, width, text.box.bottom + 2))
    around_both = around((text, rule)).grown(2 * _AIR, 1)
    if not title or any(around_both.overlaps(part.box) for part in lines):
        return ()
    return (text, rule)


def _title(title: str, face: Face, width: int) -> tuple[Part, ...]:
    """A title over a rule; nothing when there is no title."""
    if not title:
        return ()
    words = shortened(title, face, width)
    (baseline,) = stacked((words,), face, 0, 0)
    rule = baseline + face.drop + 1
    return (Text(words, face, 0, baseline), Bar(Box(0, rule, width, rule + 1)))


def _below(title: tuple[Part, ...]) -> int:
    """The first row for what stands below a title."""
    return title[-1].box.bottom + 1 if title else 0


def _lines(entries: tuple[Entry, ...], style: _Style, area: Box, rows: int) -> Iterator[Part]:
    """The lines spread over an area for so many, the badges in a column before the words."""
    gaps = max(1, rows - 1)
    span = min(area.height - style.line, (rows - 1) * (style.pitch + _AIR))
    top = area.top + (area.height - style.line - span) // 2
    badge = _badge_width(style.digits, [entry.space for entry in entries if entry.space])
    for number, entry in enumerate(entries):
        baseline = top + style.above + style.face.cap - (-number * span // gaps)
        left = area.left
        if entry.space is not None:
            yield _badge(entry.space, style, badge, left, baseline)
            left += badge + 3
        face = style.face
        if face is TEXT and face.width(entry.text) > area.right - left:
            face = SMALL  # a long line does not make the others small
        words = entry.text
        if face is SMALL:
            words = shortened(words, face, area.right - left)
        yield Text(words, face, left, baseline)


def _badge_width(digits: Face, numbers: list[int]) -> int:
    inks = [digits.ink(str(number)) for number in numbers]
    return max((right - left + 4 for left, _, right, _ in inks), default=0)


def _badge(space: int, style: _Style, width: int, left: int, baseline: int) -> Badge:
    """A space's number, beside a line of text whose baseline is given."""
    top = baseline - style.face.cap - style.above
    return Badge(Box(left, top, left + width, top + style.badge), (str(space),), style.digits)


def lots_parts(screen: LotsScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The title, and in two columns the lots that each space stands for."""
    title = _title(screen.title, TEXT, size[0])
    return (*title, *_choices(screen, Box(0, _below(title), *size)))


def _choices(screen: LotsScreen, area: Box) -> Iterator[Part]:
    style = _STYLES[1]
    rows = max(1, (len(screen.choices) + 1) // 2)
    pitch = min(area.height // rows, style.pitch + 2 * _AIR)
    badge = _badge_width(style.digits, [space for space, _ in screen.choices])
    cell = area.width // 2
    across = (cell - badge - 6) // max(1, screen.lots) - 1
    lot = min(_LARGEST_LOT, (across - 1) // 2 * 2 + 1)
    for number, (space, marked) in enumerate(screen.choices):
        row, column = divmod(number, 2)
        middle = area.top + row * pitch + pitch // 2
        left = column * cell
        yield _badge(space, style, badge, left, middle + style.face.cap // 2)
        for each in range(screen.lots):
            x = left + badge + 3 + each * (lot + 1)
            y = middle - lot // 2
            yield Lot(Box(x, y, x + lot, y + lot), each < marked)
