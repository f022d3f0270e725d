"""Gathers the facts of a system: the one module of the doctor that looks at anything.

It reads below a root folder, and asks commands and devices that are given to it, so that a whole
broken system can be laid out in a test.
"""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from hardware.chardev import held_lines
from hardware.pins.chips import find_chip, read_label
from hardware.pins.errors import FactoryError
from hardware.wiring import WiringError
from puluc import paths
from puluc.board import wiring_of
from puluc.config import Config, ConfigError, load
from puluc.config.corrected import FILE, corrected
from puluc.doctor.system import Bus, Header, Holder, Node, Store, System, User
from puluc.errors import PulucError
from puluc.journal.database import check_file

SERVICE_USER = "puluc"
LIBRARIES = ("gpiozero", "lgpio", "gpiod", "RPi.GPIO", "rpi-lgpio", "luma.oled", "smbus2")
IMPORTED = {"lgpio": "lgpio", "gpiod": "gpiod", "rpigpio": "RPi.GPIO"}
"""What each pin factory imports."""
PROBED = (*range(0x20, 0x28), 0x3C, 0x3D)
"""The addresses that a board's expander and OLED may have; no other device is disturbed."""
SHOWN = 60
FORGETFUL = ("overlay", "tmpfs", "ramfs")
"""File systems in memory: what is written there is gone after the next start."""
CONSOLES = re.compile(r"\bconsole=(serial0|ttyS0|ttyAMA0)\b")
UNDERVOLTAGE = 0x10001
"""Bits 0 and 16 of ``vcgencmd get_throttled``: too weak now, and since the start."""


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
    stat: Callable[[Path], os.stat_result]
    """A file's owner and mode; OSError."""
    disk: Callable[[Path], tuple[int, bool]]
    """The bytes that are free where a file is, and whether it can only be read; OSError."""
    packages: Callable[[], Mapping[str, str]]
    """The libraries that are installed, with their versions."""
    python: tuple[int, int]
    user: int
    """The user who asks."""


def here() -> World:
    """This machine."""
    return World(
        run=_run,
        label=read_label,
        held=held_lines,
        probe=_probe,
        stat=Path.stat,
        disk=_disk,
        packages=_installed,
        python=sys.version_info[:2],
        user=os.geteuid(),
    )


def gather(
    root: Path,
    world: World,
    environment: Mapping[str, str],
    config_path: Path | None = None,
) -> System:
    """All facts.

    Args:
        root: the root folder, ``/`` but in tests.
        world: what is asked besides.
        environment: the process's, which says where files are.
        config_path: a configuration file that is meant; else the usual one.
    """
    files = _Files(root)
    path = config_path or paths.config_path(environment, lambda each: files.at(each).exists())
    config, trouble = _config(files, path)
    user = _user(files, world)
    factory = str(getattr(config.board, "pins", "lgpio"))
    named = str(getattr(config.board, "chip", None) or "")
    header, header_trouble = _header(files, world, named, factory)
    folder = _state_folder(environment, user)
    wiring_path = folder / FILE
    return System(
        model=files.text("proc/device-tree/model"),
        kernel=files.text("proc/sys/kernel/osrelease"),
        python=world.python,
        release=_after(files.text("etc/os-release"), "VERSION_CODENAME="),
        packages=dict(world.packages()),
        import_errors=_import_errors(world, factory),
        user=user,
        header=header,
        header_trouble=header_trouble,
        holders=tuple(_holders(files)),
        kernel_uses=frozenset(_kernel_uses(files)),
        bus=_bus(files, world, config.display.bus),
        serial_ports=tuple(_serial_ports(files)),
        undervoltage=_undervoltage(files, world),
        store=_store(files, world, user, config.journal.path or folder / "journal.db"),
        config_path=path,
        config=config,
        config_trouble=trouble,
        wiring_trouble=_wiring_trouble(files.at(wiring_path), config),
        wiring_path=wiring_path if files.at(wiring_path).exists() else None,
        factory=factory,
        service=_service(files, world),
    )


