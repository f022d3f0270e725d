"""How a session begins: with a new game, or where an earlier one stands."""

from dataclasses import dataclass, replace

from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side
from puluc.session import words
from puluc.session.acts import phase_of
from puluc.session.effects import SaveBegin
from puluc.session.events import Milliseconds
from puluc.session.game import Game
from puluc.session.phases import CastDue, GoOn
from puluc.session.state import Holds, Settings, State


@dataclass(frozen=True, slots=True)
class Setup:
    """What the builder has set up: the board's size, the rules, and how long holds are."""

    spaces: int
    rules: RuleSet
    holds: Holds = Holds()

    def state(self, game: Game, settings: Settings, at: Milliseconds) -> State:
        """A session of this set-up, with a cast due."""
        return State(
            spaces=self.spaces,
            rules=self.rules,
            holds=self.holds,
            game=game,
            phase=CastDue(at),
            now=at,
            settings=settings,
            touched=at,
        )


def start_game(
    setup: Setup, settings: Settings, at: Milliseconds, notice: str = ""
) -> tuple[State, tuple[SaveBegin, ...]]:
    """A board's first game. Jade opens; from game to game the sides open in turn.

    Args:
        setup: the board and the rules.
        settings: as the players left them.
        at: the time.
        notice: what the players should be told first.
    """
    state = setup.state(Game.begin(setup.rules, Side.JADE), settings, at)
    return replace(state, words=notice), (SaveBegin(setup.rules, Side.JADE),)


def resume_game(
    setup: Setup, game: Game, settings: Settings, at: Milliseconds, recent: bool
) -> State:
    """A session that goes on with a game.

    Args:
        setup: the board, and the rules for the next game; this one keeps its own.
        game: as it was saved.
        settings: as they were saved.
        at: the time.
        recent: whether it was played a moment ago, in the same boot: then play goes on at once.
            Otherwise the players are asked, unless the game has ended or not begun.
    """
    state = setup.state(game, settings, at)
    state = replace(state, phase=phase_of(game, state))
    if recent:
        return replace(state, words=words.RESTARTED)
    if game.outcome is None and (game.played or game.thrown is not None):
        return replace(state, phase=GoOn())
    return state
