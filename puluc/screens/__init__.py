"""What the small display shows: screen values, and their drawing."""

from typing import TYPE_CHECKING

from puluc.screens.values import Screen

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["missing_glyphs", "render"]


def render(screen: Screen, size: tuple[int, int] = (128, 64)) -> "Image":
    """Draw a screen for a panel of ``size``, its width and height in pixels; at least 128x64.

    The image has one bit a pixel (mode ``1``); lit pixels are 1. The same screen and size give
    the same pixels. Nothing is clipped, and nothing covers anything else.
    """
    # The session imports the values beside this; only who draws pays for the imaging library.
    from puluc.screens.drawing import draw  # noqa: PLC0415

    return draw(screen, size)


def missing_glyphs(text: str) -> str:
    """The characters of a text that the screens' fonts lack, each once; empty when none."""
    from puluc.screens import fonts  # noqa: PLC0415

    return fonts.missing_glyphs(text)
