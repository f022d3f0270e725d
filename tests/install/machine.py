"""A machine that the installer takes for a Pi: a folder, and commands that take notes."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from puluc.install.command import main
from puluc.install.host import Host, InstallError

CONFIG_TXT = """\
# For more options and information see
# http://rptl.io/configtxt
dtparam=i2c_arm=off
#dtparam=i2s=on
dtparam=spi=on
dtparam=audio=on
[cm5]
dtoverlay=dwc2,dr_mode=host
[all]
dtoverlay=w1-gpio
enable_uart=1
"""
CMDLINE_TXT = "console=serial0,115200 console=tty1 root=PARTUUID=1234-02 rootfstype=ext4 rootwait\n"


@dataclass
class FakePi:
    """A Raspberry Pi OS below a folder; ``commands`` are those that the installer ran."""

    root: Path
    python: str = "3 11"
    packages: set[str] = field(default_factory=lambda: {"python3-venv", "polkitd"})
    fails: Callable[[str], bool] = lambda command: False
    """Which commands fail."""
    agrees: bool = True
    commands: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for folder in ("run/systemd/system", "boot/firmware", "run/udev"):
            (self.root / folder).mkdir(parents=True)
        (self.root / "run/udev/control").touch()
        self.write("/boot/firmware/config.txt", CONFIG_TXT)
        self.write("/boot/firmware/cmdline.txt", CMDLINE_TXT)

    def path(self, absolute: str) -> Path:
        return self.root / absolute.lstrip("/")

    def read(self, absolute: str) -> str:
        return self.path(absolute).read_text()

    def write(self, absolute: str, text: str) -> None:
        self.path(absolute).parent.mkdir(parents=True, exist_ok=True)
        self.path(absolute).write_text(text)

    def reboot(self) -> None:
        """What is in /run is gone."""
        self.path("/run/puluc-reboot-due").unlink(missing_ok=True)

    def version(self) -> str:
        """The version that runs: the text of its program."""
        return self.read("/opt/puluc/current/bin/puluc")

    def install(self, version: str = "1", *options: str) -> int:
        """Install a wheel of that version."""
        wheel = self.root.parent / f"puluc-{version}-py3-none-any.whl"
        wheel.touch()
        return main([str(wheel), *options], self.host())

    def uninstall(self) -> int:
        return main(["--uninstall"], self.host())

    def host(self) -> Host:
        return Host(self.root, self._run, self._confirm, self.said.append)

    def snapshot(self) -> dict[str, str]:
        """All files below the root, and where links point."""
        return {
            str(path.relative_to(self.root)): (
                str(path.readlink()) if path.is_symlink() else path.read_text()
            )
            for path in self.root.rglob("*")
            if path.is_symlink() or path.is_file()
        }

    def _run(self, *command: str) -> str:
        text = shlex.join(command).replace(str(self.root), "")
        self.commands.append(text)
        if self.fails(text):
            raise InstallError(f"{text}: failed with exit code 1")
        match command:
            case ("dpkg-query", *_, name):
                if name not in self.packages:
                    raise InstallError(f"{text}: failed with exit code 1")
                return "installed"
            case ("apt-get", "install", *rest):
                self.packages.update(name for name in rest if not name.startswith("-"))
            case ("/usr/bin/python3", "-c", _):
                return self.python
            case ("/usr/bin/python3", "-m", "venv", _, folder):
                (Path(folder) / "bin").mkdir(parents=True)
            case (python, "-m", "pip", *_, source):
                version = source.split("puluc-")[-1].split("-")[0]
                Path(python).with_name("puluc").write_text(version)
        return ""

    def _confirm(self, question: str) -> bool:
        self.asked.append(question)
        return self.agrees
