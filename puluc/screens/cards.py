"""Screens with one thing on them: a step of the piece check, a message, a test pattern."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from puluc.rules.position import Pile
from puluc.rules.ruleset import RuleSet
from puluc.screens.fonts import LARGE, SMALL, TEXT, Face
from puluc.screens.parts import Bar, Box, Embers, Part, Text, around
from puluc.screens.piles import PileStyle, marked_styles
from puluc.screens.values import MessageScreen, Pattern, PatternScreen, PileScreen
from puluc.screens.wording import lowest, set_words, shortened, stacked

_STACK_WIDTH = 31
_STACKS_WIDTH = 72
"""Columns for several piles on a space, at the most."""
_BETWEEN_PILES = 2
_THICKEST = 7


def pile_parts(screen: PileScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The number twice as large as a headline, the words below it, the pile at the right.

    Words too long for that have the number in the headline's size and all the room below it.
    """
    height = size[1]
    number = str(screen.space + screen.houses)
    stack = tuple(_stack(screen, size))
    right = around(stack).left - 4
    for face in (LARGE.doubled(), LARGE):
        digits = Text(number, face, -face.ink(number)[0], face.cap)
        beside = digits.box.right + 5 if face is LARGE else 0
        hint_baseline = face.cap if face is LARGE else height - SMALL.drop
        hint = Text(shortened(screen.hint, SMALL, right - beside), SMALL, beside, hint_baseline)
        bottom = height if face is LARGE else hint.box.top - 1
        area = Box(0, face.cap + 3, right, bottom)
        for words_face in (TEXT, SMALL):
            words = set_words(screen.words, words_face, area)
            if words is not None:
                return (digits, *words, hint, *stack)
    cut = shortened(screen.words, SMALL, right)
    return (digits, Text(cut, SMALL, 0, area.top + SMALL.cap), hint, *stack)


def _stack(screen: PileScreen, size: tuple[int, int]) -> Iterator[Part]:
    """The piles over a base line, side by side, their chips as thick as there is room for."""
    width, height = size
    piles = screen.position.piles_on(screen.space)
    room = Box(0, 0, _STACKS_WIDTH, height - 3)
    styles = _stack_styles(screen.position.rules, len(piles))
    cut = [styles[-1].cut(tallest) for tallest in range(height // styles[-1].pitch, 1, -1)]
    style = next((style for style in (*styles, *cut) if _has_room(style, piles, room)), cut[1])
    left = width - max(_across(style, piles), 0 if piles else _STACK_WIDTH)
    yield Bar(Box(left, height - 2, width, height))
    for pile in piles:
        yield from style.parts(pile, left, height - 3)
        left += style.width_of((pile,)) + _BETWEEN_PILES


def _has_room(style: PileStyle, piles: tuple[Pile, ...], room: Box) -> bool:
    high = all(style.rows(pile) <= room.height for pile in piles)
    return high and _across(style, piles) <= room.width


def _across(style: PileStyle, piles: tuple[Pile, ...]) -> int:
    return sum(style.width_of((pile,)) + _BETWEEN_PILES for pile in piles) - _BETWEEN_PILES


def _stack_styles(rules: RuleSet, piles: int) -> tuple[PileStyle, ...]:
    if rules.seats > 2:
        return marked_styles()
    width = (_STACK_WIDTH + _BETWEEN_PILES) // max(1, piles) - _BETWEEN_PILES
    return tuple(PileStyle(width, thick) for thick in range(_THICKEST, 2, -1))


def message_parts(screen: MessageScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The headline, as large as it and the words allow, and the words below it; all centred."""
    width, height = size
    words = [line for line in screen.words if line]
    small = any(TEXT.width(line) > width for line in words)
    words_face = SMALL if small else TEXT
    pitches = (words_face.pitch, words_face.cap + 2)
    for face, pitch in product((LARGE.doubled(), LARGE, TEXT), pitches):
        left, _, right, _ = face.ink(screen.headline)
        parts = tuple(_stack_of_words(screen.headline, face, words, words_face, pitch))
        rows = max(part.box.bottom for part in parts)
        if rows <= height and right - left <= width:
            break
    air = (height - rows) // 2
    if words and air > 0:
        parts = (parts[0], *(_lower(part, min(air, face.cap // 4)) for part in parts[1:]))
        air = (height - max(part.box.bottom for part in parts)) // 2
    return tuple(_in_middle(_lower(part, air), width) for part in parts)


def _stack_of_words(
    headline: str, face: Face, words: list[str], words_face: Face, pitch: int
) -> Iterator[Text]:
    """The headline from the first row on, and the words below it, as close as looks well."""
    (baseline,) = stacked((headline,), face, 0, 0)
    yield Text(headline, face, 0, baseline)
    top = lowest(headline, face, baseline) + max(2, face.cap // 8)
    baselines = stacked(words, words_face, top, pitch)
    for line, at in zip(words, baselines, strict=True):
        yield Text(line, words_face, 0, at)


def _lower(part: Text, rows: int) -> Text:
    return replace(part, baseline=part.baseline + rows)


def _in_middle(part: Text, width: int) -> Text:
    """The text in the middle of the rows it is on, shortened when it is wider."""
    text = shortened(part.text, part.face, width)
    left, _, right, _ = part.face.ink(text)
    return replace(part, text=text, x=(width - (right - left)) // 2 - left)


def pattern_parts(screen: PatternScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """Every pixel, or a frame with every other pixel inside it."""
    width, height = size
    if screen.pattern is Pattern.LIT:
        return (Bar(Box(0, 0, width, height)),)
    return (
        Bar(Box(0, 0, width, 1)),
        Bar(Box(0, height - 1, width, height)),
        Bar(Box(0, 1, 1, height - 1)),
        Bar(Box(width - 1, 1, width, height - 1)),
        Embers(Box(2, 2, width - 2, height - 2)),
    )
