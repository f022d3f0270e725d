"""Doing what a press chose: the next state, and what is to be saved before it is shown."""

from dataclasses import replace
from typing import assert_never

from puluc.rules.moves import legal_moves
from puluc.rules.presses import spaces_of
from puluc.rules.steps import FORFEIT, Step
from puluc.rules.units import Space
from puluc.session import words
from puluc.session.choice import (
    Ask,
    Check,
    Choice,
    Enter,
    GiveUp,
    ListMoves,
    Narrow,
    NextBrightness,
    NextGame,
    OpenMenu,
    Play,
    Resume,
    TakeBack,
    ToggleRealLots,
    TurnOff,
    Widen,
)
from puluc.session.choices import remaining
from puluc.session.effects import (
    Effect,
    SaveBegin,
    SaveEntry,
    SaveResult,
    SaveSetting,
    ShutDown,
)
from puluc.session.entries import TAKE_BACK, WITHDRAW, cast_entry, step_entry
from puluc.session.frame import Brightness, Sound
from puluc.session.game import Game, Throw
from puluc.session.phases import (
    CastDue,
    Checking,
    Choosing,
    Confirming,
    GamePhase,
    Listing,
    Menu,
    NoMove,
    Over,
    Stopped,
)
from puluc.session.state import State

Done = tuple[State, tuple[Effect, ...]]
"""The next state, and the effects in order."""


def phase_of(game: Game, state: State) -> GamePhase:
    """What a game waits for."""
    if game.outcome is not None:
        return Over(state.now)
    if game.thrown is None:
        return CastDue(state.now)
    return Choosing() if legal_moves(game.position) else NoMove(state.now)


def do(state: State, choice: Choice) -> Done:
    """Carry a choice out."""
    match choice:
        case Play(move=move):
            return play(state, move)
        case GiveUp():
            return play(state, FORFEIT)
        case Enter(marked=marked):
            lots = state.game.rules.lots
            up = tuple(number < marked for number in range(lots))
            return cast(state, Throw((up,) * state.game.rules.casts, real=True))
        case Narrow(space=space):
            return _narrow(state, space), ()
        case Widen():
            return replace(state, phase=Choosing()), ()
        case NextGame():
            return next_game(state)
        case Resume():
            return resume(state), ()
        case TakeBack():
            return take_back(state)
        case NextBrightness() | ToggleRealLots():
            return _set(state, choice)
        case TurnOff():
            return replace(state, phase=Stopped(), under=None), (ShutDown(),)
        case ListMoves(page=page) if isinstance(state.phase, Choosing):
            return replace(state, phase=replace(state.phase, page=page)), ()
        case OpenMenu() | Check() | ListMoves() | Ask():
            return replace(state, phase=_menu_phase(state, choice)), ()
    assert_never(choice)


def cast(state: State, thrown: Throw) -> Done:
    """The lots lie: whoever's turn it is has to use them."""
    game = state.game.cast(thrown)
    state = replace(state, game=game, words="", keys=replace(state.keys, last=None))
    state = replace(state, phase=phase_of(game, state))
    if isinstance(state.phase, NoMove):
        state = replace(state, words=words.NO_MOVE)
    return state.sounding(Sound.CAST), (SaveEntry(cast_entry(thrown)),)


def play(state: State, step: Step) -> Done:
    """A move or a forfeit, and what follows from it."""
    game = state.game.play(step)
    told = words.told(game.played[-1])
    state = replace(state, game=game, words=told.text, under=None)
    state = replace(state, phase=phase_of(game, state))
    effects: tuple[Effect, ...] = (SaveEntry(step_entry(step, game.rules.seats)),)
    if game.outcome is not None:
        effects = (*effects, SaveResult(words.result(game.outcome)))
        return state.sounding(Sound.END), effects
    return state.sounding(Sound.KILL if told.kills else Sound.CLICK), effects


def take_back(state: State) -> Done:
    """The last step undone, its cast back; or the players' own cast, entered wrongly."""
    game = state.game
    ended = game.outcome is not None
    if words.can_withdraw(game):
        game, entry, told = game.withdraw(), WITHDRAW, words.CAST_WITHDRAWN
    else:
        told = words.taken_back(game.played[-1])
        game, entry = game.take_back(), TAKE_BACK
    keys = replace(state.keys, last=None)
    state = replace(state, game=game, words=told, keys=keys)
    play_phase = phase_of(game, state)
    if isinstance(state.phase, Menu):
        state = replace(state, under=play_phase)
    else:
        state = replace(state, phase=play_phase, under=None)
    effects: tuple[Effect, ...] = (SaveEntry(entry),)
    return state, (*effects, SaveResult(None)) if ended else effects


def next_game(state: State) -> Done:
    """A new game; the sides open in turn, unless the last game never began."""
    begun = bool(state.game.played)
    opens = state.game.opens.enemy if begun else state.game.opens
    game = Game.begin(state.rules, opens)
    keys = replace(state.keys, last=None)
    state = replace(state, game=game, words=words.NEW_GAME_BEGINS, under=None, keys=keys)
    return replace(state, phase=phase_of(game, state)), (SaveBegin(state.rules, opens),)


def resume(state: State) -> State:
    """Back to the game."""
    return replace(state, phase=phase_of(state.game, state), under=None, words="")


def open_menu(state: State) -> State:
    """The menu over whatever is there; in the menu its first page."""
    under = state.phase if isinstance(state.phase, GamePhase) else state.under
    return replace(state, phase=Menu(), under=under, words="", flash=None)


def _narrow(state: State, space: Space) -> State:
    phase = state.phase
    pressed = (*phase.pressed, space) if isinstance(phase, Choosing) else (space,)
    moves = remaining(state, pressed)
    told = all(set(spaces_of(move)) - set(pressed) for move in moves)
    listed = () if told else moves
    return replace(state, phase=Choosing(pressed, listed))


def _menu_phase(
    state: State, choice: OpenMenu | Check | ListMoves | Ask
) -> Menu | Checking | Listing | Confirming:
    match choice:
        case OpenMenu(page=page):
            return Menu(page)
        case Check(space=space):
            beyond = space > state.game.rules.track + 1
            return Menu() if beyond else Checking(space)
        case ListMoves(page=page):
            return Listing(page)
        case Ask(question=question):
            return Confirming(question)
    assert_never(choice)


def _set(state: State, choice: NextBrightness | ToggleRealLots) -> Done:
    settings = state.settings
    if isinstance(choice, ToggleRealLots):
        settings = replace(settings, real_lots=not settings.real_lots)
        saved = SaveSetting("real_lots", settings.real_lots)
    else:
        order = (Brightness.HIGH, Brightness.MEDIUM, Brightness.LOW)
        after = order[(order.index(settings.brightness) + 1) % len(order)]
        settings = replace(settings, brightness=after)
        saved = SaveSetting("brightness", after.value)
    return replace(state, settings=settings), (saved,)
