"""The opponent at the board: what it is asked, what its answers do, when it casts for itself."""

from dataclasses import replace

from puluc.opponent.thought import Odds
from puluc.rules.moves import legal_moves
from puluc.rules.position import Position
from puluc.rules.steps import Move, Step
from puluc.session import words
from puluc.session.acts import Done
from puluc.session.effects import Think
from puluc.session.events import Milliseconds
from puluc.session.game import Game
from puluc.session.phases import (
    BOARD_CASTS_MS,
    PATIENCE_MS,
    CastDue,
    Choosing,
    NoMove,
    Opening,
    Thinking,
    Told,
)
from puluc.session.state import State


def question(state: State) -> Think | None:
    """What the opponent is to think of now; nothing while the menu lies over the game."""
    game = state.game
    match state.phase:
        case CastDue() | Choosing() | NoMove() | Thinking() if state.odds_due:
            return Think(_before_cast(game))
        case Thinking(level=level):
            return Think(game.position, level, _seed(game))
        case Choosing(is_hinting=True):
            return Think(game.position)
        case _:
            return None


def asking(done: Done) -> Done:
    """A step with the question that its state raises, if that is a new one."""
    state, effects = done
    wanted = question(state)
    if wanted == state.asked:
        return done
    state = replace(state, asked=wanted, asked_at=state.now)
    return state, effects if wanted is None else (*effects, wanted)


def answered(state: State, about: Think, odds: Odds, step: Step | None) -> State:
    """The state after a thought; one that comes too late changes nothing."""
    if about != state.asked:
        return state
    if state.odds_due:
        return replace(state, asked=None, odds=odds, odds_due=False)
    if not isinstance(step, Move) or step not in legal_moves(state.game.position):
        return stumped(state, about)
    state = replace(state, asked=None)
    if isinstance(state.phase, Choosing):
        phase = replace(state.phase, is_hinting=False, hint=step)
        return replace(state, phase=phase, odds=odds, words=words.hint(state, step))
    return replace(state, phase=Told(step))


def stumped(state: State, about: Think) -> State:
    """The opponent is at fault: people move for it, and what was only to be told is left out."""
    if about != state.asked:
        return state
    state = replace(state, asked=None)
    if state.odds_due:
        return replace(state, odds_due=False)
    if isinstance(state.phase, Choosing):
        phase = replace(state.phase, is_hinting=False)
        return replace(state, phase=phase, words=words.NO_HINT)
    return replace(state, phase=Choosing(), words=words.STUMPED)


def patience_ends(state: State) -> Milliseconds | None:
    """When a thought is waited for no longer; none while nothing is thought of."""
    return Milliseconds(state.asked_at + PATIENCE_MS) if state.asked is not None else None


def casts_at(state: State) -> Milliseconds | None:
    """When the board casts for itself; none while that is not due, or a finger is on a space.

    So long a move may be a slip, and who holds its space takes it back. The odds after the last
    move come before the cast.
    """
    match state.phase:
        case Opening(since=since) | CastDue(since=since) if (
            state.is_own_cast and not state.keys.down and state.asked is None
        ):
            return Milliseconds(max(since, state.touched) + BOARD_CASTS_MS)
        case _:
            return None


def _before_cast(game: Game) -> Position:
    """The position after the last turn; within a turn of two casts, as it is."""
    position = game.position
    whole = len(position.left) == game.rules.casts
    return replace(position, left=()) if whole else position


def _seed(game: Game) -> str:
    """The lots thrown so far: another game is another chance, the same one the same."""
    throws = [each.throw for each in game.played]
    throws += [game.thrown] if game.thrown is not None else []
    return " ".join("".join("01"[up] for up in cast) for each in throws for cast in each.casts)
