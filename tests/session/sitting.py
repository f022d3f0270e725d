"""A session to be driven by a test: events with a clock, and what was saved and shown."""

from dataclasses import dataclass, field

from puluc.rules.contests import contest
from puluc.rules.units import Space
from puluc.session.effects import DrawLots, Effect, SaveBegin, SaveEntry, Think
from puluc.session.events import (
    Drawn,
    Event,
    Held,
    MenuPressed,
    Milliseconds,
    Pressed,
    Released,
    Shaken,
    Tick,
)
from puluc.session.frame import Frame, Lamp
from puluc.session.opening import Setup, start_game
from puluc.session.state import Settings, State
from puluc.session.step import next_tick, step
from puluc.session.view import frame

HOLDS = (1_000, 2_000, 10_000)


@dataclass
class Sitting:
    """Players at a session: what they do, in milliseconds of a clock that they move."""

    state: State
    now: int = 0
    effects: list[Effect] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    """The casts to come, as numbers of marked sides."""
    down: dict[int, int] = field(default_factory=dict)

    @classmethod
    def begin(
        cls,
        *draws: int,
        name: str = "classic",
        spaces: int = 11,
        settings: Settings | None = None,
        names: tuple[str, ...] = (),
        buzzer: bool = False,
        **rules,
    ):
        setup = Setup(spaces, contest(name, **rules), names=names, buzzer=buzzer)
        state, effects = start_game(setup, settings or Settings(), Milliseconds(0))
        return cls(state, effects=list(effects), draws=list(draws))

    def happens(self, event: Event) -> None:
        self.state, effects = step(self.state, event)
        self.effects += effects
        for effect in effects:
            if isinstance(effect, DrawLots):
                size = min(effect.count, self.state.game.rules.lots)
                lots: tuple[bool, ...] = ()
                for _ in range(effect.count // size):
                    marked = self.draws.pop(0)
                    lots += tuple(number < marked for number in range(size))
                self.happens(Drawn(self.at, lots))
            elif isinstance(effect, Think):
                self.think(effect)

    def think(self, about: Think) -> None:
        """The session asks the opponent; here nobody answers."""

    @property
    def at(self) -> Milliseconds:
        return Milliseconds(self.now)

    def wait(self, ms: int) -> None:
        """Time passes; holds and ticks come when they are due."""
        end = self.now + ms
        while True:
            holds = [
                (since + held, "hold", space, held)
                for space, since in self.down.items()
                for held in HOLDS
                if self.now < since + held <= end
            ]
            tick = next_tick(self.state)
            ticks = [(tick, "tick", 0, 0)] if tick is not None and tick <= end else []
            if not holds + ticks:
                break
            self.now, kind, space, held = min(holds + ticks)
            if kind == "hold":
                self.happens(Held(self.at, Space(space), Milliseconds(held)))
            else:
                self.happens(Tick(self.at))
        self.now = end

    def press(self, space: int) -> None:
        self.now += 1
        self.down[space] = self.now
        self.happens(Pressed(self.at, Space(space)))

    def release(self, space: int) -> None:
        self.now += 1
        del self.down[space]
        self.happens(Released(self.at, Space(space)))

    def tap(self, *spaces: int) -> None:
        for space in spaces:
            self.press(space)
            self.wait(80)
            self.release(space)

    def hold(self, space: int, ms: int = 1_000) -> None:
        self.press(space)
        self.wait(ms)
        self.release(space)

    def hold_ends(self, ms: int = 2_000, gap: int = 10) -> None:
        first, last = 1, self.state.spaces
        self.press(first)
        self.wait(gap)
        self.press(last)
        self.wait(ms)
        self.release(first)
        self.release(last)

    def menu(self) -> None:
        self.now += 1
        self.happens(MenuPressed(self.at))

    def shake(self, *marked: int, ms: int = 600) -> None:
        """A shake, with the casts it is to bring, if any."""
        self.draws += marked
        began = self.now + 1
        self.now += ms
        self.happens(Shaken(self.at, Milliseconds(began)))

    def play(self, *turns: tuple[int, int]) -> None:
        """Turns of a cast (in marked sides) and the space pressed."""
        for marked, space in turns:
            self.shake(marked)
            self.tap(space)

    # What is seen

    @property
    def frame(self) -> Frame:
        return frame(self.state)

    def lamps(self, lamp: Lamp = Lamp.ON) -> list[int]:
        """The spaces whose lamp does that."""
        return [space for space, each in enumerate(self.frame.lamps, 1) if each is lamp]

    @property
    def screen(self):
        return self.frame.screen

    @property
    def saved(self) -> list[SaveEntry]:
        return [effect for effect in self.effects if isinstance(effect, SaveEntry)]

    @property
    def begun(self) -> list[SaveBegin]:
        return [effect for effect in self.effects if isinstance(effect, SaveBegin)]
