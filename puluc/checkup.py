"""``puluc selftest``: the self-test by itself, what it asks for told in the terminal as well."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, closing
from typing import Final

from hardware.bus import smbus
from hardware.protocols import Display, Panel, Reactor
from hardware.simulated.table import SimulatedTable
from puluc import paths
from puluc.app import SIMULATED_STAYS, display_of, simulate
from puluc.board import holds_of, with_correction
from puluc.conductor import Conductor, Shows
from puluc.config import Config
from puluc.config.corrected import FILE
from puluc.loop import LoopReactor, until_signal
from puluc.rewiring import Rewiring, fitted_of
from puluc.selftest.machine import TEST
from puluc.selftest.state import Fitted, Trial, begin
from puluc.selftest.view import prompt
from puluc.service import Attach, attach_panel, wired_panel
from puluc.session.effects import Rewire
from puluc.session.events import Milliseconds, Noticed, Part
from puluc.session.frame import Frame
from puluc.session.state import Holds

FAILURE: Final = 1

log = logging.getLogger(__name__)

Tell = Callable[[str], None]
"""Prints a line."""


class Checkup:
    """A self-test at a board, mirrored in a terminal.

    Args:
        reactor: The loop.
        panel: Started by ``start``, closed by ``close``.
        display: So, too.
        fitted: What the board is made of.
        config: The configuration.
        rewire: Uses and saves a corrected wiring.
        tell: Prints a line.
        end: Called when the test is over.
        onlookers: Who else is shown each frame.
    """

    def __init__(
        self,
        reactor: Reactor,
        panel: Panel,
        display: Display,
        fitted: Fitted,
        config: Config,
        rewire: Callable[[Rewire], str],
        tell: Tell,
        end: Callable[[], None],
        onlookers: tuple[Shows, ...] = (),
    ) -> None:
        self._panel = panel
        self._display = display
        self._rewire = rewire
        self._tell = tell
        self._end = end
        self._told = ""
        self._lost: list[tuple[Part, str]] = []
        at = Milliseconds(reactor.now_us() // 1000)
        self.conductor: Conductor[Trial] = Conductor(
            TEST,
            begin(fitted, at, Holds(*holds_of(config.timing))),
            reactor,
            (panel, display, *onlookers, self),
            _nothing,
            _no_lots,
            end,
            self._use,
        )

    def start(self) -> None:
        """Ask for the first thing."""
        self._display.start(self.conductor.handle)
        self._panel.start(self.conductor.handle)
        self.conductor.show()

    def show(self, _frame: Frame) -> None:
        """Tell what can't be had and what is asked for now, each once."""
        for each in self.conductor.state.seen.lost:
            if each not in self._lost:
                self._lost.append(each)
                self._tell(f"! {each[1]}")
        said = prompt(self.conductor.state)
        if said != self._told:
            self._told = said
            self._tell(said)
        if self.conductor.state.task is None:
            self._end()

    def close(self) -> None:
        """Lamps and display dark; may be called twice."""
        self.conductor.close()
        self._panel.close()
        self._display.close()

    def _use(self, rewire: Rewire) -> None:
        self.conductor.handle(Noticed(self.conductor.now(), self._rewire(rewire)))

    def verdict(self) -> int:
        """Tell what was found, and the exit code: 0 when all is well, or has been corrected."""
        trial = self.conductor.state
        if trial.found is None:
            self._tell("Not finished.")
            return FAILURE
        for fault in trial.found:
            self._tell(f"- {fault}")
        wrong = [fault for fault in trial.found if not (trial.corrected and fault.is_swap)]
        return FAILURE if wrong else 0


async def selftest(
    config: Config, environment: Mapping[str, str], tell: Tell, attach: Attach = attach_panel
) -> int:
    """Test a wired board until the test is over, or SIGINT or SIGTERM.

    Args:
        config: Checked.
        environment: The process's, which says where files are.
        tell: Prints a line.
        attach: Makes the panel on the chip.

    Returns:
        The exit code.

    Raises:
        BoardInUseError: another Puluc has the board.
    """
    path = paths.board_state_dir(environment) / FILE
    now = with_correction(config, path)
    loop = asyncio.get_running_loop()
    reactor = LoopReactor(loop)
    with until_signal(loop) as stop:
        panel = wired_panel(now, environment, reactor, attach)
        with closing(panel):
            panel.sweep()
            display = display_of(now.display, smbus(now.display.bus), reactor)
            rewiring = Rewiring(config.board, lambda: panel.wiring, panel.rewire, path)
            fitted = fitted_of(panel.wiring, now)
            with closing(
                Checkup(reactor, panel, display, fitted, now, rewiring, tell, stop.set)
            ) as checkup:
                checkup.start()
                await stop.wait()
                return checkup.verdict()


async def selftest_simulated(config: Config, tell: Tell) -> int:
    """Test a simulated board on its page, to see what a self-test is like."""
    from puluc.web.server import serving  # noqa: PLC0415 - the page is an extra

    loop = asyncio.get_running_loop()
    reactor = LoopReactor(loop)
    async with AsyncExitStack() as stack:
        stop = stack.enter_context(until_signal(loop))
        simulation = simulate(config, reactor, seed=0)
        stack.enter_context(closing(simulation.board))
        table = SimulatedTable(simulation.board, lambda: None)
        checkup = Checkup(
            reactor,
            simulation.panel,
            simulation.display,
            simulation.fitted,
            config,
            lambda _rewire: SIMULATED_STAYS,
            tell,
            stop.set,
            onlookers=(table,),
        )
        stack.enter_context(closing(checkup))
        port = await stack.enter_async_context(serving(table, port=config.web.port))
        tell(f"The board is on http://127.0.0.1:{port}/")
        checkup.start()
        await stop.wait()
        return checkup.verdict()


def _nothing(saves: tuple[object, ...]) -> None:
    """A self-test saves nothing."""


def _no_lots(_count: int) -> tuple[bool, ...]:
    """A self-test casts nothing."""
    return ()
