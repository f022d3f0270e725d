"""The band on top: what matters now, in large, with the lots, and the tally at its right."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from puluc.screens.fonts import LARGE, SMALL, TALL, TEXT, Face
from puluc.screens.parts import Box, Chip, Lot, Part, Text, around
from puluc.screens.piles import mark
from puluc.screens.tally import tally
from puluc.screens.values import GameScreen
from puluc.screens.wording import shortened

HEIGHT = 16
"""Rows from the top to the headline's baseline."""

_CHIP = (9, 6)
_MARKED_CHIP = (9, 12)
_LOT = 7
_SMALL_LOT = 5
_GAP = 2
"""Between the parts of the band, at the least."""
_AIR = 4
"""What the lots stand further off where there is room."""
_BETWEEN_CASTS = 3
_NUMBERS = re.compile(r"(.*?\S) (\d+(?: \d+)*)")
"""A headline that ends in what the casts are worth."""
_LEAST = "MM…"
"""What must find room of a shortened headline before its letters become smaller."""

Parts = tuple[Part, ...]


def band(screen: GameScreen, width: int) -> Parts:
    """The parts of the band on a panel of that width."""
    beside = tally(screen, width)
    room = min(part.box.left for part in beside if part.box.top < HEIGHT) - _GAP
    return (*next(_headlines(screen, room)), *beside)


def _headlines(screen: GameScreen, room: int) -> Iterator[Parts]:
    """The headline in the ways that find room, the best first; there is always one.

    The chip beside it gives way first (the hands have theirs; but not in teams, where it tells
    the player). Or the name stands small over the lots; or the letters are narrow; or the lots
    give way (the headline has their numbers). Only then is the name shortened.
    """
    chip = tuple(_chip(screen))
    chips = (chip,) if _in_teams(screen) else (chip, ())
    for each in chips:
        yield from _in_a_row(screen, LARGE, each, room)
    for face, lot in product((TEXT, SMALL), (_LOT, _SMALL_LOT)):
        yield from _over_lots(screen, face, chip, lot, room)
    without = replace(screen, casts=())
    if not _NUMBERS.fullmatch(screen.headline):
        for each in chips:
            yield from _in_a_row(without, LARGE, each, room)
    for each in chips:
        yield from _in_a_row(screen, TALL, each, room)
    yield from _over_lots(screen, SMALL, chip, _SMALL_LOT, room, cut=True)
    for face, each in product((LARGE, TALL), chips):
        yield from _in_a_row(without, face, each, room)
    yield _shortened(screen, chips[-1], room)


def _in_teams(screen: GameScreen) -> bool:
    return screen.player is not None and screen.position.rules.seats > 2


def _chip(screen: GameScreen) -> Iterator[Part]:
    """The chip of whom the headline is about; in teams with the player's figure."""
    if screen.side is not None:
        figure = mark(screen.player) if screen.player is not None and _in_teams(screen) else ""
        across, down = _MARKED_CHIP if figure else _CHIP
        top = (HEIGHT - down) // 2
        yield Chip(Box(0, top, across, top + down), screen.side, figure)


def _in_a_row(screen: GameScreen, face: Face, chip: Parts, room: int) -> Iterator[Parts]:
    """Chip, headline and lots side by side, with what air there is."""
    lots = tuple(_lots_in_two_rows(screen, 0))
    spare = room - _ink_width(face, screen.headline)
    spare -= around(chip).width + _GAP if chip else 0
    spare -= around(lots).width + _GAP if lots else 0
    if spare < 0:
        return
    gap = _GAP + min(spare // 3, _AIR)
    x = around(chip).right + min(gap, 2 * _GAP) if chip else 0
    words = _words(screen.headline, face, x)
    if words:
        x = around(words).right + gap
    yield (*chip, *words, *_lots_in_two_rows(screen, x))


def _over_lots(
    screen: GameScreen, face: Face, chip: Parts, size: int, room: int, *, cut: bool = False
) -> Iterator[Parts]:
    """The words of the headline small over the lots, its numbers large beside them."""
    match = _NUMBERS.fullmatch(screen.headline)
    if match is None or not screen.casts:
        return
    words, numbers = match.groups()
    left = around(chip).right + _GAP if chip else 0
    if cut:
        words = shortened(words, face, room - left - 2 * _GAP - _ink_width(LARGE, numbers))
    name = _small(words, face, left)
    lots = tuple(_lots_in_a_line(screen, size, left))
    large = _words(numbers, LARGE, max(name.box.right, around(lots).right) + 2 * _GAP)
    if name.box.bottom < around(lots).top and around(large).right <= room:
        yield (*chip, name, *lots, *large)


def _shortened(screen: GameScreen, chip: Parts, room: int) -> Parts:
    """The beginning of the headline's words, and its numbers in large."""
    left = around(chip).right + _GAP if chip else 0
    match = _NUMBERS.fullmatch(screen.headline)
    words, numbers = match.groups() if match else (screen.headline, "")
    after = _words(numbers, LARGE, 0)
    space = room - left - (around(after).width + 2 * _GAP if after else 0)
    face = TALL if TALL.width(_LEAST) <= space else SMALL
    name = _words(shortened(words, face, space), face, left)
    x = around((*chip, *name)).right + 2 * _GAP if chip or name else 0
    return (*chip, *name, *_words(numbers, LARGE, x))


def _words(text: str, face: Face, x: int) -> tuple[Text, ...]:
    """A headline in the middle of the band; lower where its accents need the room."""
    if not text:
        return ()
    left, top, _, _ = face.ink(text)
    return (Text(text, face, x - left, max((HEIGHT + face.cap) // 2, -top)),)


def _small(text: str, face: Face, x: int) -> Text:
    """A name at the top of the band."""
    left, top, _, _ = face.ink(text)
    return Text(text, face, x - left, max(face.cap, -top))


def _lots_in_two_rows(screen: GameScreen, left: int) -> Iterator[Lot]:
    """The lots as high as the headline, each cast's in a block."""
    for number, cast in enumerate(screen.casts):
        columns = (len(cast) + 1) // 2
        for each, marked in enumerate(cast):
            row, column = divmod(each, columns)
            yield _lot(
                left + column * (_LOT + 1),
                row * (HEIGHT - _LOT),
                _LOT,
                marked,
                number in screen.used,
            )
        left += columns * (_LOT + 1) - 1 + _BETWEEN_CASTS


def _lots_in_a_line(screen: GameScreen, size: int, left: int) -> Iterator[Lot]:
    """The lots side by side at the bottom of the band."""
    for number, cast in enumerate(screen.casts):
        for marked in cast:
            yield _lot(left, HEIGHT - size, size, marked, number in screen.used)
            left += size + 1
        left += _BETWEEN_CASTS - 1


def _lot(left: int, top: int, size: int, marked: bool, used: bool) -> Lot:
    return Lot(Box(left, top, left + size, top + size), marked, used)


def _ink_width(face: Face, text: str) -> int:
    left, _, right, _ = face.ink(text)
    return right - left
