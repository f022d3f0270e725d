"""How fast the rules play: random games without a board."""

import time
from random import Random

from puluc.rules.moves import FORFEIT, apply, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import start, throw
from puluc.rules.presets import PRESETS, rule_set
from puluc.rules.ruleset import RuleSet
from tests.bench.figure import Figure


def cast(rules: RuleSet, chance: Random) -> int:
    """A cast's value."""
    return rules.scores[chance.getrandbits(rules.lots).bit_count()]


def plies_played(rules: RuleSet, seconds: float, chance: Random) -> float:
    """Plies a second of random games: casts used or forfeited."""
    plies, position = 0, start(rules)
    began = now = time.perf_counter()
    while now - began < seconds:
        if outcome(position) is not None:
            position = start(rules)
        if not position.left:
            position = throw(position, *(cast(rules, chance) for _ in range(rules.casts)))
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
    """Plies of ``classic`` a second, against the walk's steps; of the others, against both."""
    chance = Random(seed)
    classic = rule_set("classic")
    walk = casts_drawn(classic, seconds, chance)
    own = plies_played(classic, seconds, chance)
    figures = [Figure("random play of classic", own, "plies/s", walk)]
    for name, rules in PRESETS.items():
        if name != "classic":
            value = plies_played(rules, seconds / 4, chance)
            note = f"× {value / own:#.2g} of classic"
            figures.append(Figure(f"random play of {name}", value, "plies/s", walk, note=note))
    return figures
