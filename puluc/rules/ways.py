"""Where a cast lets a player's warriors end: the ways of piles, and the entries from hand."""

from collections.abc import Iterator

from puluc.rules import courses
from puluc.rules.position import Pile, Position, commands
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import (
    CastValue,
    Distance,
    Place,
    Player,
    Side,
    Space,
    distance_of,
    side_of,
    space_at,
)

End = Space | Place


def uses(position: Position, player: Player, cast: CastValue) -> Iterator[tuple[End, End]]:
    """Every use of a cast by a player's own warriors, as source and target; deployments first."""
    if may_deploy(position, player):
        for target in entries(position, player, cast):
            if not blocks(position, player, target):
                yield Place.HAND, target
    for index, piles in enumerate(position.track):
        for pile in piles:
            if pile.warriors[-1] == player:
                space = Space(index + 1)
                for end in ways(position, space, pile, cast):
                    if isinstance(end, Place) or not blocks(position, player, end):
                        yield space, end


def may_deploy(position: Position, player: Player) -> bool:
    """Whether a player has a warrior to deploy, and may (``one_free``)."""
    if not position.hand[player]:
        return False
    return not (position.rules.one_free and commands(position.track, player))


def entries(position: Position, player: Player, cast: CastValue) -> tuple[Space, ...]:
    """Where a cast brings a player's warriors in: two spaces if returned ones enter elsewhere."""
    rules, side = position.rules, side_of(player)
    fresh = position.fresh[player]
    ends: dict[Distance | None, None] = {}
    if fresh:
        ends[courses.entry(rules, cast, fresh=True)] = None
    if position.hand[player] > fresh:
        ends[courses.entry(rules, cast, fresh=False)] = None
    return tuple(space_at(end, side, rules.track) for end in ends if end is not None)


def ways(position: Position, space: Space, pile: Pile, cast: CastValue) -> Iterator[End]:
    """Where a pile's way may end, own piles there or not: forward, then back (``backstep``)."""
    rules, side = position.rules, side_of(pile.warriors[-1])
    at = distance_of(space, side, rules.track)
    laden = rules.course == "round" and pile.laden
    way = courses.forward(rules, at, pile.heading, laden, cast)
    if way is not None:
        yield _end(rules, side, way[0])
    if rules.backstep == "never":
        return
    back = courses.backstep(rules, at, pile.heading, laden, cast)
    if back is None or (way is not None and way[0] == back):
        return
    if rules.backstep == "free" or _captures(position, side, at, back, cast):
        yield _end(rules, side, back)


def blocks(position: Position, player: Player, space: Space) -> bool:
    """Whether a player's warrior may not end on a space, for its own side's pile (``partners``)."""
    piles = position.track[space - 1]
    if not piles:
        return False
    if position.rules.partners == "share":
        return any(pile.warriors[-1] == player for pile in piles)
    return piles[0].warriors[-1] % 2 == player % 2


def _captures(position: Position, side: Side, at: Distance, end: Distance, cast: CastValue) -> bool:
    """Whether a way that ends there captures."""
    last = position.rules.track
    if end > last and courses.reaches_entry(position.rules, at, cast):
        end = Distance(last)
    if not 1 <= end <= last:
        return False
    piles = position.piles_on(space_at(end, side, last))
    return bool(piles) and piles[0].side is not side


def _end(rules: RuleSet, side: Side, end: Distance) -> End:
    """A way's end as a move says it."""
    if end == courses.HOME:
        return Place.HOME
    return Place.OFF if end > rules.track else space_at(end, side, rules.track)
