"""The checks of what is on the disk: its room, the database, the configuration."""

from collections.abc import Iterator

from puluc.doctor.finding import Finding, bad, ok, warn
from puluc.doctor.system import System

FULL_BYTES = 1 << 20
LITTLE_BYTES = 64 << 20
AS_ROOT = "sudo puluc doctor"


def check_disk(system: System) -> Iterator[Finding]:
    """Whether games can be kept."""
    store, user = system.store, system.user.name
    free = f"{store.free_bytes >> 20} MB free"
    if store.failure:
        yield bad(
            "disk",
            f"{store.folder} can't be looked at: {store.failure} (the card may be failing)",
            "sudo dmesg --level err names the device; until then games are not saved",
        )
    elif store.read_only:
        yield bad(
            "disk",
            f"{store.folder} is read-only: games are played but not saved (if that comes back, "
            "the card is failing)",
            f"sudo mount -o remount,rw {store.mount}",
        )
    elif store.free_bytes < FULL_BYTES:
        yield bad(
            "disk",
            f"{store.folder} is full: games are played but not saved",
            "sudo apt-get clean && sudo journalctl --vacuum-size=50M",
        )
    elif not store.writable:
        yield bad(
            "disk",
            f"{user} may not write to {store.folder}",
            f"sudo chown -R {user} {store.folder}",
        )
    elif store.forgets:
        yield warn(
            "disk",
            f"{store.folder} is in memory: games are forgotten at the next start",
            "sudo raspi-config nonint disable_overlayfs && sudo reboot",
        )
    elif store.free_bytes < LITTLE_BYTES:
        yield warn("disk", f"{store.folder}: only {free}", "sudo apt-get clean")
    else:
        yield ok("disk", f"{store.folder}: {free}")


def check_database(system: System) -> Iterator[Finding]:
    """Whether the games can be read."""
    store = system.store
    if store.failure:
        return  # the check of the disk tells it
    if store.hidden:
        yield warn("database", f"only root may look into {store.folder}", AS_ROOT)
    elif store.trouble:
        yield bad(
            "database",
            f"{store.database}: {store.trouble} (a start sets it aside, and begins a new one)",
            system.restart,
        )
    elif not store.exists:
        yield ok("database", f"none yet; it will be {store.database}")
    else:
        yield ok("database", f"{store.database} is sound")
    if store.set_aside:
        yield warn(
            "database",
            f"{store.set_aside[-1]} was damaged and set aside",
            "keep it: what can be read of it may be saved, then delete it",
        )


def check_config(system: System) -> Iterator[Finding]:
    """Whether the configuration is right."""
    if system.config_trouble:
        said = "; ".join(line.strip() for line in system.config_trouble.splitlines())
        mend = f"correct it (`puluc config` shows every key), then: {system.restart}"
        yield bad("config", said, mend)
    elif system.config_path is None:
        yield ok("config", "no file, so everything is at its default")
    else:
        yield ok("config", f"{system.config_path} is right")


def check_wiring(system: System) -> Iterator[Finding]:
    """Whether the wiring that the self-test corrected is right."""
    if system.store.hidden:
        yield warn("wiring", "what the self-test has corrected, only root may see", AS_ROOT)
    elif system.wiring_trouble:
        yield bad(
            "wiring", system.wiring_trouble, f"sudo rm {system.wiring_path} && {system.restart}"
        )
    elif system.wiring_path is not None:
        yield ok("wiring", f"corrected by the self-test in {system.wiring_path}")
    else:
        yield ok("wiring", f"{system.config.board.profile}, as the configuration has it")
