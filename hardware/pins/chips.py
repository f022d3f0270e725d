"""The kernel's GPIO chips: which of them has the header's lines, and is it still there.

The number of the header's chip is not stable: 0 on older Pis; 4, 0, or 11 and up on a Pi 5 as
kernels changed. So it is found by its label, or by what the device tree says it is compatible with.
"""

import errno
import fcntl
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.chardev import chip_info
from hardware.pins.errors import FactoryError
from puluc.errors import PulucError

SYSFS: Final = Path("/sys/bus/gpio/devices")
DEV: Final = Path("/dev")

HEADERS: Final = (
    "pinctrl-rp1",  # Pi 5, whose other chips are not on the header
    "pinctrl-bcm2711",  # Pi 4
    "pinctrl-bcm2835",  # all before
    "raspberrypi,rp1-gpio",
    "brcm,bcm2711-gpio",
    "brcm,bcm7211-gpio",
    "brcm,bcm2836-gpio",
    "brcm,bcm2835-gpio",
)
"""Labels, and names in the device tree, of the chips that a Pi's header is on; the best first."""


class BoardInUseError(PulucError, OSError):
    """Another Puluc has the board."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A GPIO chip."""

    path: Path
    """Of its device, ``/dev/gpiochip0``."""
    label: str = ""
    """What its driver calls it; empty where the device can't be opened."""
    compatible: tuple[str, ...] = ()
    """What the device tree says it is compatible with; empty where there is no device tree."""
    error: OSError | None = None
    """Why the device can't be opened."""

    @property
    def number(self) -> int:
        """The number in its name."""
        return int(self.path.name.removeprefix("gpiochip"))

    @property
    def names(self) -> tuple[str, ...]:
        """Its label and what it is compatible with."""
        return (*filter(None, (self.label,)), *self.compatible)

    def __str__(self) -> str:
        """``gpiochip0 (pinctrl-bcm2711)``."""
        known = self.names
        return f"{self.path.name} ({known[0]})" if known else self.path.name


def label_of(file: int) -> str:
    """The label of the chip that a file of the process is.

    Raises:
        OSError: it is gone, or no GPIO chip.
    """
    _, label, _ = chip_info(file)
    return label.split(b"\0")[0].decode(errors="replace")


def read_label(path: Path) -> str:
    """The label of the chip with that device.

    Raises:
        OSError: there is no such chip, or it may not be opened.
    """
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return label_of(file)
    finally:
        os.close(file)


ReadLabel = Callable[[Path], str]


def chips(sysfs: Path = SYSFS, dev: Path = DEV, label: ReadLabel = read_label) -> tuple[Chip, ...]:
    """All GPIO chips of the machine, by number."""
    names = [path.name for path in sysfs.glob("gpiochip*")] if sysfs.is_dir() else []
    numbered = sorted(int(name[8:]) for name in names if re.fullmatch(r"gpiochip\d+", name))
    return tuple(_chip(sysfs, dev / f"gpiochip{number}", label) for number in numbered)


def _chip(sysfs: Path, path: Path, label: ReadLabel) -> Chip:
    try:
        text = (sysfs / path.name / "of_node" / "compatible").read_text(errors="replace")
    except OSError:
        text = ""
    compatible = tuple(filter(None, text.split("\0")))
    try:
        return Chip(path, label(path), compatible)
    except OSError as error:
        return Chip(path, "", compatible, error)


def find_chip(
    named: str = "",
    *,
    kind: str = "gpio",
    sysfs: Path = SYSFS,
    dev: Path = DEV,
    label: ReadLabel = read_label,
) -> Chip:
    """The chip that has the header's lines.

    Args:
        named: A label, a name of the device tree or a path below /dev; empty for a Pi's own.
        kind: The pin factory that it is for, to be told in errors.
        sysfs: Where the kernel lists its chips.
        dev: Where their devices are.
        label: Reads a chip's label.

    Raises:
        FactoryError: there is none, or it may not be opened.
    """
    found = chips(sysfs, dev, label)
    if named.startswith("/"):
        device = Path(named).resolve()  # it may be a link that a udev rule has made
        fitting = [chip for chip in found if chip.path == device]
    else:
        fitting = _named(found, (named,) if named else HEADERS)
    if not fitting:
        raise _none(found, named, kind)
    chip = fitting[0]
    if chip.error is not None:
        raise FactoryError(kind, *_no_entry(chip))
    return chip


def _named(found: Iterable[Chip], names: tuple[str, ...]) -> list[Chip]:
    """The chips that have one of these names, in the order of the names."""
    named = [(min(names.index(name) for name in chip.names if name in names), chip)
             for chip in found if set(names).intersection(chip.names)]  # fmt: skip
    return [chip for _, chip in sorted(named, key=lambda each: each[0])]


def _none(found: tuple[Chip, ...], named: str, kind: str) -> FactoryError:
    """That no chip fits, and what there is instead."""
    closed = next((chip for chip in found if chip.error is not None), None)
    if closed is not None and not named.startswith("/"):
        return FactoryError(kind, *_no_entry(closed))
    there = ", ".join(map(str, found))
    if named:
        have = f"there is {there}" if there else "there is none at all"
        return FactoryError(kind, f"no GPIO chip {named!r}", f"{have} (board.chip)")
    if there:
        return FactoryError(
            kind, f"no GPIO chip of a Pi, only {there}", "name the right one in board.chip"
        )
    return FactoryError(kind, "no GPIO chip", "is this a Raspberry Pi? `puluc play` needs none")


def _no_entry(chip: Chip) -> tuple[str, str]:
    """The cause and the remedy where a chip's device can't be opened."""
    error = chip.error
    assert error is not None  # the caller has seen it
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{chip.path} is not permitted", "is the user in the group gpio?"
    words = os.strerror(error.errno).lower() if error.errno else str(error)
    return f"{chip.path}: {words}", "has the kernel lost the chip?"


class HeldChip:
    """A chip that this process has open: no other Puluc gets it, and it can be asked for.

    The hold is a lock on the device itself, so it needs no file anywhere, holds for every user,
    and ends with the process.
    """

    def __init__(self, chip: Chip) -> None:
        """Take hold.

        Raises:
            BoardInUseError: another Puluc has it.
            OSError: it can't be opened.
        """
        self.chip = chip
        self._file = os.open(chip.path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise BoardInUseError(
                f"the board on {chip} is in use by another Puluc; stop that first"
                " (`systemctl stop puluc`, if it is the service)"
            ) from None
        except OSError:
            self.close()
            raise

    def check(self) -> None:
        """See that the chip is still there.

        Raises:
            OSError: it is not.
        """
        label_of(self._file)

    def close(self) -> None:
        """Let go; may be called twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
