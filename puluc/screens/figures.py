"""Figures of three by five pixels, for where the smallest face finds no room."""

from collections.abc import Iterator

WIDTH = 3
HEIGHT = 5

_ROWS = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "+": "... .#. ### .#. ...",
}


def width_of(text: str) -> int:
    """Columns that figures take, one dark column between each two."""
    return len(text) * (WIDTH + 1) - 1


def pixels(text: str, left: int, top: int) -> Iterator[tuple[int, int]]:
    """The pixels of a text of the figures and ``+``, its top left corner given."""
    for number, character in enumerate(text):
        for row, dots in enumerate(_ROWS[character].split()):
            for column, dot in enumerate(dots):
                if dot == "#":
                    yield left + number * (WIDTH + 1) + column, top + row
