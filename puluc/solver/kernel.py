"""The compiled solver: every position's value from those that its moves lead to.

A position is two words of bits and some counts. The words are read as the enemy will, who moves
next: from its home to the mover's, each pile bottom to top. In ``bars`` a 0 is a warrior and a 1
the end of a space (but the last); in ``letters`` a 0 is a warrior of the mover, a 1 one of the
enemy. ``ends`` says how many warriors stand up to the end of each space, in that order. A move
cuts bits out and pastes them elsewhere; what comes out is already what the next side ranks.

Distances are the mover's; what lies at distance ``d`` is the enemy's space ``track + 1 - d``.

It is one module, since numba compiles anew only what is in a file that has changed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from puluc.solver.layout import Layout

Function = TypeVar("Function", bound=Callable[..., Any])
Array: TypeAlias = Any
Counts: TypeAlias = tuple[int, int, int, int]
"""Warriors alive of the mover and of the enemy, and how many of them are in hand."""
After: TypeAlias = tuple[int, int, Counts]
"""A position after a move: bars, letters and counts; still as the side sees it that has moved."""

WINS = ("kills", "no_free", "blocked", "most_kills")
BACKSTEPS = ("never", "capture", "free")
FAR_EXITS = ("past", "reach", "exact", "closed")
HOME_EXITS = ("past", "exact", "closed")
RESCUES = ("keep", "home", "release")
"""Fields of a rule set that have one of a few values; a ``Layout`` has their places here."""

KILLS, _, _, MOST_KILLS = range(4)
NEVER, _, FREE = range(3)
PAST, REACH, EXACT, _ = range(4)
HOME_PAST, HOME_EXACT, _ = range(3)
_, RESCUED, RELEASED = range(3)

NO_WAY = -1
"""In place of a distance: no move."""
UNKNOWN = -1.0
"""In place of a value: no move leads to one."""


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, or take it from the cache."""
    return cast(Function, njit(cache=True, nogil=True, forceinline=True)(function))


@compiled
def look(table: Array, at: int) -> Any:
    """What stands in a table; to a number without a sign numba adds no check for one below 0."""
    return table[np.uint64(at)]


@compiled
def cut(word: int, at: int, count: int) -> int:
    """A word without some of its bits; those above move down."""
    return (word & ((1 << at) - 1)) | ((word >> (at + count)) << at)


@compiled
def paste(word: int, at: int, count: int, piece: int) -> int:
    """A word with bits put in; those above move up."""
    return (word & ((1 << at) - 1)) | (piece << at) | ((word >> at) << (at + count))


@compiled
def ones(word: int) -> int:
    """How many bits of a word are 1."""
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@compiled
def outward(rules: "Layout", end: int) -> int:
    """Where an outward way ends that would lead to a distance, by ``far_exit``."""
    track = rules.track
    if end < track or (end == track and rules.far_exit != REACH):
        return end
    if rules.far_exit in (PAST, REACH):
        return track + 1
    return end if rules.far_exit == EXACT and end == track + 1 else NO_WAY


@compiled
def inward(rules: "Layout", end: int) -> int:
    """Where a homeward way ends that would lead to a distance, by ``home_exit``."""
    if end > 0:
        return end
    if rules.home_exit == HOME_PAST or (rules.home_exit == HOME_EXACT and end == 0):
        return 0
    return NO_WAY


@compiled
def taking(rules: "Layout", at: int, cast: int, end: int) -> int:
    """The distance that a way captures at, if the enemy commands what is there; 0 for none."""
    if 1 <= end <= rules.track:
        return end
    reaches = rules.far_exit == REACH and end > rules.track and at + cast == rules.track
    return rules.track if reaches else 0


@compiled
def moving(rules: "Layout", pile: int, size: int) -> int:
    """How many of a pile's warriors move, from the top (``rescue = release``)."""
    if rules.rescue == RELEASED:
        enemy_above = False
        for letter in range(size - 1, -1, -1):
            if (pile >> letter) & 1:
                enemy_above = True
            elif enemy_above:
                return size - 1 - letter
    return size


