"""Which fields of a rule set can be seen in play; the others are idle beside them."""

from collections.abc import Mapping
from typing import Any

from puluc.rules.presets import FIELDS
from puluc.rules.ruleset import RuleSet


def seen(rules: RuleSet) -> Mapping[str, Any]:
    """The fields that make a difference in play, with their values.

    Two sets that have the same ones play the same: what a player can notice, and needs to be told.
    Where every pile goes outward anyway, ``laden`` = ``outward`` is the ``same``.
    """
    fields = {field: getattr(rules, field) for field in FIELDS}
    for field in _hidden(rules):
        del fields[field]
    if fields.get("laden") == "outward" and rules.course == "outward":
        fields["laden"] = "same"
    return fields


def carries(rules: RuleSet) -> bool:
    """Whether laden piles ever stand on the track."""
    return not rules.capture_exits


def laden_turns(rules: RuleSet) -> bool:
    """Whether a capture may send a pile homeward."""
    return carries(rules) and rules.laden in ("homeward", "by_fire")


def leaves_far(rules: RuleSet) -> bool:
    """Whether any pile comes to leave at the far end, or would if that weren't closed."""
    return rules.course == "outward" or (carries(rules) and rules.laden in ("outward", "by_fire"))


def leaves_home(rules: RuleSet) -> bool:
    """Whether any pile comes to leave at its own home, or would if that weren't closed."""
    return rules.course == "round" or laden_turns(rules) or rules.backstep == "free"


def comes_back(rules: RuleSet) -> bool:
    """Whether warriors that have been on the track come to a hand."""
    rescued = rules.rescue == "home" and carries(rules)
    return rules.captors == "return" or rules.prisoners == "join" or rescued


def helps(rules: RuleSet) -> bool:
    """Whether players may come to move a partner's warriors."""
    return rules.help_partners and rules.seats > 2


def _hidden(rules: RuleSet) -> set[str]:
    """The fields that make no difference."""
    hidden: set[str] = set()
    if not carries(rules):
        hidden |= {"laden", "rescue", "past_fire"}
    if rules.laden != "by_fire":
        hidden.add("past_fire")
    if not leaves_far(rules):
        hidden.add("far_exit")
    if not leaves_home(rules):
        hidden.add("home_exit")
    if rules.entry == "first" or not comes_back(rules):
        hidden.add("reentry")
    if rules.one_free and not helps(rules):
        hidden.add("must_deploy")  # who may deploy commands nothing else
    if rules.win != "kills":
        hidden.add("kills_to_win")
    if rules.seats == 2:
        hidden |= {"seating", "partners", "help_partners"}
    return hidden
