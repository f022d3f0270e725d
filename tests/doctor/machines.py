"""A healthy Pi laid out below a folder, to be broken in one way or another."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from puluc.doctor.checks import examine
from puluc.doctor.facts.gather import gather
from puluc.doctor.facts.world import Answer, World
from puluc.doctor.finding import Finding, Level
from puluc.journal import Journal
from puluc.session.events import Milliseconds

STATE = Path("/var/lib/puluc")
GPIO, I2C, PULUC = 993, 994, 990

FILES = {
    "proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "proc/sys/kernel/osrelease": "6.12.25+rpt-rpi-v8\n",
    "proc/cmdline": "console=tty1 root=PARTUUID=1234 rootwait\n",
    "proc/self/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\nproc /proc proc rw 0 0\n",
    "etc/os-release": 'NAME="Debian GNU/Linux"\nVERSION_CODENAME=bookworm\n',
    "etc/passwd": f"root:x:0:0::/root:/bin/bash\npuluc:x:{PULUC}:{PULUC}::/:/usr/sbin/nologin\n",
    "etc/group": f"gpio:x:{GPIO}:pi,puluc\ni2c:x:{I2C}:puluc\npuluc:x:{PULUC}:\n",
    "etc/puluc/config.toml": "[board]\n",
    "etc/systemd/system/puluc.service": "",
    "boot/firmware/config.txt": "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n",
    "dev/gpiochip0": "",
    "dev/i2c-1": "",
    "sys/bus/gpio/devices/gpiochip0/of_node/compatible": "brcm,bcm2835-gpio\0",
}

PACKAGES = {
    "gpiozero": "2.0.1",
    "lgpio": "0.2.2.0",
    "luma.oled": "3.14.0",
    "smbus2": "0.5.0",
}


def service(
    state: str = "active",
    detail: str = "running",
    at_boot: str = "enabled",
    code: int = 0,
    groups: str = "",
) -> Answer:
    """What systemctl says of the service."""
    told = {
        "ActiveState": state,
        "SubState": detail,
        "UnitFileState": at_boot,
        "ExecMainStatus": code,
        "SupplementaryGroups": groups,
    }
    return Answer(0, "".join(f"{name}={value}\n" for name, value in told.items()))


@dataclass
class Machine:
    """A machine below a folder: what its files, its devices and its commands say."""

    root: Path
    labels: dict[str, str] = field(default_factory=lambda: {"gpiochip0": "pinctrl-bcm2835"})
    held: dict[int, str] = field(default_factory=dict)
    answers: set[int] = field(default_factory=lambda: {0x3C})
    owners: dict[str, tuple[int, int, int]] = field(
        default_factory=lambda: {
            "dev/gpiochip0": (0, GPIO, 0o660),
            "dev/i2c-1": (0, I2C, 0o660),
            "var/lib/puluc": (PULUC, PULUC, 0o755),
        }
    )
    packages: dict[str, str] = field(default_factory=lambda: dict(PACKAGES))
    python: tuple[int, int] = (3, 11)
    says: dict[str, Answer] = field(
        default_factory=lambda: {
            "vcgencmd": Answer(0, "throttled=0x0\n"),
            "systemctl": service(),
        }
    )
    bus_error: OSError | None = None
    hidden: str = ""
    """A folder that the user who asks may not look into."""
    import_error: str = ""
    disk: tuple[int, bool] = (8 << 30, False)
    disk_error: OSError | None = None
    user: int = 1000
    """Who asks."""

    @classmethod
    def healthy(cls, root: Path) -> "Machine":
        machine = cls(root)
        for path, text in FILES.items():
            machine.write(path, text)
        database = root / "var/lib/puluc/journal.db"
        Journal.open(
            database,
            wall=lambda: datetime(2026, 11, 30, tzinfo=UTC),
            clock_ms=lambda: Milliseconds(0),
        ).close()
        return machine

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def remove(self, path: str) -> None:
        (self.root / path).unlink()

    def no_chip(self) -> None:
        self.remove("sys/bus/gpio/devices/gpiochip0/of_node/compatible")
        (self.root / "sys/bus/gpio/devices/gpiochip0/of_node").rmdir()
        (self.root / "sys/bus/gpio/devices/gpiochip0").rmdir()

    def process(self, pid: int, command: str, *lines: int) -> None:
        """A process that holds lines of the chip."""
        self.write(f"proc/{pid}/cmdline", command.replace(" ", "\0"))
        (self.root / f"proc/{pid}/fd").mkdir()
        for number, line in enumerate(lines, 3):
            (self.root / f"proc/{pid}/fd/{number}").symlink_to("anon_inode:gpio-line")
            self.write(f"proc/{pid}/fdinfo/{number}", f"pos:\t0\ngpio-line:\t{line}\n")

    def world(self) -> World:
        return World(
            run=self._run,
            label=self._label,
            held=lambda _device: self.held,
            probe=self._probe,
            exists=self._exists,
            stat=self._stat,
            disk=self._disk,
            packages=lambda: self.packages,
            python=self.python,
            program="/opt/puluc/venv-1/bin/python",
            user=self.user,
        )

    def findings(self) -> tuple[Finding, ...]:
        return examine(gather(self.root, self.world(), {}))

    def wrong(self) -> list[str]:
        """What the doctor says that is not well."""
        return [str(each) for each in self.findings() if each.level is not Level.OK]

    def _disk(self, _path: Path) -> tuple[int, bool]:
        if self.disk_error is not None:
            raise self.disk_error
        return self.disk

    def _exists(self, path: Path) -> bool:
        if self.hidden and path.is_relative_to(self.root / self.hidden):
            raise PermissionError(13, "Permission denied")
        return path.exists()

    def _label(self, device: Path) -> str:
        if device.name not in self.labels:
            raise FileNotFoundError(2, "No such file or directory")
        return self.labels[device.name]

    def _probe(self, _bus: int, addresses: Iterable[int]) -> frozenset[int]:
        if self.bus_error is not None:
            raise self.bus_error
        return frozenset(self.answers & set(addresses))

    def _run(self, *words: str) -> Answer:
        if words[1:2] == ("-c",):
            return (
                Answer(1, "", f"Traceback\n{self.import_error}\n")
                if self.import_error
                else Answer(0)
            )
        return self.says.get(words[0], Answer(127))

    def _stat(self, path: Path) -> os.stat_result:
        found = list(path.stat())
        owner, group, mode = self.owners[str(path.relative_to(self.root))]
        found[0], found[4], found[5] = mode, owner, group
        return os.stat_result(found)


Break = Callable[[Machine], object]


def with_config(text: str) -> Break:
    return lambda machine: machine.write("etc/puluc/config.toml", text)


def kept(machine: Machine, **changes: object) -> None:
    """Change what the machine answers."""
    for name, value in changes.items():
        setattr(machine, name, value)
