"""What the Pi's boot files turn on or off: their texts, changed and changed back.

``config.txt`` keeps the record of all that was changed, so that it can be undone whatever else
has happened to the files since: a line that holds GPIO lines of the board stays, as a comment
that begins with ``#puluc# ``, and what is to stay of it stands below, after a comment of ours;
what the board needs stands in a block at the end; the words that were taken from ``cmdline.txt``,
which can hold no comment, are named there.
"""

import re
from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Final, NamedTuple

from hardware.wiring import Line

_OFF: Final = "#puluc# "
_BEGIN: Final = "# puluc: begin. The installer wrote this; it takes it away with --uninstall."
_END: Final = "# puluc: end"
_STAYS: Final = "# puluc: of the line above this stays:"
_WORD: Final = "# puluc: taken from cmdline.txt: "

_PARAMETERS: Final = "dtparam="
_REST: Final = re.compile(rf"^{_STAYS}\n(?:{_PARAMETERS}.*\n)?", re.MULTILINE)
_SERIAL: Final = frozenset(map(Line, (14, 15)))
_SERIAL_CONSOLE: Final = re.compile(r"(console|kgdboc)=(serial0|ttyAMA0|ttyS0)(,.*)?")
"""Not ttyAMA10, which is the Pi 5's own connector for it."""


class BootFiles(NamedTuple):
    """The two texts."""

    config: str
    """``config.txt``: what the firmware sets up."""
    cmdline: str
    """``cmdline.txt``: the kernel's command line."""


@dataclass(frozen=True, slots=True)
class _Holder:
    """A setting that takes GPIO lines for itself."""

    name: str
    setting: re.Pattern[str]
    lines: Callable[[str], Set[Line]]


def _lines(first: int, last: int) -> Callable[[str], Set[Line]]:
    lines = frozenset(map(Line, range(first, last + 1)))
    return lambda _setting: lines


def _one_wire(setting: str) -> Set[Line]:
    pin = re.search(r"\bgpiopin=(\d+)", setting)
    return frozenset({Line(int(pin[1]) if pin else 4)})


# The lines are those of the overlays' README in the Pi's firmware.
_HOLDERS: Final = (
    _Holder("SPI", re.compile(r"dtparam=spi=on|dtoverlay=spi0-.*"), _lines(7, 11)),
    _Holder("the second SPI", re.compile(r"dtoverlay=spi1-.*"), _lines(16, 21)),
    _Holder("1-wire", re.compile(r"dtoverlay=w1-gpio.*"), _one_wire),
    _Holder("I2S sound", re.compile(r"dtparam=i2s=on"), _lines(18, 21)),
    _Holder(
        "the serial port",
        re.compile(
            r"enable_uart=1|dtparam=uart0(_console)?(=on)?|dtoverlay=(uart0|miniuart-bt|disable-bt).*"
        ),
        _lines(14, 15),
    ),
)


def changed(files: BootFiles, used: Set[Line]) -> tuple[BootFiles, tuple[str, ...]]:
    """The files as a board wants them; on files that are so already nothing changes.

    Args:
        files: as they are.
        used: the GPIO lines of the board.

    Returns:
        The new files, and in words what they do, a line each.
    """
    clean = restored(files)
    said = ["turn I2C on, at 400 kHz (the OLED)"]
    wanted = ["[all]", "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]
    lines: list[str] = []
    for line in clean.config.splitlines():
        kept, off = _without_holders(line.strip(), used, said)
        lines.append(f"{_OFF}{line}" if off else line)
        if kept:  # there, as it may be for one model of Pi only
            lines += [_STAYS, f"{_PARAMETERS}{','.join(kept)}"]
    words = clean.cmdline.split()
    taken = [word for word in words if used & _SERIAL and _SERIAL_CONSOLE.fullmatch(word)]
    if used & _SERIAL:
        wanted.append("enable_uart=0")
    if taken:
        said.append(f"turn the serial console off ({' '.join(taken)}): {_named(used & _SERIAL)}")
    block = [_BEGIN, *wanted, *(f"{_WORD}{word}" for word in taken), _END]
    cmdline = " ".join(word for word in words if word not in taken) + "\n"
    new = BootFiles("\n".join([*lines, *block]) + "\n", cmdline if taken else clean.cmdline)
    return new, tuple(said)


def restored(files: BootFiles) -> BootFiles:
    """The files without what ``changed`` has done to them; others' changes stay."""
    lines: list[str] = []
    taken: list[str] = []
    ours = False
    for line in _REST.sub("", files.config).splitlines():
        if line == _BEGIN:
            ours = True
        elif line == _END:
            ours = False
        elif ours:
            if line.startswith(_WORD):
                taken.append(line.removeprefix(_WORD))
        else:
            lines.append(line.removeprefix(_OFF))
    words = files.cmdline.split()
    missing = [word for word in taken if word not in words]
    # The last console is the main one: what was taken goes to the front, where it was.
    cmdline = " ".join([*missing, *words]) + "\n" if missing else files.cmdline
    config = "\n".join(lines)
    return BootFiles(config + "\n" if config else "", cmdline)


def _without_holders(line: str, used: Set[Line], said: list[str]) -> tuple[list[str], bool]:
    """What is to stay of the parameters of a line that is to be off, and whether it is."""
    # dtparam=audio=on,spi=on sets two things.
    parts = [line]
    if line.startswith(_PARAMETERS):
        parts = [f"{_PARAMETERS}{part}" for part in line.removeprefix(_PARAMETERS).split(",")]
    kept = []
    for part in parts:
        holder = next((each for each in _HOLDERS if each.setting.fullmatch(part)), None)
        held = holder.lines(part) & used if holder else frozenset()
        if holder and held:
            said.append(f"turn {holder.name} off ({part}): {_named(held)}")
        else:
            kept.append(part.removeprefix(_PARAMETERS))
    off = len(kept) < len(parts)
    return (kept if off else []), off


def _named(lines: Set[Line]) -> str:
    numbers = ", ".join(map(str, sorted(lines)))
    return f"the board uses GPIO {numbers}"
