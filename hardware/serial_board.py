"""A panel on a serial board: found, talked with, and found again when it was unplugged."""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from hardware.attendant import Attendant, Wait
from hardware.buzzer import TUNES, Ear
from hardware.debounce import Debouncer
from hardware.faults import Faults
from hardware.keys import HOLDS_MS, Keys
from hardware.protocols import Emit, Reactor
from hardware.serial_link import (
    SURE_US,
    Begun,
    Hello,
    InStep,
    KeyMoved,
    PartFailed,
    Told,
    TrayShaken,
)
from hardware.serial_port import Port
from hardware.tilt import RESTLESS
from hardware.wiring import Line, Wiring, pico
from puluc.rules.units import Space
from puluc.session.events import Event, Held, Milliseconds, Part, Released, Shaken
from puluc.session.frame import Frame, Lamp

LETTERS: Final = {Lamp.OFF: ".", Lamp.ON: "1", Lamp.SLOW: "s", Lamp.FAST: "f"}
"""What ``LAMPS`` has for each."""
NO_LAMPS: Final = "the chips that the lamps are on don't answer"

log = logging.getLogger(__name__)


class Settled(Debouncer):
    """A key whose bouncing the board has removed already."""

    def __init__(self, *, down: bool = False, at_us: int = 0) -> None:
        super().__init__(down=down, at_us=at_us)
        self.due_us = None

    def feed(self, at_us: int, level: bool) -> bool | None:  # noqa: ARG002 - as its like has it
        """A change is a press or a release at once."""
        if level == self.down:
            return None
        self.down = level
        return level


