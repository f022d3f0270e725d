"""Installing and uninstalling, step by step.

Nothing that runs is touched before the new version has been built and checked. From there on each
step says how it is undone, so that one that fails leaves the old version running.
"""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from hardware.wiring import Line
from puluc.install import boards, boot, places, release
from puluc.install.host import Host, InstallError, link, read, write
from puluc.install.places import UNIT

LGPIO = "python3-lgpio"
POLKIT = "polkitd"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is to be installed, and how."""

    source: Path
    """A wheel or a checkout."""
    profile: str | None = None
    """The wiring profile for a new configuration; the default one for none."""
    pip_options: Sequence[str] = ()


def install(host: Host, wishes: Wishes) -> None:
    """Install Puluc, or bring it up to date; on a machine that is so already nothing changes.

    Raises:
        InstallError: a step failed; what ran before runs on.
    """
    boards.check_profile(host, wishes.profile)
    used = boards.lines_used(host, wishes.profile)
    boot_change = _planned_boot_change(host, used)
    _install_packages(host)
    host.say("Building the new version beside whatever runs now ...")
    extras = boards.extras(host, wishes.profile)
    venv = release.build(host, wishes.source, extras, wishes.pip_options)
    old = release.current(host)
    with ExitStack() as undo:  # undone in reverse order
        undo.callback(release.tidy, host)
        if old is not None:
            undo.callback(_start_again, host)
        for name, target in places.FILES.items():
            _put(host, undo, target, (places.files_folder() / name).read_text(encoding="utf-8"))
        undo.callback(release.switch, host, old)
        release.switch(host, venv)
        host.run("systemd-sysusers", str(host.path(places.FILES["sysusers.conf"])))
        new_config = boards.write_first_config(host, wishes.profile)
        if new_config:
            undo.callback(host.path(places.CONFIG).unlink, missing_ok=True)
        if old is None:
            undo.callback(_forget, host)
        link(host.path(places.COMMAND), f"{places.CURRENT}/bin/puluc")
        _start(host)
        undo.pop_all()
    release.tidy(host)
    if boot_change is not None:
        _write_boot_files(host, *boot_change)
    host.say(f"Puluc is installed, and starts at every boot. Its games are in {places.GAMES}.")
    if new_config:
        host.say(f"Its configuration is {places.CONFIG}; every key in it is a default.")
    host.say("`sudo puluc doctor` checks the board; `journalctl -u puluc` says what it does.")
    _say_reboot(host)


def uninstall(host: Host) -> None:
    """Take Puluc off, and undo what was changed for it; the games stay.

    A command that fails is told, and stops nothing.
    """
    if host.path(places.FILES[UNIT]).exists():
        _try(host, "systemctl", "disable", "--quiet", *_now(host), UNIT)
    for target in (*places.FILES.values(), places.COMMAND):
        host.path(target).unlink(missing_ok=True)
    shutil.rmtree(host.path(places.PROGRAM), ignore_errors=True)
    for command in _reloading(host):
        _try(host, *command)
    files = _boot_files(host)
    if files is not None:
        folder, old = files
        new = boot.restored(old)
        if new != old:
            _write_boot_files(host, folder, new)
            host.say(f"{folder}: config.txt and cmdline.txt are as they were before.")
    if boards.is_first_config(host):
        host.path(places.CONFIG).unlink()
        with suppress(OSError):
            host.path(places.CONFIG).parent.rmdir()
    elif host.path(places.CONFIG).exists():
        host.say(f"Your configuration stays: {places.CONFIG}")
    host.say(f"Puluc is gone. The games stay in {places.GAMES}, and with them their user, puluc.")
    _say_reboot(host)


def _planned_boot_change(host: Host, used: frozenset[Line]) -> tuple[str, boot.BootFiles] | None:
    """What is to be done with the boot files, once the person has agreed."""
    files = _boot_files(host)
    if files is None:
        host.say("There is no config.txt here: I2C and the board's lines are left as they are.")
        return None
    folder, old = files
    new, words = boot.changed(old, used)
    if new == old:
        return None
    host.say(f"The board needs changes in {folder}/config.txt and cmdline.txt:")
    for each in words:
        host.say(f"  - {each}")
    if host.confirm("Change them? --uninstall changes them back."):
        return folder, new
    host.say("They are left as they are; the board says what it can't use.")
    return None


def _boot_files(host: Host) -> tuple[str, boot.BootFiles] | None:
    for folder in places.BOOT_FOLDERS:
        config, cmdline = (host.path(f"{folder}/{name}") for name in ("config.txt", "cmdline.txt"))
        if config.is_file():
            words = read(cmdline) if cmdline.is_file() else ""
            return folder, boot.BootFiles(read(config), words)
    return None


def _write_boot_files(host: Host, folder: str, new: boot.BootFiles) -> None:
    # config.txt first: it has the record of what is taken from the other.
    write(host.path(f"{folder}/config.txt"), new.config)
    if new.cmdline:
        write(host.path(f"{folder}/cmdline.txt"), new.cmdline)
    write(host.path(places.REBOOT_DUE), "Puluc changed boot files\n")


def _say_reboot(host: Host) -> None:
    if host.path(places.REBOOT_DUE).exists():
        host.say("A reboot is due, for the changed boot files: sudo reboot")


def _install_packages(host: Host) -> None:
    """Install what Puluc needs of Debian and the machine lacks."""
    no_wheel = not _has_lgpio_wheel(host)
    _install_package(host, "python3-venv")
    if no_wheel:  # Raspberry Pi OS has the package, plain Debian has not
        _try_package(host, LGPIO, 'the board works with pins = "gpiod" in [board]')
    _try_package(host, POLKIT, "the menu can't switch the machine off")


def _try_package(host: Host, name: str, without: str) -> None:
    """Install a package that the board can do without, and say what is then."""
    try:
        _install_package(host, name)
    except InstallError as error:
        host.say(f"{error}\nWithout {name} {without}.")


def _install_package(host: Host, name: str) -> None:
    if not host.has_package(name):
        host.say(f"Installing {name} ...")
        host.run("apt-get", "update", "-qq")
        host.run("apt-get", "install", "-qq", "--yes", "--no-install-recommends", name)


def _has_lgpio_wheel(host: Host) -> bool:
    """Whether pip brings lgpio for Debian's Python; from 3.13 on there is none."""
    version = host.run(places.PYTHON, "-c", "import sys; print(*sys.version_info[:2])")
    major, minor = map(int, version.split())
    if (major, minor) < (3, 11):
        raise InstallError(f"{places.PYTHON} is {major}.{minor}; Puluc needs 3.11 or newer")
    return (major, minor) < (3, 13)


