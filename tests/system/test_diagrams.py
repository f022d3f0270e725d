"""The drawings of the wiring as a browser lays them out: nothing overlaps, nothing runs over."""

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from puluc.diagrams.svg import WIDTH
from tests.diagrams.goldens import drawn

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.system

BOXES = """() => Array.from(document.querySelectorAll('svg text'), each => {
    const box = each.getBBox();
    return [each.textContent, box.x, box.y, box.x + box.width, box.y + box.height];
})"""
LETTERS = 0.15
"""How much of a box's height is above and below the letters themselves."""


@pytest.mark.parametrize("name", sorted(drawn()))
def test_words_have_room(browser: "Browser", name: str) -> None:
    """No words lie over others, and none leave the card."""
    page = browser.new_page()
    page.set_content(drawn()[name])
    boxes = page.evaluate(BOXES)
    page.close()
    assert len(boxes) > 8
    for said, left, _top, right, _bottom in boxes:
        assert 20 < left < right < WIDTH - 20, said
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other), (one[0], other[0])


def overlap(one: list[float], other: list[float]) -> bool:
    (_, left, top, right, bottom), (_, left2, top2, right2, bottom2) = one, other
    slack = (bottom - top) * LETTERS
    return left < right2 and left2 < right and top + slack < bottom2 and top2 + slack < bottom
