"""A fake I2C bus: what drivers call on an ``smbus2.SMBus``, with devices that can be pulled out.

>>> bus = FakeSMBus()
>>> bus.attach(0x3C, Ssd1306())
>>> bus.unplug(0x3C, after_writes=3)   # three more writes arrive, then nobody answers
>>> bus.plug_in(0x3C)                  # powered anew: what the device held is lost
"""

import errno
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

BLOCK: Final = 32
"""The most data bytes in one SMBus block (I2C_SMBUS_BLOCK_MAX in the kernel's i2c.h)."""


class I2CDevice(Protocol):
    """A device as the bus sees it."""

    def power_on(self) -> None:
        """Take the state after power comes."""

    def write(self, message: bytes) -> None:
        """Take one write, without its address byte."""

    def read(self) -> int:
        """Answer a read of one byte."""


@dataclass(frozen=True, slots=True)
class Write:
    """One write that arrived, as a trace sees it."""

    address: int
    message: bytes
    """All bytes after the address: the register (or control) byte, then the data."""


@dataclass(slots=True)
class _Socket:
    """A place on the bus with the device in it."""

    device: I2CDevice
    fails_with: int | None = None
    writes_left: int | None = None
    """Writes that still arrive before the fault, when one has been asked for."""
    fault: int = errno.EREMOTEIO
    once: bool = False

    def fail(self) -> None:
        """Be gone from now on."""
        self.fails_with, self.writes_left = self.fault, None
        self.device.power_on()  # dark already; whatever it held is lost


