"""Pictures for displays: hypothesis strategies, and a few that look like a game's."""

from hypothesis import strategies as st
from PIL import Image, ImageDraw

from puluc.screens.values import MessageScreen, Screen

SIZE = (128, 64)


def noise() -> st.SearchStrategy[Image.Image]:
    """Any picture at all."""
    return st.binary(min_size=1024, max_size=1024).map(
        lambda rows: Image.frombytes("1", SIZE, rows)
    )


@st.composite
def edited(draw: st.DrawFn, image: Image.Image) -> Image.Image:
    """A picture with a few rectangles of it drawn over, as from one frame to the next."""
    image = image.copy()
    pen = ImageDraw.Draw(image)
    for _ in range(draw(st.integers(0, 5))):
        x, y = draw(st.integers(0, 127)), draw(st.integers(0, 63))
        width, height = draw(st.integers(0, 40)), draw(st.integers(0, 20))
        pen.rectangle((x, y, x + width, y + height), fill=draw(st.integers(0, 1)))
    return image


@st.composite
def films(draw: st.DrawFn) -> list[Image.Image]:
    """A few pictures, each drawn anew or from the one before."""
    pictures = [draw(noise())]
    for _ in range(draw(st.integers(1, 4))):
        pictures.append(draw(st.one_of(noise(), edited(pictures[-1]))))
    return pictures


def board(headline: str, piles: tuple[int, ...], lit: tuple[int, ...] = ()) -> Image.Image:
    """Something like a game's screen: a headline, eleven columns of chips, triangles under them."""
    image = Image.new("1", SIZE)
    pen = ImageDraw.Draw(image)
    pen.text((1, 0), headline, fill=1, font_size=16)
    pen.line((3, 57, 124, 57), fill=1)
    for space, height in enumerate(piles):
        left = 4 + 11 * space
        for chip in range(height):
            bottom = 55 - 4 * chip
            pen.rectangle((left, bottom - 2, left + 8, bottom), fill=1)
        if space in lit:
            pen.polygon([(left + 4, 59), (left + 1, 62), (left + 7, 62)], fill=1)
    return image


GAME = (
    board("Jade casts", (0,) * 11),
    board("Jade 3", (0,) * 11, lit=(0,)),
    board("Red casts", (1,) + (0,) * 10),
    board("Red 2", (1,) + (0,) * 10, lit=(10,)),
    board("Jade casts", (1,) + (0,) * 9 + (1,)),
    board("Jade 5", (1,) + (0,) * 9 + (1,), lit=(0, 5)),
    board("Red casts", (0,) * 5 + (1,) + (0,) * 4 + (1,)),
    board("Red 4", (0,) * 5 + (2,) + (0,) * 4 + (1,), lit=(10, 6)),
    board("Jade wins", (0,) * 3 + (7,) + (0,) * 7),
)
"""A short game, picture by picture."""


def render(screen: Screen, size: tuple[int, int]) -> Image.Image:
    """Draw a message screen: enough of a renderer for a display's tests."""
    assert isinstance(screen, MessageScreen)
    image = Image.new("1", size)
    pen = ImageDraw.Draw(image)
    pen.text((2, 2), screen.headline, fill=1, font_size=16)
    pen.text((2, 30), "\n".join(screen.words), fill=1, font_size=10)
    return image
