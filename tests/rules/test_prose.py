"""Rule sets in plain words: right for each set, and nothing said of what makes no difference."""

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puluc.rules.contests import Contest, contest
from puluc.rules.errors import RuleSetError
from puluc.rules.moves import FORFEIT, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import Position, start, throw
from puluc.rules.presets import FIELDS, MATCHES, PRESETS, rule_set
from puluc.rules.prose import WIDTH, catalogue, describe
from puluc.rules.readings import READINGS
from puluc.rules.ruleset import CHOICES, RuleSet
from puluc.rules.seen import seen
from puluc.rules.sentences import sections
from puluc.rules.units import Side
from tests.rules import texts
from tests.rules.strategies import any_rules

WRITTEN = texts.written()


@pytest.mark.parametrize("name", WRITTEN)
def test_a_set_reads_as_its_golden(name: str) -> None:
    """Each set and match is told in the words of its golden; `make golden` rewrites them."""
    assert WRITTEN[name] == (texts.FOLDER / name).read_text(encoding="utf-8")


def test_every_golden_is_of_a_set() -> None:
    """No golden is left over from a set that is no more."""
    assert {path.name for path in texts.FOLDER.iterdir()} == set(WRITTEN)


def test_the_catalogue_has_a_line_for_each_set_and_match() -> None:
    """The names stand first, in the page's order; no two lines say the same."""
    lines = catalogue().splitlines()
    names = [line.split()[0] for line in lines]
    assert [name for name in names if name in PRESETS] == list(PRESETS)
    assert set(names) - set(PRESETS) == set(MATCHES) - set(PRESETS)
    assert len({line.split(maxsplit=1)[1] for line in lines}) == len(lines)
    assert all(len(line) <= WIDTH for line in lines)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_told_in_about_a_page(name: str) -> None:
    """Even the longest is no more than can be read at a table, and says nothing twice."""
    lines = describe(name).splitlines()
    assert len(lines) <= 64
    bullets = describe(name).split("\n- ")[1:]
    assert len(set(bullets)) == len(bullets)


def test_a_changed_set_says_what_is_changed() -> None:
    """What differs from the preset is listed on top with what it was, and told in the text."""
    text = describe("kekchi", {"track": 15, "rescue": "keep"})
    assert "\nChanged: track=15 (not 10); rescue=keep (not home).\n" in text
    assert "The track has 15 spaces" in text
    assert "Changed" not in describe("kekchi", {"track": 10})
    assert "Changed" not in describe("kekchi", {"past_fire": "homeward"})


def test_a_match_says_which_game_has_what() -> None:
    """What holds of all games is told once; the rest names its games."""
    text = " ".join(describe("bul").split())
    assert text.count("laid on top") == 1
    assert "- All but eagle: The pile that captures is laid on top" in text
    assert "- ant and scorpion: A capture sends the pile homeward." in text
    assert "- fire: The circle of fire is space 10." in text
    assert "best of five games: the first to win three wins it" in describe("jaques-three")


def test_a_contest_is_told_as_it_is_played() -> None:
    """A contest at hand, changed or begun, reads as the same by name."""
    assert describe(contest("bul", seats=4)) == describe("bul", {"seats": 4})
    assert describe(contest("village")) == describe("village")


def test_what_is_no_set_is_refused() -> None:
    """An unknown name or field is told as elsewhere."""
    with pytest.raises(RuleSetError, match="no-such"):
        describe("no-such")
    with pytest.raises(RuleSetError, match="colour"):
        describe("classic", {"colour": "red"})


@given(any_rules)
def test_any_set_can_be_told(rules: RuleSet) -> None:
    """Whatever the fields, there are words for them, in lines that fit."""
    text = describe(Contest(rules.name, (rules,)))
    assert all(len(line) <= WIDTH for line in text.splitlines())
    told = [sentence for section in sections(rules) for sentence in section.sentences]
    assert len(set(told)) == len(told)
    assert all(
        sentence[0].isalnum() and sentence.endswith(".") and "  " not in sentence
        for sentence in told
    )


VALUES: dict[str, st.SearchStrategy[Any]] = {
    **{field: st.sampled_from(choices) for field, choices in CHOICES.items()},
    "track": st.integers(5, 30),
    "warriors": st.integers(1, 10),
    "seats": st.sampled_from(range(2, 17, 2)),
    "kills_to_win": st.integers(1, 12),
    "cap": st.none() | st.integers(1, 400),
    "scores": st.lists(st.integers(0, 5), min_size=2, max_size=6).map(tuple),
    "fire": st.integers(1, 12).flatmap(
        lambda first: st.integers(0, 3).map(lambda wide: tuple(range(first, first + wide)))
    ),
}


def test_every_field_is_drawn() -> None:
    """The sets below differ in any field there is."""
    assert set(VALUES) == set(FIELDS)


@st.composite
def changed_sets(draw: st.DrawFn, idle: bool = False) -> tuple[RuleSet, RuleSet]:
    """Two sets that differ in one field, in an ``idle`` one if that is asked for."""
    rules = draw(any_rules)
    told = seen(rules)
    some = [field for field in FIELDS if not idle or field not in told]
    assume(some)
    field = draw(st.sampled_from(some))
    value = draw(VALUES[field])
    assume(value != getattr(rules, field))
    try:
        return rules, replace(rules, **{field: value})
    except RuleSetError:
        assume(False)
        raise


@given(changed_sets())
def test_a_change_that_can_be_seen_is_told(pair: tuple[RuleSet, RuleSet]) -> None:
    """The words differ exactly where a field does that makes a difference in play."""
    one, other = pair
    assert (sections(one) != sections(other)) == (seen(one) != seen(other))


