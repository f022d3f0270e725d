"""Lamps on an MCP23017, an I2C expander of sixteen pins, on the same bus as the OLED.

Register numbers are of the datasheet DS20001952C, table 3-3 (IOCON.BANK = 0, as after power-up).
"""

import errno
import logging
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from hardware.bus import Bus
from hardware.faults import Faults
from hardware.protocols import Reactor
from hardware.wiring import Expander
from hardware.worker import AtOnce, OwnThread, Worker
from puluc.session.events import Part

IODIRA: Final = 0x00
"""Direction of GPA0 to GPA7, a bit each; 1, as after power-up, is an input. GPB's follows it."""
OLATA: Final = 0x14
"""Output latches of GPA0 to GPA7; GPB's follow."""

CLOSE_S: Final = 0.5

log = logging.getLogger(__name__)

_Job = tuple[int, bool]
"""The pins that are to be high, a bit each, and whether to see that the chip is still set up."""


class ExpanderLamps:
    """Lamps that light when their pin of the expander is high (the protocol ``Lamps``).

    The chip is written to on a thread of its own, since a bus that hangs keeps who asks it waiting
    for a second; of what is to be lit the latest counts. After a fault, or after the chip has been
    without power, it is set up anew: dark first, then as it should be.
    """

    def __init__(
        self,
        expander: Expander,
        open_bus: Callable[[], Bus],
        faults: Faults,
        reactor: Reactor,
        *,
        bus_name: str = "I2C bus 1",
        threaded: bool = True,
    ) -> None:
        """Say where the expander is; nothing is opened before `start`.

        Args:
            expander: Its address, and which lamp is on which pin.
            open_bus: Gives an open bus, or raises OSError while there is none; called anew after
                each fault.
            faults: The panel's.
            reactor: The loop, on which faults are told.
            bus_name: The bus as people know it.
            threaded: Whether there is a thread; without, all is done at once, for simulated time.
        """
        self._expander = expander
        self._open_bus = open_bus
        self._faults = faults
        self._reactor = reactor
        self._name = f"lamps at 0x{expander.address:02X} on {bus_name}"
        self._threaded = threaded
        self._worker: Worker[_Job] | None = None
        self._closed = False
        self._wanted = 0
        # From here on the worker's alone.
        self._bus: Bus | None = None
        self._sent = 0
        self._is_lost = False

    # On the loop

    def start(self) -> None:
        """Set the expander up, dark at first; should it not be there, that is a fault."""
        if self._threaded:
            self._worker = OwnThread(self._work_guarded, self._finish, "lamps")
        else:
            self._worker = AtOnce(self._work, self._finish)
        self._worker.put((self._wanted, True))

    @property
    def can_light(self) -> bool:
        """Whether it is set up, as far as is known."""
        return self._worker is not None and not self._closed and self not in self._faults

    @property
    def is_alive(self) -> bool:
        """Whether the thread is at work."""
        return self._worker is None or self._worker.is_alive

    def light(self, lit: Sequence[bool]) -> None:
        """Have the pins that differ written soon."""
        wanted = sum(
            1 << output for output, on in zip(self._expander.outputs, lit, strict=True) if on
        )
        if wanted != self._wanted:
            self._wanted = wanted
            self._put(look=False)

    def mend(self) -> None:
        """Look whether the expander is there and as it was set up."""
        self._put(look=True)

    def close(self) -> None:
        """All dark, the bus closed, the thread ended, in half a second at most."""
        self._closed = True
        if self._worker is not None and not self._worker.close(CLOSE_S):
            log.warning("%s: the bus hangs; left alone", self._name)

    def _put(self, *, look: bool) -> None:
        if self._worker is not None:
            self._worker.put((self._wanted, look))

    def _told(self, reason: str) -> None:
        """What the worker found, on the loop; an empty reason is that all is well."""
        if self._closed:
            return
        if not reason:
            self._faults.mend(self)
        elif self._faults.lose(self, Part.PANEL, reason):
            log.error("%s", reason)

    # On the worker

    def _work_guarded(self, job: _Job) -> None:
        """Work on the thread; what is wrong in the program is raised on the loop, to be seen."""
        try:
            self._work(job)
        except Exception as error:  # noqa: BLE001 - the thread's boundary
            failure = error

            def fail() -> None:
                raise failure

            self._reactor.hand_over(fail)

    def _work(self, job: _Job) -> None:
        wanted, look = job
        if self._is_lost and not look:
            return  # it is looked for in a while; until then a write would only wait
        try:
            self._write(wanted, look)
        except OSError as error:
            self._drop()
            self._tell(self._reason(error))
        else:
            self._tell("")

    def _write(self, wanted: int, look: bool) -> None:
        bus, address = self._bus, self._expander.address
        if bus is not None and look and bus.read_byte_data(address, IODIRA) != self._inputs & 0xFF:
            log.warning("%s: the expander has been without power", self._name)
            self._drop()
            bus = None
        if bus is None:
            bus = self._bus = self._open_bus()
            bus.write_i2c_block_data(address, OLATA, [0, 0])
            bus.write_i2c_block_data(address, IODIRA, _bytes(self._inputs))
            self._sent = 0
        if wanted != self._sent:
            bus.write_i2c_block_data(address, OLATA, _bytes(wanted))
            self._sent = wanted

    @property
    def _inputs(self) -> int:
        """The pins without a lamp, which stay inputs."""
        return 0xFFFF & ~sum(1 << output for output in self._expander.outputs)

    def _tell(self, reason: str) -> None:
        if reason or self._is_lost:
            self._reactor.hand_over(lambda: self._told(reason))
        self._is_lost = bool(reason)

    def _finish(self) -> None:
        if self._bus is not None:
            with suppress(OSError):
                self._bus.write_i2c_block_data(self._expander.address, OLATA, [0, 0])
        self._drop()

    def _drop(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            with suppress(OSError):  # closing a bus that has vanished may fail, and has closed it
                bus.close()

    def _reason(self, error: OSError) -> str:
        """What to tell people, who look for a plug and not for an errno."""
        match error:
            case FileNotFoundError():
                return f"{self._name}: there is no such bus; is I2C switched on?"
            case PermissionError():
                return f"{self._name}: not permitted; is the user in the group i2c?"
            case OSError(errno=errno.ETIMEDOUT):
                return f"{self._name}: the bus hangs"
            case OSError(errno=int() as code) if code not in NO_ANSWER:
                return f"{self._name}: {os.strerror(code).lower()}"
            case _:
                return f"{self._name}: no answer"


NO_ANSWER: Final = frozenset({errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ENODEV})
"""What adapters report when nobody acknowledges, each its own."""


def _bytes(pins: int) -> list[int]:
    """Sixteen pins as the two registers of GPA and GPB."""
    return [pins & 0xFF, pins >> 8]
