"""What the self-test knows of a wiring, and what becomes of one that it has corrected."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from hardware.header import where
from hardware.wiring import Wiring, output_name
from puluc.board import wiring_of
from puluc.config import Board, Config
from puluc.config.corrected import write_corrected
from puluc.selftest.state import Fitted
from puluc.session.effects import Rewire

log = logging.getLogger(__name__)

WRITTEN = "written, and in use"
NOT_WRITTEN = "in use, but not saved"


def fitted_of(wiring: Wiring, config: Config) -> Fitted:
    """What each part of a board is connected to, for people."""
    lamps = tuple(where(wiring, line) for line in wiring.lamps)
    if wiring.expander is not None:
        chip = f"expander 0x{wiring.expander.address:02X}"
        lamps = tuple(f"{output_name(output)}, {chip}" for output in wiring.expander.outputs)
    display = config.display
    return Fitted(
        buttons=tuple(where(wiring, line) for line in wiring.buttons),
        lamps=lamps,
        menu=where(wiring, wiring.menu),
        tilt=where(wiring, wiring.tilt),
        display=""
        if display.driver == "none"
        else f"I2C bus {display.bus}, 0x{display.address:02X}",
    )


def rewired(board: Board, wiring: Wiring, rewire: Rewire) -> Board:
    """A board with each part on the line where it has been found."""
    buttons, menu = wiring.buttons, wiring.menu
    lamps = wiring.lamps if wiring.expander is None else wiring.expander.outputs
    return replace(
        board,
        buttons=tuple(menu if at is None else buttons[at - 1] for at in rewire.buttons),
        menu=menu if rewire.menu is None else buttons[rewire.menu - 1],
        lamps=tuple(lamps[at - 1] for at in rewire.lamps),
        tilt=wiring.tilt,
    )


@dataclass(frozen=True, slots=True)
class Rewiring:
    """Carries out what a self-test has found, at a board that is at work.

    Args:
        board: As it is configured.
        wiring: Tells the wiring that is in use.
        use: Has a panel on a wiring from now on.
        path: The ``wiring.toml`` that is to say so at the next start.
    """

    board: Board
    wiring: Callable[[], Wiring]
    use: Callable[[Wiring], None]
    path: Path

    def __call__(self, rewire: Rewire) -> str:
        """Use a corrected wiring, and write it; returns what came of it, in words."""
        board = rewired(self.board, self.wiring(), rewire)
        self.use(wiring_of(board))
        try:
            write_corrected(board, self.path)
        except OSError as error:
            log.error("%s: the corrected wiring can't be written: %s", self.path, error)
            return NOT_WRITTEN
        log.info("%s: the corrected wiring is written", self.path)
        return WRITTEN