@compiled
def landed(
    rules: "Layout", bars: int, letters: int, ends: Array, others: int, counts: Counts,
    piece: int, size: int, source: int, target: int, takes: int,
) -> After:  # fmt: skip
    """The position after a pile has been laid down or carried off.

    Args:
        rules: the rule set.
        bars: without the pile.
        letters: without the pile.
        ends: with the pile where it was.
        others: the distances at which the enemy commands a pile, a mask from 1 up.
        counts: without a warrior deployed.
        piece: the letters of the pile,
        size: and how many they are.
        source: the distance where it was; 0 for the hand.
        target: the distance where its way ends; 0 and ``track + 1`` are off the track.
        takes: that of the pile captured, if there is one; 0 for none.
    """
    own, enemy, own_hand, enemy_hand = counts
    off = target < 1 or target > rules.track
    end = 0
    space = rules.track + 1 - takes
    captured = takes > 0 and (others >> (takes - 1)) & 1 == 1
    if takes > 0:
        gone = size if 0 < takes < source else 0
        begin = ends[space - 1] - gone
        end = ends[space] - gone
        if captured and rules.rescue == RESCUED:
            for letter in range(end - 1, begin - 1, -1):
                if (letters >> letter) & 1 == 0:
                    letters = cut(letters, letter, 1)
                    bars = cut(bars, space - 1 + letter, 1)
                    own_hand += 1
                    end -= 1
        if captured and (off or rules.capture_exits):
            below = end - begin
            piece = (piece << below) | ((letters >> begin) & ((1 << below) - 1))
            size += below
            letters = cut(letters, begin, below)
            bars = cut(bars, space - 1 + begin, below)
    if off or (captured and rules.capture_exits):
        killed = ones(piece)
        return bars, letters, (own, enemy - killed, own_hand + size - killed, enemy_hand)
    letters = paste(letters, end, size, piece)
    bars = paste(bars, space - 1 + end, size, 0)
    return bars, letters, (own, enemy, own_hand, enemy_hand)


@compiled
def entry(rules: "Layout", owned: int, own_hand: int, cast: int) -> int:
    """The distance at which a cast brings a warrior in; NO_WAY where none may enter."""
    if cast == 0 or own_hand == 0 or (rules.one_free and owned != 0):
        return NO_WAY
    end = outward(rules, cast) if rules.by_count else 1
    if end < 1 or end > rules.track or (owned >> (end - 1)) & 1:
        return NO_WAY
    return end


@compiled
def way(
    rules: "Layout", owned: int, others: int, homeward: bool, back: bool, at: int, cast: int
) -> int:
    """The distance at which a pile's way ends, its own or a step ``back``; NO_WAY for none."""
    end = inward(rules, at - cast) if homeward != back else outward(rules, at + cast)
    if end == NO_WAY or (1 <= end <= rules.track and (owned >> (end - 1)) & 1):
        return NO_WAY
    if back and rules.backstep != FREE:
        takes = taking(rules, at, cast, end)
        if takes == 0 or (others >> (takes - 1)) & 1 == 0:
            return NO_WAY
    return end


@compiled
def over(rules: "Layout", counts: Counts, own_free: bool, enemy_free: bool) -> float:
    """The value of a position that is over since a side has no free warrior; else UNKNOWN."""
    if rules.win == KILLS or (own_free and enemy_free):
        return UNKNOWN
    own, enemy, _, _ = counts
    if rules.win == MOST_KILLS:  # each side's kills are the other's dead
        return 1.0 if enemy < own else 0.5 if enemy == own else 0.0
    return 1.0 if own_free else 0.0


@compiled
def looked_up(values: Array, numbers: Array, rules: "Layout", after: After) -> float:
    """The value of the position after a move, for the side that has moved."""
    bars, letters, (own, enemy, own_hand, enemy_hand) = after
    if enemy < rules.fewest:
        return 1.0
    standing = own + enemy - own_hand - enemy_hand
    low = bars & ((1 << rules.split) - 1)
    high = (ones(low) << (rules.places - rules.split)) + (bars >> rules.split)
    rank = look(numbers, rules.low_bars + low) + look(numbers, rules.high_bars + high)
    number = look(numbers, base_of(rules, enemy, own, enemy_hand, own_hand))
    number += rank * look(numbers, rules.choose + standing * rules.width + enemy - enemy_hand)
    value: float = 1.0 - look(values, number + look(numbers, rules.colours + letters))
    return value


@compiled
def base_of(rules: "Layout", own: int, enemy: int, own_hand: int, enemy_hand: int) -> int:
    """Where the first number of a block is."""
    size = rules.warriors + 1
    return rules.bases + ((own * size + enemy) * size + own_hand) * size + enemy_hand


