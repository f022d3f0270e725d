"""The composition root: what a board is made of, and its life from start to end.

The only module, besides the command line, that knows which hardware there is. ``App`` puts a
session, a journal, a panel and a display on a loop that it is given, simulated or real; ``play``
is the program around a simulated board.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.bus import Bus
from hardware.gpio import GpioPanel
from hardware.no_display import NoDisplay
from hardware.oled import Controller, OledDisplay
from hardware.protocols import Display, Panel, Reactor, Timer
from hardware.rewirable import RewirablePanel
from hardware.simulated.board import OLED_ADDRESS, SimulatedBoard
from hardware.simulated.oled import Sh1106, Ssd1306, Ssd1309
from hardware.simulated.table import SimulatedTable
from hardware.wiring import Wiring
from puluc import config as configuration
from puluc import paths
from puluc.alive import Alive, boot_id
from puluc.archive import Archive
from puluc.board import holds_of, panel_of, simulated_wiring_of
from puluc.caster import draw_lots
from puluc.conductor import Conductor, Save, Shows
from puluc.config import Config
from puluc.journal import Journal
from puluc.loop import LoopReactor, until_signal
from puluc.rewiring import fitted_of
from puluc.screens import render
from puluc.screens.values import Screen
from puluc.selftest.machine import TABLE, Table
from puluc.selftest.state import Fitted, unknown
from puluc.session.effects import Rewire
from puluc.session.events import Event, Milliseconds, Noticed, Tick
from puluc.session.opening import Setup, resume_game, start_game
from puluc.session.state import Holds, State
from puluc.thinker import Player, Tell, Thinker

if TYPE_CHECKING:
    from PIL.Image import Image

EMULATED = {
    Controller.SSD1306: Ssd1306,
    Controller.SSD1309: Ssd1309,
    Controller.SH1106: Sh1106,
}
"""The emulated display for each controller."""

RESTART_MS = Milliseconds(60_000)
"""A program that was alive this lately, in the same boot, goes on without asking."""
SIMULATED_STAYS = "a simulated board: as it was"
SHORT_BOARD = "The last game needs {spaces} spaces"
HEARTBEAT_MS = Milliseconds(20_000)
"""How often the program notes that it is alive, and tries a disk again that failed."""
NO_HEART_MS = Milliseconds(60_000)
"""A heart that has not beaten for so long has stopped."""


def searching_opponent(tell: Tell, table: Path | None = None, *folders: Path) -> Player:
    """The opponent with the tables that are found; loaded where it thinks, when it first does.

    Args:
        tell: told of a table that can't be used.
        table: the one that the configuration names.
        folders: where others may be.
    """
    from puluc.tables import opponent_with  # noqa: PLC0415 - people often play without

    return opponent_with(table, folders, tell)


@dataclass(frozen=True, slots=True)
class Parts:
    """What an app is put together from."""

    reactor: Reactor
    panel: Panel
    display: Display
    journal: Journal
    alive: Alive
    setup: Setup
    draw: Callable[[int], tuple[bool, ...]] = draw_lots
    fitted: Fitted | None = None
    """What the self-test tells people of the board's wires, where that is known."""
    rewire: Callable[[Rewire], str] | None = None
    """Uses and saves a wiring that the self-test has corrected; says what came of it."""
    onlookers: tuple[Shows, ...] = ()
    """Who else is shown each frame, after panel and display."""
    opponent: Callable[[Tell], Player] = searching_opponent
    """Makes the opponent, when it is first asked."""
    threaded: bool = True
    """Whether it thinks on a thread of its own; otherwise on the loop, in simulated time."""


