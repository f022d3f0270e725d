"""Why a step is not legal, or a press no move: the rule, and a few words for a small display.

No message is longer than 42 characters.
"""

from puluc.rules import courses
from puluc.rules.errors import IllegalMoveError, Rule
from puluc.rules.outcome import outcome
from puluc.rules.position import Pile, Position
from puluc.rules.seats import name_of, partners
from puluc.rules.steps import Move, Step
from puluc.rules.units import (
    CastValue,
    Heading,
    Place,
    Player,
    Space,
    side_of,
    space_at,
)
from puluc.rules.ways import blocks, entries, may_deploy, uses, ways


def why_not(position: Position, step: Step) -> IllegalMoveError:
    """The reason why a step that is not legal isn't."""
    if error := _not_now(position):
        return error
    if not isinstance(step, Move):
        thrown = " and ".join(map(str, position.left))
        return IllegalMoveError(Rule.MUST_MOVE, f"cast {thrown}: there is a move to be made")
    if error := _wrong_cast(position, step.cast) or _wrong_player(position, step):
        return error
    if step.source is Place.HAND:
        return _why_not_deployed(position, step)
    if isinstance(step.source, Place):
        return IllegalMoveError(Rule.WRONG_TARGET, f"nothing moves from {step.source.value}")
    return _why_not_advanced(position, step, step.source)


def why_not_pressed(position: Position, space: Space) -> IllegalMoveError:
    """The reason why a press on a space that is part of no legal move isn't.

    With one cast and piles that only go outward it is the exact one; otherwise it is true.
    """
    if error := _not_now(position) or _off_track(position, space):
        return error
    casts = [cast for cast in dict.fromkeys(position.left) if cast]
    if not casts:
        return _cast_of_nothing()
    player = position.turn
    piles = position.piles_on(space)
    for pile in piles:
        if pile.commander == player:
            return _why_it_stays(position, space, pile, casts[0])
    for cast in casts:
        if space in _all_entries(position, cast) and not may_deploy(position, player):
            return _no_deployment(position, player)
    if piles:
        return _not_yours(position, space)
    rules = position.rules
    straight = rules.course == "outward" and rules.laden in ("same", "outward")
    if len(casts) == 1 and straight and rules.backstep == "never":
        return IllegalMoveError(Rule.NOTHING_BEHIND, f"nothing of yours is {casts[0]} behind")
    return IllegalMoveError(Rule.NOTHING_BEHIND, f"space {space}: no move leads there")


def _not_now(position: Position) -> IllegalMoveError | None:
    """Nothing is moved after the end of a game, nor before a cast."""
    if position.left:
        return None
    if outcome(position):
        return IllegalMoveError(Rule.GAME_OVER, "the game is over")
    return IllegalMoveError(Rule.CAST_DUE, "cast the lots first")


def _off_track(position: Position, space: Space) -> IllegalMoveError | None:
    last = position.rules.track
    if 1 <= space <= last:
        return None
    return IllegalMoveError(Rule.OFF_TRACK, f"space {space}: the track has {last}")


def _wrong_cast(position: Position, cast: CastValue) -> IllegalMoveError | None:
    if cast not in position.left:
        thrown = " and ".join(map(str, position.left))
        return IllegalMoveError(Rule.CAST_VALUE, f"cast {cast} is not there: {thrown} is")
    return _cast_of_nothing() if cast == 0 else None


def _cast_of_nothing() -> IllegalMoveError:
    return IllegalMoveError(Rule.CAST_NOTHING, "cast 0 moves nothing")


def _wrong_player(position: Position, move: Move) -> IllegalMoveError | None:
    """Whether somebody moves another player's warriors, and may not (``help_partners``)."""
    rules, turn = position.rules, position.turn
    if move.player == turn:
        return None
    if rules.help_partners and move.player in partners(rules, turn):
        if any(uses(position, turn, move.cast)):
            return IllegalMoveError(Rule.NOT_YOURS, f"cast {move.cast}: your own can use it")
        return None
    return IllegalMoveError(Rule.NOT_YOURS, f"it is {name_of(rules, turn)}'s turn")


