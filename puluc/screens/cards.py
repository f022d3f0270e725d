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
    """The number twice as large as a headline, the words below it, the pile at the right.

    Words too long for that have the number in the headline's size and all the room below it.
    """
    width, height = size
    number = str(screen.space)
    right = width - _STACK_WIDTH - 4
    stack = tuple(_stack(screen, size))
    hint_rows = SMALL.cap + SMALL.drop
    for face, bottom in ((LARGE.doubled(), height - hint_rows - 1), (LARGE, height)):
        digits = Text(number, face, -face.ink(number)[0], face.cap)
        beside = digits.box.right + 5 if face is LARGE else 0
        hint_baseline = face.cap if face is LARGE else height - SMALL.drop
        hint = Text(shortened(screen.hint, SMALL, right - beside), SMALL, beside, hint_baseline)
        area = Box(0, face.cap + 3, right, bottom)
        for words_face in (TEXT, SMALL):
            words = set_words(screen.words, words_face, area)
            if words is not None:
                return (digits, *words, hint, *stack)
    cut = shortened(screen.words, SMALL, right)
    return (digits, Text(cut, SMALL, 0, area.top + SMALL.cap), hint, *stack)


def _stack(screen: PileScreen, size: tuple[int, int]) -> Iterator[Part]:
    """The pile over a base line, its chips as thick as there is room for."""
    width, height = size
    left = width - _STACK_WIDTH
    yield Bar(Box(left, height - 2, width, height))
    piles = screen.position.piles_on(screen.space)
    sides = [side_of(owner) for pile in piles for owner in pile.warriors]
    most = (height - 2) // 4
    hidden = len(sides) > most
    shown = [None, *sides[len(sides) - most + 1 :]] if hidden else list(sides)
    thick = min(_THICKEST, (height - 2) // max(1, len(shown)) - 1)
    bottom = height - 3
    for side in shown:
        box = Box(left, bottom - thick, width, bottom)
        yield More(box) if side is None else Chip(box, side)
        bottom -= thick + 1


def message_parts(screen: MessageScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The headline, as large as it and the words allow, and the words below it; all centred."""
    width, height = size
    words = [line for line in screen.words if line]
    for face in (LARGE.doubled(), LARGE, SMALL):
        _, top, right, bottom = face.ink(screen.headline)
        rise = max(face.cap, -top)
        least = rise + bottom + (3 + _rows(words) if words else 0)
        if least <= height and right <= width:
            break
    gap = 3 + min(face.cap // 4, (height - least) // 2)
    baseline = (height - least - gap + 3) // 2 + rise
    return tuple(_centred(screen.headline, words, face, width, (baseline, bottom + gap)))


def _rows(words: list[str]) -> int:
    return len(words) * TEXT.pitch - 1


def _centred(
    headline: str, words: list[str], face: Face, width: int, rows: tuple[int, int]
) -> Iterator[Part]:
    baseline, gap = rows
    yield _in_middle(shortened(headline, face, width), face, width, baseline)
    baseline += gap + TEXT.cap
    for line in words:
        fitting = TEXT if TEXT.width(line) <= width else SMALL
        yield _in_middle(shortened(line, fitting, width), fitting, width, baseline)
        baseline += TEXT.pitch


def _in_middle(text: str, face: Face, width: int, baseline: int) -> Text:
    left, _, right, _ = face.ink(text)
    return Text(text, face, (width - (right - left)) // 2 - left, baseline)