@settings(max_examples=150)
@given(changed_sets(idle=True), st.integers(0, 2**32).map(Random), st.sampled_from(Side))
def test_sets_with_the_same_words_play_the_same(
    pair: tuple[RuleSet, RuleSet], chance: Random, opens: Side
) -> None:
    """What isn't told can't be noticed: every move, position and result is the same."""
    one, other = pair
    assert sections(one) == sections(other)
    position, twin = start(one, opens), start(other, opens)
    for _ in range(150):
        assert outcome(position) == outcome(twin)
        if outcome(position):
            break
        if not position.left:
            casts = chance.choices(one.scores, k=one.casts)
            position, twin = throw(position, *casts), throw(twin, *casts)
        moves = legal_moves(position)
        assert moves == legal_moves(twin)
        step = chance.choice(moves or (FORFEIT,))
        position, twin = after(position, step), after(twin, step)
        assert unnamed(position) == unnamed(twin)


def unnamed(position: Position) -> tuple[Any, ...]:
    """All of a position but its rule set."""
    return tuple(
        getattr(position, field.name) for field in fields(position) if field.name != "rules"
    )


IDLE: list[tuple[str, dict[str, Any], str]] = [
    ("classic", {"past_fire": "homeward"}, "past_fire"),
    ("classic", {"laden": "outward"}, "laden"),
    ("classic", {"home_exit": "past"}, "home_exit"),
    ("classic", {"reentry": "first"}, "reentry"),
    ("classic", {"seating": "by_team"}, "seating"),
    ("classic", {"partners": "share"}, "partners"),
    ("classic", {"help_partners": True}, "help_partners"),
    ("kekchi", {"kills_to_win": 2}, "kills_to_win"),
    ("bell-round", {"far_exit": "exact"}, "far_exit"),
    ("eagle", {"laden": "same"}, "laden"),
    ("eagle", {"rescue": "home"}, "rescue"),
    ("eagle", {"reentry": "first"}, "reentry"),
    ("ant", {"help_partners": False, "must_deploy": True}, "must_deploy"),
]


@pytest.mark.parametrize(("name", "changes", "field"), IDLE)
def test_nothing_is_said_of_what_makes_no_difference(
    name: str, changes: dict[str, Any], field: str
) -> None:
    """A field that others make idle changes no word."""
    plain = {other: value for other, value in changes.items() if other != field}
    assert sections(rule_set(name, **changes)) == sections(rule_set(name, **plain))


TOLD: list[tuple[str, dict[str, Any], str]] = [
    ("classic", {"warriors": 1}, "Each has one warrior, all in hand"),
    ("classic", {"scores": (3, 1)}, "Throw the lot. Each marked side counts 1; none counts 3."),
    ("classic", {"scores": (0, 5)}, "Each marked side counts 1; one counts 5."),
    ("classic", {"scores": (0, 1, 5)}, "Each marked side counts 1; two count 5."),
    ("classic", {"scores": (2, 5, 0)}, "No marked side counts 2, one 5 and two 0."),
    ("classic", {"opening": "lot"}, "The side that opens is drawn by lot."),
    ("classic", {"backstep": "capture"}, "back towards its own, but only to capture."),
    ("classic", {"captors": "retire"}, "When no warrior is left in a hand or on the track"),
    ("classic", {"fire": (6,)}, "When no warrior is left in a hand or on the track"),
    ("classic", {"kills_to_win": 1}, "have killed one enemy wins"),
    ("classic", {"cap": 1}, "After one cast, forfeits counted"),
    ("classic", {"seats": 8, "seating": "alternate"}, "J1 C1 J2 C2 ...; or C1 J1 C2 J2 ... when"),
    ("classic", {"seats": 16}, "16 play in two teams, Jade (J1 to J8)"),
    ("classic", {"seats": 4, "one_free": True}, "may not deploy."),
    ("jaques", {"track": 5, "scores": (6, 1, 2)}, "would take it off again it can't"),
    ("jaques-reentry", {}, "where both reach the same space, a fresh one goes"),
    ("jaques-must-deploy", {}, "While you can deploy, you may do nothing else."),
    ("jaques-hold", {}, "join the hand of the player who carried them off"),
    ("kekchi-homeward", {}, "outward, towards the enemy's home, until it captures."),
    ("kekchi-homeward", {"backstep": "free"}, "against its heading. It keeps its heading."),
    ("village", {"home_exit": "closed", "far_exit": "past"}, "can't leave at its own home"),
    ("bell", {}, "only what was above it goes."),
    ("bell-homeward", {}, "What stays behind heads outward or, if it holds enemies, homeward."),
    ("fire", {"track": 24}, "The circle of fire is spaces 12 and 13."),
    ("fire", {"fire": (9, 10, 11)}, "The circle of fire is spaces 9 to 11."),
    ("fire", {"course": "outward", "past_fire": "homeward"}, "one beyond it homeward."),
]


@pytest.mark.parametrize(("name", "changes", "words"), TOLD)
def test_a_field_is_told_in_its_words(name: str, changes: dict[str, Any], words: str) -> None:
    """What matters is there, in words that go together."""
    assert words in " ".join(describe(name, changes).split())


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.name)
def test_every_reading_is_shown_with_its_sets(reading: Any) -> None:
    """A set's text has the readings that concern it, and no others."""
    for name in PRESETS:
        text = " ".join(describe(name).split())
        concerns = any(reading.concerns(rules) for rules in contest(name).games)
        assert (f"{reading.says} Here: {reading.read}" in text) == concerns
    assert any(reading.concerns(rules) for rules in map(rule_set, PRESETS))