def _put(host: Host, undo: ExitStack, target: str, text: str) -> None:
    """Write a file, and note how to have the old one back."""
    path = host.path(target)
    if path.exists():
        undo.callback(write, path, read(path))
    else:
        undo.callback(path.unlink, missing_ok=True)
    write(path, text)


def _now(host: Host) -> tuple[str, ...]:
    return ("--now",) if host.is_booted else ()


def _try(host: Host, *command: str) -> None:
    """Run a command that the next steps do not need."""
    try:
        host.run(*command)
    except InstallError as error:
        host.say(str(error))


def _reloading(host: Host) -> Iterator[tuple[str, ...]]:
    """The commands that have systemd and udev read their files anew."""
    if host.is_booted:
        yield "systemctl", "daemon-reload"
    if host.path("/run/udev/control").exists():  # a container has none, and no devices
        yield "udevadm", "control", "--reload"
        for subsystem in ("gpio", "i2c-dev", "tty"):
            yield "udevadm", "trigger", f"--subsystem-match={subsystem}"


def _reload(host: Host) -> None:
    for command in _reloading(host):
        host.run(*command)


def _start(host: Host) -> None:
    """Have the service run, now and from every boot on; waits until it says that it is ready."""
    _reload(host)
    host.run("systemctl", "enable", "--quiet", UNIT)
    if host.is_booted:
        with suppress(InstallError):  # the board says what is missing
            host.run("modprobe", "--quiet", "i2c-dev")
        host.say("Starting it ...")
        host.run("systemctl", "restart", UNIT)


def _start_again(host: Host) -> None:
    """After an update that failed: have the old version run."""
    with suppress(InstallError):
        _reload(host)
        if host.is_booted:
            host.run("systemctl", "restart", UNIT)
        host.say("The update failed; the version from before runs again.")


def _forget(host: Host) -> None:
    """After a first install that failed: have nothing run, now and at the next boot."""
    with suppress(InstallError):
        host.run("systemctl", "disable", "--quiet", *_now(host), UNIT)
    host.path(places.COMMAND).unlink(missing_ok=True)
