"""From the configuration to the board that is wired: its lines, and a panel on them.

It imports no driver before one is made, so that lamps can be lit before anything else is loaded.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.bus import Bus
from hardware.buzzer import Buzzer
from hardware.debounce import Debouncer
from hardware.expander import ExpanderLamps
from hardware.gpio import GpioPanel
from hardware.protocols import Reactor
from hardware.shake import Shake
from hardware.simulated.wiring import simulated_wiring
from hardware.wiring import WIRINGS, Expander, Line, Wiring, WiringError, pico
from puluc.config import Board, Config, ConfigError, Timing
from puluc.config.corrected import corrected
from puluc.session.events import Milliseconds

if TYPE_CHECKING:
    from hardware.serial_board import SerialPanel

log = logging.getLogger(__name__)


def wiring_of(board: Board) -> Wiring:
    """The wiring profile with the builder's changes.

    Raises:
        WiringError: a line is used twice, or there are not as many as spaces.
    """
    wiring = _profile(board)
    changed = replace(
        wiring,
        buttons=wiring.buttons if board.buttons is None else tuple(map(Line, board.buttons)),
        lamps=_lamps(wiring, board),
        expander=_expander(wiring, board),
        tilt=wiring.tilt if board.tilt is None else Line(board.tilt),
        menu=wiring.menu if board.menu is None else Line(board.menu),
        buzzer=wiring.buzzer if board.buzzer is None else Line(board.buzzer),
    )
    if changed.spaces != board.spaces:
        raise WiringError(
            f"wiring {changed.name!r} has {changed.spaces} spaces, the board {board.spaces}"
            " (board.spaces): the lines of buttons and lamps are needed"
        )
    if wiring.on_pico:
        _check_exchanged(wiring, changed)
    return changed


def _profile(board: Board) -> Wiring:
    """The profile itself."""
    if board.profile == "pico":
        return pico(board.spaces, board.pico_lamps)
    return WIRINGS[board.profile]


def _check_exchanged(wiring: Wiring, changed: Wiring) -> None:
    """See that a Pico's lines have only changed places: what they are is its firmware's."""
    before = sorted((*wiring.buttons, wiring.menu)), sorted(wiring.lamps), wiring.tilt
    after = sorted((*changed.buttons, changed.menu)), sorted(changed.lamps), changed.tilt
    if before != after:
        raise WiringError(f"wiring {wiring.name!r}: the Pico's firmware has other lines")


def with_correction(config: Config, path: Path) -> Config:
    """The configuration with the wiring that a self-test has corrected, if that is right.

    One that isn't is left out: the board plays as its builder has configured it, and the doctor
    tells.
    """
    try:
        board = corrected(config.board, path)
        wiring_of(board)
    except ConfigError as error:
        log.error("the corrected wiring is left out: %s", error)
        return config
    except WiringError as error:
        log.error("the corrected wiring is left out: %s: %s", path, error)
        return config
    return replace(config, board=board)


def _lamps(wiring: Wiring, board: Board) -> tuple[Line, ...]:
    if wiring.expander is not None or board.lamps is None:
        return wiring.lamps
    return tuple(map(Line, board.lamps))


def _expander(wiring: Wiring, board: Board) -> Expander | None:
    if wiring.expander is None:
        return None
    outputs = wiring.expander.outputs if board.lamps is None else board.lamps
    return Expander(outputs, board.expander)


def simulated_wiring_of(board: Board) -> Wiring:
    """The wiring for a simulated board, which may have any number of spaces.

    Raises:
        WiringError: a line of the configuration is used twice, or there are not enough.
    """
    profile = _profile(board)
    own = board.buttons is not None or board.lamps is not None
    if own or board.spaces == profile.spaces:
        return wiring_of(board)
    return simulated_wiring(board.spaces)


def panel_of(
    config: Config,
    wiring: Wiring,
    factory: Any,
    reactor: Reactor,
    open_bus: Callable[[], Bus],
    *,
    threaded: bool = True,
) -> GpioPanel:
    """The panel of a wiring, with the builder's timing.

    Args:
        config: The whole of it.
        wiring: Which line does what.
        factory: The gpiozero pin factory that has the lines.
        reactor: The loop.
        open_bus: Opens the I2C bus that an expander is on.
        threaded: Whether an expander is written to on a thread of its own.
    """
    timing = config.timing
    lamps = None
    if wiring.expander is not None:
        lamps = partial(
            ExpanderLamps,
            wiring.expander,
            open_bus,
            reactor=reactor,
            bus_name=f"I2C bus {config.display.bus}",
            threaded=threaded,
        )
    return GpioPanel(
        wiring,
        factory,
        reactor,
        lamps=lamps,
        buzzer=None if wiring.buzzer is None else Buzzer(wiring.buzzer, factory, reactor),
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


def serial_panel_of(config: Config, wiring: Wiring, reactor: Reactor) -> "SerialPanel":
    """The panel of a Pico on USB, with the builder's timing.

    Args:
        config: The whole of it.
        wiring: Which line of the Pico does what.
        reactor: The loop.
    """
    from hardware.serial_board import SerialPanel  # noqa: PLC0415 - only a Pico needs it
    from hardware.serial_port import find_ports, open_port  # noqa: PLC0415

    return SerialPanel(
        wiring,
        reactor,
        partial(find_ports, config.board.serial_port),
        open_port,
        timing=wire_timing(config.timing),
        holds_ms=holds_of(config.timing),
    )


def wire_timing(timing: Timing) -> str:
    """The arguments of ``TIMING`` (docs/protocol.md); nothing for the usual timing."""
    numbers = _told(timing)
    return "" if numbers == _told(Timing()) else ",".join(map(str, numbers))


def _told(timing: Timing) -> tuple[int, ...]:
    """What a serial board is told of its timing, in the order in which it is."""
    return (
        timing.debounce_confirm_ms,
        timing.debounce_window_ms,
        timing.debounce_deaf_ms,
        timing.shake_edges,
        timing.shake_window_ms,
        timing.shake_slices,
        timing.shake_slice_ms,
        timing.shake_quiet_ms,
        timing.shake_refractory_ms,
        timing.shake_limit_ms,
        timing.shake_noise_ms,
    )


def holds_of(timing: Timing) -> tuple[Milliseconds, Milliseconds, Milliseconds]:
    """How long a space is held to cast, for the menu, and to be stuck."""
    return (
        Milliseconds(timing.hold_ms),
        Milliseconds(timing.menu_hold_ms),
        Milliseconds(timing.stuck_ms),
    )
