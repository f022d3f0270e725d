"""How the spaces of a track share a panel's width."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puluc.screens.columns import Span, spread, window

NEEDS = st.lists(st.integers(1, 12), min_size=5, max_size=30)
WIDTHS = st.sampled_from([112, 128, 256])


@given(NEEDS, st.integers(3, 13), WIDTHS)
def test_spaces_keep_apart_and_are_as_wide_as_they_must_be(needs, usual, width):
    """Each space has what it needs, a dark column parts it from the next, all are in the room."""
    spans = spread(needs, usual, Span(8, width))
    if spans is None:
        assert sum(need + 1 for need in needs) > width - 8
        return
    assert len(spans) == len(needs)
    assert spans[0].left >= 8
    assert spans[-1].right <= width
    assert all(one.right < other.left for one, other in pairwise(spans))
    assert all(span.right - span.left >= need for span, need in zip(spans, needs, strict=True))


@pytest.mark.parametrize("width", [128, 256])
@pytest.mark.parametrize("spaces", range(5, 31))
def test_spaces_that_need_no_more_than_others_are_at_one_distance(spaces, width):
    """On any track, chips of three columns leave all spaces even, and in the middle."""
    spans = spread([3] * spaces, 3, Span(0, width))
    assert len({right.left - left.left for left, right in pairwise(spans)}) == 1
    assert abs(spans[0].left - (width - spans[-1].right)) <= 1


@given(NEEDS, st.data(), st.integers(13, 128))
def test_a_window_is_as_wide_as_it_can_be(needs, data, width):
    """A window holds its middle, is not too wide, and could take in neither neighbour."""
    middle = data.draw(st.integers(0, len(needs) - 1))
    seen = window(needs, middle, width)
    assert middle in seen
    wide = sum(needs[at] + 1 for at in seen)
    assert wide <= width
    for beyond in (seen[0] - 1, seen[-1] + 1):
        if 0 <= beyond < len(needs):
            assert wide + needs[beyond] + 1 > width


def test_a_window_stands_about_its_middle():
    """As many spaces are seen on one side as on the other, unless the track ends there."""
    needs = [5] * 30
    assert window(needs, 14, 66) == range(9, 20)
    assert window(needs, 1, 66) == range(11)
    assert window(needs, 29, 66) == range(19, 30)
