"""What the installer puts where."""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from puluc import paths

UNIT: Final = "puluc.service"

FILES: Final = {
    "puluc.service": "/etc/systemd/system/puluc.service",
    "60-puluc.rules": "/etc/udev/rules.d/60-puluc.rules",
    "60-puluc-power-off.rules": "/etc/polkit-1/rules.d/60-puluc-power-off.rules",
    "sysusers.conf": "/etc/sysusers.d/puluc.conf",
    "modules-load.conf": "/etc/modules-load.d/puluc.conf",
}
"""Files that come with Puluc, by name, and where systemd, udev and polkit look for them."""

PROGRAM: Final = "/opt/puluc"
"""The environments ``venv-1``, ``venv-2``, ..., and ``current``, a link to the one that runs."""
CURRENT: Final = f"{PROGRAM}/current"
COMMAND: Final = "/usr/local/bin/puluc"
CONFIG: Final = str(paths.SYSTEM_CONFIG)
GAMES: Final = str(paths.SERVICE_STATE)
REBOOT_DUE: Final = "/run/puluc-reboot-due"
"""There when boot files were changed since the last boot."""
BOOT_FOLDERS: Final = ("/boot/firmware", "/boot")
"""Where ``config.txt`` is: Raspberry Pi OS since bookworm, and before."""
PYTHON: Final = "/usr/bin/python3"
"""Debian's, for which its packages of lgpio are made."""


def files_folder() -> Traversable:
    """The folder of ``FILES``: in a wheel inside this package, in a checkout ``systemd/``."""
    inside = resources.files("puluc.install") / "files"
    if inside.is_dir():
        return inside
    return Path(__file__).parents[2] / "systemd"


def source() -> Path | None:
    """What is installed: the wheel or the checkout that this module was loaded from.

    Returns:
        ``None`` where it is neither, but an installed copy.
    """
    folder = Path(__file__).parents[2]
    if folder.suffix == ".whl" or (folder / "pyproject.toml").is_file():
        return folder.resolve()
    return None
