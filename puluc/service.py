"""The service: a wired board, from the first lamp to the last.

What lights lamps is imported at once and the rest while they are lit, since on a small Pi that
takes seconds. Missing hardware is no reason to end: what is there works, and the rest is looked
for.
"""

import asyncio
import importlib
import logging
import os
import subprocess
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from hardware.attached import AttachedPanel, Attachment, ChipPanel
from hardware.bus import Bus, smbus
from hardware.pins import HeldChip, find_chip, pin_factory
from hardware.protocols import Reactor, Timer, WiredPanel
from hardware.wiring import Wiring
from puluc import paths
from puluc.board import panel_of, serial_panel_of, wiring_of, with_correction
from puluc.config import Config
from puluc.config.corrected import FILE
from puluc.loop import LoopReactor, until_signal
from puluc.notify import Notify
from puluc.session.frame import Frame

if TYPE_CHECKING:
    from puluc.app import App

POWER_OFF: Final = (
    "busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager", "PowerOff", "b", "false",
)  # fmt: skip
"""Asks logind, which a polkit rule lets the service's user do; sudo can't get privileges here."""
POWER_OFF_S: Final = 10

log = logging.getLogger(__name__)

Attach = Callable[[Config, Mapping[str, str], Reactor, Wiring], Attachment]


def attach_panel(
    config: Config, environment: Mapping[str, str], reactor: Reactor, wiring: Wiring
) -> ChipPanel:
    """Find the header's chip, hold it, and make the panel on it.

    Raises:
        BoardInUseError: another Puluc holds it.
        OSError: it can't be had; ``FactoryError`` says what helps.
    """
    board = config.board
    held = HeldChip(find_chip(board.chip, kind=board.pins))
    try:
        factory = pin_factory(board.pins, held.chip, paths.runtime_dir(environment))
    except OSError:
        held.close()
        raise
    panel = panel_of(config, wiring, factory, reactor, smbus(config.display.bus))
    return ChipPanel(held, factory, panel)


def wired_panel(
    config: Config,
    environment: Mapping[str, str],
    reactor: Reactor,
    attach: Attach = attach_panel,
) -> WiredPanel:
    """The panel of a wired board, whose sweep has not begun.

    Args:
        config: Checked.
        environment: The process's.
        reactor: The loop.
        attach: Makes the panel on the Pi's own chip, where the board is on that.
    """
    wiring = wiring_of(config.board)
    if wiring.on_pico:
        return serial_panel_of(config, wiring, reactor)
    return AttachedPanel(partial(attach, config, environment, reactor), wiring, reactor)


async def run(
    config: Config,
    environment: Mapping[str, str],
    *,
    power_off: tuple[str, ...] = POWER_OFF,
    attach: Attach = attach_panel,
    open_bus: Callable[[int], Callable[[], Bus]] = smbus,
) -> int:
    """Run a wired board until SIGINT, SIGTERM or the players end it.

    Args:
        config: Checked.
        environment: The process's, which says where files are, and where systemd listens.
        power_off: The command that switches the machine off, where this is a service of systemd.
        attach: Makes the panel on the chip.
        open_bus: What opens an I2C bus, by its number.

    Returns:
        The exit code.

    Raises:
        BoardInUseError: another Puluc has the board.
        PulucError: the journal is another program's, or another Puluc's.
    """
    path = paths.state_dir(environment) / FILE
    as_configured, config = config, with_correction(config, path)
    loop = asyncio.get_running_loop()
    reactor = LoopReactor(loop)
    notify = Notify(environment, os.getpid())
    with until_signal(loop) as stop:
        chosen: list[str] = []
        async with AsyncExitStack() as stack:
            panel = wired_panel(config, environment, reactor, attach)
            stack.callback(panel.close)
            panel.sweep()
            await asyncio.to_thread(importlib.import_module, "puluc.app")
            from puluc.app import at_work, display_of  # noqa: PLC0415 - lamps first
            from puluc.rewiring import Rewiring, fitted_of  # noqa: PLC0415

            def shut_down() -> None:
                chosen.append("power off")
                stop.set()

            status = Status(notify)
            display = display_of(config.display, open_bus(config.display.bus), reactor)
            app = await stack.enter_async_context(
                at_work(
                    config,
                    environment,
                    reactor,
                    panel,
                    display,
                    shut_down,
                    onlookers=(status,),
                    fitted=fitted_of(panel.wiring, config),
                    rewire=Rewiring(as_configured.board, lambda: panel.wiring, panel.rewire, path),
                )
            )
            status.watch(app)
            notify.tell("READY=1", status.line)
            if notify.watchdog_us is not None:
                alive = {
                    "the input": lambda: panel.is_alive,
                    "the display": lambda: display.is_alive,
                    "the journal": lambda: app.is_alive,
                }
                feeding = Feeding(notify, reactor, notify.watchdog_us // 3, alive)
                stack.callback(feeding.close)
            await stop.wait()
            notify.tell("STOPPING=1", "STATUS=going dark")
    if chosen and environment.get("NOTIFY_SOCKET"):
        switch_off(power_off)
    return 0


class Status:
    """Tells systemd how the board is, in a line for ``systemctl status``."""

    def __init__(self, notify: Notify) -> None:
        self._notify = notify
        self._app: App | None = None
        self._told = ""

    def watch(self, app: "App") -> None:
        """Tell of this app from now on."""
        self._app = app
        self._told = self.line

    def show(self, _frame: Frame) -> None:
        """Something may have changed."""
        if self._app is not None and self.line != self._told:
            self._told = self.line
            self._notify.tell(self._told)

    @property
    def line(self) -> str:
        """All that is wrong, or that nothing is."""
        faults = self._app.state.faults if self._app is not None else ()
        return "STATUS=" + ("; ".join(reason for _, reason in faults) or "all is well")


class Feeding:
    """Feeds the watchdog, from the loop, while all that must be alive is.

    Args:
        notify: Where it is.
        reactor: The loop; one that hangs feeds nobody.
        every_us: How often.
        alive: What must be alive, by name.
    """

    def __init__(
        self,
        notify: Notify,
        reactor: Reactor,
        every_us: int,
        alive: Mapping[str, Callable[[], bool]],
    ) -> None:
        self._notify = notify
        self._reactor = reactor
        self._every_us = every_us
        self._alive = alive
        self._timer: Timer
        self._feed()

    def close(self) -> None:
        """Feed no more; may be called twice."""
        self._timer.cancel()

    def _feed(self) -> None:
        dead = [name for name, is_alive in self._alive.items() if not is_alive()]
        if dead:
            log.critical("%s does not work any more: the watchdog will restart", ", ".join(dead))
        else:
            self._notify.tell("WATCHDOG=1")
        self._timer = self._reactor.call_at(self._reactor.now_us() + self._every_us, self._feed)


def switch_off(command: tuple[str, ...]) -> None:
    """Have the machine switched off; when that fails the service is started again."""
    with suppress(subprocess.TimeoutExpired):
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=POWER_OFF_S, check=False
            )
        except OSError as error:
            log.error("can't switch off: %s: %s", command[0], error.strerror)
            return
        if done.returncode:
            log.error("can't switch off: %s", done.stderr.strip() or f"exit code {done.returncode}")
