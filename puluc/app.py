"""The composition root: what a board is made of, and its life from start to end.

The only module, besides the command line, that knows which hardware there is. ``App`` puts a
session, a journal, a panel and a display on a loop that it is given, simulated or real; ``play``
is the program around a simulated board.
"""

import asyncio
import random
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from hardware.debounce import Debouncer
from hardware.gpio import GpioPanel
from hardware.no_display import NoDisplay
from hardware.oled import Bus, Controller, OledDisplay
from hardware.protocols import Display, Panel, Reactor, Timer
from hardware.shake import Shake
from hardware.simulated.board import OLED_ADDRESS, SimulatedBoard
from hardware.simulated.oled import Sh1106, Ssd1306, Ssd1309
from hardware.simulated.table import SimulatedTable
from hardware.simulated.wiring import simulated_wiring
from hardware.wiring import WIRINGS, Line, Wiring, WiringError
from puluc import config as configuration
from puluc import paths
from puluc.alive import Alive, boot_id
from puluc.archive import Archive
from puluc.caster import draw_lots
from puluc.conductor import SESSION, Conductor, Save, Shows
from puluc.config import Config
from puluc.journal import Journal
from puluc.loop import LoopReactor
from puluc.screens import render
from puluc.screens.values import Screen
from puluc.session.events import Event, Milliseconds
from puluc.session.opening import Setup, resume_game, start_game
from puluc.session.state import Holds, State

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
SHORT_BOARD = "The last game needs {spaces} spaces"
HEARTBEAT_MS = Milliseconds(20_000)
"""How often the program notes that it is alive, and tries a disk again that failed."""


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
    onlookers: tuple[Shows, ...] = ()
    """Who else is shown each frame, after panel and display."""


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
        self._archive = Archive(parts.journal, self._handle, self.now)
        state, begun = self._first_state()
        self.conductor = Conductor(
            SESSION,
            state,
            parts.reactor,
            (parts.panel, parts.display, *parts.onlookers),
            self._archive.save,
            parts.draw,
            shut_down,
        )
        if begun:
            self._archive.save(begun)

    @property
    def state(self) -> State:
        """The session's state."""
        return self.conductor.state

    def now(self) -> Milliseconds:
        """The time on the loop's clock."""
        return Milliseconds(self._parts.reactor.now_us() // 1000)

    def start(self) -> None:
        """Show where the game stands, and listen."""
        self._closing.callback(self._parts.display.close)
        self._closing.callback(self._parts.panel.close)
        self._closing.callback(self.conductor.close)
        self._parts.panel.start(self.conductor.handle)
        self._parts.display.start(self.conductor.handle)
        self.conductor.show()
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

    def _beat(self) -> None:
        self._parts.alive.touch()
        self._archive.retry()
        due = self._parts.reactor.now_us() + HEARTBEAT_MS * 1000
        self._heart = self._parts.reactor.call_at(due, self._beat)


@dataclass(frozen=True, slots=True)
class Simulation:
    """A simulated board under the drivers of a wired one."""

    board: SimulatedBoard
    panel: Panel
    display: Display


def simulate(
    config: Config,
    reactor: Reactor,
    *,
    seed: int,
    threaded: bool = True,
    trace: Callable[[str], None] | None = None,
) -> Simulation:
    """Build a simulated board and its drivers.

    Args:
        config: which wiring and which display.
        reactor: the loop, real or simulated.
        seed: how contacts bounce and the tray rattles.
        threaded: whether the display draws on a thread of its own.
        trace: called with a line for each write to a lamp's pin or the display.

    Raises:
        WiringError: the lines of the configuration make no board.
    """
    wiring = simulated_wiring_of(config.board)
    driver = config.display.driver
    shown = replace(config.display, address=OLED_ADDRESS)
    oled = Ssd1306() if driver == "none" else EMULATED[Controller(driver)]()
    board = SimulatedBoard(wiring, reactor, seed=seed, oled=oled, trace=trace)
    return Simulation(
        board,
        panel_of(config, wiring, board.factory, reactor),
        display_of(shown, board.bus.open, reactor, threaded=threaded),
    )


def panel_of(config: Config, wiring: Wiring, factory: Any, reactor: Reactor) -> Panel:
    """The panel on a gpiozero pin factory, with the builder's timing."""
    timing = config.timing
    return GpioPanel(
        wiring,
        factory,
        reactor,
        debouncer=partial(
            Debouncer,
            confirm_us=timing.debounce_confirm_ms * 1000,
            window_us=timing.debounce_window_ms * 1000,
            deaf_us=timing.debounce_deaf_ms * 1000,
        ),
        shake=partial(
            Shake,
            edges=timing.shake_edges,
            window_us=timing.shake_window_ms * 1000,
            slices=timing.shake_slices,
            slice_us=timing.shake_slice_ms * 1000,
            quiet_us=timing.shake_quiet_ms * 1000,
            refractory_us=timing.shake_refractory_ms * 1000,
            limit_us=timing.shake_limit_ms * 1000,
            noise_us=timing.shake_noise_ms * 1000,
        ),
        holds_ms=holds_of(timing),
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


def wiring_of(board: configuration.Board) -> Wiring:
    """The wiring profile with the builder's changes.

    Raises:
        WiringError: a line is used twice, or there are not as many as spaces.
    """
    wiring = WIRINGS[board.profile]
    wiring = replace(
        wiring,
        buttons=wiring.buttons if board.buttons is None else tuple(map(Line, board.buttons)),
        lamps=wiring.lamps if board.lamps is None else tuple(map(Line, board.lamps)),
        tilt=wiring.tilt if board.tilt is None else Line(board.tilt),
        menu=wiring.menu if board.menu is None else Line(board.menu),
    )
    if wiring.spaces != board.spaces:
        raise WiringError(
            f"wiring {wiring.name!r} has {wiring.spaces} spaces, the board {board.spaces}"
            " (board.spaces): the lines of buttons and lamps are needed"
        )
    return wiring


def simulated_wiring_of(board: configuration.Board) -> Wiring:
    """The wiring for a simulated board, which may have any number of spaces.

    Raises:
        WiringError: a line of the configuration is used twice, or there are not enough.
    """
    profile = WIRINGS[board.profile]
    own = board.buttons is not None or board.lamps is not None
    if own or board.spaces == profile.spaces:
        return wiring_of(board)
    return simulated_wiring(board.spaces)


def setup_of(config: Config) -> Setup:
    """The session's set-up."""
    holds = Holds(*holds_of(config.timing))
    return Setup(config.board.spaces, config.contest, holds, config.players.names)


def holds_of(timing: configuration.Timing) -> tuple[Milliseconds, Milliseconds, Milliseconds]:
    """How long a space is held to cast, for the menu, and to be stuck."""
    return (
        Milliseconds(timing.hold_ms),
        Milliseconds(timing.menu_hold_ms),
        Milliseconds(timing.stuck_ms),
    )


def sign_of_life(environment: Mapping[str, str]) -> Alive:
    """The file by which a start knows that it is a restart."""
    path = paths.runtime_dir(environment) / "alive"
    return Alive(path, boot_id(), lambda: Milliseconds(time.monotonic_ns() // 1_000_000))


async def first_frame(display: Display) -> None:
    """Wait until a display has drawn what it was shown; not for ever."""
    if isinstance(display, OledDisplay):
        with suppress(TimeoutError):
            await asyncio.to_thread(display.settle)


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
    stop = asyncio.Event()
    async with AsyncExitStack() as stack:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
            stack.callback(loop.remove_signal_handler, number)
        path = config.journal.path or paths.state_dir(environment) / "journal.db"
        journal = stack.enter_context(Journal.open(path))
        simulation = simulate(config, reactor, seed=random.getrandbits(32))
        stack.callback(simulation.board.close)
        table = SimulatedTable(simulation.board, lambda: app.state.game.position)
        parts = Parts(
            reactor=reactor,
            panel=simulation.panel,
            display=simulation.display,
            journal=journal,
            alive=sign_of_life(environment),
            setup=replace(setup_of(config), asked=asked),
            onlookers=(table,),
        )
        app = App(parts, stop.set)
        stack.callback(app.close)
        app.start()
        # The page is an extra, and takes longer to load than all of this.
        await first_frame(simulation.display)
        from puluc.web.server import serving  # noqa: PLC0415

        port = await stack.enter_async_context(serving(table, port=config.web.port))
        ready(f"http://127.0.0.1:{port}/")
        await stop.wait()
    return 0