def _why_not_deployed(position: Position, move: Move) -> IllegalMoveError:
    if not may_deploy(position, move.player):
        return _no_deployment(position, move.player)
    spaces = entries(position, move.player, move.cast)
    if move.target in spaces and not isinstance(move.target, Place):
        return _own_pile(position, move.player, move.target)
    if not spaces:
        return IllegalMoveError(Rule.NO_WAY_OFF, f"cast {move.cast} is too many to enter")
    where = " or ".join(map(str, spaces))
    return IllegalMoveError(Rule.WRONG_TARGET, f"cast {move.cast} enters on space {where}")


def _why_not_advanced(position: Position, move: Move, source: Space) -> IllegalMoveError:
    if error := _off_track(position, source):
        return error
    piles = position.piles_on(source)
    if not piles:
        return IllegalMoveError(Rule.EMPTY_SPACE, f"space {source}: an empty space")
    pile = next((pile for pile in piles if pile.commander == move.player), None)
    if pile is None:
        return _not_yours(position, source)
    ends = tuple(ways(position, source, pile, move.cast))
    if not ends:
        return _no_way(position, source, pile, move.cast)
    if move.target not in ends:
        where = " or ".join(_place(end) for end in ends)
        return IllegalMoveError(Rule.WRONG_TARGET, f"cast {move.cast} leads {source} to {where}")
    if not isinstance(move.target, Place) and blocks(position, move.player, move.target):
        return _own_pile(position, move.player, move.target)
    return _must_deploy()


def _why_it_stays(
    position: Position, space: Space, pile: Pile, cast: CastValue
) -> IllegalMoveError:
    """The reason why a player's own pile can't use a cast."""
    ends = tuple(ways(position, space, pile, cast))
    if not ends:
        return _no_way(position, space, pile, cast)
    spaces = [end for end in ends if not isinstance(end, Place)]
    stopped = [end for end in spaces if blocks(position, pile.commander, end)]
    if len(stopped) < len(ends):
        return _must_deploy()
    return _own_pile(position, pile.commander, stopped[0])


def _no_way(position: Position, space: Space, pile: Pile, cast: CastValue) -> IllegalMoveError:
    if pile.heading is Heading.OUTWARD and courses.turns(position.rules, pile.laden):
        return IllegalMoveError(Rule.SAME_SPACE, f"space {space}: cast {cast} leads back to it")
    return IllegalMoveError(Rule.NO_WAY_OFF, f"space {space}: cast {cast} is no way off")


def _must_deploy() -> IllegalMoveError:
    return IllegalMoveError(Rule.MUST_DEPLOY, "a warrior must be deployed first")


def _no_deployment(position: Position, player: Player) -> IllegalMoveError:
    if position.hand[player]:
        return IllegalMoveError(Rule.ONE_FREE, "one free warrior is on the track")
    return IllegalMoveError(Rule.EMPTY_HAND, "no warrior is in hand")


def _own_pile(position: Position, player: Player, space: Space) -> IllegalMoveError:
    mine = any(pile.commander == player for pile in position.piles_on(space))
    whose = "your own pile" if mine else "your partner's pile"
    return IllegalMoveError(Rule.OWN_PILE, f"space {space}: {whose}")


def _not_yours(position: Position, space: Space) -> IllegalMoveError:
    commander = position.piles_on(space)[0].commander
    whose = name_of(position.rules, commander)
    return IllegalMoveError(Rule.NOT_YOURS, f"space {space}: {whose}'s pile")


def _all_entries(position: Position, cast: CastValue) -> tuple[Space, ...]:
    """Where a cast would bring the player's warriors in, were there any in hand."""
    player, rules = position.turn, position.rules
    return tuple(
        space_at(end, side_of(player), rules.track)
        for fresh in (True, False)
        if (end := courses.entry(rules, cast, fresh)) is not None
    )


def _place(end: Space | Place) -> str:
    return end.value if isinstance(end, Place) else str(end)
