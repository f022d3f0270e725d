"""Doing what a press chose: the next state, and what is to be saved before it is shown."""

from dataclasses import replace
from typing import assert_never

from puluc.opponent.levels import Level
from puluc.rules.contests import Contest, Finished
from puluc.rules.moves import legal_moves
from puluc.rules.steps import FORFEIT, Step
from puluc.rules.units import Side
from puluc.session import telling, words
from puluc.session.choice import (
    Ask,
    BeginBy,
    BeginSelfTest,
    ChangeRules,
    Check,
    Choice,
    Confirm,
    Enter,
    Explain,
    GiveUp,
    Hint,
    ListLevels,
    ListMoves,
    ListPlayers,
    ListRules,
    Narrow,
    NextBrightness,
    NextGame,
    OpenMenu,
    Play,
    Resume,
    SetLevel,
    TakeBack,
    ToggleOdds,
    ToggleRealLots,
    ToggleShaken,
    ToggleSound,
    TurnOff,
    Widen,
)
from puluc.session.choices import remaining
from puluc.session.effects import (
    Effect,
    MatchPlace,
    SaveBegin,
    SaveEntry,
    SaveResult,
    SaveSetting,
)
from puluc.session.entries import (
    TAKE_BACK,
    WITHDRAW,
    cast_entry,
    opening_entry,
    plays_entry,
    step_entry,
)
from puluc.session.events import Milliseconds
from puluc.session.frame import Brightness, Sound
from puluc.session.game import Game, Throw
from puluc.session.phases import (
    CastDue,
    ChangingRules,
    Checking,
    Choosing,
    ChoosingLevel,
    ChoosingPlayers,
    ChoosingRules,
    Confirming,
    GamePhase,
    Listing,
    Menu,
    MenuPhase,
    NoMove,
    Opening,
    Over,
    SelfTest,
    Stopped,
    Thinking,
)
from puluc.session.rule_menu import changes_text, read_contest, rules_text
from puluc.session.state import Flash, State

EXPLAIN_MS = Milliseconds(6000)
"""How long a reason stands that has to be read."""

Done = tuple[State, tuple[Effect, ...]]
"""The next state, and the effects in order."""


def phase_of(game: Game, state: State) -> GamePhase:
    """What a game waits for."""
    if game.opens is None:
        return Opening(state.now)
    if game.outcome is not None:
        return Over(state.now)
    if game.thrown is None:
        return CastDue(state.now)
    if not legal_moves(game.position):
        return NoMove(state.now)
    level = state.settings.level(game.position.side)
    return Choosing() if level is None else Thinking(level)


def do(state: State, choice: Choice) -> Done:
    """Carry a choice out."""
    match choice:
        case Play(move=move) | Confirm(move=move):
            return play(state, move)
        case GiveUp():
            return play(state, FORFEIT)
        case Enter(marked=marked):
            return enter(state, marked)
        case Narrow() | Widen():
            assert isinstance(state.phase, Choosing)  # only there moves are narrowed down
            return replace(state, phase=_narrowed(state, state.phase, choice)), ()
        case NextGame():
            return next_game(state)
        case Resume():
            return resume(state), ()
        case TakeBack():
            return take_turn_back(state)
        case BeginBy(name=name, changes=changes):
            after, effects = begin(state, read_contest(name, changes))
            return after, (*effects, SaveSetting("rules", rules_text(name, changes)))
        case Explain(reason=reason):
            flash = Flash(None, reason, Milliseconds(state.now + EXPLAIN_MS))
            return replace(state, flash=flash), ()
        case Hint():
            return _hint(resume(state)), ()
        case SetLevel(side=side, level=level):
            return _set_level(state, side, level)
        case ToggleOdds():
            return _toggle_odds(state)
        case NextBrightness() | ToggleRealLots() | ToggleSound() | ToggleShaken():
            return _set(state, choice)
        case BeginSelfTest():
            return replace(state, phase=SelfTest(), words="", flash=None), ()
        case TurnOff():
            return replace(state, phase=Stopped(state.now), under=None), ()
        case ListMoves(page=page) if isinstance(state.phase, Choosing):
            return replace(state, phase=replace(state.phase, page=page)), ()
        case (
            OpenMenu()
            | Check()
            | ListMoves()
            | Ask()
            | ListRules()
            | ChangeRules()
            | ListPlayers()
            | ListLevels()
        ):
            return replace(state, phase=_menu_phase(state, choice), words=""), ()
    assert_never(choice)


