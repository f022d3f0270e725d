"""Reads the display as a person does: looks for words among its pixels."""

from functools import cache

from PIL import Image

from puluc.screens.fonts import LARGE, SMALL, TEXT, Face, load

Rows = tuple[int, ...]
"""A picture's rows as numbers, the leftmost pixel in the highest bit."""


def rows_of(picture: Image.Image) -> Rows:
    """The rows of a picture."""
    width, height = picture.size
    stride = (width + 7) // 8
    data = picture.convert("1").tobytes()
    spare = 8 * stride - width
    return tuple(
        int.from_bytes(data[row * stride : (row + 1) * stride], "big") >> spare
        for row in range(height)
    )


@cache
def _written(text: str, face: Face) -> tuple[int, Rows]:
    """A text's width, and its rows."""
    left, top, right, bottom = face.ink(text)
    image = Image.new("1", (right - left, bottom - top))
    from PIL import ImageDraw

    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    draw.text((-left, -top), text, fill=1, font=load(face), anchor="ls")
    return image.width, rows_of(image)


FACES = (LARGE.doubled(), LARGE, TEXT.doubled(), TEXT, SMALL)


def sees(picture: Image.Image, text: str, faces: tuple[Face, ...] = FACES) -> bool:
    """Whether a text stands anywhere in a picture, lit on dark or dark on lit."""
    rows = rows_of(picture)
    full = (1 << picture.width) - 1
    inverse = tuple(row ^ full for row in rows)
    return any(
        _found(field, picture.width, *_written(text, face))
        for face in faces
        for field in (rows, inverse)
    )


def _found(field: Rows, field_width: int, width: int, word: Rows) -> bool:
    mask = (1 << width) - 1
    for top in range(len(field) - len(word) + 1):
        for shift in range(field_width - width + 1):
            if all(field[top + row] >> shift & mask == wanted for row, wanted in enumerate(word)):
                return True
    return False
