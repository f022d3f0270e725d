"""What a move does to the track and to the warriors off it; the move is taken to be legal."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puluc.rules import courses
from puluc.rules.ledger import Ledger
from puluc.rules.position import Pile, Position
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import (
    Distance,
    Heading,
    Place,
    Player,
    Side,
    Space,
    distance_of,
    side_of,
    space_at,
)

if TYPE_CHECKING:
    from puluc.rules.steps import Move

Track = tuple[tuple[Pile, ...], ...]


@dataclass(slots=True)
class Effect:
    """The track and the counts after a move, and what happened on the way."""

    track: Track
    ledger: Ledger
    captured: int
    """Warriors in the pile or piles landed on."""
    left_behind: int
    """Warriors that stayed on the space which the pile left (``rescue = release``)."""
    turned: bool
    """Whether the pile turned at the far end of the track (``course = round``)."""


def effect(position: Position, move: "Move") -> Effect:
    """Move a pile or deploy a warrior, capture, and carry off or burn what is to be."""
    rules = position.rules
    player, side = move.player, side_of(move.player)
    track = list(position.track)
    ledger = Ledger(position)
    if isinstance(move.source, Place):
        at = courses.HOME
        pile = Pile((player,))
        ledger.deploy(player, fresh=deploys_fresh(position, move))
        left_behind = 0
    else:
        at = distance_of(move.source, side, rules.track)
        track[move.source - 1], pile, left_behind = _depart(rules, track[move.source - 1], player)
    heading = _heading(rules, at, pile, move)
    turned = heading is not pile.heading

    captured = 0
    landing = _landing(rules, at, move)
    if landing is not None:
        enemies = track[landing - 1]
        if enemies and enemies[0].side is not side:
            track[landing - 1] = ()
            captured = sum(len(enemy.warriors) for enemy in enemies)
            pile = _capture(rules, enemies, pile, ledger)
            heading = courses.heading_after_capture(
                rules, side, distance_of(landing, side, rules.track), heading
            )

    if isinstance(move.target, Place) or (captured and rules.capture_exits):
        ledger.carry_off(
            pile.warriors, player, join=rules.prisoners == "join", retire=rules.captors == "retire"
        )
    elif move.target in rules.fire:
        ledger.burn(pile.warriors)
    else:
        track[move.target - 1] = (*track[move.target - 1], Pile(pile.warriors, heading))
    return Effect(tuple(track), ledger, captured, left_behind, turned)


def release(rules: RuleSet, pile: Pile) -> tuple[Pile | None, Pile]:
    """What stays behind when a pile moves, if anything does, and what moves (``rescue``).

    Under ``release`` the topmost own warrior beneath an enemy stays with all that lies under it,
    and commands it.
    """
    if rules.rescue != "release":
        return None, pile
    team = pile.commander % 2
    enemy_above = False
    for at in range(len(pile.warriors) - 1, -1, -1):
        if pile.warriors[at] % 2 != team:
            enemy_above = True
        elif enemy_above:
            stays = Pile(pile.warriors[: at + 1])
            if rules.laden == "homeward" and stays.laden:
                stays = Pile(stays.warriors, Heading.HOMEWARD)
            return stays, Pile(pile.warriors[at + 1 :], pile.heading)
    return None, pile


def deploys_fresh(position: Position, move: "Move") -> bool:
    """Whether the warrior that a deployment takes has never been on the track.

    Where a fresh and a returned warrior reach the same space a fresh one goes.
    """
    if position.fresh[move.player] == 0:
        return False
    reached = courses.entry(position.rules, move.cast, fresh=True)
    return reached is not None and move.target == space_at(
        reached, side_of(move.player), position.rules.track
    )


def _depart(
    rules: RuleSet, piles: tuple[Pile, ...], player: Player
) -> tuple[tuple[Pile, ...], Pile, int]:
    """The piles left on a space, the player's pile that goes, and how many it leaves behind."""
    which = next(at for at, pile in enumerate(piles) if pile.commander == player)
    stays, goes = release(rules, piles[which])
    behind = () if stays is None else (stays,)
    left = len(stays.warriors) if stays else 0
    return piles[:which] + behind + piles[which + 1 :], goes, left


def _heading(rules: RuleSet, at: Distance, pile: Pile, move: "Move") -> Heading:
    """How a pile heads after its way; a backstep changes nothing, where both lead there or not."""
    if at == courses.HOME:
        return pile.heading
    way = courses.forward(rules, at, pile.heading, pile.laden, move.cast)
    if way is None or isinstance(move.target, Place):
        return pile.heading
    end, heading = way
    side = side_of(move.player)
    return heading if space_at(end, side, rules.track) == move.target else pile.heading


def _landing(rules: RuleSet, at: Distance, move: "Move") -> Space | None:
    """The space whose enemies a move captures, were there any."""
    if not isinstance(move.target, Place):
        return move.target
    if move.target is Place.OFF and courses.reaches_entry(rules, at, move.cast):
        return space_at(Distance(rules.track), side_of(move.player), rules.track)
    return None


def _capture(rules: RuleSet, enemies: tuple[Pile, ...], pile: Pile, ledger: Ledger) -> Pile:
    """The pile laid on those it captures, the earliest arrival lowest."""
    taken = tuple(warrior for enemy in enemies for warrior in enemy.warriors)
    if rules.rescue == "home":
        side: Side = pile.side
        ledger.rescue(warrior for warrior in taken if side_of(warrior) is side)
        taken = tuple(warrior for warrior in taken if side_of(warrior) is not side)
    return Pile(taken + pile.warriors, pile.heading)
