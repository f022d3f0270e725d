"""What a board on a Pico has said of it when something is wrong, by the code that says it."""

import errno
import sys
from collections.abc import Iterator

import pytest

from hardware.attendant import GREETING_US
from hardware.serial_board import NO_LAMPS
from hardware.serial_port import PortError, open_port
from hardware.wire import line
from tests.hardware.test_attendant import BoardThere, Desk, Mute


def told_of_a_pico(patch: pytest.MonkeyPatch) -> Iterator[str]:
    """Why there is no board, and what fails of one."""
    yield from _attendant()
    yield from _ports(patch)
    yield NO_LAMPS


def _attendant() -> Iterator[str]:
    """Nothing on the desk, nobody who answers, other boards than is wanted."""
    for there in (None, Mute(), BoardThere(spaces=19), speaking("0.9"), speaking("2.0")):
        desk = Desk()
        if there is not None:
            desk.ports["ttyACM0"] = there
        desk.advance(GREETING_US // 1000 + 1_000)
        yield from (each for each in desk.told if isinstance(each, str))


def speaking(protocol: str) -> BoardThere:
    """A board that speaks another version of the protocol."""
    there = BoardThere()
    there.says = [line(0, "HELLO", protocol, "9.9", 11, "keys", "1")]
    return there


def _ports(patch: pytest.MonkeyPatch) -> Iterator[str]:
    """Ports that can't be opened."""
    for number in (errno.EACCES, errno.EBUSY, errno.ENOENT):

        def refuse(*_: object, number: int = number, **__: object) -> None:
            raise OSError(number, "")

        patch.setattr("serial.Serial", refuse)
        yield _refusal()
    patch.setitem(sys.modules, "serial", None)
    yield _refusal()


def _refusal() -> str:
    with pytest.raises(PortError) as error:
        open_port("/dev/ttyACM0")
    return str(error.value)
