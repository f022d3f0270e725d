"""What can be counted of a position of any rule set, and what is counted is worth something.

Everything is told as Jade's less Cinnabar's, in parts of an army, so that a weight means much the
same on a short track as on a long one. Where piles go and what they may hit is asked of the
rules once a rule set, and looked up from then on.
"""

import math

from puluc.opponent.chances import cast_chances
from puluc.rules import courses
from puluc.rules.position import Position
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import CastValue, Distance, Heading, Side, Space, space_at

NAMES = (
    "turn",  # whose cast it is
    "lead",  # what remains to be won with: enemies to kill, warriors to take off, free warriors
    "kills",
    "out",  # retired
    "hand",
    "piles",  # commanded
    "progress",  # of unladen piles, in parts of their way
    "captors",  # own warriors in laden piles
    "prisoners",  # carried
    "prisoners near",  # the same by how much of the way is done
    "prisoners nearest",  # the same by its square
    "prisoners off",  # the same by the chance that the next cast takes them off
    "hit now",  # own warriors in piles that the enemy's coming cast may hit, by its chance
    "hit next",  # the same when it is not the enemy's cast
    "prisoners hit now",
    "prisoners hit next",
    "safe",  # prisoners that no enemy stands before: none in hand, none ahead
)
"""The features in their order; one weight each."""

Aim = tuple[tuple[int, float], ...]
"""Spaces (from 0) that a pile may end on with one cast, and the chances."""


class Features:
    """Counts the features of one rule set's positions."""

    def __init__(self, rules: RuleSet) -> None:
        """Ask the ``rules`` beforehand where each pile may go."""
        self._rules = rules
        self._part = 1 / rules.army
        self._goal = rules.kills_to_win if rules.win == "kills" else rules.army
        self._pace = rules.casts
        chances = cast_chances(rules.scores)
        places = [
            (index, side, heading, laden)
            for index in range(rules.track)
            for side in (0, 1)
            for heading in Heading
            for laden in (False, True)
        ]
        self._ways = {place: _way(rules, *place, chances) for place in places}
        """For each kind of pile: how much of its way is done, the chance to leave, its aim."""
        self._entries = tuple(
            tuple(_entries(rules, side, fresh, chances) for fresh in (False, True)) for side in Side
        )

    def of(self, position: Position) -> list[float]:
        """The features of a position, in the order of ``NAMES``."""
        size = self._rules.track
        aims = ([0.0] * size, [0.0] * size)
        piles = [0, 0]
        progress, near, nearest, off = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
        prisoners, captors = [0, 0], [0, 0]
        stakes = []
        ways = self._ways
        for index, here in enumerate(position.track):
            for pile in here:
                warriors = pile.warriors
                side = warriors[-1] & 1
                own = count = len(warriors)
                if count > 1:
                    own = sum([warrior & 1 == side for warrior in warriors])
                taken = count - own
                done, leaves, aim = ways[index, side, pile.heading, taken > 0]
                piles[side] += 1
                if taken:
                    prisoners[side] += taken
                    near[side] += taken * done
                    nearest[side] += taken * done * done
                    off[side] += taken * leaves
                    captors[side] += own
                else:
                    progress[side] += done
                stakes.append((index, side, own, taken))
                hits = aims[side]
                for at, chance in aim:
                    hits[at] += chance
        hand = (sum(position.hand[0::2]), sum(position.hand[1::2]))
        for side in (0, 1):
            if hand[side]:
                hits = aims[side]
                for at, chance in self._entries[side][any(position.fresh[side::2])]:
                    hits[at] = max(hits[at], chance)
        hit, prisoners_hit, safe = [0.0, 0.0], [0.0, 0.0], [0, 0]
        last = max([index for index, side, _, _ in stakes if side], default=-1)
        first = min([index for index, side, _, _ in stakes if not side], default=size)
        for index, side, own, taken in stakes:
            chance = aims[1 - side][index] * self._pace
            if chance:
                chance = min(chance, 1.0)
                hit[side] += own * chance
                prisoners_hit[side] += taken * chance
            if taken and not hand[1 - side] and (index < first if side else index > last):
                safe[side] += taken
        turn = position.turn & 1
        now = 1 - turn  # the side whose piles are hit next, as the enemy casts
        to_move, to_wait = (1.0, -1.0) if turn == 0 else (-1.0, 1.0)
        kills, out = position.kills, position.out
        gone = (sum(out[0::2]), sum(out[1::2]))
        part = self._part
        return [
            to_move,
            self._lead(kills, gone, (hand[0] + piles[0], hand[1] + piles[1])),
            (kills[0] - kills[1]) * part,
            (gone[0] - gone[1]) * part,
            (hand[0] - hand[1]) * part,
            (piles[0] - piles[1]) * part,
            (progress[0] - progress[1]) * part,
            (captors[0] - captors[1]) * part,
            (prisoners[0] - prisoners[1]) * part,
            (near[0] - near[1]) * part,
            (nearest[0] - nearest[1]) * part,
            (off[0] - off[1]) * part,
            to_wait * hit[now] * part,
            to_move * hit[turn] * part,
            to_wait * prisoners_hit[now] * part,
            to_move * prisoners_hit[turn] * part,
            (safe[0] - safe[1]) * part,
        ]

    def prisoners_way(self, position: Position, side: Side) -> float:
        """How much of its way a side's prisoners have still before them, each 0 to 1, in all."""
        way = 0.0
        for index, here in enumerate(position.track):
            for pile in here:
                if pile.warriors[-1] & 1 != side.index:
                    continue
                taken = sum([warrior & 1 != side.index for warrior in pile.warriors])
                done, _, _ = self._ways[index, side.index, pile.heading, taken > 0]
                way += taken * (1 - done)
        return way

    def _lead(self, kills: tuple[int, int], out: tuple[int, int], free: tuple[int, int]) -> float:
        """By how much less remains to be done to win, as the logarithm of a ratio."""
        match self._rules.win:
            case "kills":
                jade, cinnabar = self._goal - kills[1], self._goal - kills[0]
            case "all_off":
                jade, cinnabar = self._goal - out[1], self._goal - out[0]
            case _:
                jade, cinnabar = free
        return math.log((jade + 0.5) / (cinnabar + 0.5))


