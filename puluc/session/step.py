"""One event into a session: the next state, and what the app is to do.

Presses are looked up in ``choices``; this module knows about time, holds and the two end spaces
held together.
"""

from dataclasses import replace
from typing import assert_never

from puluc.rules.steps import FORFEIT
from puluc.rules.units import Space
from puluc.session import telling, words
from puluc.session.acts import Done, cast, cast_for_opening, do, open_menu, play, resume, take_back
from puluc.session.choice import Confirm, Enter, GiveUp, Narrow, Play, Widen
from puluc.session.choices import choices
from puluc.session.effects import DrawLots, Effect, ShutDown
from puluc.session.events import (
    Back,
    Drawn,
    Event,
    Held,
    Lost,
    MenuPressed,
    Milliseconds,
    Noticed,
    Pressed,
    Released,
    Shaken,
    Stumped,
    Thought,
    Tick,
)
from puluc.session.frame import Sound
from puluc.session.game import Throw
from puluc.session.phases import (
    ANNOUNCE_MS,
    GOODBYE_MS,
    HINT_MS,
    OVER_QUIET_MS,
    CastDue,
    Choosing,
    GoOn,
    NoMove,
    Opening,
    Over,
    Stopped,
    Thinking,
    Told,
)
from puluc.session.state import Down, Flash, State
from puluc.session.thinking import answered, asking, casts_at, patience_ends, stumped

FLASH_MS = Milliseconds(2500)
"""How long a refusal blinks and is told."""
CHORD_MS = Milliseconds(500)
"""Two ends pressed within this time are meant together."""
FORFEIT_SHAKE_MS = Milliseconds(1500)
"""A shake forfeits when it begins this long after the players were told that nothing can move."""


def step(state: State, event: Event) -> Done:
    """The state after an event, and the effects in the order in which to carry them out."""
    return asking(_step(state, event))


def _step(state: State, event: Event) -> Done:
    state = _at(state, event.at)
    match event:
        case Tick():
            return _ticked(state)
        case Noticed(words=text) if state.words == words.HINTING:
            # The hint takes the words, and comes in a moment: this stands before it for a while.
            return replace(state, flash=Flash(None, text, Milliseconds(state.now + FLASH_MS))), ()
        case Noticed(words=text):
            return replace(state, words=text), ()
        case Lost(part=part, reason=reason):
            others = tuple(fault for fault in state.faults if fault != (part, reason))
            return replace(state, faults=(*others, (part, reason))), ()
        case Back(part=part):
            faults = tuple(fault for fault in state.faults if fault[0] is not part)
            return replace(state, faults=faults), ()
        case Drawn(lots=lots):
            return _drawn(state, lots)
        case Thought(about=about, odds=odds, step=thought_of):
            return answered(state, about, odds, thought_of), ()
        case Stumped(about=about):
            return stumped(state, about), ()
    if isinstance(state.phase, Stopped):
        return state, ()
    state = replace(state, touched=event.at)
    match event:
        case Pressed(space=space):
            return _pressed(state, space)
        case Released(space=space):
            return _released(state, space)
        case Held(space=space, held_ms=held_ms):
            return _held(state, space, held_ms)
        case MenuPressed():
            return (resume(state) if state.under is not None else open_menu(state)), ()
        case Shaken(began=began):
            return _shaken(state, began)
    assert_never(event)


def next_tick(state: State) -> Milliseconds | None:
    """When the session wants a ``Tick``; none when time alone changes nothing."""
    due = [state.flash.until] if state.flash is not None else []
    own_cast, patience = casts_at(state), patience_ends(state)
    if own_cast is not None:  # at once, where the odds have kept it waiting
        due.append(Milliseconds(max(own_cast, state.now + 1)))
    if patience is not None:
        due.append(patience)
    match state.phase:
        case Over(since=since):
            due.append(Milliseconds(since + OVER_QUIET_MS))
        case CastDue(since=since) | Opening(since=since):
            wait = HINT_MS if state.board_casts else ANNOUNCE_MS
            due.append(Milliseconds(since + wait))
        case Stopped(since=since):
            due.append(Milliseconds(since + GOODBYE_MS))
        case _:
            pass
    return min((at for at in due if at > state.now), default=None)


def _ticked(state: State) -> Done:
    match state.phase:
        case Stopped(since=since, dark=False) if state.now >= since + GOODBYE_MS:
            return replace(state, phase=Stopped(since, dark=True)), (ShutDown(),)
        case _:
            pass
    own_cast = casts_at(state)
    if own_cast is not None and state.now >= own_cast:
        return _draw(state)
    patience = patience_ends(state)
    if state.asked is not None and patience is not None and state.now >= patience:
        return stumped(state, state.asked), ()
    return state, ()


def _at(state: State, at: Milliseconds) -> State:
    flash = state.flash if state.flash is not None and at < state.flash.until else None
    return replace(state, now=max(at, state.now), flash=flash)


