"""An emulated MCP23017: sixteen pins behind I2C registers, as drivers write them.

Register numbers and reset values are of the datasheet DS20001952C, table 3-5 (IOCON.BANK = 0).
"""

from typing import Final

IODIR: Final = 0x00
IOCON: Final = 0x0A
GPIO: Final = 0x12
OLAT: Final = 0x14
REGISTERS: Final = 0x16
"""How many there are; after the last one the pointer goes back to the first."""


class Mcp23017:
    """The expander (the protocol ``I2CDevice`` of the fake bus); nothing pulls its pins."""

    def __init__(self) -> None:
        self.power_on()

    def power_on(self) -> None:
        """Take the reset state: all pins inputs, all latches low."""
        self._registers = bytearray(REGISTERS)
        self._registers[IODIR : IODIR + 2] = b"\xff\xff"
        self._pointer = 0

    def write(self, message: bytes) -> None:
        """Take a register's number, and values for it and those after it."""
        if not message:
            return
        self._pointer, *values = message
        for value in values:
            self._set(self._pointer % REGISTERS, value)
            self._pointer = (self._pointer + 1) % REGISTERS

    def read(self) -> int:
        """Answer with the register that was named last, and go on to the next."""
        value = self._registers[self._pointer % REGISTERS]
        self._pointer = (self._pointer + 1) % REGISTERS
        return value

    def high(self) -> tuple[bool, ...]:
        """Which pins are driven high, GPA0 first: outputs whose latch is high."""
        return tuple(
            bool(self._registers[OLAT + port] & ~self._registers[IODIR + port] & 1 << bit)
            for port in range(2)
            for bit in range(8)
        )

    def _set(self, register: int, value: int) -> None:
        match register:
            case 0x12 | 0x13:  # writing to the port writes the latch (3.5.10)
                self._registers[register + 2] = value
            case 0x0A | 0x0B:  # one register under two numbers (3.5.6)
                self._registers[IOCON] = self._registers[IOCON + 1] = value
            case 0x0E | 0x0F | 0x10 | 0x11:  # what interrupts were about can only be read
                pass
            case _:
                self._registers[register] = value
        for port in range(2):
            latch, inputs = self._registers[OLAT + port], self._registers[IODIR + port]
            self._registers[GPIO + port] = latch & ~inputs
