"""How a session begins: with a new game, or where an earlier one stands."""

from dataclasses import dataclass, replace

from puluc.rules.contests import Contest
from puluc.rules.units import Side
from puluc.session import words
from puluc.session.acts import odds_wanted, phase_of, save_begin
from puluc.session.effects import SaveBegin
from puluc.session.events import Milliseconds
from puluc.session.game import Game
from puluc.session.phases import CastDue, GoOn
from puluc.session.state import Holds, Settings, State


@dataclass(frozen=True, slots=True)
class Setup:
    """What the builder has set up: the board's size, what is played, by whom, and the holds."""

    spaces: int
    contest: Contest
    holds: Holds = Holds()
    names: tuple[str, ...] = ()
    asked: bool = False
    """Whether the contest was asked for just now: an unfinished game by other rules gives way."""
    buzzer: bool = False
    """Whether the board has one."""

    def fits(self, contest: Contest) -> bool:
        """Whether the board has spaces for every game of a contest."""
        return all(rules.track <= self.spaces for rules in contest.games)

    def goes_on_with(self, game: Game, match: Contest | None) -> bool:
        """Whether the last game is gone on with, or a game of what is set up is begun instead.

        It is, unless nobody has begun it, or the match that it is in, or other rules were asked
        for just now.
        """
        other = game.rules not in self.contest.games
        begun = game.begun or (match is not None and bool(match.finished))
        return not other or (begun and not self.asked)

    def state(self, game: Game, settings: Settings, at: Milliseconds) -> State:
        """A session of this set-up, with a cast due."""
        return State(
            spaces=self.spaces,
            contest=self.contest,
            holds=self.holds,
            names=self.names,
            game=game,
            phase=CastDue(at),
            now=at,
            settings=settings,
            buzzer=self.buzzer,
            touched=at,
        )


def start_game(
    setup: Setup, settings: Settings, at: Milliseconds, notice: str = ""
) -> tuple[State, tuple[SaveBegin, ...]]:
    """A board's first game. Where the sides open in turn, Jade opens it.

    Args:
        setup: the board and what is played on it.
        settings: as the players left them.
        at: the time.
        notice: what the players should be told first.
    """
    rules = setup.contest.rules
    opens = Side.JADE if rules.opening == "alternate" else None
    game = Game.begin(rules, opens)
    state = setup.state(game, settings, at)
    state = replace(state, phase=phase_of(game, state), words=notice)
    return state, (save_begin(state),)


def resume_game(
    setup: Setup,
    game: Game,
    settings: Settings,
    at: Milliseconds,
    recent: bool,
    contest: Contest | None = None,
) -> State:
    """A session that goes on with a game.

    Args:
        setup: the board, and what is played next; this game keeps its own rules.
        game: as it was saved.
        settings: as they were saved.
        at: the time.
        recent: whether it was played a moment ago, in the same boot: then play goes on at once.
            Otherwise the players are asked, unless the game has ended or not begun.
        contest: the match that the game belongs to, as it stands; none when it is in none.
    """
    state = setup.state(game, settings, at)
    if contest is not None:
        state = replace(state, contest=contest)
    state = replace(state, phase=phase_of(game, state))
    state = odds_wanted(state) if game.played else state
    if recent:
        return replace(state, words=words.so_far(game, state.labels) or words.RESTARTED)
    if game.outcome is None and game.begun:
        return replace(state, phase=GoOn())
    return state
