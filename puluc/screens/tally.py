"""The tally at the right of the band: hands and kills of the sides, and the hand of who plays."""

from collections.abc import Iterator

from puluc.rules.position import Position
from puluc.rules.units import Player, Side
from puluc.screens.fonts import SMALL, TEXT
from puluc.screens.parts import Box, Chip, Part, Text
from puluc.screens.piles import mark
from puluc.screens.values import GameScreen

_CHIP = (9, 3)
_OWN_CHIP = (8, 8)
_OWN_TOP = 19
"""The row at which a player's own hand begins, below those of the sides."""


def tally(screen: GameScreen, width: int) -> tuple[Part, ...]:
    """For each side its chip, its warriors in hand and, after a cross, its kills.

    In teams these are the team's, and below them stands the hand of the player who plays.
    """
    sides = tuple(_sides(screen.position, width))
    if screen.side is None or screen.player is None or screen.position.rules.seats == 2:
        return sides
    return (*sides, *_own(screen.side, screen.player, screen.position.hand[screen.player], width))


def _sides(position: Position, width: int) -> Iterator[Part]:
    hands = [str(sum(position.hand[side.index :: 2])) for side in Side]
    kills = [f"×{position.kills[side.index]}" for side in Side]
    kills_left = width - max(SMALL.ink(text)[2] - SMALL.ink(text)[0] for text in kills)
    hands_left = kills_left - 3 - max(SMALL.ink(text)[2] - SMALL.ink(text)[0] for text in hands)
    for row, side in enumerate(Side):
        baseline = 7 + 9 * row
        left = hands_left - 2 - _CHIP[0]
        top = baseline - SMALL.cap + 2
        yield Chip(Box(left, top, left + _CHIP[0], top + _CHIP[1]), side)
        for text, at in ((hands[row], hands_left), (kills[row], kills_left)):
            yield Text(text, SMALL, at - SMALL.ink(text)[0], baseline)


def _own(side: Side, player: Player, hand: int, width: int) -> Iterator[Part]:
    text = str(hand)
    left, _, right, _ = TEXT.ink(text)
    at = width - (right - left)
    across, down = _OWN_CHIP
    chip = Box(at - 3 - across, _OWN_TOP, at - 3, _OWN_TOP + down)
    yield Chip(chip, side, mark(player))
    yield Text(text, TEXT, at - left, _OWN_TOP + TEXT.cap)
