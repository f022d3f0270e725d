"""The game's screen: the band, the track, and the words wherever they have room between them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from puluc.screens.band import HEIGHT, band
from puluc.screens.fonts import SMALL, TEXT, Face
from puluc.screens.parts import Badge, Box, Part, Text
from puluc.screens.track import Track
from puluc.screens.values import GameScreen
from puluc.screens.wording import break_lines, free_boxes, set_words, shortened

_GAPS = (8, 4, 1)
"""Rows between the headline and the words: what looks best, what will do, and what is enough.

With eight a line's capitals fill one page of a display's RAM (rows 24 to 31), so that new words
cost half as many bytes as across two.
"""
_TRIES = 4
"""Places tried for the words until one leaves room for the notice."""
_NOTICES = (120, 80, 40)
"""Widths that a notice is shortened to which has no room."""


def game_parts(screen: GameScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The parts of a game's screen; none leaves the panel or covers another.

    Words stand below the headline over the whole width, or beside what is too high for that.
    Where even that fails (warriors by the dozen), the highest piles show fewer of their lowest
    warriors, and at the very last the words are shortened.
    """
    track = Track.on(size, screen.position.rules.track)
    top = band(screen, size[0])
    areas = [Box(0, HEIGHT + gap, size[0], track.line - 1) for gap in _GAPS]
    above = [part.box for part in top]
    # A notice says what is wrong with the board: rather part of it than none.
    notices = (screen.notice, *(shortened(screen.notice, SMALL, width) for width in _NOTICES))
    for notice, tallest in product(dict.fromkeys(notices), range(10, 2, -1)):
        below = tuple(track.parts(screen.position, screen.lit, tallest))
        piles = _hulls(below)
        taken = tuple(box.grown(2, 1) for box in (*above, *piles))
        words = _words(replace(screen, notice=notice), areas, taken)
        if words is not None and not any(a.overlaps(b) for a in above for b in piles):
            return (*top, *words, *below)
    return (*top, *_cut_words(screen, areas[-1], taken), *below)


def _hulls(parts: tuple[Part, ...]) -> tuple[Box, ...]:
    """A box around each pile with its space: fewer to go round than its chips are."""
    hulls: dict[int, Box] = {}
    for part in parts:
        box = part.box
        hull = hulls.get(box.left, box)
        hulls[box.left] = Box(
            box.left,
            min(hull.top, box.top),
            max(hull.right, box.right),
            max(hull.bottom, box.bottom),
        )
    return tuple(hulls.values())


def _words(screen: GameScreen, areas: list[Box], taken: tuple[Box, ...]) -> tuple[Part, ...] | None:
    """The words and the notice in the free room: as large as can be, in few lines, and airy."""
    for face in (TEXT, SMALL):
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
