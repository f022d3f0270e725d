"""The drawings in docs/wiring: those of each profile."""

from pathlib import Path

from hardware.wiring import WIRINGS
from puluc.diagrams.commands import drawings

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "wiring"


def drawn() -> dict[str, str]:
    """What each drawing should hold, by its file's name."""
    return {name: text for wiring in WIRINGS.values() for name, text in drawings(wiring).items()}
