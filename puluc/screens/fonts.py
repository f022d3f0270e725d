"""The three faces of the screens: pixel fonts, each crisp at its own size and its double.

The files beside their licences in ``fonts/`` were made for this board from free fonts: every
pixel is a square of the outline, so that any FreeType renders the same pixels.
"""

import io
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources

from PIL import ImageFont


@dataclass(frozen=True, slots=True)
class Face:
    """A font at a size. All lengths are in pixels."""

    file: str
    size: int
    """The em: what Pillow calls the font's size."""
    cap: int
    """The height of capitals and digits."""
    drop: int
    """How far the letters g, j, p, q and y reach below the baseline."""
    tall: bool = False
    """Whether each pixel of the font is two rows high: narrow letters, as high as large ones."""

    @property
    def pitch(self) -> int:
        """From one baseline to the next, so that plain letters never touch."""
        return self.cap + self.drop + 1

    def width(self, text: str) -> int:
        """How far a text moves the pen; there is no kerning, so widths add up."""
        return _width(self, text)

    def ink(self, text: str) -> tuple[int, int, int, int]:
        """What a text covers: left, top, right and bottom, from the pen on the baseline.

        A text without ink, such as a space, covers nothing: all four are 0.
        """
        return _ink(self, text)

    def doubled(self) -> "Face":
        """The face with each pixel made four."""
        return replace(self, size=2 * self.size, cap=2 * self.cap, drop=2 * self.drop)


LARGE = Face("PulucLarge.ttf", size=26, cap=16, drop=2)
"""For what matters now."""
TEXT = Face("PulucText.ttf", size=12, cap=8, drop=2)
"""For words."""
TALL = replace(TEXT, cap=16, drop=4, tall=True)
"""For what matters now where the large face is too wide: a long name."""
SMALL = Face("PulucSmall.ttf", size=9, cap=6, drop=1)
"""For numbers at the side, and for words where there is little room."""


@cache
def load(face: Face) -> ImageFont.FreeTypeFont:
    """The face for Pillow, read once."""
    data = resources.files("puluc.screens").joinpath("fonts", face.file).read_bytes()
    return ImageFont.truetype(io.BytesIO(data), face.size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _width(face: Face, text: str) -> int:
    return round(load(face).getlength(text, mode="1"))


@lru_cache(maxsize=1024)
def _ink(face: Face, text: str) -> tuple[int, int, int, int]:
    mask, (x, y) = load(face).getmask2(text, mode="1", anchor="ls")
    inked = mask.getbbox()
    if inked is None:
        return (0, 0, 0, 0)
    left, top, right, bottom = inked
    rows = 2 if face.tall else 1
    return (left + x, rows * (top + y), right + x, rows * (bottom + y))


def missing_glyphs(text: str) -> str:
    """The characters of a text that one of the three faces lacks, each once, in order.

    A line feed needs no glyph.
    """
    return "".join(
        character
        for character in dict.fromkeys(text)
        if character != "\n" and not all(_has(face, character) for face in (LARGE, TEXT, SMALL))
    )


_NOWHERE = "\U0010fffd"
"""A private character that no face has; it is drawn as the box for missing glyphs."""


@cache
def _has(face: Face, character: str) -> bool:
    font = load(face)
    return bytes(font.getmask(character, mode="1")) != bytes(font.getmask(_NOWHERE, mode="1"))
