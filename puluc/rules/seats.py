"""Who sits where, and whose turn comes after whose."""

from typing import TYPE_CHECKING

from puluc.rules.units import Player, Side, player_name, side_of

if TYPE_CHECKING:
    from puluc.rules.position import Position
    from puluc.rules.ruleset import RuleSet


def first_player(side: Side) -> Player:
    """The first player of a side, who opens a game for it."""
    return Player(side.index)


def name_of(rules: "RuleSet", player: Player) -> str:
    """A player's name for people: the side's when two play, ``J2`` when more do."""
    return side_of(player).title if rules.seats == 2 else player_name(player)


def order(rules: "RuleSet", opens: Side) -> tuple[Player, ...]:
    """The players in the order of their turns, the one who opens first (``seating``).

    Alternating it is J1 C1 J2 C2, or C1 J1 C2 J2 when Cinnabar opens; by team all of one
    side, then all of the other.
    """
    ours = range(opens.index, rules.seats, 2)
    theirs = range(opens.enemy.index, rules.seats, 2)
    if rules.seating == "by_team":
        return tuple(map(Player, (*ours, *theirs)))
    return tuple(Player(seat) for pair in zip(ours, theirs, strict=True) for seat in pair)


def partners(rules: "RuleSet", player: Player) -> tuple[Player, ...]:
    """The other players of a player's team."""
    team = range(side_of(player).index, rules.seats, 2)
    return tuple(Player(seat) for seat in team if seat != player)


def following(position: "Position") -> tuple[Player, ...]:
    """The players whose turns come after this one, the player whose turn it is last."""
    seats = order(position.rules, position.opens)
    at = seats.index(position.turn) + 1
    return seats[at:] + seats[:at]


def next_player(position: "Position") -> Player:
    """Whose turn comes after this one.

    Under ``win = no_free`` a player without a free warrior is skipped (while anybody has one).
    """
    rules = position.rules
    if rules.seats == 2:
        return Player(1 - position.turn)
    after = following(position)
    if rules.win == "no_free":
        return next(filter(position.is_free, after), after[0])
    return after[0]