def enter(state: State, marked: int) -> Done:
    """The players' own lots show so many marked sides; with two casts a turn, of the first."""
    up = tuple(number < marked for number in range(state.game.rules.lots))
    if not isinstance(state.phase, CastDue):
        return cast_for_opening(state, Throw((up,), real=True))
    entered = (*state.phase.entered, up)
    if len(entered) < state.game.rules.casts:
        return replace(state, phase=replace(state.phase, entered=entered)), ()
    return cast(state, Throw(entered, real=True))


def cast_for_opening(state: State, thrown: Throw) -> Done:
    """A side has cast for the opening, or the lot has been drawn."""
    game = state.game.cast_for_opening(thrown)
    state = replace(state, game=game, words=words.opening(game, state.labels))
    state = replace(state, phase=phase_of(game, state))
    return state.sounding(Sound.CAST), (SaveEntry(opening_entry(thrown)),)


def cast(state: State, thrown: Throw) -> Done:
    """The lots lie: whoever's turn it is has to use them."""
    game = state.game.cast(thrown)
    state = replace(state, game=game, words="", keys=replace(state.keys, last=None))
    state = replace(state, phase=phase_of(game, state))
    return state.sounding(Sound.CAST), (SaveEntry(cast_entry(thrown)),)


def play(state: State, step: Step) -> Done:
    """A move or a forfeit, and what follows from it."""
    game = state.game.play(step)
    told = telling.told(game.played[-1], state.labels)
    state = replace(state, game=game, words=told.text, under=None)
    state = odds_wanted(replace(state, phase=phase_of(game, state)))
    effects: tuple[Effect, ...] = (SaveEntry(step_entry(step, game.rules.seats)),)
    if game.outcome is not None:
        effects = (*effects, SaveResult(words.result(game.outcome)))
        return state.sounding(Sound.END), effects
    return state.sounding(Sound.KILL if told.kills else Sound.CLICK), effects


def take_back(state: State) -> Done:
    """The last step undone, its cast back; or the players' own cast, entered wrongly."""
    game = state.game
    ended = game.outcome is not None
    if game.can_withdraw:
        game, entry, told = game.withdraw(), WITHDRAW, words.CAST_WITHDRAWN
    else:
        told = telling.taken_back(game.played[-1], state)
        game, entry = game.take_back(), TAKE_BACK
    keys = replace(state.keys, last=None)
    state = odds_wanted(replace(state, game=game, words=told, keys=keys))
    play_phase = phase_of(game, state)
    if isinstance(state.phase, Menu):
        state = replace(state, under=play_phase)
    else:
        state = replace(state, phase=play_phase, under=None)
    effects: tuple[Effect, ...] = (SaveEntry(entry),)
    return state, (*effects, SaveResult(None)) if ended else effects


def take_turn_back(state: State) -> Done:
    """The last step of people undone, and with it what the board has played since."""
    effects: tuple[Effect, ...] = ()
    for _ in range(state.steps_back):
        state, more = take_back(state)
        effects = (*effects, *more)
    return state, effects


def next_game(state: State) -> Done:
    """The next game of what is played: after a match's last one, or one given up, a new match."""
    game, contest = state.game, state.contest
    if game.outcome is None:
        return begin(state, contest.anew())
    contest = contest.with_game(Finished(game.outcome.winner, game.position.kills))
    return begin(state, contest.anew() if contest.decided else contest)


def begin(state: State, contest: Contest) -> Done:
    """A game of a contest. Where the sides open in turn, they do so from game to game."""
    last = state.game
    opens: Side | None = None
    if contest.rules.opening == "alternate":
        opens = last.opens or Side.JADE
        opens = opens.enemy if last.played else opens
    game = Game.begin(contest.rules, opens)
    keys = replace(state.keys, last=None)
    state = replace(state, contest=contest, game=game, under=None, keys=keys)
    state = replace(state, odds=None, odds_due=False)
    state = replace(state, phase=phase_of(game, state), words=words.begins(contest))
    return state, (save_begin(state),)


def save_begin(state: State) -> SaveBegin:
    """That the game has begun, for the journal."""
    contest, game = state.contest, state.game
    match = MatchPlace(contest.name, contest.number, changes_text(contest))
    place = match if contest.is_match else None
    return SaveBegin(game.rules, game.opens, state.names, place, state.settings.levels)