def _pressed(state: State, space: Space) -> Done:
    first = _other_end(state, space)
    if first is not None and state.now - first.since <= CHORD_MS:
        keys = replace(state.keys.pressed(space, state.now), waiting=None)
        return replace(state, keys=keys, flash=None), ()
    both_down = _both_ends_down(state)
    state = replace(state, keys=state.keys.pressed(space, state.now), flash=None)
    if both_down:
        return state, ()
    if _may_be_a_hold(state, space):
        return replace(state, keys=replace(state.keys, waiting=space)), ()
    return _act(state, space)


def _act(state: State, space: Space) -> Done:
    choice = choices(state).get(space)
    if choice is None:
        return _refuse(state, space), ()
    after, effects = do(state, choice)
    match choice:
        case Play() | GiveUp():
            keys = after.keys.stepped(space)
        case Confirm():  # no slip: it was the board's move
            keys = replace(after.keys.stepped(space), last=None)
        case Narrow() | Widen():
            keys = after.keys
        case _:
            keys = replace(after.keys, last=None)
    return replace(after, keys=keys), effects


def _refuse(state: State, space: Space) -> State:
    flash = Flash(space, words.refusal(state, space), Milliseconds(state.now + FLASH_MS))
    return replace(state, flash=flash).sounding(Sound.REFUSAL)


def _may_be_a_hold(state: State, space: Space) -> bool:
    """Whether a press must wait for its release.

    On the space just pressed it may become the hold that takes a slip back, although that space
    can do something again (enter lots, use the second cast). On an end that enters lots it may
    become one of both ends.
    """
    choice = choices(state).get(space)
    if space == state.keys.last:
        return isinstance(choice, Enter | Play | Narrow | GiveUp)
    return isinstance(choice, Enter) and space in (Space(1), Space(state.spaces))


def _released(state: State, space: Space) -> Done:
    waited = state.keys.waiting == space
    state = replace(state, keys=state.keys.released(space))
    return _act(state, space) if waited else (state, ())


def _held(state: State, space: Space, held_ms: Milliseconds) -> Done:
    if held_ms >= state.holds.stuck_ms:
        keys = state.keys.released(space)
        return replace(state, keys=replace(keys, stuck=keys.stuck | {space})), ()
    down = state.keys.find(space)
    if down is None:
        return state, ()
    if _both_ends_down(state):
        first = _other_end(state, space)
        if first is not None and first.since <= down.since and held_ms >= state.holds.menu_ms:
            return _open_by_ends(state, first, down)
        return state, ()
    if held_ms != state.holds.cast_ms:
        return state, ()
    if space == state.keys.last:
        return _take_slip_back(state)
    match state.phase:
        case Opening(since=since) | CastDue(since=since) if down.since > since:
            return _draw(state) if state.board_casts else (state, ())
        case _:
            return state, ()


def _take_slip_back(state: State) -> Done:
    """Holding the space just pressed; a forfeit had no other choice, so it stands."""
    slipped = bool(state.game.played) and state.keys.last is not None
    in_play = isinstance(state.phase, CastDue | Choosing | Thinking | Told | NoMove | Over)
    if not (slipped and in_play and telling.was_move(state.game.played[-1])):
        return state, ()
    return take_back(replace(state, keys=replace(state.keys, waiting=None), flash=None))


def _other_end(state: State, space: Space) -> Down | None:
    """The press of the opposite end, while a space is an end and the other one is down."""
    ends = {Space(1): Space(state.spaces), Space(state.spaces): Space(1)}
    return state.keys.find(ends[space]) if space in ends else None


def _open_by_ends(state: State, first: Down, second: Down) -> Done:
    """The menu; a step that the first of two presses meant together made is taken back."""
    effects: tuple[Effect, ...] = ()
    if first.stepped and second.since - first.since <= CHORD_MS:
        state, effects = take_back(state)
    return open_menu(state), effects


def _shaken(state: State, began: Milliseconds) -> Done:
    if _both_ends_down(state):
        return state, ()
    if isinstance(state.phase, GoOn):
        state = resume(state)
    match state.phase:
        case Opening() | CastDue() if state.board_casts:
            return _draw(state)
        case NoMove(since=since) if began >= since + FORFEIT_SHAKE_MS:
            return play(state, FORFEIT)
        case _:
            return state, ()


def _both_ends_down(state: State) -> bool:
    return all(state.keys.find(end) is not None for end in (Space(1), Space(state.spaces)))


def _draw(state: State) -> Done:
    game, rules = state.game, state.game.rules
    lots = game.opening_lots if game.opens is None else rules.lots * rules.casts
    return replace(state, flash=None), (DrawLots(lots),)


def _drawn(state: State, lots: tuple[bool, ...]) -> Done:
    if state.game.opens is None:
        return cast_for_opening(state, Throw((lots,)))
    if not state.game.cast_due:
        return state, ()
    size = state.game.rules.lots
    casts = tuple(lots[start : start + size] for start in range(0, len(lots), size))
    return cast(state, Throw(casts))
