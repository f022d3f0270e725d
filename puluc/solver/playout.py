"""Compiled random play: games in which every legal move is as likely as any other.

A position is what the kernel takes, words of bits and counts; each ply reads it from the mover's
home, draws a cast and a move, and lets the kernel lay the pile down.
"""

from typing import NamedTuple, cast

import numpy as np
from numba import njit

from puluc.opponent.ranking import Ranking
from puluc.rules.ruleset import RuleSet
from puluc.solver.kernel import (
    NEVER,
    NO_WAY,
    UNKNOWN,
    After,
    Array,
    Function,
    cut,
    entry,
    landed,
    moving,
    over,
    taking,
    way,
)
from puluc.solver.layout import Layout, layout

HAND = 0
"""In place of a distance: a warrior is deployed."""


def compiled(function: Function) -> Function:
    """Compile a function anew: what numba keeps of one file it takes though another has changed."""
    return cast(Function, njit(nogil=True, forceinline=True)(function))


class Playouts(NamedTuple):
    """How random games went."""

    games: int
    wins: int
    """Of the side that began."""
    draws: int
    casts: int
    """In all games together, forfeits included."""


def play(rules: RuleSet, games: int, seed: int) -> Playouts:
    """Play random games, the same ones for the same seed.

    Raises:
        RuleSetError: the set is none that can be solved.
    """
    fields, tables = layout(Ranking(rules))
    wins, draws, casts = play_games(
        fields, tables.numbers, np.cumsum(tables.chances), rules.cap or -1, games, seed
    )
    return Playouts(games, wins, draws, casts)


@compiled
def play_games(
    rules: Layout, numbers: Array, limits: Array, cap: int, games: int, seed: int
) -> tuple[int, int, int]:
    """Play games: how many the side that began won, how many were draws, and casts in all.

    Args:
        rules: the rule set.
        numbers: its tables.
        limits: for each value of a cast, how likely that or a lower one is.
        cap: how many casts make a draw; below 0 for none.
        games: how many.
        seed: decides casts and moves.
    """
    np.random.seed(seed)
    ends = np.zeros(rules.track + 1, dtype=np.int64)
    moves = np.zeros((2 * rules.track + 1, 4), dtype=np.int64)
    wins = draws = casts = 0
    for _ in range(games):
        full = rules.warriors
        after = ((1 << (rules.track - 1)) - 1, 0, (full, full, full, full))
        used = 0
        value = UNKNOWN
        while value == UNKNOWN and used != cap:
            value, after = ply(rules, numbers, limits, after, ends, moves)
            if value == UNKNOWN or value > 1.0:
                used += 1
        casts += used
        mover_began = used % 2 == 1 if value > 1.0 else used % 2 == 0
        if value in (UNKNOWN, 0.5):
            draws += 1
        elif (value > 0.5) == mover_began:
            wins += 1
    return wins, draws, casts


@compiled
def ply(
    rules: Layout, numbers: Array, limits: Array, before: After, ends: Array, moves: Array
) -> tuple[float, After]:
    """Make a random cast and move; ``before`` is a position as its mover reads it.

    Returns:
        2.0 when the move wins, the mover's value when the game was over, else UNKNOWN; and the
        position as the next mover reads it.
    """
    bars, letters, (own, enemy, own_hand, enemy_hand) = before
    standing = own + enemy - own_hand - enemy_hand
    bars, letters, occupied, owned = turned(rules, bars, letters, standing, ends)
    counts = (own, enemy, own_hand, enemy_hand)
    value = over(rules, counts, own_hand > 0 or owned != 0, enemy_hand > 0 or occupied != owned)
    if value != UNKNOWN:
        return value, before
    chance = np.random.random()
    one = 0
    while limits[one] <= chance:
        one += 1
    cast = numbers[one]
    count = listed(rules, occupied, owned, own_hand, cast, letters, ends, moves)
    if count > 0:
        chosen = int(np.random.random() * count)
        at, end = moves[chosen, 0], moves[chosen, 1]
        takes, size = moves[chosen, 2], moves[chosen, 3]
        others = occupied & ~owned
        if at == HAND:
            counts = (own, enemy, own_hand - 1, enemy_hand)
            after = landed(rules, bars, letters, ends, others, counts, 0, 1, 0, end, takes)
        else:
            space = rules.track + 1 - at
            first = ends[space] - size
            piece = (letters >> first) & ((1 << size) - 1)
            letters = cut(letters, first, size)
            bars = cut(bars, space - 1 + first, size)
            after = landed(rules, bars, letters, ends, others, counts, piece, size, at, end, takes)
        bars, letters, (own, enemy, own_hand, enemy_hand) = after
        if enemy < rules.fewest:
            value = 2.0
    return value, (bars, letters, (enemy, own, enemy_hand, own_hand))


@compiled
def listed(
    rules: Layout, occupied: int, owned: int, own_hand: int, cast: int, letters: int,
    ends: Array, moves: Array,
) -> int:  # fmt: skip
    """List the moves of a cast: distance, where it ends, what it takes, how many go; how many."""
    if cast == 0:
        return 0
    count = 0
    end = entry(rules, owned, own_hand, cast)
    if end != NO_WAY:
        moves[0, 0], moves[0, 1], moves[0, 2], moves[0, 3] = HAND, end, end, 1
        if rules.must_deploy:
            return 1
        count = 1
    others = occupied & ~owned
    for at in range(1, rules.track + 1):
        if (owned >> (at - 1)) & 1 == 0:
            continue
        space = rules.track + 1 - at
        begin = ends[space - 1]
        whole = ends[space] - begin
        pile = (letters >> begin) & ((1 << whole) - 1)
        for back in range(1 if rules.backstep == NEVER else 2):
            homeward = rules.homeward and pile != 0
            end = way(rules, owned, others, homeward, back == 1, at, cast)
            if end != NO_WAY:
                moves[count, 0], moves[count, 1] = at, end
                moves[count, 2] = taking(rules, at, cast, end)
                moves[count, 3] = moving(rules, pile, whole)
                count += 1
    return count


@compiled
def turned(
    rules: Layout, bars: int, letters: int, standing: int, ends: Array
) -> tuple[int, int, int, int]:
    """A position that its mover reads from its home, as the enemy reads it from its own.

    ``standing`` are the warriors on the track; ``ends`` is filled. Returns bars and letters, and
    at which distances piles stand and which of them the mover commands.
    """
    track = rules.track
    place = taken = 0
    for at in range(1, track):
        size = 0
        while (bars >> place) & 1 == 0:
            size += 1
            place += 1
        place += 1
        ends[track + 1 - at] = size
        taken += size
    ends[1] = standing - taken
    for space in range(2, track + 1):
        ends[space] += ends[space - 1]
    new_bars = new_letters = occupied = owned = begin = 0
    for at in range(1, track + 1):
        space = track + 1 - at
        size = ends[space] - ends[space - 1]
        if space < track:
            new_bars |= 1 << (space - 1 + ends[space])
        if size > 0:
            pile = (letters >> begin) & ((1 << size) - 1)
            begin += size
            occupied |= 1 << (at - 1)
            owned |= (pile >> (size - 1)) << (at - 1)
            new_letters |= (~pile & ((1 << size) - 1)) << ends[space - 1]
    return new_bars, new_letters, occupied, owned
