"""The port: where it is looked for, and every way in which pyserial fails made one."""

import errno
import os
import pty
import sys
import termios
import tty

import pytest
from serial import Serial, SerialException

from hardware.serial_port import PortError, SerialPort, find_ports, open_port


class Failing:
    """A Serial of which every call fails in one way."""

    def __init__(self, error: Exception) -> None:
        self._error = error
        self.closed = 0

    def fail(self, *_args: object) -> None:
        raise self._error

    read = write = reset_output_buffer = fail

    def close(self) -> None:
        self.closed += 1
        raise self._error


FAILURES = [  # what PI.md has seen pyserial let out when a device goes
    SerialException("device reports readiness to read but returned no data"),
    OSError(errno.EIO, "Input/output error"),
    OSError(errno.ENODEV, "No such device"),
    termios.error(errno.EIO, "Input/output error"),
    TypeError("'NoneType' object cannot be interpreted as an integer"),
]


@pytest.fixture
def ends():
    """The two ends of a pty: the board's file, and the path of the host's."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def test_found_by_id(tmp_path):
    """Ports of a Pico's makers are found by their names, in order; others are not disturbed."""
    for name in (
        "usb-Prusa_Research_printer-if00",
        "usb-Raspberry_Pi_Pico_E660-if00",
        "usb-MicroPython_Board_in_FS_mode_e660-if00",
    ):
        (tmp_path / name).touch()
    found = find_ports(folder=tmp_path)
    assert [path.rpartition("/")[2] for path in found] == [
        "usb-MicroPython_Board_in_FS_mode_e660-if00",
        "usb-Raspberry_Pi_Pico_E660-if00",
    ]


def test_none_found(tmp_path):
    """Without a serial device there is not even the folder."""
    assert find_ports(folder=tmp_path / "by-id") == ()


def test_named(tmp_path):
    """A port that is named is the only one, as long as it is there."""
    named = tmp_path / "ttyACM3"
    assert find_ports(str(named), folder=tmp_path) == ()
    named.touch()
    assert find_ports(str(named), folder=tmp_path) == (str(named),)


def test_bytes_both_ways(ends):
    """Bytes go both ways, and a read never waits."""
    board, path = ends
    port = open_port(path)
    assert port.read() == b""
    port.write(b"$7,ALIVE*A18BEE11\n")
    assert os.read(board, 100) == b"$7,ALIVE*A18BEE11\n"
    os.write(board, b"\x03\x00\xff")
    assert port.read() == b"\x03\x00\xff"
    port.close()
    port.close()


def test_alone(ends):
    """A port that another program has open is refused, saying so."""
    _, path = ends
    with Serial(path, exclusive=True), pytest.raises(PortError, match="another program has it"):
        open_port(path)


def test_nobody_reads(ends):
    """A port that takes nothing is given up after half a second."""
    _, path = ends
    port = open_port(path)
    with pytest.raises(PortError):
        port.write(b"." * 400_000)
    port.close()


def test_unplugged(ends):
    """A port whose device has gone says so when it is read, and can be closed."""
    master, slave = pty.openpty()
    path = os.ttyname(slave)
    port = open_port(path)
    os.close(slave)
    os.close(master)
    with pytest.raises(PortError):
        port.read()
    port.close()
    with pytest.raises(PortError, match=r"it has gone|permitted"):
        open_port(path)


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
def test_every_failure_is_one(error):
    """Whatever pyserial lets out, reading and writing raise a PortError, and closing nothing."""
    failing = Failing(error)
    port = SerialPort(failing)
    with pytest.raises(PortError):
        port.read()
    with pytest.raises(PortError):
        port.write(b"x")
    port.close()
    assert failing.closed == 1


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "not permitted; is the user in the group dialout?"),
        (errno.EBUSY, "another program has it"),
        (errno.ENOENT, "it has gone"),
        (errno.EIO, "input/output error"),
    ],
)
def test_why_it_cannot_be_opened(monkeypatch, number, words):
    """Why a port can't be had is said in words that help."""

    def refuse(*_args, **_options):
        raise SerialException(number, "could not open port")

    monkeypatch.setattr("serial.Serial", refuse)
    with pytest.raises(PortError, match=f"ttyACM0: {words}".replace("?", r"\?")):
        open_port("/dev/ttyACM0")


def test_without_pyserial(monkeypatch):
    """Where pyserial is missing the command is told that installs it."""
    monkeypatch.setitem(sys.modules, "serial", None)
    with pytest.raises(PortError, match=r"pip install 'puluc\[serial\]'"):
        open_port("/dev/ttyACM0")
