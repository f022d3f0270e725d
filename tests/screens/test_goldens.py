import pytest

from tests.screens import goldens

DRAWN = goldens.drawn()


@pytest.mark.parametrize("name", DRAWN)
def test_screen_is_drawn_as_its_golden(name):
    """A screen has the very pixels of its golden; `make golden` rewrites them."""
    assert DRAWN[name] == (goldens.FOLDER / name).read_text()


def test_every_golden_has_a_screen():
    """No golden is left over from a screen that is no longer drawn."""
    assert {path.name for path in goldens.FOLDER.iterdir()} == set(DRAWN)