@compiled
def advance(
    values: Array, numbers: Array, rules: "Layout", bars: int, letters: int, ends: Array,
    occupied: int, owned: int, counts: Counts, at: int, best: Array, open_casts: int,
) -> None:  # fmt: skip
    """Raise the ``best`` value of each cast to that of moving the pile at a distance with it.

    ``open_casts`` are those that a pile may be moved with, a mask.
    """
    others = occupied & ~owned
    space = rules.track + 1 - at
    begin = ends[space - 1]
    whole = ends[space] - begin
    pile = (letters >> begin) & ((1 << whole) - 1)
    homeward = rules.homeward and pile != 0
    size = moving(rules, pile, whole)
    first = begin + whole - size
    piece = pile >> (whole - size)
    letters = cut(letters, first, size)
    bars = cut(bars, space - 1 + first, size)
    for back in range(1 if rules.backstep == NEVER else 2):
        value, last, taken = UNKNOWN, NO_WAY, 0
        for one in range(rules.casts):
            if (open_casts >> one) & 1 == 0:
                continue
            cast = look(numbers, one)
            end = way(rules, owned, others, homeward, back == 1, at, cast)
            if end == NO_WAY:
                continue
            takes = taking(rules, at, cast, end)
            if end != last or takes != taken:
                after = landed(
                    rules, bars, letters, ends, others, counts, piece, size, at, end, takes
                )
                value, last, taken = looked_up(values, numbers, rules, after), end, takes
            best[one] = max(best[one], value)


@compiled
def value_of(
    values: Array, numbers: Array, chances: Array, rules: "Layout", bars: int, letters: int,
    ends: Array, occupied: int, owned: int, counts: Counts, best: Array,
) -> float:  # fmt: skip
    """The value of a position for the mover, before its cast, by one step of its equation.

    ``occupied`` are the distances at which piles stand, ``owned`` those that the mover commands:
    masks from 1 up. ``best`` is room for a value for each cast.
    """
    own, enemy, own_hand, enemy_hand = counts
    ended = over(rules, counts, own_hand > 0 or owned != 0, enemy_hand > 0 or occupied != owned)
    if ended != UNKNOWN:
        return ended
    others = occupied & ~owned
    fewer = (own, enemy, own_hand - 1, enemy_hand)
    entered, open_casts, last = UNKNOWN, 0, NO_WAY
    for one in range(rules.casts):
        cast = look(numbers, one)
        end = entry(rules, owned, own_hand, cast)
        if end not in (NO_WAY, last):
            after = landed(rules, bars, letters, ends, others, fewer, 0, 1, 0, end, end)
            entered, last = looked_up(values, numbers, rules, after), end
        best[one] = UNKNOWN if end == NO_WAY else entered
        if cast > 0 and not (rules.must_deploy and end != NO_WAY):
            open_casts |= 1 << one
    left = owned
    at = 0
    while left != 0:
        at += 1
        if left & 1:
            advance(
                values, numbers, rules, bars, letters, ends, occupied, owned, counts, at, best,
                open_casts,
            )  # fmt: skip
        left >>= 1
    total = 0.0
    for one in range(rules.casts):
        worth = best[one]
        if worth == UNKNOWN:  # forfeited
            worth = looked_up(values, numbers, rules, (bars, letters, counts))
        total += chances[one] * worth
    return total


@compiled
def sweep(
    rules: "Layout", values: Array, numbers: Array, chances: Array, spaces: Array, stages: Array,
    own: int, enemy: int, first_hand: int, last_hand: int, first_stage: int, last_stage: int,
    part: int, parts: int, store: bool,
) -> float:  # fmt: skip
    """Work the values of a layer, and of the one with the sides exchanged, out anew.

    Args:
        rules: the rule set.
        values: of all positions; those of the layers are changed.
        numbers: the rule set's tables,
        chances: how likely each of its casts is,
        spaces: where piles may stand,
        stages: and in which order; see ``layout.py``.
        own: warriors alive, of the side to move,
        enemy: and of the other.
        first_hand: the fewest warriors in hand, both sides together,
        last_hand: and the most.
        first_stage: the first of the layout's stages,
        last_stage: and the last.
        part: which of the ``parts`` of every stage. Threads may do parts of one stage at the
            same time, but not different stages.
        parts: how many.
        store: whether to change the values, or only to tell how much they would change.

    Returns:
        The largest change.
    """
    worst = 0.0
    at = np.zeros(2 * rules.warriors, dtype=np.int64)
    bodies = np.zeros(2 * rules.warriors + 1, dtype=np.int64)
    ends = np.zeros(rules.track + 1, dtype=np.int64)
    best = np.zeros(rules.casts, dtype=np.float64)
    for in_hand in range(first_hand, last_hand + 1):
        for stage in range(first_stage, last_stage + 1):
            for item in range(stages[stage] + part, stages[stage + 1], parts):
                occupied, owned = spaces[item, 0], spaces[item, 1]
                piles = commanded = 0
                for space in range(rules.track):
                    if (occupied >> space) & 1:
                        at[piles] = space + 1
                        piles += 1
                        commanded += (owned >> space) & 1
                if piles > own + enemy - in_hand:
                    break  # as in all of the stage
                for exchanged in range(1 if own == enemy else 2):
                    mine, theirs = (enemy, own) if exchanged else (own, enemy)
                    for hand in range(max(0, in_hand - theirs), min(mine, in_hand) + 1):
                        counts = (mine, theirs, hand, in_hand - hand)
                        change = _fill(
                            values, numbers, chances, rules, occupied, owned, piles, commanded,
                            counts, at, bodies, ends, best, store,
                        )  # fmt: skip
                        worst = max(worst, change)
    return worst


