"""The drawings in docs/wiring: those of each profile, and of long boards on a Pico."""

from pathlib import Path

from hardware.wiring import WIRINGS, Wiring, pico
from puluc.diagrams.commands import drawings

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "wiring"


LONG = {f"pico-{chips}": pico(30, chips) for chips in ("shift", "mcp23017")}
"""The longest boards on a Pico, which have lamps on chips."""
SHOWN: dict[str, Wiring] = WIRINGS | LONG
"""The wirings that the documents show, by what their drawings are called."""


def drawn() -> dict[str, str]:
    """What each drawing should hold, by its file's name."""
    return {name: text for wiring in SHOWN.values() for name, text in drawings(wiring).items()}
