"""The game's screen: the band, the track, and the words wherever they have room between them."""

from puluc.screens.band import HEIGHT, band
from puluc.screens.fonts import SMALL, TEXT, Face
from puluc.screens.parts import Badge, Box, Part, Text
from puluc.screens.track import Track
from puluc.screens.values import GameScreen
from puluc.screens.wording import free_boxes, set_words, shortened


def game_parts(screen: GameScreen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The parts of a game's screen; none leaves the panel or covers another.

    Words stand below the headline over the whole width, or beside what is too high for that.
    Where even that fails (warriors by the dozen), the highest piles show fewer of their lowest
    warriors, and at the very last the words are shortened.
    """
    track = Track.on(size, screen.position.rules.track)
    top = band(screen, size[0])
    area = Box(0, HEIGHT + 1, size[0], track.line - 1)
    for tallest in range(10, 2, -1):
        below = tuple(track.parts(screen.position, screen.lit, tallest))
        if any(high.box.overlaps(low.box) for high in top for low in below):
            continue
        taken = tuple(part.box.grown(2, 1) for part in (*top, *below))
        words = _words(screen, area, taken)
        if words is not None:
            return (*top, *words, *below)
    return (*top, *_cut_words(screen, area, taken), *below)


def _words(screen: GameScreen, area: Box, taken: tuple[Box, ...]) -> tuple[Part, ...] | None:
    """The words and the notice in the free room, the words as large as they can be."""
    for face in (TEXT, SMALL):
        words = _placed(screen.words, face, area, taken)
        if words is None:
            continue
        notice = _notice(screen.notice, area, (*taken, *(line.box.grown(2, 1) for line in words)))
        if notice is not None:
            return (*words, *notice)
    return None


def _placed(text: str, face: Face, area: Box, taken: tuple[Box, ...]) -> tuple[Text, ...] | None:
    if not text:
        return ()
    for box in free_boxes(area, taken):
        lines = set_words(text, face, box)
        if lines is not None:
            return lines
    return None


def _notice(text: str, area: Box, taken: tuple[Box, ...]) -> tuple[Part, ...] | None:
    """A badge with the notice, in the first free box that it fits into."""
    if not text:
        return ()
    width, height = SMALL.width(text) + 3, SMALL.cap + SMALL.drop + 2
    for box in free_boxes(area, taken):
        if box.width >= width and box.height >= height:
            return (Badge(Box(box.left, box.top, box.left + width, box.top + height), text, SMALL),)
    return None


def _cut_words(screen: GameScreen, area: Box, taken: tuple[Box, ...]) -> tuple[Part, ...]:
    """What of the words fits on one line of the widest box high enough for one."""
    for box in free_boxes(area, taken):
        if box.height >= SMALL.pitch:
            words = shortened(screen.words, SMALL, box.width)
            return (Text(words, SMALL, box.left, box.top + SMALL.cap),)
    return ()
