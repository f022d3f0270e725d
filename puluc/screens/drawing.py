"""Drawing any screen: which module lays out which."""

from typing import assert_never

from PIL import Image

from puluc.screens.cards import message_parts, pattern_parts, pile_parts
from puluc.screens.game import game_parts
from puluc.screens.lists import list_parts, lots_parts
from puluc.screens.paint import paint
from puluc.screens.parts import Part
from puluc.screens.values import (
    GameScreen,
    ListScreen,
    LotsScreen,
    MessageScreen,
    PatternScreen,
    PileScreen,
    Screen,
)


def lay_out(screen: Screen, size: tuple[int, int]) -> tuple[Part, ...]:
    """The parts of a screen on a panel of that width and height, in pixels."""
    match screen:
        case GameScreen():
            return game_parts(screen, size)
        case ListScreen():
            return list_parts(screen, size)
        case PileScreen():
            return pile_parts(screen, size)
        case LotsScreen():
            return lots_parts(screen, size)
        case MessageScreen():
            return message_parts(screen, size)
        case PatternScreen():
            return pattern_parts(screen, size)
        case _:
            assert_never(screen)


def draw(screen: Screen, size: tuple[int, int]) -> Image.Image:
    """A screen as an image of one bit a pixel."""
    return paint(lay_out(screen, size), size)
