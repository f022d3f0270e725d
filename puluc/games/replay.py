"""A game that has been played, step by step on a board: pure, as the session is.

Each view is a position with what was cast and the move that was made: the pile's space blinks
slowly, the one it goes to fast. A press of a lit space, or a shake, makes the move; holding a space
takes it back; the menu button goes to the beginning, or from there to the end.
"""

from dataclasses import dataclass, replace
from typing import Final

from puluc.conductor import Machine
from puluc.games.views import before, session
from puluc.rules.steps import Forfeit, Move
from puluc.rules.units import Place, Side, Space
from puluc.screens.values import GameScreen
from puluc.session import telling, view
from puluc.session.effects import Effect
from puluc.session.events import Event, Held, MenuPressed, Milliseconds, Pressed, Released, Shaken
from puluc.session.frame import Frame, Lamp, Sound
from puluc.session.game import Game
from puluc.session.state import Holds, State

TELL_MS = Milliseconds(2500)
"""How long a press that does nothing is told of."""

NOT_LIT: Final = "Press a lit space"
END: Final = "The end. Hold a space: back"


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay between two events."""

    game: Game
    """The whole game, as it was left."""
    spaces: int
    """Spaces of the board; at least as many as the track has."""
    names: tuple[str, ...] = ()
    """The players' names by seat."""
    holds: Holds = Holds()
    at: int = 0
    """How many steps have been made."""
    now: Milliseconds = Milliseconds(0)
    touched: Milliseconds = Milliseconds(0)
    down: frozenset[Space] = frozenset()
    """Spaces under fingers whose release steps on, unless they are held first."""
    told: str = ""
    """What is said of a press that did nothing, until then."""
    until: Milliseconds = Milliseconds(0)
    sound: Sound | None = None
    sound_id: int = 0

    @property
    def shown(self) -> Game:
        """The game as it stood after so many steps, its next cast thrown."""
        return before(self.game, self.at)

    @property
    def ended(self) -> bool:
        """Whether all steps have been made."""
        return self.at == len(self.game.played)


def step(replay: Replay, event: Event) -> tuple[Replay, tuple[Effect, ...]]:
    """The replay after an event. There is nothing to be saved or cast, so no effects."""
    replay = replace(replay, now=max(replay.now, event.at))
    if replay.now >= replay.until:
        replay = replace(replay, told="")
    if isinstance(event, Pressed | Released | Held | Shaken | MenuPressed):
        replay = replace(replay, touched=event.at)
    match event:
        case Pressed(space=space) if _lamps(replay, _state(replay))[space - 1] is Lamp.OFF:
            replay = _tell(replay, END if replay.ended else NOT_LIT)
        case Pressed(space=space):
            replay = replace(replay, down=replay.down | {space})
        case Released(space=space) if space in replay.down:
            replay = _on(replace(replay, down=replay.down - {space}))
        case Shaken():
            replay = _on(replay)
        case Held(space=space, held_ms=held_ms) if held_ms == replay.holds.cast_ms:
            replay = _go(replace(replay, down=replay.down - {space}), replay.at - 1)
        case MenuPressed():
            replay = _go(replay, 0 if replay.at else len(replay.game.played))
        case _:
            pass
    return replay, ()


def next_tick(replay: Replay) -> Milliseconds | None:
    """When what is told of a press has been told long enough."""
    return replay.until if replay.told else None


def frame(replay: Replay) -> Frame:
    """The position, with the move to be made by lamps and in words."""
    state = _state(replay)
    shown = view.frame(state)
    assert isinstance(shown.screen, GameScreen)  # of every phase of play that a replay has
    lamps = _lamps(replay, state)
    lit = [space for space, lamp in enumerate(lamps, 1) if lamp is not Lamp.OFF]
    screen = replace(
        shown.screen,
        words=replay.told or _words(replay, state),
        lit=frozenset(track for space in lit if (track := state.track_space(Space(space)))),
        lit_homes=frozenset(side for side in Side if state.home_space(side) in lit),
        notice=f"{replay.at}/{len(replay.game.played)}",
        focus=_focus(replay) or shown.screen.focus,
    )
    return Frame(
        lamps=lamps,
        screen=screen,
        touched=replay.touched,
        sound=replay.sound,
        sound_id=replay.sound_id,
    )


def _at(replay: Replay) -> int:
    return replay.at


MACHINE: Final = Machine(step, frame, next_tick, _at)
"""A replay for the conductor."""


def _on(replay: Replay) -> Replay:
    """The step made, with its sound."""
    if replay.ended:
        return _tell(replay, END)
    told = telling.told(replay.game.played[replay.at], _state(replay).labels)
    then = replace(replay, at=replay.at + 1, told="")
    if then.ended and then.game.outcome is not None:
        return _sounding(then, Sound.END)
    return _sounding(then, Sound.KILL if told.kills else Sound.CLICK)


def _go(replay: Replay, at: int) -> Replay:
    """Another place in the game, if there is one there."""
    return replay if at < 0 else _sounding(replace(replay, at=at, told=""), Sound.CLICK)


def _tell(replay: Replay, told: str) -> Replay:
    replay = replace(replay, told=told, until=Milliseconds(replay.now + TELL_MS))
    return _sounding(replay, Sound.REFUSAL)


def _sounding(replay: Replay, sound: Sound) -> Replay:
    return replace(replay, sound=sound, sound_id=replay.sound_id + 1)


def _state(replay: Replay) -> State:
    """The session as it was at that time."""
    return session(replay.shown, replay.names, replay.spaces, replay.now)


def _lamps(replay: Replay, state: State) -> tuple[Lamp, ...]:
    if replay.ended:
        return (Lamp.OFF,) * replay.spaces
    made = replay.game.played[replay.at].step
    if isinstance(made, Forfeit):
        return (Lamp.ON,) * replay.spaces
    shown = view.move_lamps(state, made)
    return tuple(shown.get(Space(space), Lamp.OFF) for space in range(1, replay.spaces + 1))


def _words(replay: Replay, state: State) -> str:
    """The move that is shown; at the end, how it ended."""
    if not replay.ended:
        return telling.told(replay.game.played[replay.at], state.labels).text
    casts = replay.game.position.casts
    return f"After {casts} casts" if replay.game.outcome is not None else END


def _focus(replay: Replay) -> Space | None:
    """Where to look on a long track: where the move goes to, or comes from."""
    made = None if replay.ended else replay.game.played[replay.at].step
    if not isinstance(made, Move):
        return None
    ends = (made.target, made.source)
    return next((end for end in ends if not isinstance(end, Place)), None)