class SerialPanel:
    """Keys, tray, lamps and buzzer of a Pico on USB (the protocol ``hardware.protocols.Panel``).

    ``Lost`` tells that there is no board and why, ``Back`` that it works again; then it shows what
    was shown last. What the port does is done on a thread of its own.

    Example::

        panel = SerialPanel(PICO, reactor, find_ports, open_port)
        panel.start(print)
        panel.show(frame)
        panel.close()
    """

    def __init__(
        self,
        wiring: Wiring,
        reactor: Reactor,
        find: Callable[[], Sequence[str]],
        open_port: Callable[[str], Port],
        *,
        timing: str = "",
        holds_ms: tuple[Milliseconds, ...] = HOLDS_MS,
        wait: Wait | None = None,
    ) -> None:
        """Set up a panel that looks for no board yet.

        Args:
            wiring: The Pico's, its lines maybe exchanged by a self-test.
            reactor: The one loop.
            find: Gives the ports that the board may be on.
            open_port: Opens one; raises PortError.
            timing: The arguments of ``TIMING`` (docs/protocol.md), where they are not the usual.
            holds_ms: How long a space is held for each ``Held``, rising; the last means stuck.
            wait: Waits in simulated time, without a thread: see `Attendant`.
        """
        self.wiring = wiring
        """The wiring that is in use."""
        self._reactor = reactor
        self._holds_ms = holds_ms
        self._emit: Emit | None = None
        self._faults = Faults(reactor)
        self._keys = Keys(reactor, self._tell_key, debouncer=Settled, holds_ms=holds_ms)
        self._holds: list[Held] = []  # those of which it isn't known yet whether they are any
        self._down: set[int] | None = None  # the board's keys that are down; none without a board
        self._frame: Frame | None = None
        self._ear = Ear()
        self.attendant = Attendant(
            wiring.spaces, reactor.now_us, find, open_port, self._hand_over, timing, wait=wait
        )
        """What serves the port."""
        self._closed = False

    @property
    def is_alive(self) -> bool:
        """Whether the thread is at work; a board that is missing is no reason to restart."""
        return self.attendant.is_alive

    def sweep(self) -> None:
        """Begin to look for the board, which has lit one lamp after the other by itself."""
        self.attendant.start()

    def start(self, emit: Emit) -> None:
        """Begin to emit events; a board that is missing is told, and looked for."""
        self._emit = emit
        self.sweep()
        self._faults.listen(emit)
        if self._down is not None:
            self._add_keys()

    def show(self, frame: Frame) -> None:
        """Have the board show a frame's lamps, when they change, and play its sound."""
        if self._closed:
            return
        self._frame = frame
        spaces = (*frame.lamps, *[Lamp.OFF] * self.wiring.spaces)
        lines = dict(zip(self.wiring.lamps, spaces, strict=False))
        self.attendant.light("".join(LETTERS[lines[line]] for line in self._board.lamps))
        sound = self._ear.hear(frame)
        if sound is not None:
            self.attendant.play([f"{note.hz}:{note.ms}" for note in TUNES[sound]])

    def rewire(self, wiring: Wiring) -> None:
        """Take the board's keys and lamps for these from now on."""
        self.wiring = wiring
        self._keys.close()
        if self._down is not None and self._emit is not None:
            self._add_keys()
        if self._frame is not None:
            self.show(self._frame)

    def close(self) -> None:
        """Lamps dark, the port closed; may be called twice."""
        self._closed = True
        self._emit = None
        self._keys.close()
        self._holds.clear()
        self._faults.close()
        self.attendant.close()

    @property
    def _board(self) -> Wiring:
        """The board's own order of keys and lamps."""
        return pico(self.wiring.spaces)

    def _hand_over(self, told: Told | str) -> None:
        """Take what the attendant tells, on its thread; text is why there is no board."""
        self._reactor.hand_over(partial(self._told, told))

    def _told(self, told: Told | str) -> None:
        if self._closed:
            return
        now_us = self._reactor.now_us()
        match told:
            case str():
                self._lose(told)
            case Begun(hello=hello, down=down):
                self._begin(hello, set(down), now_us)
            case KeyMoved(number=number, is_down=is_down, at_us=at_us):
                self._move(number, is_down, at_us)
            case InStep(at_us=at_us):
                self._tell_holds(Milliseconds((at_us + SURE_US) // 1000))
            case TrayShaken(began_us=began_us, ended_us=ended_us):
                began, ended = Milliseconds(began_us // 1000), Milliseconds(ended_us // 1000)
                self._tell(Shaken(ended, began))
            case PartFailed(part="TILT", is_broken=is_broken):
                self._set_fault("TILT", Part.TRAY, RESTLESS if is_broken else "")
            case PartFailed(part="LAMPS", is_broken=is_broken):
                self._set_fault("LAMPS", Part.PANEL, NO_LAMPS if is_broken else "")
            case PartFailed(part=part):
                log.warning("the board says that %s fails, which Puluc doesn't know", part)

    def _lose(self, reason: str) -> None:
        self._keys.close()
        self._holds.clear()
        self._down = None
        if self._faults.lose("board", Part.PANEL, reason):
            log.error("no board: %s", reason)

    def _begin(self, hello: Hello, down: set[int], now_us: int) -> None:
        """A board is there, or the one that was there has begun anew."""
        log.info("the board is there: firmware %s", hello.firmware)
        for part in ("TILT", "LAMPS"):
            self._faults.mend(part)
        self._faults.mend("board")
        before, self._down = self._down, down
        if self._emit is None:
            return
        if before is None:
            self._add_keys()
            return
        self._holds.clear()  # a release may have been missed
        for number in before - down:
            self._keys.edge(self._space(number), now_us, False)
        for number in down - before:
            self._add_key(number)

    def _add_keys(self) -> None:
        for number in range(self.wiring.spaces + 1):
            self._add_key(number)

    def _add_key(self, number: int) -> None:
        self._keys.add(self._space(number), lambda: self._down is not None and number in self._down)

    def _move(self, number: int, is_down: bool, at_us: int) -> None:
        if self._down is None or number > self.wiring.spaces:
            return
        (self._down.add if is_down else self._down.discard)(number)
        self._keys.edge(self._space(number), at_us, is_down)

    def _space(self, number: int) -> Space | None:
        """The space of one of the board's keys; none for the menu button."""
        board = self._board
        line: Line = board.buttons[number - 1] if number else board.menu
        if line == self.wiring.menu:
            return None
        return Space(self.wiring.buttons.index(line) + 1)

    def _tell_key(self, event: Event) -> None:
        """Tell of a key, but of a hold only when it is sure that no release is missing."""
        match event:
            case Held(held_ms=held_ms) if held_ms:
                self._holds.append(event)
                self.attendant.make_sure()
                return
            case Released(at=at, space=space):
                self._tell_holds(at, space)
                self._holds = [held for held in self._holds if held.space != space]
        self._tell(event)

    def _tell_holds(self, until: Milliseconds, space: Space | None = None) -> None:
        """Tell the holds, of all spaces or one, that had come about by a time."""
        sure = [held for held in self._holds if held.at <= until and space in (None, held.space)]
        self._holds = [held for held in self._holds if held not in sure]
        for held in sure:
            self._tell(held)
        if self._holds and space is None:
            self.attendant.make_sure()

    def _set_fault(self, thing: str, part: Part, reason: str) -> None:
        if not reason:
            self._faults.mend(thing)
        elif self._faults.lose(thing, part, reason):
            log.error("%s", reason)

    def _tell(self, event: Event) -> None:
        if self._emit is not None:
            self._emit(event)
