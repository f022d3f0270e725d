"""What positions look to be worth."""

from dataclasses import replace

import pytest

from puluc.opponent.evaluation import evaluation
from puluc.opponent.features import NAMES, Features
from puluc.opponent.weights import family, fitted, weights_for
from puluc.rules.notation import parse_position
from puluc.rules.position import start
from puluc.rules.presets import PRESETS, rule_set
from puluc.rules.ruleset import RuleSet
from tests.opponent.boards import mirrored, shipped, through

CLASSIC = rule_set("classic")


@pytest.mark.parametrize("name", PRESETS)
def test_features_are_told_as_one_side_less_the_other(name: str) -> None:
    """With the sides' places changed every feature has the other sign."""
    features = Features(PRESETS[name])
    for position in through(PRESETS[name], 40, seed=1):
        counted = features.of(position)
        assert len(counted) == len(NAMES)
        other = features.of(mirrored(position))
        assert counted == pytest.approx([-one for one in other], abs=1e-12)


@pytest.mark.parametrize("name", PRESETS)
def test_a_chance_is_a_chance(name: str) -> None:
    """Both sides' chances make 1; nobody has all of it before the end."""
    judge = evaluation(PRESETS[name])
    for position in through(PRESETS[name], 40, seed=2):
        assert 0 < judge(position) < 1
        assert judge(position) + judge(mirrored(position)) == pytest.approx(1)


def test_a_prisoner_on_the_way_out_is_worth_something() -> None:
    """The pile that carries it may be hit, so it is worth more where the enemy can't."""
    judge = evaluation(CLASSIC)
    hands = "turn=J left=- hand=J:4,C:4 fresh=J:4,C:4 dead=- out=- kills=- casts=2"
    none_left = "turn=J left=- hand=J:4 fresh=J:4 dead=- out=- kills=- casts=2"
    free, carried, safe = (
        judge(parse_position(line, CLASSIC))
        for line in (f"4/J/5/C {hands}", f"4/CJ/6 {hands}", f"4/CCCCCJ/6 {none_left}")
    )
    assert free < carried < safe
    assert safe > 0.98


def test_it_is_near_the_solved_values() -> None:
    """Off by 0.05 in the root of the mean square, over the last six warriors' positions in play."""
    judge = evaluation(CLASSIC)
    squares = []
    with shipped() as table:
        for position in through(CLASSIC, 3_000, seed=3, every=1):
            due = replace(position, left=())
            value = table.value(due)
            if value is not None:
                chance = judge(due) if due.turn == 0 else 1 - judge(due)
                squares.append((chance - value) ** 2)
    assert len(squares) > 300
    assert (sum(squares) / len(squares)) ** 0.5 < 0.05


def test_every_preset_has_weights() -> None:
    """A row of its own or that of its kin, a number for each feature, and no row is idle."""
    for rules in PRESETS.values():
        weights = weights_for(rules)
        assert len(weights.begun) == len(weights.ended) == len(NAMES)
    assert {family(rules) for rules in PRESETS.values()} == set(fitted())


@pytest.mark.parametrize(
    ("rules", "kin"),
    [
        (rule_set("classic", track=9), "classic"),
        (rule_set("jaques-three"), "jaques"),
        (rule_set("kekchi-teams"), "kekchi"),
        (rule_set("kekchi-homeward"), "kekchi-homeward"),
        (rule_set("bell", far_exit="exact"), "bell"),
        (rule_set("ant", seats=2), "ant"),
    ],
)
def test_kin(rules: RuleSet, kin: str) -> None:
    """A set whose fields were changed is judged as the one that it plays like."""
    assert family(rules) == kin


def test_weights_go_from_beginning_to_end() -> None:
    """In between they are in between."""
    weights = weights_for(CLASSIC)
    assert weights.at(0) == weights.begun
    assert weights.at(1) == pytest.approx(weights.ended)
    middle = [(one + other) / 2 for one, other in zip(weights.begun, weights.ended, strict=True)]
    assert weights.at(0.5) == pytest.approx(middle)


def test_the_beginning_is_nearly_even() -> None:
    """The table gives the side that begins 0.518."""
    assert evaluation(CLASSIC)(start(CLASSIC)) == pytest.approx(0.518, abs=0.02)
