"""What the sources let players choose: the preset's own first, each choice a game."""

from itertools import product
from random import Random
from typing import Any

import pytest

from puluc.rules.contests import contest
from puluc.rules.errors import RuleSetError
from puluc.rules.moves import FORFEIT, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import start, throw
from puluc.rules.presets import FIELDS, MATCHES, OPTIONS, PRESETS, options_of, rule_set
from puluc.rules.ruleset import RuleSet

CHOSEN = [
    (name, field, value)
    for name, options in OPTIONS.items()
    for field, values in options.items()
    for value in values
]


def test_every_set_and_match_has_its_options() -> None:
    """Those of the page, in its order; a set of which none are named has none."""
    assert set(OPTIONS) == {*PRESETS, *MATCHES}
    assert {name: {*options} for name, options in OPTIONS.items() if options} == {
        "classic": {"track"},
        "village": {"track", "kills_to_win", "scores"},
        "bell": {"far_exit"},
        "ant": {"seats"},
        "eagle": {"seats"},
        "scorpion": {"seats"},
        "army-ants": {"seats"},
        "fire": {"seats", "past_fire", "fire"},
        "bul": {"seats", "past_fire"},
        "jaques": {"track", "warriors", "reentry", "must_deploy"},
        "kekchi": {"track"},
    }
    assert OPTIONS["village"]["track"] == (11, 9, 7)
    assert OPTIONS["kekchi"]["track"] == (10, 15, 20)
    assert OPTIONS["fire"]["fire"] == ((10,), (9, 10), (9, 10, 11))
    assert sorted(OPTIONS["ant"]["seats"]) == list(range(2, 17, 2))


def test_options_can_not_be_written_to() -> None:
    """They are data that nobody changes."""
    for options in (OPTIONS, OPTIONS["fire"], options_of(rule_set("fire"))):
        with pytest.raises(TypeError):
            options["fire"] = ()  # type: ignore[index]


@pytest.mark.parametrize("name", OPTIONS)
def test_the_first_choice_is_the_set_s_own(name: str) -> None:
    """Each field is one of a rule set's, has two choices or more, none twice."""
    for field, values in OPTIONS[name].items():
        assert field in FIELDS
        assert len(set(values)) == len(values) > 1
        assert all(getattr(rules, field) == values[0] for rules in contest(name).games)


def plays(rules: RuleSet, chance: Random) -> bool:
    """Whether a game played at random comes to an end within 5,000 casts."""
    position = start(rules)
    while outcome(position) is None and position.casts < 5000:
        if not position.left:
            position = throw(position, *chance.choices(rules.scores, k=rules.casts))
        position = after(position, chance.choice(legal_moves(position) or (FORFEIT,)))
    return outcome(position) is not None


@pytest.mark.parametrize(("name", "field", "value"), CHOSEN)
def test_every_choice_makes_a_game_that_ends(name: str, field: str, value: Any) -> None:
    """The set is as chosen, and a game of it at random comes to an end."""
    for rules in contest(name, **{field: value}).games:
        assert getattr(rules, field) == value
    assert plays(contest(name, **{field: value}).rules, Random(4))


@pytest.mark.parametrize("name", OPTIONS)
def test_choices_go_together(name: str) -> None:
    """Any choice of one field goes with any of the others, as the menu offers them."""
    for values in product(*OPTIONS[name].values()):
        chosen = dict(zip(OPTIONS[name], values, strict=True))
        for rules in contest(name, **chosen).games:
            assert {field: getattr(rules, field) for field in chosen} == chosen


def test_the_fire_s_choices_follow_the_track() -> None:
    """The widths are those in the middle of the track that there is; the rest is as ever."""
    assert options_of(rule_set("fire")) == OPTIONS["fire"]
    longer = options_of(rule_set("fire", seats=12))
    assert longer["fire"] == ((12, 13), (12,), (11, 12, 13))
    assert longer["seats"] == OPTIONS["fire"]["seats"]
    assert all(rule_set("fire", seats=12, fire=fire).fire == fire for fire in longer["fire"])
    assert options_of(rule_set("kekchi", track=15)) == OPTIONS["kekchi"]


def test_a_set_of_another_name_has_no_options() -> None:
    """Only presets have sources."""
    with pytest.raises(RuleSetError, match="mine"):
        options_of(RuleSet(name="mine"))