@dataclass
class FakeSMBus:
    """An I2C bus with emulated devices, safe to use from several threads.

    Bytes are counted as they'd go over the wires: for a write the address byte, the register byte
    and the data, for a read the address byte and the answer, and what names a register before it.
    Start, stop and acknowledge bits
    aren't counted, nor what no device took. Some known sizes: a 128x64 frame sent by luma's SSD1306
    in 32-byte blocks is 8 + 32 x 34 = 1,096 bytes, in one long write 8 + 1,026 = 1,034.
    """

    number: int = 1
    trace: Callable[[Write], None] | None = None
    """Called with each write just before the device takes it, on the writer's thread."""
    bytes_sent: int = field(default=0, init=False)
    bytes_read: int = field(default=0, init=False)
    writes: int = field(default=0, init=False)
    """How many writes arrived."""
    openings: int = field(default=0, init=False)
    """How often the bus was opened."""

    def __post_init__(self) -> None:
        self._sockets: dict[int, _Socket] = {}
        self._lock = threading.RLock()
        self._handles: set[OpenSMBus] = set()
        self._is_missing = False

    # What a test or a simulated board does

    def attach(self, address: int, device: I2CDevice, *, absent: bool = False) -> None:
        """Give a device a place on the bus; with ``absent`` it comes only when it is plugged in."""
        with self._lock:
            self._sockets[address] = socket = _Socket(device)
            if absent:
                socket.fail()

    def unplug(self, address: int, error: int = errno.EREMOTEIO, *, after_writes: int = 0) -> None:
        """Let a device vanish, at once or after so many more writes; it is without power then.

        Every access from then on fails with ``error``: 121 (EREMOTEIO) as most adapters have it
        when nobody acknowledges, 5 (EIO), 6 (ENXIO), 19 (ENODEV) or 110 (ETIMEDOUT) as others do.
        """
        with self._lock:
            socket = self._sockets[address]
            socket.fault, socket.once, socket.writes_left = error, False, after_writes
            if after_writes == 0:
                socket.fail()

    def disturb(self, address: int, error: int = errno.EREMOTEIO, *, after_writes: int = 0) -> None:
        """Let one write fail, the next or the one after so many; the device keeps its state."""
        with self._lock:
            socket = self._sockets[address]
            socket.fault, socket.once, socket.writes_left = error, True, after_writes

    def plug_in(self, address: int) -> None:
        """Let a device be there again, as after power has come: without its RAM and its set-up."""
        with self._lock:
            socket = self._sockets[address]
            socket.fails_with = socket.writes_left = None
            socket.device.power_on()

    def remove(self) -> None:
        """Take the bus itself away, as an unloaded driver or a pulled adapter does."""
        with self._lock:
            self._is_missing = True

    def restore(self) -> None:
        """Give the bus back; it has to be opened anew."""
        with self._lock:
            self._is_missing = False
            self._handles.clear()

    @property
    def is_open(self) -> bool:
        """Whether somebody holds the bus open."""
        return bool(self._handles)

    # What a driver does

    def open(self) -> "OpenSMBus":
        """Open the bus, as ``smbus2.SMBus(1)`` does: pass ``bus.open`` as what opens a bus.

        Raises:
            FileNotFoundError: when the bus has been taken away.
        """
        with self._lock:
            if self._is_missing:
                raise FileNotFoundError(
                    errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/i2c-{self.number}"
                )
            self._handles.add(handle := OpenSMBus(self))
            self.openings += 1
            return handle

    def holds(self, handle: "OpenSMBus") -> bool:
        """Whether a handle has been opened on the bus as it is now, and not been closed."""
        return handle in self._handles

    def release(self, handle: "OpenSMBus") -> None:
        """Forget a handle; harmless for one that is closed."""
        self._handles.discard(handle)

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write a register byte and up to 32 bytes.

        Raises:
            OSError: when nobody answers.
            ValueError: for more than 32 bytes, as smbus2 does.
        """
        if len(data) > BLOCK:
            raise ValueError(f"{len(data)} bytes in a block: at most {BLOCK}")
        self._write(i2c_addr, bytes([register, *data]))

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Write a register byte and one more."""
        self._write(i2c_addr, bytes([register, value]))

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Write one byte."""
        self._write(i2c_addr, bytes([value]))

    def write_quick(self, i2c_addr: int) -> None:
        """Address a device and send it nothing, to find out whether it is there."""
        self._write(i2c_addr, b"")

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte."""
        with self._lock:
            device = self._reach(i2c_addr).device
            self.bytes_read += 2
            return device.read()

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        """Name a register, and read the byte in it."""
        with self._lock:
            device = self._reach(i2c_addr).device
            device.write(bytes([register]))
            self.bytes_read += 4
            return device.read()

    def _write(self, address: int, message: bytes) -> None:
        with self._lock:
            socket = self._reach(address)
            if socket.writes_left == 0:
                socket.writes_left = None
                if not socket.once:
                    socket.fail()
                raise OSError(socket.fault, os.strerror(socket.fault))
            if socket.writes_left is not None:
                socket.writes_left -= 1
            if self.trace is not None:
                self.trace(Write(address, message))
            self.writes += 1
            self.bytes_sent += 1 + len(message)
            socket.device.write(message)

    def _reach(self, address: int) -> _Socket:
        """The device at an address, if it can be talked to now."""
        if self._is_missing:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        if not self._handles:
            raise OSError(errno.EBADF, f"I2C bus {self.number} is not open")
        socket = self._sockets.get(address)
        if socket is None:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        if socket.fails_with is not None:
            raise OSError(socket.fails_with, os.strerror(socket.fails_with))
        return socket


class OpenSMBus:
    """The bus as one of its users has opened it: closing it leaves the others theirs."""

    def __init__(self, bus: FakeSMBus) -> None:
        self._bus = bus

    def close(self) -> None:
        """Close it; may be called twice."""
        self._bus.release(self)

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """As the bus has it."""
        self._opened().write_i2c_block_data(i2c_addr, register, data)

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """As the bus has it."""
        self._opened().write_byte_data(i2c_addr, register, value)

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """As the bus has it."""
        self._opened().write_byte(i2c_addr, value)

    def write_quick(self, i2c_addr: int) -> None:
        """As the bus has it."""
        self._opened().write_quick(i2c_addr)

    def read_byte(self, i2c_addr: int) -> int:
        """As the bus has it."""
        return self._opened().read_byte(i2c_addr)

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        """As the bus has it."""
        return self._opened().read_byte_data(i2c_addr, register)

    def _opened(self) -> FakeSMBus:
        """The bus, if it is still open here."""
        if not self._bus.holds(self):
            raise OSError(errno.EBADF, f"I2C bus {self._bus.number} is not open")
        return self._bus
