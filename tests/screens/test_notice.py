"""A notice, however long, is never left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puluc.rules.position import start
from puluc.rules.presets import rule_set
from puluc.screens.drawing import lay_out
from puluc.screens.parts import Badge
from puluc.screens.values import GameScreen

LONG = "GPIO 26 (space 10's button): busy, another program holds it"


@pytest.mark.parametrize("notice", ["not saved", LONG, LONG * 3])
@given(words=st.text("abc mno", max_size=42))
def test_a_notice_is_shown_at_least_in_part(notice: str, words: str) -> None:
    """Beside any words there is a badge that begins as the notice does."""
    screen = GameScreen(start(rule_set("classic")), "Cinnabar 5", words, notice=notice)
    (badge,) = [part for part in lay_out(screen, (128, 64)) if isinstance(part, Badge)]
    assert notice.startswith(badge.lines[0][:7])
