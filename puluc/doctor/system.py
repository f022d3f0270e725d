"""A system as the doctor sees it: facts only, so that a broken one is a value in a test."""

import stat
from dataclasses import dataclass, field
from pathlib import Path

from puluc.config import Config
from puluc.paths import SYSTEM_CONFIG

NEEDS = {"lgpio": "lgpio", "gpiod": "gpiod", "rpigpio": "RPi.GPIO"}
"""The library that each pin factory needs, by the name it is imported by."""


@dataclass(frozen=True, slots=True)
class User:
    """Who runs the board: the service's user where there is one, else who asks."""

    name: str
    number: int
    groups: frozenset[str]
    """The names of the groups that the user is in."""
    numbers: frozenset[int]
    """Their numbers."""
    is_service: bool = False


@dataclass(frozen=True, slots=True)
class Service:
    """The service, as systemd has it."""

    state: str
    """``active``, ``activating``, ``failed`` ..."""
    detail: str = ""
    """``running``, ``auto-restart`` ..."""
    at_boot: bool = True
    """Whether it comes up by itself."""
    exit_code: int = 0
    """With which its process ended last."""
    groups: tuple[str, ...] = ()
    """Those that its unit gives it, besides its user's."""


@dataclass(frozen=True, slots=True)
class Node:
    """A device file."""

    path: str
    owner: int
    group: int
    mode: int

    def open_to(self, user: User) -> bool:
        """Whether a user may read and write it."""
        if user.number == 0:
            return True
        if self.owner == user.number:
            wanted = stat.S_IRUSR | stat.S_IWUSR
        elif self.group in user.numbers:
            wanted = stat.S_IRGRP | stat.S_IWGRP
        else:
            wanted = stat.S_IROTH | stat.S_IWOTH
        return self.mode & wanted == wanted


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that has a GPIO chip or a line of it open."""

    pid: int
    command: str
    """Its command line, cut when it is long."""
    lines: frozenset[int] | None
    """The lines it holds; None where the kernel does not tell."""

    @property
    def is_puluc(self) -> bool:
        """Whether it is a board of ours at work."""
        words = self.command.split()
        return any(Path(word).name == "puluc" for word in words[:2]) or "-m puluc" in self.command


@dataclass(frozen=True, slots=True)
class Header:
    """The GPIO chip with the header's lines."""

    device: str
    """``/dev/gpiochip0``."""
    found_by: str
    """Its label, or its name in the device tree: ``pinctrl-bcm2711``."""
    held: dict[int, str] = field(default_factory=dict)
    """The lines in use, each with the name that its user gave."""
    node: Node | None = None


@dataclass(frozen=True, slots=True)
class Bus:
    """The I2C bus of the display."""

    number: int
    node: Node | None
    answers: frozenset[int] = frozenset()
    """The addresses that answered, of those that a board may have."""
    trouble: str = ""
    """Why it could not be asked."""
    no_module: bool = False
    """Whether there is no device only because the kernel's module for it is not loaded."""
    speed: int | None = None
    """In Hz, where it is set; the Pi's own choice is 100,000."""


@dataclass(frozen=True, slots=True)
class Store:
    """The folder that games are kept in, and the database."""

    folder: Path
    database: Path
    read_only: bool = False
    forgets: bool = False
    """Whether what is written there is in memory only."""
    mount: Path = Path("/")
    """Where its file system is mounted."""
    free_bytes: int = 1 << 40
    writable: bool = True
    """Whether the user may write there."""
    hidden: bool = False
    """Whether the user who asks may not look into the folder; what is in it is unknown then."""
    trouble: str = ""
    """What is wrong with the database; empty for nothing, or when there is none yet."""
    exists: bool = True
    set_aside: tuple[str, ...] = ()
    """Databases that were set aside because they were damaged."""
    failure: str = ""
    """Why the disk can't be looked at; nothing else is known then."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table of exact values."""

    path: Path
    rules: str = ""
    """Whose values it holds: a preset's name, and the options that are changed."""
    warriors: int | None = None
    """The most warriors alive of the positions that it holds; None for all."""
    trouble: str = ""
    """Why it can't be used."""
    is_hidden: bool = False
    """Whether only the board's own user and root can say what it is."""
    is_configured: bool = False
    is_shipped: bool = False
    """Whether it came with the program."""


@dataclass(frozen=True, slots=True)
class System:
    """All that the doctor looks at."""

    model: str
    """As the device tree has it; empty off a Pi."""
    kernel: str
    python: tuple[int, int]
    release: str
    """The operating system's code name: ``bookworm``."""
    packages: dict[str, str]
    """Libraries that are installed, with their versions, by the names they are installed by."""
    pip: str
    """The command that installs libraries beside this program."""
    import_errors: dict[str, str]
    """Libraries that can't be imported, each with the reason."""
    user: User
    header: Header | None
    """The GPIO chip; None when there is none that can be used."""
    header_trouble: tuple[str, str]
    """Why there is none, and what helps."""
    holders: tuple[Holder, ...]
    kernel_uses: frozenset[str]
    """What holds lines for the kernel: ``spi``, ``1-wire``, ``serial console``."""
    bus: Bus
    serial_ports: tuple[str, ...]
    undervoltage: bool | None
    """Whether the supply has been too weak since the start; None where nothing tells."""
    store: Store
    config_path: Path | None
    config: Config
    """The one in the file, or the default one where that is wrong."""
    config_trouble: str = ""
    wiring_trouble: str = ""
    """What is wrong with the corrected wiring of the self-test."""
    wiring_path: Path | None = None
    """Where that is; None when there is none."""
    factory: str = "lgpio"
    """The pin factory that the configuration asks for."""
    tables: tuple[TableFile, ...] = ()
    """The tables of exact values that the board asks, in that order."""
    service: Service | None = None
    """None when no service is installed."""
    by_root: bool = False
    """Whether root asks, who sees every process."""

    @property
    def config_file(self) -> Path:
        """The configuration file, as one is to be made where there is none."""
        return self.config_path or SYSTEM_CONFIG

    @property
    def restart(self) -> str:
        """The command after which what has been mended is in use."""
        return "sudo systemctl restart puluc" if self.user.is_service else "puluc run"

    @property
    def has_running_service(self) -> bool:
        """Whether the service is at work."""
        return self.service is not None and self.service.state == "active"
