"""The band on top: what matters now, in large, with the lots; hands and kills at its right."""

from collections.abc import Iterator

from puluc.rules.position import Position
from puluc.rules.units import Player, Side
from puluc.screens.fonts import LARGE, SMALL, TEXT, Face
from puluc.screens.parts import Box, Chip, Lot, Part, Text
from puluc.screens.values import GameScreen
from puluc.screens.wording import shortened

HEIGHT = 16
"""Rows from the top to the headline's baseline."""

_CHIP = (9, 3)
_LOT = 7
_GAP = 3


def band(screen: GameScreen, width: int) -> tuple[Part, ...]:
    """The parts of the band on a panel of that width.

    The chip beside the headline gives way first where all of it is too wide; then the headline
    becomes smaller.
    """
    tally = tuple(_tally(screen.position, width))
    room = min(part.box.left for part in tally) - _GAP
    lots_width = _lots_width(len(screen.lots))
    side = screen.side
    for face in (LARGE, TEXT, SMALL):
        text_width = _ink_width(face, screen.headline) + (_GAP + lots_width if lots_width else 0)
        if side is not None and _CHIP[0] + 2 + text_width <= room:
            return (*_headline(screen, screen.headline, face, side), *tally)
        if text_width <= room:
            return (*_headline(screen, screen.headline, face, None), *tally)
    words = shortened(screen.headline, SMALL, room - _GAP - lots_width)
    return (*_headline(screen, words, SMALL, None), *tally)


def _ink_width(face: Face, text: str) -> int:
    left, _, right, _ = face.ink(text)
    return right - left


def _headline(screen: GameScreen, words: str, face: Face, side: Side | None) -> Iterator[Part]:
    x = 0
    if side is not None:
        top = (HEIGHT - _CHIP[1]) // 2
        yield Chip(Box(0, top, _CHIP[0], top + _CHIP[1]), side)
        x = _CHIP[0] + 2
    if words:
        left, top, right, _ = face.ink(words)
        yield Text(words, face, x - left, max((HEIGHT + face.cap) // 2, -top))
        x += right - left + _GAP
    yield from lots_block(screen.lots, x, 0)


def _lots_width(lots: int) -> int:
    columns = (lots + 1) // 2
    return columns * (_LOT + 1) - 1 if columns else 0


def lots_block(lots: tuple[bool, ...], left: int, top: int) -> Iterator[Part]:
    """The lots in two rows, as high as the headline."""
    columns = (len(lots) + 1) // 2
    for number, marked in enumerate(lots):
        row, column = divmod(number, columns)
        x = left + column * (_LOT + 1)
        y = top + row * (HEIGHT - _LOT)
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
        count for player, count in enumerate(position.hand) if Player(player) % 2 == side.index
    )
