"""What the doctor says of a board on a Pico: whether it is there, and plays with this Puluc."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Final

from hardware.serial_link import Hello
from hardware.serial_port import PortError, find_ports
from puluc.config import Board
from puluc.doctor.finding import Finding, Level, bad, ok, warn
from puluc.flash.files import NoFirmwareError, version
from puluc.flash.talk import ask, here

HEADER: Final = ("pin factory", "GPIO chip", "GPIO access", "lines")
"""The findings that are of the Pi's own lines, which such a board doesn't use."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What can be asked about the ports of this machine."""

    has_pyserial: bool
    find: Callable[[], Sequence[str]]
    """The ports that the board may be on."""
    ask: Callable[[str], Hello | None]
    """What the board on a port says of itself; raises PortError."""


def desk_of(board: Board) -> Desk:
    """This machine."""
    return Desk(
        find_spec("serial") is not None,
        partial(find_ports, board.serial_port),
        partial(ask, line=here()),
    )


def with_pico(
    board: Board,
    found: Iterable[Finding],
    desk_of: Callable[[Board], Desk] = desk_of,
    pip: str = "pip",
) -> tuple[Finding, ...]:
    """The findings of a board, those of a Pico in place of the header's where it is on one.

    Args:
        board: As it is configured.
        found: What is known already.
        desk_of: Tells what may be asked about its ports.
        pip: The command that installs libraries beside this program.
    """
    if board.profile != "pico":
        return tuple(found)
    kept = (each for each in found if each.subject not in HEADER)
    return (*kept, *check_pico(board, desk_of(board), pip))


def check_pico(board: Board, desk: Desk, pip: str) -> Iterator[Finding]:
    """Whether a Pico is plugged in that this board can be played on."""
    if not desk.has_pyserial:
        yield bad("Pico", "pyserial is not installed", f"{pip} install 'puluc[serial]'")
        return
    ports = desk.find()
    if not ports:
        where = board.serial_port or "any serial port"
        yield bad(
            "Pico",
            f"there is none on {where}",
            "plug it in, with a cable that carries data; a new one needs: puluc flash",
        )
        return
    found = [_asked(board, desk, port) for port in ports]
    well = [each for each in found if each.level is Level.OK]
    yield from well[:1] or found


def _asked(board: Board, desk: Desk, port: str) -> Finding:
    """What the board on a port is like."""
    try:
        hello = desk.ask(port)
    except PortError as error:
        if "another program" in str(error):
            return ok("Pico", f"{port}, at play (to have it asked: sudo systemctl stop puluc)")
        if "not permitted" in str(error):
            return bad("Pico", str(error), "sudo puluc doctor tells more")
        return bad("Pico", str(error), "unplug it and plug it in again, then: puluc doctor")
    if hello is None:
        return bad("Pico", f"{port} doesn't answer as a board", "puluc flash")
    if hello.trouble:
        said, _, mend = hello.trouble.partition(": ")
        return bad("Pico", said, mend.removeprefix("run ").strip("`"))
    if hello.spaces != board.spaces:
        said = f"{port} is wired for {hello.spaces} spaces, the configuration has {board.spaces}"
        return bad("Pico", said, "set spaces under [board], or: puluc flash")
    if hello.firmware != _brought():
        said = f"{port} has firmware {hello.firmware}, this Puluc brings {_brought()}"
        return warn("Pico", said, "puluc flash")
    return ok("Pico", f"{port}, firmware {hello.firmware}, {hello.spaces} spaces")


def _brought() -> str:
    """The version of the firmware that this Puluc has."""
    try:
        return version()
    except NoFirmwareError:
        return "none"