class _Files:
    """The files below a root."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def at(self, path: Path | str) -> Path:
        return self.root / str(path).lstrip("/")

    def text(self, path: str) -> str:
        """What a file says; empty when it can't be read."""
        with suppress(OSError):
            return self.at(path).read_text(errors="replace").strip("\0\n ")
        return ""

    def glob(self, pattern: str) -> list[Path]:
        with suppress(OSError):
            return sorted(self.root.glob(pattern))
        return []


def _after(text: str, start: str) -> str:
    lines = (line.removeprefix(start) for line in text.splitlines() if line.startswith(start))
    return next(lines, "").strip('"')


def _config(files: _Files, path: Path | None) -> tuple[Config, str]:
    """The configuration, and what is wrong with it."""
    if path is None:
        return Config(), ""
    there = files.at(path)
    try:
        config = load(there)
        wiring_of(config.board)
    except (ConfigError, WiringError) as error:
        return Config(), str(error).replace(str(there), str(path))
    return config, ""


def _state_folder(environment: Mapping[str, str], user: User) -> Path:
    """The service's state folder, whoever asks; else the user's own."""
    return Path("/var/lib/puluc") if user.is_service else paths.state_dir(environment)


def _user(files: _Files, world: World) -> User:
    """The service's user where there is one, else who asks."""
    people = [line.split(":") for line in files.text("etc/passwd").splitlines()]
    fields = next((each for each in people if each[0] == SERVICE_USER), None)
    is_service = fields is not None
    if fields is None:
        fields = next((each for each in people if each[2:3] == [str(world.user)]), None)
    name, number, first = (
        (str(world.user), world.user, -1)
        if fields is None
        else (fields[0], int(fields[2]), int(fields[3]))
    )
    groups = [line.split(":") for line in files.text("etc/group").splitlines()]
    member = [
        (group[0], int(group[2]))
        for group in groups
        if int(group[2]) == first or name in group[3].split(",")
    ]
    return User(
        name,
        number,
        frozenset(group for group, _ in member),
        frozenset({first, *(number for _, number in member)}),
        is_service,
    )


def _node(files: _Files, world: World, path: str) -> Node | None:
    with suppress(OSError):
        found = world.stat(files.at(path))
        return Node(path, found.st_uid, found.st_gid, found.st_mode)
    return None


def _header(
    files: _Files, world: World, named: str, kind: str
) -> tuple[Header | None, tuple[str, str]]:
    """The chip with the header's lines as the board finds it, or why there is none."""
    try:
        chip = find_chip(
            named,
            kind=kind,
            sysfs=files.at("sys/bus/gpio/devices"),
            dev=files.at("dev"),
            label=world.label,
        )
    except FactoryError as error:
        cause = error.cause.replace(str(files.root / "dev"), "/dev")
        return None, (cause, error.remedy)
    device = f"/dev/{chip.path.name}"
    held: dict[int, str] = {}
    with suppress(OSError):
        held = world.held(chip.path)
    names = ", ".join(chip.names)
    return Header(device, names, held, _node(files, world, device)), ("", "")


def _holders(files: _Files) -> Iterator[Holder]:
    """The processes that have a GPIO line or chip open, as far as they let us look."""
    for process in files.glob("proc/[0-9]*"):
        lines: set[int] = set()
        held = told = False
        with suppress(OSError):
            for link in (process / "fd").iterdir():
                target = str(link.readlink()) if link.is_symlink() else ""
                if not target.startswith(("anon_inode:gpio-", "anon_inode:[gpio", "/dev/gpiochip")):
                    continue
                held = True
                fdinfo = (process / "fdinfo" / link.name).read_text()
                numbers = re.findall(r"^gpio-line:\s*(\d+)", fdinfo, re.MULTILINE)
                lines |= set(map(int, numbers))
                told |= bool(numbers)
        if held:
            words = files.text(f"proc/{process.name}/cmdline").replace("\0", " ")
            command = words or files.text(f"proc/{process.name}/comm")
            cut = command if len(command) <= SHOWN else f"{command[: SHOWN - 1]}…"
            yield Holder(int(process.name), cut, frozenset(lines) if told else None)


