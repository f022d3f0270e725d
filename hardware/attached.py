"""A panel whose GPIO chip may be missing at the start, go away, and come back."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from hardware.gpio import GpioPanel
from hardware.lines import line_errors
from hardware.pins import BoardInUseError, FactoryError, HeldChip
from hardware.protocols import Emit, Reactor, Timer
from hardware.wiring import Wiring
from puluc.session.events import Back, Event, Lost, Milliseconds, Part
from puluc.session.frame import Frame

if TYPE_CHECKING:
    from gpiozero.pins import Factory

CHECK_US: Final = 5_000_000
"""How often a chip is asked whether it is still there: nobody else would tell of it."""
RETRY_US: Final = 3_000_000
"""How often one that isn't there is looked for."""

log = logging.getLogger(__name__)


class Attachment(Protocol):
    """A panel on a chip that is there."""

    @property
    def panel(self) -> GpioPanel:
        """The panel."""

    @property
    def is_alive(self) -> bool:
        """Whether what waits for edges, and what writes to lamps, is at work."""

    def check(self) -> None:
        """See that the chip is still there; raises OSError when it isn't."""

    def close(self) -> None:
        """Lamps dark, everything released, whatever state the chip is in."""


@dataclass(frozen=True, slots=True)
class ChipPanel:
    """A panel on a chip that this process holds (the protocol ``Attachment``)."""

    chip: HeldChip
    factory: "Factory"
    panel: GpioPanel

    @property
    def is_alive(self) -> bool:
        """Whether the factory listens, and the lamps' thread is at work."""
        return getattr(self.factory, "is_listening", True) and self.panel.is_alive

    def check(self) -> None:
        """Ask the chip; one that has gone is abandoned before a word is said of it."""
        try:
            self.chip.check()
        except OSError:
            abandon = getattr(self.factory, "abandon", None)
            if abandon is not None:
                abandon()
            raise

    def close(self) -> None:
        """Close panel, factory and chip."""
        self.panel.close()
        try:
            self.factory.close()
        except line_errors() as error:
            log.warning("%s: closing: %s", self.chip.chip, error)
        self.chip.close()


class AttachedPanel:
    """A panel that is there whenever its chip is (the protocol ``hardware.protocols.Panel``).

    ``Lost`` tells that there is no chip and why, once; ``Back`` that the board works again. Then it
    is taken anew, and shows what was shown last. While the chip is there the panel is asked every
    few seconds to mend what it has lost.

    Args:
        attach: Finds the chip, and makes the panel of a wiring on it; raises OSError while it can't
            be had.
        wiring: The wiring to begin with.
        reactor: The one loop.
    """

    def __init__(
        self, attach: Callable[[Wiring], Attachment], wiring: Wiring, reactor: Reactor
    ) -> None:
        self.wiring = wiring
        """The wiring that is in use."""
        self._attach = attach
        self._reactor = reactor
        self._at: Attachment | None = None
        self._emit: Emit | None = None
        self._frame: Frame | None = None
        self._timer: Timer | None = None
        self._reason = ""  # why there is no chip, as it is in the log
        self._told = ""  # and as the players know it
        self._lost: set[Part] = set()

    @property
    def is_alive(self) -> bool:
        """Whether what is to be at work is; a chip that is missing is no reason to restart."""
        return self._at is None or self._at.is_alive

    def sweep(self) -> None:
        """Take the board if it is there, and light one lamp after the other.

        Raises:
            BoardInUseError: another Puluc has the board.
        """
        if self._at is None:
            self._look()
        if self._at is not None:
            self._at.panel.sweep()

    def start(self, emit: Emit) -> None:
        """Begin to emit events; a chip that is missing is told, and looked for."""
        self._emit = emit
        if self._at is None:
            self._look_again()
        else:
            self._start()
        self._wait()

    def show(self, frame: Frame) -> None:
        """Show a frame, now or as soon as there is a chip."""
        self._frame = frame
        if self._at is not None:
            self._at.panel.show(frame)

    def rewire(self, wiring: Wiring) -> None:
        """Be on these lines from now on."""
        self.wiring = wiring
        if self._at is not None:
            self._detach()
            self._look_again()

    def close(self) -> None:
        """Lamps dark, the chip released; may be called twice."""
        self._emit = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._detach()

    def _watch(self) -> None:
        """The timer: see that the chip is still there, or whether it is now."""
        if self._at is None:
            self._look_again()
        else:
            try:
                self._at.check()
            except OSError as error:
                log.error("the GPIO chip has gone: %s", error)
                self._detach()
                self._lose("the GPIO chip has gone")
            else:
                self._at.panel.mend()
        self._wait()

    def _wait(self) -> None:
        wait_us = RETRY_US if self._at is None else CHECK_US
        self._timer = self._reactor.call_at(self._reactor.now_us() + wait_us, self._watch)

    def _look_again(self) -> None:
        """Look for the chip while people play without it."""
        try:
            self._look()
        except BoardInUseError as error:
            self._note(str(error), "another Puluc has the board")
        if self._at is None:
            self._lose(self._reason)
            return
        log.info("the board is there")
        for part in list(self._lost):
            self._tell(Back(self._now(), part))
        self._start()

    def _look(self) -> None:
        """Take the board if it can be had."""
        try:
            self._at = self._attach(self.wiring)
        except BoardInUseError:
            raise
        except FactoryError as error:
            self._note(str(error), error.cause)
        except OSError as error:
            self._note(str(error), f"no GPIO chip: {error.strerror or error}")
        else:
            self._reason = ""

    def _note(self, detail: str, reason: str) -> None:
        if reason != self._reason:
            log.error("%s", detail)
        self._reason = reason

    def _start(self) -> None:
        if self._at is not None:
            if self._frame is not None:
                self._at.panel.show(self._frame)
            self._at.panel.start(self._tell)

    def _detach(self) -> None:
        at, self._at = self._at, None
        if at is not None:
            at.close()

    def _lose(self, reason: str) -> None:
        if Part.PANEL not in self._lost or reason != self._told:
            self._told = reason
            self._tell(Lost(self._now(), Part.PANEL, reason))

    def _tell(self, event: Event) -> None:
        """Pass an event on, and note what the players have been told is lost."""
        match event:
            case Lost(part=part):
                self._lost.add(part)
            case Back(part=part):
                self._lost.discard(part)
        if self._emit is not None:
            self._emit(event)

    def _now(self) -> Milliseconds:
        return Milliseconds(self._reactor.now_us() // 1000)
