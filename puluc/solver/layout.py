"""What the compiled code needs of a rule set: its fields as numbers, and its ranking as arrays."""

from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puluc.opponent.ranking import Ranking
from puluc.rules.ruleset import RuleSet
from puluc.solver.kernel import BACKSTEPS, FAR_EXITS, HOME_EXITS, RESCUES, WINS

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Layout(NamedTuple):
    """A rule set and where things are among its ``numbers``, all as whole numbers.

    A field that has one of a few values is its place in the kernel's lists.
    """

    track: int
    warriors: int
    fewest: int
    """How many warriors alive a side has at least while the game goes on."""
    by_count: bool
    must_deploy: bool
    homeward: bool
    """Whether laden piles head homeward."""
    backstep: int
    far_exit: int
    home_exit: int
    rescue: int
    capture_exits: bool
    one_free: bool
    win: int
    casts: int
    """How many values a cast may have; they stand first among the numbers, the lowest first."""
    places: int
    """How many places there are for bars and letters."""
    split: int
    """How many of them are the low ones."""
    bases: int
    """Where the first position of each block is, by warriors alive and in hand; -1 for none."""
    choose: int
    """Where the binomial coefficients are, n over k at n times ``width`` plus k."""
    width: int
    low_bars: int
    """Where the ranks of bars at the low places are."""
    high_bars: int
    """Where those of the others are, by how many bars stand before them and where they stand."""
    colours: int
    """Where the ranks of letters that are the mover's are, by their places."""
    words: int
    """Where it is said where words begin with so many ones; they ascend."""


class Tables(NamedTuple):
    """What the compiled code needs of a rule set beside the ``Layout``.

    All whole numbers are in one array: taking arrays out of tuples would cost more than looking
    things up in them.
    """

    numbers: Ints
    chances: Floats
    """How likely each value of a cast is."""
    spaces: Ints
    """Every set of spaces that piles may stand on, and which of them the mover commands: two
    masks of bits, in the order of the stages."""
    stages: Ints
    """Where each stage begins in ``spaces``, and where the last one ends."""


def layout(ranking: Ranking) -> tuple[Layout, Tables]:
    """The layout of a rule set whose positions are numbered."""
    rules = ranking.rules
    places = rules.track - 1 + 2 * rules.warriors
    split = (places + 1) // 2
    choose = _choose(places + 2)
    parts = {
        "casts": np.array(rules.values, dtype=np.int64),
        "bases": _bases(ranking),
        "choose": choose,
        "low_bars": _ranks(choose, 0, split, 1),
        "high_bars": _ranks(choose, split, places - split, split + 1),
        "colours": _ranks(choose, 0, 2 * rules.warriors, 1),
        "words": _words(2 * rules.warriors),
    }
    ends = np.cumsum([part.size for part in parts.values()]).tolist()
    places_of = dict(zip(parts, [0, *ends[:-1]], strict=True))
    parts["words"][: 2 * rules.warriors + 1] += places_of["words"]
    fields = Layout(
        track=rules.track,
        warriors=rules.warriors,
        fewest=min(own for own, _ in ranking.layers),
        by_count=rules.entry == "count",
        must_deploy=rules.must_deploy,
        homeward=rules.laden == "homeward",
        backstep=BACKSTEPS.index(rules.backstep),
        far_exit=FAR_EXITS.index(rules.far_exit),
        home_exit=HOME_EXITS.index(rules.home_exit),
        rescue=RESCUES.index(rules.rescue),
        capture_exits=rules.capture_exits,
        one_free=rules.one_free,
        win=WINS.index(rules.win),
        places=places,
        split=split,
        width=len(choose),
        **{name: at for name, at in places_of.items() if name != "casts"},
        casts=len(rules.values),
    )
    numbers = np.concatenate([part.ravel() for part in parts.values()])
    return fields, Tables(numbers, _chances(rules), *_stages(rules))


def _words(bits: int) -> Ints:
    """Words of so many bits by how many ones they have; before them, where each kind begins."""
    words = np.arange(1 << bits)
    ones = np.array([int(word).bit_count() for word in words])
    firsts = [bits + 1 + int((ones < count).sum()) for count in range(bits + 1)]
    return np.concatenate([firsts, words[np.argsort(ones, kind="stable")]]).astype(np.int64)


def _chances(rules: RuleSet) -> Floats:
    """How likely each of the values of a cast is: each lot is marked half of the time."""
    ways = dict.fromkeys(rules.values, 0)
    for marked, value in enumerate(rules.scores):
        ways[value] += comb(rules.lots, marked)
    return np.array([ways[value] / 2**rules.lots for value in rules.values], dtype=np.float64)


def _bases(ranking: Ranking) -> Ints:
    size = ranking.rules.warriors + 1
    bases = np.full((size, size, size, size), -1, dtype=np.int64)
    for block, base in ranking.bases.items():
        bases[block] = base
    return bases


def _choose(size: int) -> Ints:
    return np.array([[comb(n, k) for k in range(size)] for n in range(size)], dtype=np.int64)


def _ranks(choose: Ints, first: int, places: int, befores: int) -> Ints:
    """The rank of every choice of some places from the ``first`` on, by how many stand before."""
    ranks = np.zeros((befores, 1 << places), dtype=np.int64)
    for before in range(befores):
        chosen = np.array([before])
        for place in range(places):
            size = 1 << place
            ranks[before, size : 2 * size] = (
                ranks[before, :size] + choose[first + place][chosen + 1]
            )
            chosen = np.concatenate([chosen, chosen + 1])
    return ranks


def _stages(rules: RuleSet) -> tuple[Ints, Ints]:
    """Which spaces piles may stand on, in an order in which most moves lead back.

    While no pile leaves the track a game runs one way: hands get empty, captures make fewer
    piles of more, and between them the commanders come nearer to their far ends. Within one
    number of warriors in hand, positions are therefore taken by their piles, the fewest first,
    and then by the way that the commanders have come, the longest first; where the mover commands
    nothing, after those where the enemy does. So what a move leads to is known before it is asked
    for, but for what leads back to hand.
    """
    occupied = owned = own = enemy = way = np.zeros(1, dtype=np.int64)
    for space in range(1, rules.track + 1):
        bit = 1 << (space - 1)
        far = rules.track + 1 - space
        occupied = np.concatenate([occupied, occupied | bit, occupied | bit])
        owned = np.concatenate([owned, owned | bit, owned])
        own, enemy, way = (
            np.concatenate([own, own + 1, own]),
            np.concatenate([enemy, enemy, enemy + 1]),
            np.concatenate([way, way + space, way + far]),
        )
        kept = (own <= rules.warriors) & (enemy <= rules.warriors)
        occupied, owned, own, enemy, way = (
            part[kept] for part in (occupied, owned, own, enemy, way)
        )
    keys: Any = np.stack([own == 0, -way, own + enemy])
    order = np.lexsort(keys)
    keys = keys[:, order]
    changes = np.flatnonzero((keys[:, 1:] != keys[:, :-1]).any(axis=0)) + 1
    stages = np.concatenate([[0], changes, [len(order)]]).astype(np.int64)
    return np.stack([occupied, owned], axis=1)[order], stages
