"""A whole board of which all but the display is on a Pico: the app, and real firmware on a pty."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from hardware.serial_board import SerialPanel
from hardware.simulated.board import OLED_ADDRESS
from hardware.simulated.clock import SimulatedReactor
from hardware.wiring import pico
from puluc.app import Simulation, display_of
from puluc.config import Config
from puluc.rewiring import fitted_of
from tests.app.rig import Rig
from tests.lockstep.world import LockstepReactor, PicoHands


def pico_rig(folder: Path, *, program: Sequence[str] | None = None, **options: Any) -> Rig:
    """A table with a serial board in simulated time; its `board` can be unplugged and plugged in.

    Args:
        folder: For the journal.
        program: What runs the firmware, as `tests.lockstep.world.unix_port`.
        options: Those of `Rig`.
    """
    clock = LockstepReactor(1_000_000)
    return Rig(folder, clock=clock, build=partial(_build, program), **options)


def _build(
    program: Sequence[str] | None, config: Config, clock: SimulatedReactor, seed: int
) -> Simulation:
    assert isinstance(clock, LockstepReactor)
    wiring = pico(config.board.spaces)
    hands = clock.hands = PicoHands(clock, wiring.spaces, seed, program)
    hands.plug_in()
    panel = clock.panel = SerialPanel(wiring, clock, clock.find, clock.open_port, wait=clock.wait)
    shown = replace(config.display, address=OLED_ADDRESS)
    display = display_of(shown, hands.bus.open, clock, threaded=False)
    return Simulation(hands, panel, display, fitted_of(wiring, config))
