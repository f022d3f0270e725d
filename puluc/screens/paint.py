"""Painting parts: the one module that sets pixels."""

from collections.abc import Iterable
from typing import assert_never

from PIL import Image, ImageDraw

from puluc.rules.units import Side
from puluc.screens.fonts import Face, load
from puluc.screens.parts import Badge, Bar, Box, Chip, Lamp, Lot, More, Part, Text


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
        case Chip(box, side):
            draw.rectangle(_inside(box), outline=1, fill=1 if side is Side.JADE else 0)
        case Bar(box):
            draw.rectangle(_inside(box), fill=1)
        case Lot(box, marked):
            _lot(draw, box, marked)
        case Lamp(box):
            _lamp(draw, box)
        case More(box):
            _dots(draw, box)
        case _:
            assert_never(part)


def _inside(box: Box) -> tuple[int, int, int, int]:
    """The box as Pillow has it, with its last column and row."""
    return (box.left, box.top, box.right - 1, box.bottom - 1)


def _write(
    draw: ImageDraw.ImageDraw, text: str, face: Face, pen: tuple[int, int], *, lit: bool
) -> None:
    draw.text(pen, text, font=load(face), fill=1 if lit else 0, anchor="ls")


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


def _lot(draw: ImageDraw.ImageDraw, box: Box, marked: bool) -> None:
    """A round kernel, with a spot where its marked side is up."""
    draw.rounded_rectangle(_inside(box), radius=box.width // 3, outline=1, fill=0)
    if marked:
        ring = (box.width + 1) // 4
        draw.rectangle(_inside(box.grown(-ring, -ring)), fill=1)


def _lamp(draw: ImageDraw.ImageDraw, box: Box) -> None:
    for row in range(box.height):
        middle = box.left + box.width // 2
        draw.line((middle - row, box.top + row, middle + row, box.top + row), fill=1)


def _dots(draw: ImageDraw.ImageDraw, box: Box) -> None:
    y = box.top + box.height // 2
    for x in range(box.left, box.right, max(2, (box.width - 1) // 2)):
        draw.point((x, y), fill=1)
