"""Screens with one thing on them: a step of the piece check, and a message."""

from collections.abc import Iterator

from puluc.rules.units import side_of
from puluc.screens.fonts import LARGE, SMALL, TEXT, Face
from puluc.screens.parts import Bar, Box, Chip, More, Part, Text
from puluc.screens.values import MessageScreen, PileScreen
from puluc.screens.wording import set_words, shortened

_STACK_WIDTH = 31
_THICKEST = 7


def pile_parts(screen: PileScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The number twice as large as a headline, the words below it, the pile at the right."""
    width, height = size
    number = str(screen.space)
    face = LARGE.doubled()
    area = Box(0, face.cap + 3, width - _STACK_WIDTH - 4, height)
    hint = _set(screen.hint, (SMALL,), area)
    words_area = area._replace(bottom=min((line.box.top for line in hint), default=height) - 1)
    words = _set(screen.words, (TEXT, SMALL), words_area)
    drop = height - max((line.box.bottom for line in hint), default=height)
    return (
        Text(number, face, -face.ink(number)[0], face.cap),
        *words,
        *(Text(line.text, line.face, line.x, line.baseline + drop) for line in hint),
        *_stack(screen, size),
    )


def _set(text: str, faces: tuple[Face, ...], area: Box) -> tuple[Text, ...]:
    """The text in the first face in which it fits the area, or else shortened to a line."""
    if not text:
        return ()
    for face in faces:
        lines = set_words(text, face, area)
        if lines is not None:
            return lines
    last = faces[-1]
    return (Text(shortened(text, last, area.width), last, area.left, area.top + last.cap),)


def _stack(screen: PileScreen, size: tuple[int, int]) -> Iterator[Part]:
    """The pile over a base line, its chips as thick as there is room for."""
    width, height = size
    left, right = width - _STACK_WIDTH, width
    sides = [
        side_of(each) for pile in screen.position.piles_on(screen.space) for each in pile.warriors
    ]
    yield Bar(Box(left, height - 2, right, height))
    most = (height - 2) // 4
    hidden = len(sides) > most
    shown = [None, *sides[len(sides) - most + 1 :]] if hidden else list(sides)
    thick = min(_THICKEST, (height - 2) // max(1, len(shown)) - 1)
    bottom = height - 3
    for side in shown:
        box = Box(left, bottom - thick, right, bottom)
        yield More(box) if side is None else Chip(box, side)
        bottom -= thick + 1


def message_parts(screen: MessageScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The headline, as large as it and the words allow, and the words below it; all centred."""
    width, height = size
    words = [line for line in screen.words if line]
    for face in (LARGE.doubled(), LARGE, TEXT):
        gap = face.cap // 4
        rows = face.pitch + (gap + _rows(words) if words else 0)
        if rows <= height and face.width(screen.headline) <= width:
            break
    top = (height - rows) // 2
    return tuple(_centred(screen.headline, words, face, width, (top, gap)))


def _rows(words: list[str]) -> int:
    return len(words) * (TEXT.pitch + 1)


def _centred(
    headline: str, words: list[str], face: Face, width: int, rows: tuple[int, int]
) -> Iterator[Part]:
    top, gap = rows
    headline = shortened(headline, face, width)
    yield _in_middle(headline, face, width, top + face.cap)
    baseline = top + face.pitch + gap + TEXT.cap
    for line in words:
        fitting = TEXT if TEXT.width(line) <= width else SMALL
        yield _in_middle(shortened(line, fitting, width), fitting, width, baseline)
        baseline += TEXT.pitch + 1


def _in_middle(text: str, face: Face, width: int, baseline: int) -> Text:
    left, _, right, _ = face.ink(text)
    return Text(text, face, (width - (right - left)) // 2 - left, baseline)
