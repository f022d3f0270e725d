"""What a turn's casts can be, and how likely each is."""

from functools import lru_cache
from itertools import product
from math import comb

from puluc.rules.ruleset import RuleSet
from puluc.rules.units import CastValue

Casts = tuple[CastValue, ...]


@lru_cache(maxsize=64)
def cast_chances(scores: tuple[CastValue, ...]) -> tuple[tuple[CastValue, float], ...]:
    """Each value that one cast of the lots can have, and its chance; the lowest first.

    Every lot shows its marked side half of the time, so the number of marked sides is binomial.
    """
    lots = len(scores) - 1
    chances: dict[CastValue, float] = {}
    for marked, value in enumerate(scores):
        chances[value] = chances.get(value, 0.0) + comb(lots, marked) / 2**lots
    return tuple(sorted(chances.items()))


@lru_cache(maxsize=64)
def turn_chances(rules: RuleSet) -> tuple[tuple[Casts, float], ...]:
    """The casts that a turn can begin with, and the chance of each; two casts in either order."""
    chances: dict[Casts, float] = {}
    for throws in product(cast_chances(rules.scores), repeat=rules.casts):
        casts = tuple(sorted(value for value, _ in throws))
        chance = 1.0
        for _, one in throws:
            chance *= one
        chances[casts] = chances.get(casts, 0.0) + chance
    return tuple(chances.items())
