"""What the documents show of the wiring is what the program uses."""

import re

import pytest

from hardware.wiring import WIRINGS
from puluc.diagrams.tables import markdown
from tests.diagrams.goldens import DOCS, FOLDER, drawn

WIRING_MD = (DOCS / "wiring.md").read_text(encoding="utf-8")
PICO_MD = (DOCS / "pico.md").read_text(encoding="utf-8")


def test_the_drawings_are_those_of_the_profiles() -> None:
    """A profile that was changed is drawn anew; `make golden` does it."""
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert kept == drawn()


def test_every_drawing_is_shown_once() -> None:
    """The pages show all drawings, and none that there isn't."""
    shown = re.findall(r"\]\(wiring/(.*?)\)", WIRING_MD + PICO_MD)
    assert sorted(shown) == sorted(drawn())


@pytest.mark.parametrize("name", [name for name in WIRINGS if name != "pico"])
def test_the_tables_are_those_of_the_profiles(name: str) -> None:
    """Each pin in the page's tables is the one that the program uses.

    Those of a Pico's page, which has ranges, are in tests/hardware/test_pico_pins.py.
    """
    assert markdown(WIRINGS[name]) in WIRING_MD