def sweep_of(rules: "Layout") -> Callable[..., float]:
    """``sweep`` with a rule set compiled in: a fourth quicker, after half a second's work."""

    @njit(nogil=True)
    def sweep_fixed(*rest: Any) -> float:
        change: float = sweep(rules, *rest)
        return change

    return cast(Callable[..., float], sweep_fixed)


@compiled
def _fill(
    values: Array, numbers: Array, chances: Array, rules: "Layout", occupied: int, owned: int,
    piles: int, commanded: int, counts: Counts, at: Array, bodies: Array, ends: Array,
    best: Array, store: bool,
) -> float:  # fmt: skip
    """Do all positions of a block with the same commanders: every way to put others below."""
    own, enemy, own_hand, enemy_hand = counts
    below_own = own - own_hand - commanded
    below = own + enemy - own_hand - enemy_hand - piles
    if below_own < 0 or below_own > below or (piles == 0 and below > 0):
        return 0.0
    worst = 0.0
    for pile in range(piles):
        bodies[pile] = 0
    bodies[0] = below
    while True:
        change = _colour(
            values, numbers, chances, rules, occupied, owned, piles, below, below_own, counts,
            at, bodies, ends, best, store,
        )  # fmt: skip
        worst = max(worst, change)
        if piles < 2 or bodies[piles - 1] == below:
            return worst
        first = 0  # the next way to share them out
        while bodies[first] == 0:
            first += 1
        moved = bodies[first]
        bodies[first] = 0
        bodies[0] = moved - 1
        bodies[first + 1] += 1


@compiled
def _colour(
    values: Array, numbers: Array, chances: Array, rules: "Layout", occupied: int, owned: int,
    piles: int, below: int, below_own: int, counts: Counts, at: Array, bodies: Array,
    ends: Array, best: Array, store: bool,
) -> float:  # fmt: skip
    """Do all positions with the same commanders and piles as high: every colour of the others."""
    own, enemy, own_hand, enemy_hand = counts
    track = rules.track
    standing = below + piles
    for space in range(track + 1):
        ends[space] = 0
    for pile in range(piles):
        ends[track + 1 - at[pile]] = bodies[pile] + 1
    bars = rank = 0
    for space in range(1, track + 1):
        ends[space] += ends[space - 1]
    for space in range(1, track):
        bars |= 1 << (space - 1 + ends[space])
        place = space - 1 + standing - ends[track - space]
        rank += look(numbers, rules.choose + place * rules.width + space)
    row = look(numbers, base_of(rules, own, enemy, own_hand, enemy_hand))
    row += rank * look(numbers, rules.choose + standing * rules.width + own - own_hand)

    worst = 0.0
    first = look(numbers, rules.words + below_own)
    for word in range(first, first + look(numbers, rules.choose + below * rules.width + below_own)):
        left = look(numbers, word)
        mine = letters = begin = 0
        for pile in range(piles):
            size = bodies[pile] + 1
            one = left & ((1 << (size - 1)) - 1)
            left >>= size - 1
            one |= ((owned >> (at[pile] - 1)) & 1) << (size - 1)
            mine |= one << begin
            begin += size
            letters |= (~one & ((1 << size) - 1)) << ends[track - at[pile]]
        number = row + look(numbers, rules.colours + mine)
        value = value_of(
            values, numbers, chances, rules, bars, letters, ends, occupied, owned, counts, best
        )
        worst = max(worst, abs(value - values[number]))
        if store:
            values[number] = value
    return worst
