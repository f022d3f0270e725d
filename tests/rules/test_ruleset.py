"""Rule sets: the presets as RULES.md has them, fields that follow others, and sets refused."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from puluc.rules.errors import RuleSetError
from puluc.rules.options import changed, option_text, read_option, read_options
from puluc.rules.presets import FIELDS, MATCHES, PRESETS, grains, middle, rule_set
from puluc.rules.ruleset import RuleSet
from tests.rules.strategies import rule_sets

NAMES = [
    "classic", "village", "bell", "bell-round", "bell-homeward", "ant", "eagle", "scorpion",
    "army-ants", "fire", "jaques", "jaques-short", "jaques-three", "jaques-reentry",
    "jaques-must-deploy", "jaques-hold", "kekchi", "kekchi-homeward", "kekchi-teams",
]  # fmt: skip


def test_the_presets_are_those_of_the_page() -> None:
    """Every preset is there, in the page's order, each under its own name."""
    assert list(PRESETS) == NAMES
    assert len(PRESETS) == len(NAMES)
    assert [PRESETS[name].name for name in NAMES] == NAMES


def test_bul_is_a_match_of_the_five_animal_games() -> None:
    """The five games, in order, with the kills added up; three wins of five for the short set."""
    assert MATCHES["bul"].games == ("ant", "eagle", "scorpion", "army-ants", "fire")
    assert MATCHES["bul"].wins is None
    assert MATCHES["jaques-three"].wins == 3


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("classic", {"track": 9}),
        ("village", {"scores": (5, 1, 2, 3, 4)}),
        *(("village", {"track": track, "kills_to_win": kills})
          for track in (7, 9) for kills in (1, 3, 5)),
        ("bell", {"far_exit": "exact"}),
        *(("ant", {"seats": seats}) for seats in range(2, 17, 2)),
        ("fire", {"past_fire": "homeward"}),
        ("fire", {"fire": (9, 10, 11)}),
        *(("fire", {"track": track}) for track in (24, 29)),
        *(("kekchi", {"track": track}) for track in (15, 20)),
    ],
)  # fmt: skip
def test_every_option_of_the_page_makes_a_game(name: str, changes: dict[str, Any]) -> None:
    """The options that the page names are accepted, and are set."""
    rules = rule_set(name, **changes)
    assert {field: getattr(rules, field) for field in changes} == changes


def test_the_animal_games_have_longer_tracks_for_more_players() -> None:
    """19 spaces for up to ten seats, 24 for twelve and fourteen, 29 for sixteen."""
    assert [rule_set("ant", seats=seats).track for seats in (2, 4, 6, 8, 10, 12, 14, 16)] == [
        19, 19, 19, 19, 19, 24, 24, 29,
    ]  # fmt: skip
    assert rule_set("ant", seats=12, track=30).track == 30
    assert [grains(10), grains(14), grains(16)] == [19, 24, 29]


def test_the_fire_is_the_middle_space() -> None:
    """The fire follows the track, unless it is given."""
    assert rule_set("fire").fire == (10,)
    assert rule_set("fire", track=24).fire == (12, 13)
    assert rule_set("fire", seats=16).fire == (15,)
    assert rule_set("fire", track=24, fire=(12,)).fire == (12,)
    assert (middle(5), middle(6)) == ((3,), (3, 4))


def test_killing_all_follows_the_number_of_warriors() -> None:
    """Where a preset wants every enemy killed, it does with other armies, too."""
    assert rule_set("classic", warriors=3).kills_to_win == 3
    assert rule_set("classic", seats=4).kills_to_win == 10
    assert rule_set("classic", warriors=3, kills_to_win=2).kills_to_win == 2
    assert rule_set("ant").kills_to_win == 5


def test_a_set_knows_its_lots_values_and_army() -> None:
    """Scores give the lots and the values; warriors and seats the army."""
    village = rule_set("village")
    assert (village.lots, village.values, village.army) == (4, (0, 2, 3, 4, 5), 5)
    assert rule_set("jaques").lots == 5
    assert rule_set("ant").army == 15


