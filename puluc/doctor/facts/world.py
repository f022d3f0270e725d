"""What is asked for facts besides files: commands, devices, disks and Python itself."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.chardev import held_lines
from hardware.pins.chips import read_label
from puluc.doctor.system import NEEDS

LIBRARIES = ("gpiozero", "lgpio", "gpiod", "RPi.GPIO", "rpi-lgpio", "luma.oled", "smbus2")
MEMORY = "/dev/shm"
"""A folder in memory that everybody may write to."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command said."""

    code: int
    out: str = ""
    err: str = ""


@dataclass(frozen=True, slots=True)
class World:
    """What is asked for facts, besides the files."""

    run: Callable[..., Answer]
    """Runs a command, given its words; 127 when there is none."""
    label: Callable[[Path], str]
    """A GPIO chip's label; OSError."""
    held: Callable[[Path], dict[int, str]]
    """The lines of a chip that are in use, by whom; OSError."""
    probe: Callable[[int, Iterable[int]], frozenset[int]]
    """Which of these addresses answer on that I2C bus; OSError."""
    exists: Callable[[Path], bool]
    """Whether a file is there; PermissionError where the user who asks may not look."""
    stat: Callable[[Path], os.stat_result]
    """A file's owner and mode; OSError."""
    disk: Callable[[Path], tuple[int, bool]]
    """The bytes that are free where a file is, and whether it can only be read; OSError."""
    packages: Callable[[], Mapping[str, str]]
    """The libraries that are installed, with their versions."""
    python: tuple[int, int]
    program: str
    """The path of this Python, which has the libraries."""
    user: int
    """The user who asks."""


def here() -> World:
    """This machine."""
    return World(
        run=_run,
        label=read_label,
        held=held_lines,
        probe=_probe,
        exists=Path.exists,
        stat=Path.stat,
        disk=_disk,
        packages=_installed,
        python=sys.version_info[:2],
        program=sys.executable,
        user=os.geteuid(),
    )


def import_errors(world: World, factory: str) -> dict[str, str]:
    """Import the factory's library in another Python: a bad wheel may even crash."""
    name = NEEDS.get(factory)
    if name is None:
        return {}
    answer = world.run(world.program, "-c", f"import {name}")
    if answer.code == 0:
        return {}
    said = answer.err.strip().splitlines()
    return {name: said[-1] if said else f"exit code {answer.code}"}


def _run(*words: str) -> Answer:
    try:
        # lgpio makes a pipe where it is imported; in memory, as the disk may be read-only.
        with TemporaryDirectory(dir=MEMORY) as folder:
            environment = os.environ | {"LG_WD": folder}
            done = subprocess.run(
                words, capture_output=True, text=True, timeout=20, check=False, env=environment
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Answer(127, "", str(error))
    return Answer(done.returncode, done.stdout, done.stderr)


def _disk(path: Path) -> tuple[int, bool]:
    found = os.statvfs(path)
    return found.f_bavail * found.f_frsize, bool(found.f_flag & os.ST_RDONLY)


def _probe(number: int, addresses: Iterable[int]) -> frozenset[int]:
    from hardware.bus import smbus  # noqa: PLC0415 - a laptop needs none

    try:
        bus = smbus(number)()
    except ImportError as error:
        raise OSError(str(error)) from error  # that it is missing is another check's to tell
    found = set()
    try:
        for address in addresses:
            with suppress(OSError):
                bus.read_byte(address)
                found.add(address)
    finally:
        bus.close()
    return frozenset(found)


def _installed() -> dict[str, str]:
    found = {}
    for name in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found