def _way(
    rules: RuleSet, index: int, side: int, heading: Heading, laden: bool,
    chances: tuple[tuple[CastValue, float], ...],
) -> tuple[float, float, Aim]:  # fmt: skip
    """How much of its way a pile has done, its chance to leave with one cast, and its aim."""
    team = tuple(Side)[side]
    at = Distance(index + 1 if side == 0 else rules.track - index)
    leaves = 0.0
    aim: dict[int, float] = {}
    for cast, chance in chances:
        if cast == 0:
            continue
        ends = set()
        way = courses.forward(rules, at, heading, laden, cast)
        if way is not None:
            ends.add(way[0])
        if rules.backstep != "never":
            back = courses.backstep(rules, at, heading, laden, cast)
            if back is not None:
                ends.add(back)
        if any(end <= 0 or end > rules.track for end in ends):
            leaves += chance
        if courses.reaches_entry(rules, at, cast):
            ends.add(Distance(rules.track))
        for end in ends:
            if 1 <= end <= rules.track:
                space = space_at(end, team, rules.track) - 1
                aim[space] = aim.get(space, 0.0) + chance
    return _done(rules, at, heading, laden), leaves, tuple(aim.items())


def _done(rules: RuleSet, at: Distance, heading: Heading, laden: bool) -> float:
    """How much of the way to an exit lies behind a pile, from 0 to 1."""
    last = rules.track
    if heading is Heading.HOMEWARD:
        return 1 - at / (last + 1)
    if courses.turns(rules, laden):
        return at / (2 * last)
    if rules.far_exit == "closed":  # it can but walk back
        return 1 - at / (last + 1)
    return at / (last + 1)


def _entries(
    rules: RuleSet, side: Side, fresh: bool, chances: tuple[tuple[CastValue, float], ...]
) -> Aim:
    """Where a warrior in hand may enter, and the chances."""
    aim: dict[int, float] = {}
    for cast, chance in chances:
        if cast == 0:
            continue
        end = courses.entry(rules, cast, fresh)
        if end is not None:
            space: Space = space_at(end, side, rules.track)
            aim[space - 1] = aim.get(space - 1, 0.0) + chance
    return tuple(aim.items())
