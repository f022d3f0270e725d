"""Flashing: from whatever state a Pico is in to one that runs this Puluc's firmware.

Ports, clock and mpremote are given to it, so that a test can be a Pico.
"""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.serial_link import Hello
from hardware.serial_port import PortError
from puluc.config import Board
from puluc.errors import PulucError
from puluc.flash.files import MAIN, files, lamps_of, version
from puluc.flash.talk import GREETING_US, Line, ask, talking

BACK_US: Final = 15_000_000
"""A Pico is back with its new program within so long."""
LOOK_US: Final = 500_000

REMOVE: Final = f"import os\nif '{MAIN}' in os.listdir(): os.remove('{MAIN}')"

NO_PICO: Final = (
    "no Pico is plugged in, or its cable only charges. A new one has no MicroPython yet: hold its"
    " button BOOTSEL while you plug it in, and copy MicroPython's image for it onto the drive"
    " that appears (micropython.org/download/RPI_PICO). Then run this again"
)
IN_LOADER: Final = (
    "the Pico is in its loader, as the drive RPI-RP2: copy MicroPython's image for it there"
    " (micropython.org/download/RPI_PICO), and run this again"
)
NO_PROMPT: Final = (
    "the Pico gives no prompt: unplug it, connect GP27 (pin 32) to ground (pin 33), plug it in, run"
    " this again, and take the connection off. If that doesn't help it has no MicroPython"
    " (micropython.org/download/RPI_PICO)"
)
SILENT: Final = (
    "the firmware is written, but the Pico doesn't answer: see that GP27 (pin 32) isn't connected"
    " to ground any more, unplug the Pico and plug it in again; then `puluc doctor` tells"
)
IN_USE: Final = "; a board at play lets go of it with: sudo systemctl stop puluc"


class FlashError(PulucError, RuntimeError):
    """The firmware could not be put on a Pico; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command has come to."""

    code: int
    said: str


@dataclass(frozen=True, slots=True)
class Tools:
    """What flashing is done with."""

    find: Callable[[], Sequence[str]]
    """The ports that a Pico may be on."""
    line: Line
    """How it is talked with on one."""
    mpremote: Callable[[Sequence[str]], Done]
    """Runs mpremote."""
    in_loader: Callable[[], bool]
    """Whether a Pico's loader shows itself as a drive."""


def flash(board: Board, tools: Tools, tell: Callable[[str], None], *, again: bool = False) -> None:
    """Put the firmware on the Pico that is plugged in, unless it has it.

    Args:
        board: How it is wired.
        tools: What it is done with.
        tell: Prints a line.
        again: Put it on even if it is there.

    Raises:
        FlashError: it can't be done, or the Pico doesn't answer afterwards.
        NoFirmwareError: this installation has no firmware.
    """
    wanted, written = version(), files(board)
    path = _port(tools)
    hello = _ask_for_prompt(path, tools, (wanted, board.spaces), again=again)
    if hello is not None and not again and (hello.firmware, hello.spaces) == (wanted, board.spaces):
        # It does not say what its lamps are on.
        why = "" if lamps_of(board) == "pins" else ", for other chips of its lamps, too"
        tell(
            f"{_name(path)} has firmware {wanted} for {board.spaces} spaces"
            f" (--again writes it{why})"
        )
        return
    before = f"firmware {hello.firmware or 'unknown'}" if hello else "MicroPython's prompt"
    tell(f"{_name(path)} has {before}; writing {len(written)} files")
    _write(path, written, tools)
    tell("written; waiting for the Pico")
    now = _await(tools, path)
    if (now.firmware, now.spaces) != (wanted, board.spaces):
        raise FlashError(
            f"the Pico runs firmware {now.firmware} for {now.spaces} spaces, not {wanted} for"
            f" {board.spaces}: unplug it and plug it in again"
        )
    tell(f"the Pico runs firmware {wanted} for {board.spaces} spaces")


def _name(path: str) -> str:
    return Path(path).name


def _port(tools: Tools) -> str:
    """The one port to be flashed."""
    paths = tools.find()
    if not paths:
        raise FlashError(IN_LOADER if tools.in_loader() else NO_PICO)
    if len(paths) > 1:
        raise FlashError(f"several may be the board: {', '.join(paths)}; --port says which")
    return paths[0]


def _ask_for_prompt(
    path: str, tools: Tools, wanted: tuple[str, int], *, again: bool
) -> Hello | None:
    """What board plays there, which has given its prompt then, unless it is the wanted one."""
    try:
        with talking(path, tools.line) as talk:
            hello = talk.link.hello
            if hello is None:
                return None  # it may have its prompt: mpremote will tell
            if again or (hello.firmware, hello.spaces) != wanted:
                talk.link.want_prompt(tools.line.now_us())
            else:
                talk.link.end(tools.line.now_us())
            talk.until(lambda: talk.link.is_settled, GREETING_US)
            return hello
    except PortError as error:
        raise FlashError(f"{error}{IN_USE if 'another program' in str(error) else ''}") from error


def _write(path: str, written: dict[str, str], tools: Tools) -> None:
    """Write the files, the one that is started last, and start the Pico anew."""
    with tempfile.TemporaryDirectory(prefix="puluc-flash-") as folder:
        for name, text in written.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        words = ["connect", path, "exec", REMOVE]
        for name in written:
            words += ["+", "fs", "cp", str(Path(folder) / name), f":{name}"]
        done = tools.mpremote([*words, "+", "reset"])
    if done.code:
        lines = done.said.strip().splitlines()
        said = lines[-1] if lines else f"exit code {done.code}"
        raise FlashError(NO_PROMPT if "could not enter raw repl" in done.said else said)


def _await(tools: Tools, before: str) -> Hello:
    """What the Pico says of itself when it has started anew, maybe on another port."""
    until_us = tools.line.now_us() + BACK_US
    while tools.line.now_us() < until_us:
        tools.line.wait(None, LOOK_US)
        paths = tools.find()
        for path in [before] if before in paths else paths[:1]:
            try:
                hello = ask(path, tools.line)
            except PortError:  # it is only coming
                continue
            if hello is not None:
                return hello
    raise FlashError(SILENT)
