"""Whether the rules could bring a position about: each warrior once, each pile in its place."""

from typing import TYPE_CHECKING, assert_never

from puluc.rules.errors import PositionError
from puluc.rules.outcome import outcome
from puluc.rules.seats import name_of
from puluc.rules.units import Heading, Player, Side, Space

if TYPE_CHECKING:
    from puluc.rules.position import Pile, Position
    from puluc.rules.ruleset import RuleSet


def check(position: "Position") -> None:
    """Refuse a position that play can't come to, as far as it shows.

    Raises:
        PositionError: a warrior is missing or too many, a pile stands or heads where none can, or
            the turn, casts or kills don't fit.
    """
    _check_shape(position)
    _check_warriors(position)
    for index, piles in enumerate(position.track):
        _check_space(position, Space(index + 1), piles)
    _check_free(position)
    _check_turn(position)


def _check_shape(position: "Position") -> None:
    """As many spaces and players as the rule set has, and no number below 0."""
    rules = position.rules
    if len(position.track) != rules.track:
        raise PositionError(f"{len(position.track)} spaces: the track has {rules.track}")
    for what in ("hand", "fresh", "dead", "out"):
        counts: tuple[int, ...] = getattr(position, what)
        if len(counts) != rules.seats:
            raise PositionError(f"{what} of {len(counts)} players: {rules.seats} play")
        for seat, count in enumerate(counts):
            if count < 0:
                raise PositionError(f"{what} of {name_of(rules, Player(seat))}: {count}")
    if not 0 <= position.turn < rules.seats:
        raise PositionError(
            f"the turn of player {position.turn}: players are 0 to {rules.seats - 1}"
        )
    for piles in position.track:
        for pile in piles:
            if not pile.warriors or not all(0 <= who < rules.seats for who in pile.warriors):
                raise PositionError(
                    f"a pile of {pile.warriors}: players are 0 to {rules.seats - 1}"
                )


def _check_warriors(position: "Position") -> None:
    """Hand, track, dead and out are as many as began, for each player or over all."""
    rules = position.rules
    there = [
        position.hand[seat] + position.dead[seat] + position.out[seat]
        for seat in range(rules.seats)
    ]
    for piles in position.track:
        for pile in piles:
            for owner in pile.warriors:
                there[owner] += 1
    if rules.prisoners == "join":
        began = rules.warriors * rules.seats
        if sum(there) != began:
            raise PositionError(f"{sum(there)} warriors: {began} began")
    else:
        for seat, count in enumerate(there):
            if count != rules.warriors:
                name = name_of(rules, Player(seat))
                raise PositionError(f"{count} warriors of {name}: {rules.warriors} began")
    for seat in range(rules.seats):
        name = name_of(rules, Player(seat))
        if position.fresh[seat] > position.hand[seat]:
            fresh = f"{position.fresh[seat]} fresh of {position.hand[seat]} in hand"
            raise PositionError(f"{fresh}, {name}")
        if position.out[seat] and rules.captors == "return":
            raise PositionError(f"{position.out[seat]} of {name} out: captors return to hand")
    _check_kills(position)


def _check_kills(position: "Position") -> None:
    """The dead are the enemy's kills, but for those that burned."""
    rules = position.rules
    for side in Side:
        kills, dead = position.kills[side.index], sum(position.dead[side.enemy.index :: 2])
        if not 0 <= kills <= dead or (kills < dead and not rules.fire):
            raise PositionError(f"{kills} kills of {side.title}: {dead} of the enemy are dead")
        if kills and rules.prisoners == "join":
            raise PositionError(f"{kills} kills of {side.title}: prisoners join, and are no kills")


def _check_space(position: "Position", space: Space, piles: "tuple[Pile, ...]") -> None:
    """One pile on a space, or one of each of several partners; none in the fire."""
    rules = position.rules
    if piles and space in rules.fire:
        raise PositionError(f"space {space}: a pile in the fire has burned")
    if len(piles) > 1:
        if rules.partners == "block" or len({pile.side for pile in piles}) > 1:
            raise PositionError(f"space {space}: {len(piles)} piles on one space")
        if len({pile.commander for pile in piles}) < len(piles):
            raise PositionError(f"space {space}: two piles of one player")
    for pile in piles:
        if not _may_head(rules, pile):
            kind = "a laden" if pile.laden else "an unladen"
            way = pile.heading.value
            raise PositionError(f"space {space}: {kind} pile can't be heading {way}")


def _may_head(rules: "RuleSet", pile: "Pile") -> bool:
    """Whether a pile can be heading the way it is, by ``course`` and ``laden``."""
    homeward = pile.heading is Heading.HOMEWARD
    if not pile.laden or rules.laden == "same":
        return not homeward or rules.course == "round"
    match rules.laden:
        case "homeward":
            return homeward
        case "outward":
            return not homeward
        case "by_fire":
            return True
        case _:
            assert_never(rules.laden)


def _check_free(position: "Position") -> None:
    """A player has one free warrior on the track where only one is allowed."""
    rules = position.rules
    if not rules.one_free:
        return
    for seat in range(rules.seats):
        piles = sum(pile.commander == seat for piles in position.track for pile in piles)
        if piles > 1:
            name = name_of(rules, Player(seat))
            raise PositionError(f"{piles} free warriors of {name} on the track: one is allowed")


def _check_turn(position: "Position") -> None:
    """Casts that the lots can make, as many as a turn has; none left when the game is over."""
    rules = position.rules
    if len(position.left) > rules.casts:
        raise PositionError(f"{len(position.left)} casts to use: a turn has {rules.casts}")
    for cast in position.left:
        if cast not in rules.values:
            raise PositionError(f"cast {cast}: the lots make {' '.join(map(str, rules.values))}")
    if position.casts < 0:
        raise PositionError(f"{position.casts} casts used")
    if position.left and outcome(position):
        raise PositionError("the game is over: no cast is left to use")
    if position.opens is Side.CINNABAR and (rules.seats == 2 or rules.seating == "by_team"):
        raise PositionError("opens = C: only where four or more alternate is it another order")
