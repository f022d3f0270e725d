"""A game that did not begin with all warriors in hand."""

from puluc.rules.notation import parse_position
from puluc.rules.presets import rule_set
from puluc.rules.units import Side
from puluc.session.entries import Entry, replay

BEGUN = "J/8/C turn=C left=- hand=J:4,C:4 fresh=J:4,C:4 dead=- out=- kills=- casts=2"


def test_entries_follow_the_position_that_a_game_begins_with() -> None:
    """An imported game replays from where its record begins, and can be taken back to there."""
    rules = rule_set("classic", track=10)
    begins = parse_position(BEGUN, rules)
    entries = [Entry("cast", {"lots": ["1000"], "real": False}), Entry("move", {"move": "1:10-9"})]
    game = replay(rules, Side.CINNABAR, entries, begins)
    assert game.position.casts == 3
    assert game.take_back().played == ()
    assert game.take_back().position.track == begins.track
