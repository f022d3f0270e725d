"""The band on top: what matters now, in large, with the lots; hands and kills at its right."""

from collections.abc import Iterator

from puluc.rules.position import Position
from puluc.rules.units import Player, Side, side_of
from puluc.screens.fonts import LARGE, SMALL, TEXT, Face
from puluc.screens.parts import Box, Chip, Lot, Part, Text
from puluc.screens.values import GameScreen
from puluc.screens.wording import shortened

HEIGHT = 16
"""Rows from the top to the headline's baseline."""

_CHIP = (9, 3)
_LARGE_CHIP = (9, 6)
_LOT = 7
_GAP = 2
"""Between the parts of the band, at the least."""
_AIR = 4
"""What the lots stand further off where there is room."""


def band(screen: GameScreen, width: int) -> tuple[Part, ...]:
    """The parts of the band on a panel of that width.

    Where all of it is too wide, the chip beside the headline gives way first (the hands have
    theirs), then the lots (the headline has their number); only then are the letters smaller.
    """
    tally = tuple(_tally(screen.position, width))
    room = min(part.box.left for part in tally) - _GAP
    for face in (LARGE, TEXT, SMALL):
        text_width = _ink_width(face, screen.headline)
        for side, lots in _dressings(screen):
            spare = room - text_width - (_LARGE_CHIP[0] + _GAP if side else 0)
            spare -= _GAP + _lots_width(len(lots)) if lots else 0
            if spare >= 0:
                gap = _GAP + min(spare // 3, _AIR)
                return (*_headline(screen.headline, face, side, lots, gap), *tally)
    words = shortened(screen.headline, SMALL, room)
    return (*_headline(words, SMALL, None, (), _GAP), *tally)


def _dressings(screen: GameScreen) -> Iterator[tuple[Side | None, tuple[bool, ...]]]:
    """What stands beside the headline, from all to nothing."""
    lots = tuple(lot for cast in screen.casts for lot in cast)
    yield screen.side, lots
    yield None, lots
    yield screen.side, ()
    yield None, ()


def _ink_width(face: Face, text: str) -> int:
    left, _, right, _ = face.ink(text)
    return right - left


def _headline(
    words: str, face: Face, side: Side | None, lots: tuple[bool, ...], gap: int
) -> Iterator[Part]:
    x = 0
    if side is not None:
        across, down = _LARGE_CHIP
        top = (HEIGHT - down) // 2
        yield Chip(Box(0, top, across, top + down), side)
        x = across + min(gap, 2 * _GAP)
    if words:
        left, top, right, _ = face.ink(words)
        yield Text(words, face, x - left, max((HEIGHT + face.cap) // 2, -top))
        x += right - left + gap
    yield from _lots_block(lots, x)


def _lots_width(lots: int) -> int:
    columns = (lots + 1) // 2
    return columns * (_LOT + 1) - 1 if columns else 0


def _lots_block(lots: tuple[bool, ...], left: int) -> Iterator[Part]:
    """The lots in two rows, as high as the headline."""
    columns = (len(lots) + 1) // 2
    for number, marked in enumerate(lots):
        row, column = divmod(number, columns)
        x = left + column * (_LOT + 1)
        y = row * (HEIGHT - _LOT)
        yield Lot(Box(x, y, x + _LOT, y + _LOT), marked)


def _tally(position: Position, width: int) -> Iterator[Part]:
    """For each side its chip, its warriors in hand and, after a cross, its kills."""
    rows = [(side, _in_hand(position, side), position.kills[side.index]) for side in Side]
    kills = [f"×{count}" for _, _, count in rows]
    hands = [str(count) for _, count, _ in rows]
    kills_left = width - max(_ink_width(SMALL, text) for text in kills)
    hands_left = kills_left - 3 - max(_ink_width(SMALL, text) for text in hands)
    for row, (side, _, _) in enumerate(rows):
        baseline = 7 + 9 * row
        left = hands_left - 2 - _CHIP[0]
        top = baseline - SMALL.cap + 2
        yield Chip(Box(left, top, left + _CHIP[0], top + _CHIP[1]), side)
        for text, at in ((hands[row], hands_left), (kills[row], kills_left)):
            yield Text(text, SMALL, at - SMALL.ink(text)[0], baseline)


def _in_hand(position: Position, side: Side) -> int:
    return sum(
        count for player, count in enumerate(position.hand) if side_of(Player(player)) is side
    )
