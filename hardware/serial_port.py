"""The serial port that a board is on: where it may be, and opened with pyserial."""

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from puluc.errors import PulucError

if TYPE_CHECKING:
    from serial import Serial

BY_ID: Final = Path("/dev/serial/by-id")
"""Where udev names serial ports by what is plugged in; the name stays, whatever the number."""
MAKERS: Final = ("MicroPython", "Raspberry_Pi", "Pico")
"""Parts of the names of ports that a Pico may be on; a printer, say, is not to be disturbed."""
BAUD: Final = 115_200
"""Means nothing on USB, but 1200 would make a Pico reboot to its loader."""
WRITE_S: Final = 0.5
READ: Final = 4_096


class PortError(PulucError, OSError):
    """A port that can't be opened, or has gone; the message is for people."""


class Port(Protocol):
    """An open port."""

    def fileno(self) -> int:
        """What can be waited for."""

    def read(self) -> bytes:
        """What has come; nothing when nothing has. Raises PortError when the port has gone."""

    def write(self, data: bytes) -> None:
        """Send. Raises PortError when the port has gone, or takes nothing for half a second."""

    def close(self) -> None:
        """Close it, whatever state it is in; may be called twice."""


def find_ports(named: str = "", folder: Path = BY_ID) -> tuple[str, ...]:
    """The ports that a board may be on, each as it is to be opened.

    Args:
        named: The one that the configuration names; it is the only one then.
        folder: Where udev has its links.
    """
    if named:
        return (named,) if Path(named).exists() else ()
    try:
        links = sorted(folder.iterdir())
    except OSError:
        return ()
    return tuple(str(link) for link in links if any(maker in link.name for maker in MAKERS))


def open_port(path: str) -> Port:
    """Open a port, alone.

    Raises:
        PortError: it can't be had, or pyserial is missing.
    """
    try:
        from serial import Serial  # noqa: PLC0415 - a board on the Pi's own pins needs none
    except ImportError as error:
        raise PortError("pyserial is missing: pip install 'puluc[serial]'") from error
    try:
        return SerialPort(Serial(path, BAUD, timeout=0, write_timeout=WRITE_S, exclusive=True))
    except _errors() as error:
        raise PortError(f"{Path(path).name}: {_cause(error)}") from error


class SerialPort:
    """A port of pyserial, its many ways to fail made one (the protocol ``Port``)."""

    def __init__(self, serial: "Serial") -> None:
        self._serial = serial

    def fileno(self) -> int:
        """The file that can be waited for."""
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """What has come, without waiting."""
        try:
            return bytes(self._serial.read(READ))
        except _errors() as error:
            raise PortError(_cause(error)) from error

    def write(self, data: bytes) -> None:
        """Send, waiting for half a second at most."""
        try:
            self._serial.write(data)
        except _errors() as error:
            raise PortError(_cause(error)) from error

    def close(self) -> None:
        """Drop what has not been sent, since a dead board would keep the kernel waiting; close."""
        for call in (self._serial.reset_output_buffer, self._serial.close):
            try:
                call()
            except _errors():
                continue


def _errors() -> tuple[type[Exception], ...]:
    """What pyserial lets out when a port fails (its issues 401, 417): most, not all, is OSError."""
    import termios  # noqa: PLC0415 - only where there are ports

    return (OSError, termios.error, TypeError)


def _cause(error: Exception) -> str:
    """Why, in words for people."""
    number = getattr(error, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return "not permitted; is the user in the group dialout?"
    if number in (errno.EAGAIN, errno.EBUSY) or "exclusively lock" in str(error):
        return "another program has it"
    if number == errno.ENOENT:
        return "it has gone"
    return os.strerror(number).lower() if isinstance(number, int) and number else "it has gone"
