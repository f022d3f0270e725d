"""What may be pressed now, and what each press would do.

One mapping answers both which lamps are lit and what a press means, so that the two can't differ.
Spaces are the board's.
"""

from collections.abc import Mapping
from typing import assert_never

from puluc.rules.moves import legal_moves
from puluc.rules.steps import Move
from puluc.rules.units import Place, Space
from puluc.session.choice import (
    Check,
    Choice,
    Confirm,
    Enter,
    GiveUp,
    Narrow,
    NextGame,
    Play,
    Resume,
    Widen,
)
from puluc.session.menu import lines
from puluc.session.phases import (
    OVER_QUIET_MS,
    CastDue,
    ChangingRules,
    Checking,
    Choosing,
    ChoosingLevel,
    ChoosingPlayers,
    ChoosingRules,
    Confirming,
    GoOn,
    Listing,
    Menu,
    NoMove,
    Opening,
    Over,
    SelfTest,
    Stopped,
    Thinking,
    Told,
)
from puluc.session.state import State


def choices(state: State) -> Mapping[Space, Choice]:
    """What each space of the board does when it is pressed now; those missing are refused."""
    match state.phase:
        case Opening() | CastDue():
            return {} if state.board_casts else _lots_to_enter(state)
        case Choosing(listed=()) as choosing:
            return _narrowed(state, choosing.pressed)
        case Told(move=move):
            return dict.fromkeys(_to_confirm(state, move), Confirm(move))
        case NoMove():
            return dict.fromkeys(_all_spaces(state), GiveUp())
        case Over(since=since):
            return {} if state.now < since + OVER_QUIET_MS else _to_begin_again(state)
        case GoOn():
            return dict.fromkeys(_all_spaces(state), Resume())
        case Checking(space=space):
            return {_check_key(state, space): Check(Space(space + 1))}
        case Choosing(pressed=pressed):
            return dict.fromkeys(pressed, Widen()) | _chosen_by_line(state)
        case (
            Menu()
            | Listing()
            | Confirming()
            | ChoosingRules()
            | ChangingRules()
            | ChoosingPlayers()
            | ChoosingLevel()
        ):
            return _chosen_by_line(state)
        case Thinking() | SelfTest() | Stopped():
            return {}
    assert_never(state.phase)


def _chosen_by_line(state: State) -> dict[Space, Choice]:
    return {
        line.space: line.choice
        for line in lines(state)
        if line.space is not None and line.choice is not None
    }


def _all_spaces(state: State) -> list[Space]:
    return [Space(number) for number in range(1, state.spaces + 1)]


def _lots_to_enter(state: State) -> dict[Space, Choice]:
    lots = state.game.rules.lots
    marked = [*range(1, lots + 1), 0]
    return {Space(number): Enter(count) for number, count in enumerate(marked, 1)}


def _to_begin_again(state: State) -> dict[Space, Choice]:
    """All but the ends, which open the menu, and the space that can still be a slip."""
    kept = {Space(1), Space(state.spaces), state.keys.last}
    return {space: NextGame() for space in _all_spaces(state) if space not in kept}


def remaining(state: State, pressed: tuple[Space, ...]) -> tuple[Move, ...]:
    """The legal moves that all these presses, of spaces of the board, may mean."""
    moves = legal_moves(state.game.position)
    return tuple(move for move in moves if set(pressed) <= set(state.spots(move)))


def _narrowed(state: State, pressed: tuple[Space, ...]) -> dict[Space, Choice]:
    meanings: dict[Space, list[Move]] = {}
    for move in remaining(state, pressed):
        for space in state.spots(move):
            meanings.setdefault(space, []).append(move)
    found: dict[Space, Choice] = {
        space: Play(moves[0]) if len(moves) == 1 else Narrow(space)
        for space, moves in meanings.items()
    }
    return found | dict.fromkeys(pressed, Widen())


def _to_confirm(state: State, move: Move) -> list[Space]:
    """Where the board's move ends; of one that leaves the track, also where it starts.

    Where that button is stuck, any other space of the move.
    """
    spots = [space for space in state.spots(move) if space not in state.keys.stuck]
    return spots if isinstance(move.target, Place) else spots[-1:]


def _check_key(state: State, space: Space) -> Space:
    """The space that steps on: the one checked, or a neighbour when its button is stuck."""
    last = Space(state.game.rules.track)
    key = state.board_space(min(space, last))
    if key not in state.keys.stuck:
        return key
    return Space(key - 1 if key == state.spaces else key + 1)
