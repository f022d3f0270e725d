"""The screens' goldens: each sample as rows of ``#`` and ``.``, one file a screen."""

from pathlib import Path

from PIL import Image

from puluc.screens import render
from tests.screens.samples import screens

FOLDER = Path(__file__).parents[1] / "golden" / "screens"


def as_text(image: Image.Image) -> str:
    width, height = image.size
    return "".join(
        "".join("#" if image.getpixel((x, y)) else "." for x in range(width)) + "\n"
        for y in range(height)
    )


def drawn() -> dict[str, str]:
    """What each golden file should hold, by the file's name."""
    return {
        f"{name}.txt": as_text(render(screen, size)) for name, (screen, size) in screens().items()
    }
