"""From a state to the frame that the players see."""

from dataclasses import replace
from typing import assert_never

from puluc.rules.steps import FORFEIT, Forfeit, Move, Step
from puluc.rules.units import Place, Player, Side, Space
from puluc.screens.values import (
    Entry,
    GameScreen,
    ListScreen,
    LotsScreen,
    MessageScreen,
    PileScreen,
    Screen,
)
from puluc.session import words
from puluc.session.choice import Enter
from puluc.session.choices import choices
from puluc.session.events import Milliseconds
from puluc.session.frame import Frame, Lamp
from puluc.session.game import Game
from puluc.session.menu import lines
from puluc.session.phases import (
    ANNOUNCE_MS,
    HINT_MS,
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


def frame(state: State) -> Frame:
    """Everything that is seen and heard in a state."""
    return Frame(
        lamps=_lamps(state),
        screen=_screen(state),
        touched=state.touched,
        brightness=state.settings.brightness,
        sound=state.sound if state.settings.sound else None,
        sound_id=state.sound_id,
    )


def _lamps(state: State) -> tuple[Lamp, ...]:
    lit = choices(state)
    lamps = [
        Lamp.ON if space in lit and space not in state.keys.stuck else Lamp.OFF
        for space in map(Space, range(1, state.spaces + 1))
    ]
    match state.phase:
        case Told(move=move):
            for space, lamp in move_lamps(state, move).items():
                lamps[space - 1] = lamp if space not in state.keys.stuck else Lamp.OFF
            about = []
        case Choosing(pressed=(), listed=(), hint=Move() as move):
            about = [space for space in state.spots(move) if space not in state.keys.stuck]
        case Choosing(pressed=pressed, listed=()):
            about = list(pressed)
        case Checking(space=space) if space <= state.game.rules.track:
            about = [state.board_space(space)]
        case _:
            about = []
    for space in about:
        lamps[space - 1] = Lamp.SLOW
    if state.flash is not None and state.flash.space is not None:
        lamps[state.flash.space - 1] = Lamp.FAST
    return tuple(lamps)


def move_lamps(state: State, move: Move) -> dict[Space, Lamp]:
    """How a move is shown: the pile's space blinks slowly, the one that it goes to fast."""
    first, *others = state.spots(move)
    comes = isinstance(move.source, Place) and not others
    return {first: Lamp.FAST if comes else Lamp.SLOW} | dict.fromkeys(others, Lamp.FAST)


def _screen(state: State) -> Screen:
    phase = state.phase
    match phase:
        case CastDue(since=since) | Opening(since=since) if (
            not state.board_casts and state.flash is None and state.now >= since + ANNOUNCE_MS
        ):
            return _lots(state)
        case Opening(since=since):
            return _opening(state, since)
        case CastDue(since=since):
            return _turn(state, words.turn(state), _due(state, since))
        case Choosing(listed=listed) if listed:
            return _list(state, words.WHICH)
        case Choosing(pressed=pressed):
            return _turn(state, words.cast_headline(state), words.choosing(state, pressed))
        case Thinking():
            return _turn(state, words.cast_headline(state), words.BOARD_THINKS)
        case Told(move=move):
            told = words.told_move(state, move, tuple(choices(state)))
            return _turn(state, words.cast_headline(state), told)
        case NoMove():
            return _turn(state, words.cast_headline(state), words.no_move(state))
        case Over():
            return _over(state)
        case GoOn():
            return MessageScreen(words.GO_ON_HEADLINE, words.GO_ON_HOW)
        case Menu():
            return _list(state, state.words or words.MENU)
        case Listing():
            return _list(state, words.MOVES_TITLE)
        case Confirming(question=question):
            return _list(state, words.ask(question))
        case ChoosingRules():
            return _list(state, words.RULES)
        case ChangingRules(name=name):
            return _list(state, words.rules(name))
        case ChoosingPlayers():
            return _list(state, words.WHO_PLAYS.capitalize())
        case ChoosingLevel(side=side):
            return _list(state, words.name(side))
        case Checking(space=space):
            return _check(state, space)
        case SelfTest():
            return MessageScreen(words.SELF_TEST.capitalize())
        case Stopped():
            return MessageScreen(words.GOODBYE, (words.notice(state) or words.SAVED,))
    assert_never(phase)


def _game(
    state: State, headline: str, told: str, side: Side | None = None, player: Player | None = None
) -> GameScreen:
    game = state.game
    position = game.position
    lit = [space for space in choices(state) if space not in state.keys.stuck]
    return GameScreen(
        position=position,
        headline=headline,
        words=state.flash.words if state.flash is not None else told,
        side=side or position.side,
        player=player,
        casts=game.thrown.casts if game.thrown else (),
        used=_used(game),
        lit=frozenset(track for space in lit if (track := state.track_space(space)) is not None),
        notice=words.notice(state) or words.odds(state),
        focus=_focus(state),
        homes=state.home_space(Side.JADE) is not None,
        lit_homes=frozenset(each for each in Side if state.home_space(each) in lit),
        houses=state.houses,
    )


def _turn(state: State, headline: str, told: str) -> GameScreen:
    """The screen of a player whose turn it is; in a game of two the side says who that is."""
    position = state.game.position
    player = position.turn if position.rules.seats > 2 else None
    return _game(state, headline, told, player=player)


def _used(game: Game) -> frozenset[int]:
    """Which casts of the throw have been used, counted from 0."""
    if game.thrown is None:
        return frozenset()
    left = list(game.position.left)
    used = []
    for index, value in enumerate(game.thrown.values(game.rules)):
        if value in left:
            left.remove(value)
        else:
            used.append(index)
    return frozenset(used)


def _focus(state: State) -> Space | None:
    """The space pressed, or the one that the last move went to or came from."""
    if isinstance(state.phase, Choosing) and state.phase.pressed:
        return state.track_space(state.phase.pressed[-1])
    if isinstance(state.phase, Told):
        step: Step = state.phase.move
    else:
        step = state.game.played[-1].step if state.game.played else FORFEIT
    if isinstance(step, Forfeit):
        return None
    ends = (step.target, step.source)
    return next((end for end in ends if not isinstance(end, Place)), None)


def _due(state: State, since: Milliseconds) -> str:
    """What happened last; to players who let a while pass, how to cast."""
    return words.due(state) if state.now < since + HINT_MS else words.how_to_cast(state)


def _opening(state: State, since: Milliseconds) -> GameScreen:
    game = state.game
    if game.rules.opening == "lot":
        return _game(state, words.WHO_BEGINS, _due(state, since))
    screen = _game(state, words.name(game.opener), _due(state, since), game.opener)
    return replace(screen, casts=game.opening[-1].casts if game.opening else ())


def _over(state: State) -> GameScreen:
    outcome = state.game.outcome
    assert outcome is not None  # the phase says so
    winner = words.winner(state, outcome)
    return _game(state, words.over_headline(winner), words.over(state, outcome), winner)


def _lots(state: State) -> LotsScreen:
    entered = {
        space: choice.marked
        for space, choice in choices(state).items()
        if isinstance(choice, Enter)
    }
    title = words.enter_lots(state)
    return LotsScreen(title, tuple(entered.items()), state.game.rules.lots)


def _list(state: State, title: str) -> Screen:
    """A list; a refused press takes the display for its short while, since a list has no room."""
    if state.flash is not None:
        refused = words.CANT_PLAY if state.flash.space is None else words.LIT_ONLY
        headline = state.flash.headline or refused
        return MessageScreen(headline, words.wrapped(state.flash.words))
    shown = lines(state)
    return ListScreen(title, tuple(Entry(line.text, line.space) for line in shown))


def _check(state: State, space: Space) -> Screen:
    position = state.game.position
    (key,) = choices(state)
    hint = state.flash.words if state.flash is not None else words.press_to_go_on(key)
    if space > position.rules.track:
        return MessageScreen(words.HANDS, (*words.hands(position, state.labels), hint))
    said = words.pile(position, space, state.labels)
    return PileScreen(position, space, said, hint, state.houses)
