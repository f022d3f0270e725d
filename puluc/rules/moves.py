"""What a cast allows, and the position after it."""

from puluc.rules.effects import effect
from puluc.rules.outcome import outcome
from puluc.rules.position import Position
from puluc.rules.refusals import why_not
from puluc.rules.seats import next_player, partners
from puluc.rules.steps import FORFEIT, Forfeit, Move, Step
from puluc.rules.units import Place
from puluc.rules.ways import uses

__all__ = ["FORFEIT", "Forfeit", "Move", "Step", "after", "apply", "legal_moves"]


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Every legal use of the casts in ``position.left``; empty when they are forfeited.

    In the order of the casts; for each of them deployments first, then by the space they start
    from. A partner's warriors are helped with a cast only where the player's own can't use it.
    """
    rules = position.rules
    moves: list[Move] = []
    for cast in dict.fromkeys(position.left):
        if cast == 0:
            continue
        player = position.turn
        own = [Move(cast, player, *use) for use in uses(position, player, cast)]
        if not own and rules.help_partners:
            for partner in partners(rules, player):
                own += (Move(cast, partner, *use) for use in uses(position, partner, cast))
        moves += own
    if rules.must_deploy and any(move.source is Place.HAND for move in moves):
        return tuple(move for move in moves if move.source is Place.HAND)
    return tuple(moves)


def apply(position: Position, step: Step) -> Position:
    """The position after a step.

    Raises:
        IllegalMoveError: the move is not legal, or a forfeit is asked for while a move is.
    """
    moves = legal_moves(position)
    legal = step in moves if isinstance(step, Move) else bool(position.left) and not moves
    if not legal:
        raise why_not(position, step)
    return after(position, step)


def after(position: Position, step: Step) -> Position:
    """The position after a step that is known to be legal: ``apply`` for whoever has asked."""
    if isinstance(step, Forfeit):
        return _pass_on(position, position.casts + len(position.left))
    done = effect(position, step)
    ledger = done.ledger
    used = position.left.index(step.cast)
    moved = Position(
        position.rules, done.track, tuple(ledger.hand), tuple(ledger.fresh), tuple(ledger.dead),
        tuple(ledger.out), (ledger.kills[0], ledger.kills[1]), position.turn,
        position.left[:used] + position.left[used + 1 :], position.casts + 1, position.opens,
    )  # fmt: skip
    if moved.left and outcome(moved) is None:
        return moved
    return _pass_on(moved, moved.casts)


def _pass_on(position: Position, casts: int) -> Position:
    """The turn passes, also when the game has ended."""
    return Position(
        position.rules, position.track, position.hand, position.fresh, position.dead,
        position.out, position.kills, next_player(position), (), casts, position.opens,
    )  # fmt: skip
