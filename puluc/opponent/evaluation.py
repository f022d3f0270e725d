"""What a position looks to be worth: the evaluation at the leaves of the search."""

import math
from collections.abc import Callable
from functools import lru_cache
from operator import mul

from puluc.opponent.features import Features
from puluc.opponent.weights import weights_for
from puluc.rules.position import Position
from puluc.rules.ruleset import RuleSet

Evaluation = Callable[[Position], float]
"""Jade's chance, from 0 to 1, of a game that is not over."""


@lru_cache(maxsize=8)
def features_of(rules: RuleSet) -> Features:
    """What is counted of positions of a rule set."""
    return Features(rules)


@lru_cache(maxsize=8)
def evaluation(rules: RuleSet) -> Evaluation:
    """How positions of a rule set are judged."""
    features = features_of(rules)
    weights = weights_for(rules)
    everybody = 2 * rules.army
    rows = [weights.at(gone / everybody) for gone in range(everybody + 1)]

    def judge(position: Position) -> float:
        row = rows[sum(position.dead) + sum(position.out)]
        return 1 / (1 + math.exp(-sum(map(mul, row, features.of(position)))))

    return judge
