"""A person at a board under test, who does what the display asks, and sees what is there."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hardware.simulated.board import SimulatedBoard
from hardware.simulated.clock import SimulatedReactor
from hardware.wiring import DIRECT, Wiring
from puluc.app import Simulation, simulate
from puluc.conductor import Conductor
from puluc.config import Config
from puluc.rewiring import Rewiring
from puluc.screens import render
from puluc.selftest.machine import TEST
from puluc.selftest.state import Fault, Trial, begin
from puluc.selftest.tasks import (
    AllDark,
    AllWell,
    Announce,
    FindLamp,
    LeaveTray,
    LookAt,
    Offer,
    PressKey,
    ShakeTray,
    Task,
    Tell,
    Written,
)
from puluc.session.events import Milliseconds, Noticed
from puluc.session.state import Holds


@dataclass
class Hands:
    """What is wrong about a board, as it is met by hands and eyes."""

    dead: set[int] = field(default_factory=set)
    """Buttons that are not connected."""
    short: set[int] = field(default_factory=set)
    """Buttons of which each pulls all of them."""
    dark: set[int] = field(default_factory=set)
    """Lamps that are not connected."""
    always_lit: set[int] = field(default_factory=set)
    no_tray: bool = False
    no_menu: bool = False
    display_is_broken: bool = False
    says_no: bool = False
    slips: int = 0
    """How often the person presses a neighbour first."""


class Person:
    """Does what a self-test asks until it is over.

    Args:
        wired: How the board is wired; the drivers have the configuration's wiring.
        hands: What else is wrong.
        prepare: Does something to the board first.
        config: The configuration; the usual one.
    """

    def __init__(
        self,
        folder: Path,
        wired: Wiring = DIRECT,
        hands: Hands | None = None,
        prepare: Callable[[SimulatedBoard], object] = lambda board: None,
        config: Config | None = None,
    ) -> None:
        self.hands = hands or Hands()
        self.clock = SimulatedReactor()
        self.path = folder / "wiring.toml"
        config = config or Config()
        simulation = simulate(config, self.clock, seed=3, threaded=False, wired=wired)
        self.board, self.panel, self.display = (
            simulation.board,
            simulation.panel,
            simulation.display,
        )
        self.asked: list[Task] = []
        prepare(self.board)
        self.conductor = self.begin(simulation, config)
        self.wait(50)

    def begin(self, simulation: Simulation, config: Config) -> Conductor[Trial]:
        rewiring = Rewiring(config.board, lambda: self.panel.wiring, self.panel.rewire, self.path)

        def rewire(effect) -> None:
            conductor.handle(Noticed(conductor.now(), rewiring(effect)))

        conductor: Conductor[Trial] = Conductor(
            TEST,
            begin(simulation.fitted, Milliseconds(0), Holds()),
            self.clock,
            (self.panel, self.display),
            _nothing,
            _nothing,
            _nothing,
            rewire,
        )
        self.display.start(conductor.handle)
        self.panel.start(conductor.handle)
        conductor.show()
        return conductor

    @property
    def test(self) -> Trial:
        return self.conductor.state

    def wait(self, ms: int) -> None:
        self.clock.advance_ms(ms)

    def close(self) -> None:
        self.conductor.close()
        self.panel.close()
        self.display.close()
        self.board.close()

    def run(self) -> list[str]:
        """Do all of it; what was found, in words."""
        for _ in range(300):
            if self.test.task is None:
                break
            self.sees_the_screen()
            self.asked.append(self.test.task)
            self.do(self.test.task)
        else:
            raise AssertionError(f"no end: {self.asked[-5:]}")
        return [str(fault) for fault in self.found]

    @property
    def found(self) -> tuple[Fault, ...]:
        assert self.test.found is not None
        return self.test.found

    def sees_the_screen(self) -> None:
        """The display shows what is asked for, maybe moved a little: it rests while nobody acts."""
        if self.test.is_blind:
            return
        shown, wanted = self.board.pixels(), render(TEST.frame(self.test).screen)
        assert shown.crop(shown.getbbox()).tobytes() == wanted.crop(wanted.getbbox()).tobytes()

    def do(self, task: Task) -> None:
        hands = self.hands
        match task:
            case PressKey(key=None):
                if hands.no_menu:
                    self.hold(2 if 1 in hands.dead else 1)
                else:
                    self.menu()
            case PressKey(key=key):
                if hands.slips:
                    hands.slips -= 1
                    self.press(key % 11 + 1)
                elif key in hands.dead:
                    self.press(key)
                    self.none()
                else:
                    self.press(key)
            case AllDark() | FindLamp():
                self.point(task)
            case LeaveTray():
                self.wait(40_000)
            case ShakeTray():
                if hands.no_tray:
                    self.none()
                else:
                    self.board.shake()
                    self.wait(1_500)
            case LookAt():
                if hands.display_is_broken:
                    self.none()
                else:
                    self.press(self.working)
            case Announce() | Tell() | AllWell() | Written():
                self.press(self.working)
            case Offer():
                lit = self.lit()
                self.press(lit[1] if hands.says_no else lit[0])

    def lit(self) -> list[int]:
        """The spaces where a lamp glows."""
        glows = [space for space, on in enumerate(self.board.lamps(), 1) if on]
        return sorted({*glows, *self.hands.always_lit} - self.hands.dark)

    def point(self, task: AllDark | FindLamp) -> None:
        """Press the lit space; where its button is dead, do what the display says then."""
        lit = self.lit()
        if isinstance(task, FindLamp):
            lit = [space for space in lit if space not in self.hands.always_lit] or lit
            by_another = {task.space} & (self.hands.dead | self.test.seen.stuck)
            if by_another and task.space in lit:
                lit = [self.working]
        if lit:
            self.press(lit[0])
        else:
            self.none()

    @property
    def working(self) -> int:
        """A space whose button works."""
        bad = self.hands.dead | self.hands.short | self.test.seen.stuck
        return next(space for space in range(2, 12) if space not in bad)

    def press(self, space: int) -> None:
        together = sorted(self.hands.short) if space in self.hands.short else [space]
        for each in together:
            if each not in self.hands.dead:
                self.board.press(each)
        self.wait(120)
        for each in together:
            if each not in self.hands.dead:
                self.board.release(each)
        self.wait(120)

    def hold(self, space: int) -> None:
        self.board.press(space)
        self.wait(1_200)
        self.board.release(space)
        self.wait(120)

    def menu(self) -> None:
        self.board.press_menu()
        self.wait(80)
        self.board.release_menu()
        self.wait(80)

    def none(self) -> None:
        if self.hands.no_menu:
            self.hold(self.working)
        else:
            self.menu()


def _nothing(*_: object) -> None:
    raise AssertionError("a self-test saves, casts and shuts down nothing")
