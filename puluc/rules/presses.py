"""The board's presses: a move is pressed by the space it starts from or the one it ends on."""

from collections.abc import Iterable, Mapping

from puluc.rules.errors import AmbiguousPressError, IllegalMoveError
from puluc.rules.moves import Move, legal_moves
from puluc.rules.position import Position
from puluc.rules.refusals import why_not_pressed
from puluc.rules.units import Place, Space


def presses(moves: Iterable[Move]) -> Mapping[Space, tuple[Move, ...]]:
    """For each space that may be pressed, the moves that it could mean; by space."""
    meant: dict[Space, list[Move]] = {}
    for move in moves:
        for space in spaces_of(move):
            meant.setdefault(space, []).append(move)
    return {space: tuple(meant[space]) for space in sorted(meant)}


def spaces_of(move: Move) -> tuple[Space, ...]:
    """The spaces that a move is pressed by; one or two."""
    ends = dict.fromkeys((move.source, move.target))
    return tuple(end for end in ends if not isinstance(end, Place))


def narrowed(moves: Iterable[Move], *spaces: Space) -> tuple[Move, ...]:
    """Those of the moves that all the spaces pressed could mean together."""
    return tuple(move for move in moves if set(spaces).issubset(spaces_of(move)))


def completing(moves: Iterable[Move], *spaces: Space) -> tuple[Space, ...]:
    """The further spaces that tell such moves apart, when some have been pressed; in order."""
    return tuple(sorted({space for move in moves for space in spaces_of(move)} - set(spaces)))


def by_press(position: Position, *spaces: Space) -> Move:
    """The one legal move that the spaces pressed mean.

    Raises:
        AmbiguousPressError: they could mean more than one.
        IllegalMoveError: they mean none.
    """
    moves = narrowed(legal_moves(position), *spaces)
    if not moves:
        raise refusal(position, spaces[-1])
    if len(moves) > 1:
        raise AmbiguousPressError(spaces, completing(moves, *spaces), moves)
    return moves[0]


def refusal(position: Position, space: Space) -> IllegalMoveError:
    """Why a press on a space means no move now, in at most 42 characters for the display.

    ``space 4: your own pile``, ``nothing of yours is 3 behind``, ``space 7: Cinnabar's pile``.
    """
    return why_not_pressed(position, space)
