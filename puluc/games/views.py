"""A game that has been played, as the session had it before each of its steps."""

from dataclasses import replace

from puluc.rules.contests import Contest
from puluc.session.acts import phase_of
from puluc.session.events import Milliseconds
from puluc.session.game import Game
from puluc.session.opening import Setup
from puluc.session.phases import Choosing
from puluc.session.state import Settings, State


def before(game: Game, at: int) -> Game:
    """The game as it stood after ``at`` steps, its next cast thrown; after all, as it was left."""
    if at == len(game.played):
        return game
    step = game.played[at]
    return replace(game, position=step.before, thrown=step.throw, played=game.played[:at])


def session(
    game: Game, names: tuple[str, ...], spaces: int, now: Milliseconds = Milliseconds(0)
) -> State:
    """The session of a game on a board of so many spaces: its words and frames are those of play.

    Of a game with a cast in use it is the phase of choosing, whatever can be chosen.
    """
    contest = Contest(game.rules.name, (game.rules,))
    state = Setup(spaces, contest, names=names).state(game, Settings(), now)
    choosing = game.thrown is not None and game.outcome is None
    return replace(state, phase=Choosing() if choosing else phase_of(game, state))
