"""What can be counted of a position of any rule set, and what is counted is worth something.

Everything is told as Jade's less Cinnabar's, in parts of an army, so that a weight means much the
same on a short track as on a long one. Where piles go and what they may hit is asked of the
rules once a rule set, and looked up from then on.
"""

from puluc.opponent.chances import cast_chances
from puluc.rules import courses
from puluc.rules.position import Position
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Distance, Heading, Side, Space, space_at

NAMES = (
    "turn",  # whose cast it is
    "kills",
    "out",  # retired
    "hand",
    "piles",  # commanded
    "progress",  # of unladen piles, in parts of their way
    "prisoners",  # carried
    "prisoners near",  # the same by how much of the way is done
    "prisoners off",  # the same by the chance that the next cast takes them off
    "captors",  # own warriors in laden piles
    "hit now",  # warriors in own piles that the enemy's coming cast may hit, by its chance
    "hit next",  # the same when it is not the enemy's cast
    "prisoners hit",  # prisoners that the enemy's coming cast may free or take
    "prisoners hit next",
    "captive",  # own warriors under the enemy's piles' commanders, less those near freedom
)
"""The features in their order; one weight each."""

Aim = tuple[tuple[int, float], ...]
"""Spaces (from 0) that a pile may end on with one cast, and the chances."""


class Features:
    """Counts the features of one rule set's positions."""

    def __init__(self, rules: RuleSet) -> None:
        """Ask the ``rules`` beforehand where each pile may go."""
        self._rules = rules
        self._army = rules.army
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
        self._way = {
            place: _way(rules, *place, chances) for place in places
        }
        """For each kind of pile: how much of its way is done, the chance to leave, its aim."""
        self._entries = tuple(
            tuple(_entries(rules, side, fresh, chances) for fresh in (False, True))
            for side in Side
        )

    def of(self, position: Position) -> list[float]:
        """The features of a position, in the order of ``NAMES``."""
        rules, pace = self._rules, self._pace
        size = rules.track
        aims = ([0.0] * size, [0.0] * size)
        piles = [0.0, 0.0]
        progress = [0.0, 0.0]
        prisoners = [0.0, 0.0]
        near = [0.0, 0.0]
        off = [0.0, 0.0]
        captors = [0.0, 0.0]
        captive = [0.0, 0.0]
        stakes = []
        way = self._way
        for index, here in enumerate(position.track):
            for pile in here:
                warriors = pile.warriors
                side = warriors[-1] & 1
                count = len(warriors)
                if count == 1:
                    own, taken = 1, 0
                else:
                    own = sum(1 for warrior in warriors if warrior & 1 == side)
                    taken = count - own
                done, leaves, aim = way[index, side, pile.heading, taken > 0]
                piles[side] += 1
                if taken:
                    prisoners[side] += taken
                    near[side] += taken * done
                    off[side] += taken * leaves
                    captors[side] += own
                    captive[1 - side] += taken * done * done
                else:
                    progress[side] += done
                stakes.append((index, side, own, taken))
                hits = aims[side]
                for at, chance in aim:
                    hits[at] += chance
        hand, fresh = position.hand, position.fresh
        for player, waiting in enumerate(hand):
            if waiting:
                side = player & 1
                hits = aims[side]
                for at, chance in self._entries[side][fresh[player] > 0]:
                    if hits[at] < chance:
                        hits[at] = chance
        turn = position.turn & 1
        hit = [0.0, 0.0]
        hit_prisoners = [0.0, 0.0]
        for index, side, own, taken in stakes:
            chance = aims[1 - side][index] * pace
            if chance:
                if chance > 1.0:
                    chance = 1.0
                hit[side] += own * chance
                hit_prisoners[side] += taken * chance
        kills = position.kills
        out = position.out
        part = 1 / self._army
        now = 1 - turn  # the side whose piles are hit next, as the enemy casts
        signs = (1.0, -1.0)
        return [
            signs[turn],
            (kills[0] - kills[1]) / self._goal,
            (sum(out[0::2]) - sum(out[1::2])) * part,
            (sum(hand[0::2]) - sum(hand[1::2])) * part,
            (piles[0] - piles[1]) * part,
            (progress[0] - progress[1]) * part,
            (prisoners[0] - prisoners[1]) * part,
            (near[0] - near[1]) * part,
            (off[0] - off[1]) * part,
            (captors[0] - captors[1]) * part,
            signs[now] * hit[now] * part,
            signs[turn] * hit[turn] * part,
            signs[now] * hit_prisoners[now] * part,
            signs[turn] * hit_prisoners[turn] * part,
            (captive[0] - captive[1]) * part,
        ]


def _way(
    rules: RuleSet, index: int, side: int, heading: Heading, laden: bool,
    chances: tuple[tuple[int, float], ...],
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
    rules: RuleSet, side: Side, fresh: bool, chances: tuple[tuple[int, float], ...]
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
