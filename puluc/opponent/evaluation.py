"""What a position looks to be worth: the evaluation at the leaves of the search."""

import math
from collections.abc import Callable
from functools import lru_cache

from puluc.opponent.features import Features
from puluc.opponent.weights import weights_for
from puluc.rules.position import Position
from puluc.rules.ruleset import RuleSet

Evaluation = Callable[[Position], float]
"""Jade's chance, from 0 to 1, of a game that is not over."""


@lru_cache(maxsize=8)
def evaluation(rules: RuleSet) -> Evaluation:
    """How positions of a rule set are judged."""
    features = Features(rules)
    weights = weights_for(rules)

    def judge(position: Position) -> float:
        total = sum(map(float.__mul__, weights, features.of(position)))
        return 1 / (1 + math.exp(-total))

    return judge
