"""The I2C bus as its devices need it, and how a real one is opened."""

from collections.abc import Callable, Sequence
from typing import Protocol


class Bus(Protocol):
    """What is called on an open ``smbus2.SMBus``; `hardware.simulated.smbus` has a fake one."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write a register byte and up to 32 bytes; OSError when nobody answers."""

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte; OSError when nobody answers."""

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        """Read the byte of a register; OSError when nobody answers."""

    def close(self) -> None:
        """Close the bus; may be called twice."""


def smbus(number: int) -> Callable[[], Bus]:
    """What opens the bus ``/dev/i2c-<number>``; it raises OSError while there is none."""

    def open_bus() -> Bus:
        from smbus2 import SMBus  # noqa: PLC0415 - a laptop needs none

        bus: Bus = SMBus(number)
        return bus

    return open_bus
