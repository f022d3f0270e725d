"""How fast the rules play: random games without a board."""

import time
from random import Random

from puluc.rules.moves import FORFEIT, apply, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import start, throw
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet
from tests.bench.figure import Figure


def cast(rules: RuleSet, chance: Random) -> int:
    """A cast's value."""
    return rules.scores[chance.getrandbits(rules.lots).bit_count()]


def plies_played(rules: RuleSet, seconds: float, chance: Random) -> float:
    """Plies a second of random games."""
    plies, position = 0, start(rules)
    began = now = time.perf_counter()
    while now - began < seconds:
        if outcome(position) is not None:
            position = start(rules)
        position = throw(position, cast(rules, chance))
        moves = legal_moves(position)
        position = apply(position, chance.choice(moves) if moves else FORFEIT)
        plies += 1
        now = time.perf_counter()
    return plies / (now - began)


def casts_drawn(rules: RuleSet, seconds: float, chance: Random) -> float:
    """Steps a second of a walk that draws a cast, chooses one of that many, and knows no rules."""
    steps, place = 0, 0
    began = now = time.perf_counter()
    while now - began < seconds:
        value = cast(rules, chance)
        place = (place + chance.choice(range(value))) % rules.track
        steps += 1
        now = time.perf_counter()
    return steps / (now - began)


def measure(seconds: float, seed: int = 1) -> list[Figure]:
    """Plies of ``classic`` a second, against the walk's steps."""
    rules, chance = rule_set("classic"), Random(seed)
    floor = casts_drawn(rules, seconds, chance)
    value = plies_played(rules, seconds, chance)
    return [Figure("random play of classic", value, "plies/s", floor)]
