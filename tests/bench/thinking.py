"""How fast the opponent thinks: nodes of its search a second.

The floor says how fast the machine runs Python: steps of the n-body benchmark (the sun and four
planets, as in the Computer Language Benchmarks Game), which others have timed on a Raspberry Pi.
From the two follows what a search costs there; see docs/opponent.md.
"""

import time
from itertools import combinations
from random import Random

from puluc.opponent.levels import NODES
from puluc.opponent.search import Search
from puluc.opponent.thought import finish
from puluc.rules.moves import FORFEIT, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import Position, start, throw
from puluc.rules.presets import rule_set
from tests.bench.figure import Figure
from tests.bench.plies import cast

SETS = ("classic", "kekchi-teams", "ant")
Body = tuple[list[float], list[float], float]
"""Where it is, how fast it moves, and its mass."""


def positions(name: str, count: int, chance: Random) -> list[Position]:
    """Positions of random games, with casts thrown."""
    rules = rule_set(name)
    found: list[Position] = []
    position = start(rules)
    while len(found) < count:
        if outcome(position) is not None:
            position = start(rules)
        if not position.left:
            position = throw(position, *(cast(rules, chance) for _ in range(rules.casts)))
        moves = legal_moves(position)
        if len(moves) > 1 and chance.random() < 0.1:
            found.append(position)
        position = after(position, chance.choice(moves) if moves else FORFEIT)
    return found


def thought(asked: list[Position]) -> tuple[float, float]:
    """Nodes a second of processor time, and the most seconds that one position took."""
    nodes, spent, longest = 0, 0.0, 0.0
    for position in asked:
        search = Search((), NODES)
        began = time.process_time()
        finish(search.weighing(position))
        took = time.process_time() - began
        nodes, spent, longest = nodes + search.nodes, spent + took, max(longest, took)
    return nodes / spent, longest


def advanced(steps: int) -> float:
    """Steps a second of processor time of five bodies that attract one another."""
    chance = Random(1)
    bodies: list[Body] = [
        ([chance.uniform(-9, 9) for _ in range(3)], [chance.uniform(-1, 1) for _ in range(3)], mass)
        for mass in (39.5, 0.04, 0.01, 0.002, 0.002)
    ]
    pairs = list(combinations(bodies, 2))
    pace = 0.01
    began = time.process_time()
    for _ in range(steps):
        for ([x1, y1, z1], v1, m1), ([x2, y2, z2], v2, m2) in pairs:
            dx = x1 - x2
            dy = y1 - y2
            dz = z1 - z2
            pull = pace * ((dx * dx + dy * dy + dz * dz) ** -1.5)
            ours, theirs = m1 * pull, m2 * pull
            v1[0] -= dx * theirs
            v1[1] -= dy * theirs
            v1[2] -= dz * theirs
            v2[0] += dx * ours
            v2[1] += dy * ours
            v2[2] += dz * ours
        for place, (vx, vy, vz), _ in bodies:
            place[0] += pace * vx
            place[1] += pace * vy
            place[2] += pace * vz
    return steps / (time.process_time() - began)


def measure(count: int, steps: int, seed: int = 1) -> list[Figure]:
    """Nodes a second in some rule sets, against steps of five bodies."""
    floor = advanced(steps)
    figures = []
    for name in SETS:
        pace, longest = thought(positions(name, count, Random(seed)))
        note = f"one thought {longest * 1_000:,.0f} ms at most"
        figures.append(Figure(f"search of {name}", pace, "nodes/s", floor, note=note))
    return figures
