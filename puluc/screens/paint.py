"""Painting parts: the one module that sets pixels."""

from collections.abc import Iterable
from typing import assert_never

from PIL import Image, ImageDraw

from puluc.rules.units import Side
from puluc.screens import figures
from puluc.screens.fonts import SMALL, TEXT, Face, load
from puluc.screens.parts import (
    Arrow,
    Badge,
    Bar,
    Box,
    Chip,
    Embers,
    Flame,
    House,
    Lamp,
    Lot,
    More,
    Part,
    Text,
)

_FLAME = ("..#..", ".##..", ".##.#", "#####", "##.##", ".###.")


def paint(parts: Iterable[Part], size: tuple[int, int]) -> Image.Image:
    """A dark image of one bit a pixel with the parts on it."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    for part in parts:
        _paint(draw, part)
    return image


def _paint(draw: ImageDraw.ImageDraw, part: Part) -> None:
    match part:
        case Text(text, face, x, baseline):
            _write(draw, text, face, (x, baseline), lit=True)
        case Badge(box, lines, face):
            _badge(draw, box, lines, face)
        case Chip(box, side, ""):
            draw.rectangle(_inside(box), outline=1, fill=1 if side is Side.JADE else 0)
        case Chip(box, side, mark):
            _marked_chip(draw, box, side, mark)
        case Bar(box):
            draw.rectangle(_inside(box), fill=1)
        case Embers(box):
            _embers(draw, box)
        case Flame(box):
            _flame(draw, box)
        case House(box, side):
            _house(draw, box, side)
        case Arrow(box, leftward):
            _arrow(draw, box, leftward)
        case Lot(box, marked, used):
            _lot(draw, box, marked, used)
        case Lamp(box):
            _lamp(draw, box)
        case More(box, count):
            _figures(draw, f"+{count}", box, fill=1)
        case _:
            assert_never(part)


def _inside(box: Box) -> tuple[int, int, int, int]:
    """The box as Pillow has it, with its last column and row."""
    return (box.left, box.top, box.right - 1, box.bottom - 1)


def _write(
    draw: ImageDraw.ImageDraw, text: str, face: Face, pen: tuple[int, int], *, lit: bool
) -> None:
    if not face.tall:
        draw.text(pen, text, font=load(face), fill=1 if lit else 0, anchor="ls")
        return
    left, top, right, bottom = face.ink(text)
    image = Image.new("1", (right - left, (bottom - top) // 2))
    ImageDraw.Draw(image).text((-left, -top // 2), text, font=load(face), fill=1, anchor="ls")
    stretched = image.resize((image.width, 2 * image.height), Image.Resampling.NEAREST)
    draw.bitmap((pen[0] + left, pen[1] + top), stretched, fill=1 if lit else 0)


def _figures(draw: ImageDraw.ImageDraw, text: str, box: Box, *, fill: int) -> None:
    """Small figures in the middle of a box; an odd row is left above them."""
    left = box.left + (box.width - figures.width_of(text)) // 2
    top = box.top + (box.height - figures.HEIGHT + 1) // 2
    draw.point(list(figures.pixels(text, left, top)), fill=fill)


def _marked_chip(draw: ImageDraw.ImageDraw, box: Box, side: Side, mark: str) -> None:
    """A chip with a figure: dark on a lit chip, or lit in as much of a frame as has room."""
    jade = side is Side.JADE
    face = TEXT if box.height >= TEXT.cap + 4 else SMALL if box.height >= SMALL.cap + 2 else None
    rows = face.cap if face else figures.HEIGHT
    across = face.ink(mark)[2] - face.ink(mark)[0] if face else figures.width_of(mark)
    if jade:
        draw.rectangle(_inside(box), fill=1)
    elif box.height >= rows + 4:
        draw.rectangle(_inside(box), outline=1)
    elif box.width >= across + 4:
        for x in (box.left, box.right - 1):
            draw.line((x, box.top, x, box.bottom - 1), fill=1)
    if face is None:
        _figures(draw, mark, box, fill=0 if jade else 1)
        return
    left = box.left + (box.width - across) // 2 - face.ink(mark)[0]
    baseline = box.top + (box.height + face.cap) // 2
    _write(draw, mark, face, (left, baseline), lit=not jade)


def _embers(draw: ImageDraw.ImageDraw, box: Box) -> None:
    for y in range(box.top, box.bottom):
        for x in range(box.left + y % 2, box.right, 2):
            draw.point((x, y), fill=1)


def _flame(draw: ImageDraw.ImageDraw, box: Box) -> None:
    for y, row in enumerate(_FLAME, box.top):
        for x, dot in enumerate(row, box.left):
            if dot == "#":
                draw.point((x, y), fill=1)


def _house(draw: ImageDraw.ImageDraw, box: Box, side: Side) -> None:
    """A gable over a wall."""
    middle = box.left + box.width // 2
    eaves = box.top + box.width // 2
    right, bottom = box.right - 1, box.bottom - 1
    outline = [(middle, box.top), (right, eaves), (right - 1, eaves), (right - 1, bottom)]
    outline += [(box.left + 1, bottom), (box.left + 1, eaves), (box.left, eaves)]
    draw.polygon(outline, outline=1, fill=1 if side is Side.JADE else 0)


def _arrow(draw: ImageDraw.ImageDraw, box: Box, leftward: bool) -> None:
    for column in range(box.width):
        x = box.left + column if leftward else box.right - 1 - column
        middle = box.top + box.height // 2
        draw.line((x, middle - column, x, middle + column), fill=1)


def _badge(draw: ImageDraw.ImageDraw, box: Box, lines: tuple[str, ...], face: Face) -> None:
    """Each line in the middle of its share of the rows, by the height of its capitals."""
    draw.rectangle(_inside(box), fill=1)
    for x in (box.left, box.right - 1):
        for y in (box.top, box.bottom - 1):
            draw.point((x, y), fill=0)
    baseline = box.top + (box.height - (len(lines) - 1) * face.pitch + face.cap) // 2
    for line in lines:
        left, _, right, _ = face.ink(line)
        x = box.left + (box.width - (right - left)) // 2 - left
        _write(draw, line, face, (x, baseline), lit=False)
        baseline += face.pitch


def _lot(draw: ImageDraw.ImageDraw, box: Box, marked: bool, used: bool) -> None:
    """A round kernel, with a spot where its marked side is up."""
    draw.rounded_rectangle(_inside(box), radius=box.width // 3, outline=1, fill=0)
    if marked:
        ring = (box.width + 1) // 4
        draw.rectangle(_inside(box.grown(-ring, -ring)), fill=1)
    if used:
        every_other = [
            (x, y)
            for y in range(box.top, box.bottom)
            for x in range(box.left, box.right)
            if (x + y + box.left + box.top) % 2
        ]
        draw.point(every_other, fill=0)


def _lamp(draw: ImageDraw.ImageDraw, box: Box) -> None:
    for row in range(box.height):
        middle = box.left + box.width // 2
        draw.line((middle - row, box.top + row, middle + row, box.top + row), fill=1)