def _kernel_uses(files: _Files) -> Iterator[str]:
    if files.glob("dev/spidev0.*"):
        yield "spi"
    if files.glob("sys/bus/w1/devices/w1_bus_master*"):
        yield "1-wire"
    if files.text("proc/device-tree/model") and CONSOLES.search(files.text("proc/cmdline")):
        yield "serial console"


def _bus(files: _Files, world: World, number: int) -> Bus:
    node = _node(files, world, f"/dev/i2c-{number}")
    speed = re.search(
        r"^\s*dtparam=(?:.*,)?i2c_arm_baudrate=(\d+)",
        files.text("boot/firmware/config.txt") or files.text("boot/config.txt"),
        re.MULTILINE,
    )
    hertz = int(speed[1]) if speed else 100_000 if files.text("proc/device-tree/model") else None
    if node is None:
        return Bus(number, None)
    try:
        return Bus(number, node, world.probe(number, PROBED), speed=hertz)
    except OSError as error:
        return Bus(number, node, trouble=error.strerror or str(error), speed=hertz)


def _serial_ports(files: _Files) -> Iterator[str]:
    named = files.glob("dev/serial/by-id/*")
    for path in named or files.glob("dev/ttyACM*"):
        yield f"/{path.relative_to(files.root)}"


def _undervoltage(files: _Files, world: World) -> bool | None:
    for name in files.glob("sys/class/hwmon/hwmon*/name"):
        if name.read_text().strip() == "rpi_volt":
            alarm = files.text(f"{name.parent.relative_to(files.root)}/in0_lcrit_alarm")
            if alarm == "1":
                return True
    answer = world.run("vcgencmd", "get_throttled")
    throttled = re.search(r"throttled=0x([0-9a-fA-F]+)", answer.out)
    return bool(int(throttled[1], 16) & UNDERVOLTAGE) if throttled else None


def _store(files: _Files, world: World, user: User, database: Path) -> Store:
    folder = database.parent
    there = files.at(folder)
    while not there.exists():  # it is made by the first start
        there = there.parent
    free, read_only = world.disk(there)
    node = _node(files, world, str(folder))
    return Store(
        folder,
        database,
        read_only=read_only,
        forgets=_file_system(files, folder) in FORGETFUL,
        free_bytes=free,
        writable=node is None or node.open_to(user),
        trouble=_database_trouble(files.at(database)),
        exists=files.at(database).exists(),
        set_aside=tuple(str(each.name) for each in sorted(there.glob("*.damaged.db"))),
    )


def _file_system(files: _Files, folder: Path) -> str:
    """The kind of file system that a folder is on."""
    found: tuple[int, str] = (-1, "")
    for line in files.text("proc/self/mounts").splitlines():
        _, place, kind, *_ = line.split()
        if Path(place) == folder or Path(place) in folder.parents:
            found = max(found, (len(Path(place).parts), kind))
    return found[1]


def _database_trouble(path: Path) -> str:
    if not path.exists():
        return ""
    try:
        check_file(path)
    except (PulucError, OSError, sqlite3.Error) as error:
        return str(error).removeprefix(f"{path} ")
    return ""


def _wiring_trouble(path: Path, config: Config) -> str:
    try:
        wiring_of(corrected(config.board, path))
    except PulucError as error:
        return str(error)
    return ""


def _service(files: _Files, world: World) -> str:
    places = ("etc/systemd/system", "lib/systemd/system", "usr/lib/systemd/system")
    if not any(files.at(f"{place}/puluc.service").exists() for place in places):
        return ""
    return world.run("systemctl", "is-active", "puluc.service").out.strip() or "unknown"


def _import_errors(world: World, factory: str) -> dict[str, str]:
    """Import the factory's library in another Python: a bad wheel may even crash."""
    name = IMPORTED.get(factory)
    if name is None:
        return {}
    answer = world.run(sys.executable, "-c", f"import {name}")
    if answer.code == 0:
        return {}
    said = answer.err.strip().splitlines()
    return {name: said[-1] if said else f"exit code {answer.code}"}


def _run(*words: str) -> Answer:
    environment = os.environ | {"LG_WD": os.environ.get("LG_WD", "/tmp")}
    try:
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

    bus = smbus(number)()
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