@pytest.mark.parametrize(
    ("name", "changes", "field", "words"),
    [
        ("no-such", {}, "rules", "one of classic, village"),
        ("classic", {"colour": "red"}, "colour", "no such field; one of track"),
        ("classic", {"name": "x"}, "name", "no such field"),
        ("classic", {"track": 4}, "track", "a number from 5 to 30"),
        ("classic", {"track": "9"}, "track", "a number from 5 to 30"),
        ("classic", {"track": True}, "track", "a number from 5 to 30"),
        ("classic", {"warriors": 11}, "warriors", "a number from 1 to 10"),
        ("classic", {"seats": 3}, "seats", "an even number from 2 to 16"),
        ("classic", {"casts": 3}, "casts", "one of 1, 2"),
        ("classic", {"must_deploy": 1}, "must_deploy", "one of no, yes"),
        ("classic", {"entry": "last"}, "entry", "one of first, count"),
        ("classic", {"kills_to_win": 6}, "kills_to_win", "a number from 1 to 5"),
        ("classic", {"cap": 0}, "cap", "none, or a number of casts from 1 up"),
        ("classic", {"cap": "no"}, "cap", "none, or a number of casts from 1 up"),
        ("classic", {"scores": (0, 0)}, "scores", "2 to 11 values from 0 to 30, not all"),
        ("classic", {"scores": (1,)}, "scores", "2 to 11 values"),
        ("classic", {"scores": [1, 2]}, "scores", "2 to 11 values"),
        ("classic", {"scores": (1, 31)}, "scores", "2 to 11 values"),
        ("classic", {"fire": (3, 5)}, "fire", "side by side"),
        ("classic", {"fire": (11, 12)}, "fire", "spaces from 1 to 11"),
        ("classic", {"fire": (0,)}, "fire", "spaces from 1 to 11"),
        ("classic", {"fire": 3}, "fire", "spaces from 1 to 11"),
        ("classic", {"far_exit": "closed"}, "far_exit", "11 from home and heading outward, could"),
        ("village", {"backstep": "never"}, "far_exit", "could never leave"),
        ("village", {"backstep": "capture"}, "far_exit", "could never leave"),
        ("village", {"home_exit": "closed"}, "far_exit", "could never leave"),
        ("army-ants", {"far_exit": "closed"}, "far_exit", "a laden pile"),
        ("bell", {"far_exit": "exact", "scores": (2, 3)}, "far_exit", "past would let it"),
        ("bell-round", {"home_exit": "exact", "scores": (2, 3)}, "home_exit", "heading homeward"),
        ("classic", {"laden": "homeward"}, "home_exit", "laden = homeward needs a home exit"),
        ("ant", {"home_exit": "closed"}, "home_exit", "course = round needs a home exit"),
        ("classic", {"laden": "by_fire"}, "fire", "needs a fire"),
        ("bell-round", {"track": 5}, "track", "longer than the highest cast, 5"),
        ("ant", {"rescue": "release"}, "one_free", "rescue = release"),
        ("classic", {"prisoners": "join"}, "win", "nobody is killed"),
        ("ant", {"prisoners": "join"}, "win", "nobody is killed"),
        ("jaques-hold", {"captors": "return"}, "win", "captors = retire"),
        ("jaques-hold", {"home_exit": "past"}, "win", "only the far exit"),
        ("jaques-hold", {"capture_exits": True}, "win", "only the far exit"),
        ("kekchi", {"scores": (12, 13)}, "entry", "no cast would bring a warrior in"),
        ("kekchi", {"scores": (2, 2), "entry": "first"}, "scores", "the two sides never meet"),
    ],
)
def test_a_set_that_makes_no_game_is_refused(
    name: str, changes: dict[str, Any], field: str, words: str
) -> None:
    """The error quotes field and value, and says what is allowed."""
    with pytest.raises(RuleSetError) as refused:
        rule_set(name, **changes)
    error = refused.value
    assert error.field == field
    assert words in error.allowed
    assert str(error).startswith(f"{field} = ")
    assert str(error).endswith(f": {error.allowed}")


def test_a_set_has_a_name() -> None:
    """A set without a name is refused."""
    with pytest.raises(RuleSetError, match="name = ''"):
        RuleSet(name="")


def test_capture_exits_and_fire_are_ways_off() -> None:
    """A capture that carries off, and a fire that burns, leave nothing stuck."""
    assert rule_set("eagle", laden="same").capture_exits
    assert rule_set("classic", fire=(6,)).fire == (6,)


@given(rule_sets())
def test_a_set_reads_back_from_its_options(rules: RuleSet) -> None:
    """A preset's name and the changed fields are the whole set."""
    assert read_options("classic", changed(rules)) == rules
    ant = replace(rules, name="ant")
    assert read_options("ant", changed(ant)) == ant


@pytest.mark.parametrize("name", NAMES)
def test_every_field_has_a_text(name: str) -> None:
    """Each field of each preset reads back from its text; a preset has changed nothing."""
    rules = PRESETS[name]
    assert changed(rules) == ()
    for field in FIELDS:
        assert read_option(field, option_text(rules, field)) == getattr(rules, field)


def test_a_field_that_does_not_follow_is_an_option() -> None:
    """A field left as it was where it would have followed is listed."""
    rules = rule_set("fire", track=24, fire=(10,))
    assert changed(rules) == (("track", "24"), ("fire", "10"))
    assert read_options("fire", changed(rules)) == rules


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("colour", "red", "no such field"),
        ("entry", "last", "one of first, count"),
        ("casts", "3", "one of 1, 2"),
        ("track", "nine", "a number"),
        ("fire", "3,x", "a number"),
        ("cap", "-3", "a number"),
        ("track", "none", "a number"),
    ],
)
def test_an_option_that_cannot_be_read_is_refused(field: str, text: str, words: str) -> None:
    """The error quotes field and text, and says what is allowed."""
    with pytest.raises(RuleSetError, match=field) as refused:
        read_option(field, text)
    assert words in refused.value.allowed