class App:
    """A board at work: from the last game in the journal to the end of the program.

    Args:
        parts: the app starts and closes panel and display; the rest stays its owner's.
        shut_down: called when the players shut the board down.
    """

    def __init__(self, parts: Parts, shut_down: Callable[[], None]) -> None:
        self._parts = parts
        self._closing = ExitStack()
        self._heart: Timer | None = None
        self._beat_at = self.now()
        self._archive = Archive(parts.journal, self._handle, self.now)
        self._thinker = Thinker(
            parts.opponent,
            parts.reactor.hand_over,
            self._handle,
            self.now,
            threaded=parts.threaded,
        )
        state, begun = self._first_state()
        self.conductor = Conductor(
            TABLE,
            Table(state, parts.fitted or unknown(parts.setup.spaces), began=self.now()),
            parts.reactor,
            (parts.panel, parts.display, *parts.onlookers),
            self._archive.save,
            parts.draw,
            shut_down,
            self._rewire,
            self._thinker.think,
        )
        if begun:
            self._archive.save(begun)

    @property
    def state(self) -> State:
        """The session's state."""
        return self.conductor.state.session

    def now(self) -> Milliseconds:
        """The time on the loop's clock."""
        return Milliseconds(self._parts.reactor.now_us() // 1000)

    @property
    def is_alive(self) -> bool:
        """Whether the heart beats: the journal's disk is tried, and the loop's timers come."""
        return self.now() - self._beat_at < NO_HEART_MS

    def start(self) -> None:
        """Show where the game stands, and listen."""
        self._closing.callback(self._parts.display.close)
        self._closing.callback(self._parts.panel.close)
        self._closing.callback(self.conductor.close)
        self._closing.callback(self._thinker.close)
        self._parts.panel.start(self.conductor.handle)
        self._parts.display.start(self.conductor.handle)
        self.conductor.show()
        self._handle(Tick(self.now()))  # the opponent may have to think at once
        self._beat()

    def close(self) -> None:
        """Lamps and display dark; may be called twice."""
        if self._heart is not None:
            self._heart.cancel()
            self._heart = None
            self._parts.alive.touch()
        self._closing.close()

    def _first_state(self) -> tuple[State, tuple[Save, ...]]:
        """Where the last session left off, or a first game and that it has begun."""
        parts, at = self._parts, self.now()
        found = self._archive.find()
        setup = parts.setup
        if found.chosen is not None and not setup.asked and setup.fits(found.chosen):
            setup = replace(setup, contest=found.chosen)
        game = found.game
        too_long = game is not None and game.rules.track > setup.spaces
        goes_on = game is not None and not too_long and setup.goes_on_with(game, found.contest)
        if game is not None and goes_on:
            setup = replace(setup, names=setup.names or found.names)
            recent = parts.alive.previous().within(RESTART_MS)
            return resume_game(setup, game, found.settings, at, recent, found.contest), ()
        notice = found.trouble or next((each.words for each in parts.journal.notices), "")
        if found.game is not None and not goes_on:
            notice = SHORT_BOARD.format(spaces=found.game.rules.track) if too_long else ""
        return start_game(setup, found.settings, at, notice)

    def _handle(self, event: Event) -> None:
        self.conductor.handle(event)

    def _rewire(self, rewire: Rewire) -> None:
        if self._parts.rewire is not None:
            self._handle(Noticed(self.now(), self._parts.rewire(rewire)))

    def _beat(self) -> None:
        self._parts.alive.touch()
        self._archive.retry()
        self._beat_at = self.now()
        due = self._parts.reactor.now_us() + HEARTBEAT_MS * 1000
        self._heart = self._parts.reactor.call_at(due, self._beat)


@dataclass(frozen=True, slots=True)
class Simulation:
    """A simulated board under the drivers of a wired one."""

    board: SimulatedBoard
    panel: RewirablePanel
    display: Display
    fitted: Fitted


def simulate(
    config: Config,
    reactor: Reactor,
    *,
    seed: int,
    threaded: bool = True,
    trace: Callable[[str], None] | None = None,
    wired: Wiring | None = None,
) -> Simulation:
    """Build a simulated board and its drivers.

    Args:
        config: which wiring and which display.
        reactor: the loop, real or simulated.
        seed: how contacts bounce and the tray rattles.
        threaded: whether the display draws on a thread of its own.
        trace: called with a line for each write to a lamp's pin or the display.
        wired: how the board is wired, where that is not as the configuration has it: a fault for
            the self-test to find.

    Raises:
        WiringError: the lines of the configuration make no board.
    """
    wiring = simulated_wiring_of(config.board)
    driver = config.display.driver
    shown = replace(config.display, address=OLED_ADDRESS)
    oled = Ssd1306() if driver == "none" else EMULATED[Controller(driver)]()
    board = SimulatedBoard(wired or wiring, reactor, seed=seed, oled=oled, trace=trace)

    def panel(wiring: Wiring) -> GpioPanel:
        return panel_of(config, wiring, board.factory, reactor, board.bus.open, threaded=threaded)

    return Simulation(
        board,
        RewirablePanel(panel, wiring),
        display_of(shown, board.bus.open, reactor, threaded=threaded),
        fitted_of(wiring, config),
    )


def display_of(
    display: configuration.Display,
    open_bus: Callable[[], Bus],
    reactor: Reactor,
    *,
    threaded: bool = True,
) -> Display:
    """The display that the configuration names."""
    if display.driver == "none":
        return NoDisplay()
    return OledDisplay(
        reactor,
        render_upside_down if display.rotate == 180 else render,
        open_bus,
        bus_name=f"I2C bus {display.bus}",
        address=display.address,
        controller=Controller(display.driver),
        threaded=threaded,
    )


def render_upside_down(screen: Screen, size: tuple[int, int]) -> "Image":
    """Draw a screen for a display that is mounted the other way up."""
    return render(screen, size).rotate(180)


def setup_of(config: Config) -> Setup:
    """The session's set-up."""
    holds = Holds(*holds_of(config.timing))
    buzzer = simulated_wiring_of(config.board).buzzer is not None
    return Setup(config.board.spaces, config.contest, holds, config.players.names, buzzer=buzzer)


def sign_of_life(environment: Mapping[str, str]) -> Alive:
    """The file by which a start knows that it is a restart."""
    path = paths.runtime_dir(environment) / "alive"
    return Alive(path, boot_id(), lambda: Milliseconds(time.monotonic_ns() // 1_000_000))


async def first_frame(display: Display) -> None:
    """Wait until a display has drawn what it was shown; not for ever."""
    if isinstance(display, OledDisplay):
        with suppress(TimeoutError):
            await asyncio.to_thread(display.settle)


@asynccontextmanager
async def at_work(
    config: Config,
    environment: Mapping[str, str],
    reactor: Reactor,
    panel: Panel,
    display: Display,
    shut_down: Callable[[], None],
    onlookers: tuple[Shows, ...] = (),
    fitted: Fitted | None = None,
    rewire: Callable[[Rewire], str] | None = None,
    *,
    asked: bool = False,
) -> AsyncIterator[App]:
    """A board at work, its first frame drawn; at the end it is dark and the journal closed.

    Args:
        config: checked.
        environment: the process's, which says where files are.
        reactor: the loop.
        panel: started and closed here, as the display.
        display: the screen.
        shut_down: called when the players shut the board down.
        onlookers: who else is shown each frame.
        fitted: what the self-test tells people of the board's wires.
        rewire: uses and saves a wiring that the self-test has corrected.
        asked: whether the rules were asked for just now, not only configured.

    Raises:
        JournalError: the journal is another program's, or another Puluc has it.
    """
    path = config.journal.path or paths.state_dir(environment) / "journal.db"
    with Journal.open(path) as journal:
        parts = Parts(
            reactor=reactor,
            panel=panel,
            display=display,
            journal=journal,
            alive=sign_of_life(environment),
            setup=replace(setup_of(config), asked=asked),
            fitted=fitted,
            rewire=rewire,
            onlookers=onlookers,
            opponent=lambda tell: searching_opponent(
                tell, config.opponent.table, *paths.table_dirs(environment)
            ),
        )
        with closing(App(parts, shut_down)) as app:
            app.start()
            await first_frame(display)
            yield app


async def play(
    config: Config,
    environment: Mapping[str, str],
    ready: Callable[[str], None],
    *,
    asked: bool = False,
) -> int:
    """Run a simulated board with its page until SIGINT, SIGTERM or the players end it.

    Args:
        config: checked.
        environment: the process's, which says where files are.
        ready: called with the page's address once it is served.
        asked: whether the rules were asked for just now, not only configured.

    Returns:
        The exit code.

    Raises:
        PulucError: the journal or the port can't be had, or the wiring makes no board.
    """
    loop = asyncio.get_running_loop()
    reactor = LoopReactor(loop)
    with until_signal(loop) as stop:
        simulation = simulate(config, reactor, seed=random.getrandbits(32))
        table = SimulatedTable(simulation.board, lambda: app.state.game.position)
        with closing(simulation.board):
            async with at_work(
                config,
                environment,
                reactor,
                simulation.panel,
                simulation.display,
                stop.set,
                onlookers=(table,),
                fitted=simulation.fitted,
                rewire=lambda _rewire: SIMULATED_STAYS,
                asked=asked,
            ) as app:
                # The page is an extra, and takes longer to load than all of this.
                from puluc.web.server import serving  # noqa: PLC0415

                async with serving(table, port=config.web.port) as port:
                    ready(f"http://127.0.0.1:{port}/")
                    await stop.wait()
    return 0
