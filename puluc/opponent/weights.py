"""The weights of the evaluation, as they were fitted: two rows for each family of rule sets.

``weights.json`` is written by ``tests/strength/fit.py``: from solved games, or where none can be
had from the results of games played.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import assert_never

from puluc.rules.ruleset import RuleSet

Row = tuple[float, ...]
"""A weight for each feature, in the order of ``features.NAMES``."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What features count for; between the beginning and the end of a game, in proportion."""

    begun: Row
    """While everybody is in the game."""
    ended: Row
    """When nobody is."""

    def at(self, gone: float) -> Row:
        """The weights when that part of all warriors, 0 to 1, is dead or out of the game."""
        return tuple(
            begun + gone * (ended - begun)
            for begun, ended in zip(self.begun, self.ended, strict=True)
        )


def weights_for(rules: RuleSet) -> Weights:
    """The weights of a rule set: those of the preset that plays most alike."""
    row = fitted()[family(rules)]
    return Weights(tuple(row["begun"]), tuple(row["ended"]))


def family(rules: RuleSet) -> str:
    """The preset whose weights a rule set has, by how it is won and how piles go."""
    match rules.win:
        case "kills":
            if rules.far_exit == "closed":
                return "village"
            return "classic" if rules.entry == "first" else "jaques"
        case "all_off":
            return "jaques-hold"
        case "no_free":
            return "kekchi" if rules.laden == "same" else "kekchi-homeward"
        case "blocked":
            if rules.course == "round":
                return "bell-round"
            return "bell" if rules.laden == "same" else "bell-homeward"
        case "most_kills":
            return _animal(rules)
        case _:
            assert_never(rules.win)


def _animal(rules: RuleSet) -> str:
    """The game of the animals that a set plays like."""
    if rules.capture_exits:
        return "eagle"
    if rules.backstep != "never":
        return "scorpion"
    match rules.laden:
        case "by_fire":
            return "fire"
        case "outward":
            return "army-ants"
        case _:
            return "ant"


@cache
def fitted() -> dict[str, dict[str, list[float]]]:
    """The file: by preset the rows ``begun`` and ``ended``."""
    text = files("puluc.opponent").joinpath("weights.json").read_text(encoding="ascii")
    rows: dict[str, dict[str, list[float]]] = json.loads(text)
    return rows