def resume(state: State) -> State:
    """Back to the game."""
    told = words.so_far(state.game, state.labels)
    return replace(state, phase=phase_of(state.game, state), under=None, words=told)


def open_menu(state: State) -> State:
    """The menu over whatever is there; in the menu its first page."""
    under = state.phase if isinstance(state.phase, GamePhase) else state.under
    keys = replace(state.keys, waiting=None)
    return replace(state, phase=Menu(), under=under, words="", flash=None, keys=keys)


def _narrowed(state: State, phase: Choosing, choice: Narrow | Widen) -> Choosing:
    """The moves that one more press may mean, or all of them again."""
    if isinstance(choice, Widen):
        return replace(phase, pressed=(), listed=(), page=0)
    pressed = (*phase.pressed, choice.space)
    moves = remaining(state, pressed)
    told = all(set(state.spots(move)) - set(pressed) for move in moves)
    return replace(phase, pressed=pressed, listed=() if told else moves)


def _hint(state: State) -> State:
    """The best move is looked for; people may choose meanwhile."""
    if not isinstance(state.phase, Choosing):
        return state
    return replace(state, phase=replace(state.phase, is_hinting=True), words=words.HINTING)


def odds_wanted(state: State) -> State:
    """The odds shown, if any, are those of another position; the new ones, where wanted, due."""
    due = state.settings.odds and state.game.outcome is None
    return replace(state, odds=None, odds_due=due)


def _menu_phase(
    state: State,
    choice: OpenMenu | Check | ListMoves | Ask | ListRules | ChangeRules | ListPlayers | ListLevels,
) -> MenuPhase:
    match choice:
        case OpenMenu(page=page):
            return Menu(page)
        case Check(space=space):
            beyond = space > state.game.rules.track + 1
            return Menu() if beyond else Checking(space)
        case ListMoves(page=page):
            return Listing(page, choice.played)
        case Ask(question=question):
            return Confirming(question)
        case ListRules(page=page):
            return ChoosingRules(page)
        case ChangeRules(name=name, changes=changes, page=page):
            return ChangingRules(name, changes, page)
        case ListPlayers():
            return ChoosingPlayers()
        case ListLevels(side=side):
            return ChoosingLevel(side)
    assert_never(choice)


def _set_level(state: State, side: Side, level: Level | None) -> Done:
    """Who plays a side; from now on, also in the game that is played."""
    jade, cinnabar = state.settings.levels
    levels = (level, cinnabar) if side is Side.JADE else (jade, level)
    settings = replace(state.settings, levels=levels)
    state = replace(state, settings=settings, phase=ChoosingPlayers())
    saved: tuple[Effect, ...] = (SaveSetting(side.name.lower(), level.value if level else ""),)
    if state.game.outcome is None:
        saved = (*saved, SaveEntry(plays_entry(levels)))
    return state, saved


def _toggle_odds(state: State) -> Done:
    """The odds, told at once; and what they leave out."""
    settings = replace(state.settings, odds=not state.settings.odds)
    state = odds_wanted(replace(state, settings=settings))
    left_out = words.left_out(state.game.rules)
    if settings.odds and left_out:
        until = Milliseconds(state.now + EXPLAIN_MS)
        state = replace(state, flash=Flash(None, left_out, until, words.ODDS_HEADLINE))
    return state, (SaveSetting("odds", settings.odds),)


def _set(
    state: State, choice: NextBrightness | ToggleRealLots | ToggleSound | ToggleShaken
) -> Done:
    settings = state.settings
    match choice:
        case ToggleRealLots():
            settings = replace(settings, real_lots=not settings.real_lots)
            saved = SaveSetting("real_lots", settings.real_lots)
        case ToggleSound():
            settings = replace(settings, sound=not settings.sound)
            saved = SaveSetting("sound", settings.sound)
        case ToggleShaken():
            settings = replace(settings, shaken=not settings.shaken)
            saved = SaveSetting("shaken", settings.shaken)
        case NextBrightness():
            order = (Brightness.HIGH, Brightness.MEDIUM, Brightness.LOW)
            after = order[(order.index(settings.brightness) + 1) % len(order)]
            settings = replace(settings, brightness=after)
            saved = SaveSetting("brightness", after.value)
        case _:
            assert_never(choice)
    return replace(state, settings=settings), (saved,)
