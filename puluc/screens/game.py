"""The game's screen: the band, the track, and the words wherever they have room between them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice, product

from puluc.screens.band import HEIGHT, band
from puluc.screens.fonts import SMALL, TEXT, Face
from puluc.screens.parts import Badge, Box, Part, Text
from puluc.screens.piles import PileStyle, pile_styles
from puluc.screens.track import Columns, Track, hulls
from puluc.screens.values import GameScreen
from puluc.screens.wording import break_lines, free_boxes, set_words, shortened

_GAPS = (8, 4, 1)
"""Rows between the headline and the words: what looks best, what will do, and what is enough.

With eight a line's capitals fill one page of a display's RAM (rows 24 to 31), so that new words
cost half as many bytes as across two.
"""
_TALLEST = 10
"""Chips of a pile, where not all are shown, at the most."""
_TRIES = 4
"""Places tried for the words until one leaves room for the notice."""
_NOTICES = (120, 80, 40)
"""Widths that a notice is shortened to which has no room."""


def game_parts(screen: GameScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The parts of a game's screen; none leaves the panel or covers another.

    Words stand below the headline over the whole width, or beside what is too high for that.
    Where that fails, the words become smaller, then the numbers below the track give way, then
    the highest piles show fewer of their lowest warriors, and at last the words are shortened.
    """
    top = band(screen, size[0])
    above = [part.box for part in top]
    beside = min((box.left - 2 for box in above if box.top > HEIGHT), default=size[0])
    # A notice says what is wrong with the board: rather part of it than none.
    notices = (screen.notice, *(shortened(screen.notice, SMALL, width) for width in _NOTICES))
    for notice, (face, track, columns) in product(dict.fromkeys(notices), _ways(screen, size)):
        piles = hulls(columns)
        if any(pile.top < HEIGHT or pile.overlaps(box) for pile in piles for box in above):
            continue
        areas = [
            Box(0, HEIGHT + gap, right, track.line - 1)
            for right, gap in product((beside, size[0]), _GAPS)
        ]
        taken = tuple(box.grown(2, 1) for box in (*above, *piles))
        words = _words(replace(screen, notice=notice), face, areas, taken)
        if words is not None:
            return (*top, *words, *chain.from_iterable(columns))
    return (*top, *_cut_words(screen, areas[-1], taken), *chain.from_iterable(columns))


def _ways(screen: GameScreen, size: tuple[int, int]) -> Iterator[tuple[Face, Track, Columns]]:
    """Ways to draw the track, each with a face for the words beside it, the best first."""
    track = Track(screen, *size)
    faces = (TEXT, SMALL)
    whole = tuple(_whole(track))
    yield from ((face, track, columns) for face, (_, columns) in product(faces, whole))
    bare = replace(track, bare=True)
    if track.numbered:
        yield from ((face, bare, columns) for face, (_, columns) in product(faces, _whole(bare)))
    smallest = whole[-1][0] if whole else None
    for columns, face in product(_cut(track, smallest), faces):
        yield face, track, columns


def _whole(track: Track) -> Iterator[tuple[PileStyle, Columns]]:
    """The track with all warriors of all piles, as clear as can be, then smaller."""
    smallest = None
    for style in _styles(track):
        if smallest is None or style.pitch < smallest.pitch:
            columns = track.columns(style)
            if columns is not None:
                smallest = style
                yield style, columns


def _cut(track: Track, style: PileStyle | None) -> Iterator[Columns]:
    """The track with its highest piles cut; in part, where it is too wide for any style."""
    for tallest in range(_TALLEST, 1, -1):
        cut = (style or _styles(track)[-1]).cut(tallest)
        columns = track.columns(cut) if style else None
        yield track.part_of_columns(cut) if columns is None else columns


def _styles(track: Track) -> tuple[PileStyle, ...]:
    room = track.room.right - track.room.left
    return pile_styles(track.screen.position.rules, room, track.height)


def _words(
    screen: GameScreen, face: Face, areas: list[Box], taken: tuple[Box, ...]
) -> tuple[Part, ...] | None:
    """The words and the notice in the free room, in few lines, and as airy as they can be."""
    places = [
        (area, words)
        for area in areas
        for words in islice(_placings(screen.words, face, area, taken), _TRIES)
    ]
    for area, words in sorted(places, key=lambda place: len(place[1])):
        around = (*taken, *(line.box.grown(2, 1) for line in words))
        notice = _notice(screen.notice, area, around)
        if notice is not None:
            return (*words, *notice)
    return None


def _placings(
    text: str, face: Face, area: Box, taken: tuple[Box, ...]
) -> Iterator[tuple[Text, ...]]:
    """Where the text has room, in the widest place first; each place once."""
    if not text:
        yield ()
        return
    seen: set[tuple[Text, ...]] = set()
    for box in free_boxes(area, taken):
        lines = set_words(text, face, box)
        if lines is not None and lines not in seen:
            seen.add(lines)
            yield lines


def _notice(text: str, area: Box, taken: tuple[Box, ...]) -> tuple[Part, ...] | None:
    """The notice as a badge of one or two lines, in the widest place that has room for it."""
    if not text:
        return ()
    for box in free_boxes(area, taken):
        lines = break_lines(text, SMALL, box.width - 3, min(2, (box.height - 2) // SMALL.pitch))
        if lines is not None:
            width = max(map(SMALL.width, lines)) + 3
            bottom = box.top + len(lines) * SMALL.pitch + 2
            return (Badge(Box(box.left, box.top, box.left + width, bottom), lines, SMALL),)
    return None


def _cut_words(screen: GameScreen, area: Box, taken: tuple[Box, ...]) -> tuple[Part, ...]:
    """What of the words fits on one line of the widest box high enough for one."""
    for box in free_boxes(area, taken):
        if box.height >= SMALL.pitch:
            words = shortened(screen.words, SMALL, box.width)
            return (Text(words, SMALL, box.left, box.top + SMALL.cap),)
    return ()
