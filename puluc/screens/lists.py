"""Lists: menus and choices with the number of the space that chooses each line, and the lots."""

from collections.abc import Iterator

from puluc.screens.fonts import LARGE, SMALL, TEXT, Face
from puluc.screens.parts import Badge, Bar, Box, Lot, Part, Text
from puluc.screens.values import Entry, ListScreen, LotsScreen
from puluc.screens.wording import shortened

_TITLE_ROWS = 13
"""A title in the text face, a rule below it, and the gap to the list."""
_AIR = 6
"""How much further apart than they need be lines are set, at the most."""


def list_parts(screen: ListScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The lines as large as they fit, with the title above them where there is room for it."""
    width, height = size
    count = max(1, len(screen.entries))
    for face in (LARGE, TEXT):
        for rows in (_TITLE_ROWS, 0) if screen.title and face is TEXT else (_TITLE_ROWS,):
            lines = _lines(screen.entries, face, Box(0, rows, width, height))
            fits = count * face.pitch <= height - rows and all(
                part.box.right <= width and part.box.bottom <= height for part in lines
            )
            if fits:
                return (*(_title(screen.title, width) if rows else ()), *lines)
    rows = _TITLE_ROWS if count * (SMALL.pitch + 1) <= height - _TITLE_ROWS else 0
    lines = _lines(screen.entries, SMALL, Box(0, rows, width, height))
    return (*(_title(screen.title, width) if rows else ()), *lines)


def _title(title: str, width: int) -> tuple[Part, ...]:
    if not title:
        return ()
    words = shortened(title, TEXT, width)
    return (
        Text(words, TEXT, 0, TEXT.cap),
        Bar(Box(0, _TITLE_ROWS - 2, width, _TITLE_ROWS - 1)),
    )


def _lines(entries: tuple[Entry, ...], face: Face, area: Box) -> tuple[Part, ...]:
    return tuple(_each_line(entries, face, area))


def _each_line(entries: tuple[Entry, ...], face: Face, area: Box) -> Iterator[Part]:
    """The lines spread over the area, the badges in a column before the words."""
    pitch = min(area.height // max(1, len(entries)), face.pitch + _AIR)
    badge = badge_size(face, pitch, [str(entry.space) for entry in entries if entry.space])
    indent = badge[0] + 3 if badge[0] else 0
    top = area.top + (area.height - len(entries) * pitch) // 2
    for number, entry in enumerate(entries):
        baseline = top + number * pitch + (pitch - face.pitch) // 2 + face.cap
        if entry.space is not None:
            yield badge_at(entry.space, face, badge, area.left, baseline)
        words = entry.text
        if face is SMALL:
            words = shortened(words, face, area.width - indent)
        yield Text(words, face, area.left + indent, baseline)


def badge_size(face: Face, pitch: int, numbers: list[str]) -> tuple[int, int]:
    """The width and height of the badges beside lines of a face that are ``pitch`` apart."""
    if not numbers:
        return (0, 0)
    digits = badge_face(face, pitch)
    across = max(right - left for left, _, right, _ in map(digits.ink, numbers))
    return (across + 4, digits.cap + (4 if digits is LARGE else 2))


def badge_face(face: Face, pitch: int) -> Face:
    """The lines' own face where badges keep apart, else the smaller one."""
    return face if pitch > face.cap + 2 else SMALL


def badge_at(space: int, face: Face, size: tuple[int, int], left: int, baseline: int) -> Badge:
    """A space's number beside a line of text."""
    width, height = size
    digits = face if height >= face.cap + 2 else SMALL
    top = baseline - face.cap - (height - face.cap) // 2
    return Badge(Box(left, top, left + width, top + height), str(space), digits)


def lots_parts(screen: LotsScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The title, and in two columns the lots that each space stands for."""
    return tuple(_each_choice(screen, size))


def _each_choice(screen: LotsScreen, size: tuple[int, int]) -> Iterator[Part]:
    width, height = size
    yield from _title(screen.title, width)
    rows = max(1, (len(screen.choices) + 1) // 2)
    pitch = min((height - _TITLE_ROWS) // rows, TEXT.pitch + 2 * _AIR)
    badge = badge_size(TEXT, pitch, [str(space) for space, _ in screen.choices])
    cell = width // 2
    lot = min(9, (cell - badge[0] - 6) // max(1, screen.lots) - 1)
    for number, (space, marked) in enumerate(screen.choices):
        row, column = divmod(number, 2)
        middle = _TITLE_ROWS + row * pitch + pitch // 2
        left = column * cell
        yield badge_at(space, TEXT, badge, left, middle + TEXT.cap // 2)
        for each in range(screen.lots):
            x = left + badge[0] + 3 + each * (lot + 1)
            y = middle - lot // 2
            yield Lot(Box(x, y, x + lot, y + lot), each < marked)
