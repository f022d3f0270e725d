"""The facts of what is on the disk: configuration, games, the self-test's wiring."""

import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from hardware.wiring import WiringError
from puluc import paths
from puluc.board import wiring_of
from puluc.config import Config, ConfigError, load
from puluc.config.corrected import corrected
from puluc.doctor.facts.files import Files, node_of
from puluc.doctor.facts.world import World
from puluc.doctor.system import Store, User
from puluc.errors import PulucError
from puluc.journal.database import check_file

FORGETFUL = ("overlay", "tmpfs", "ramfs")
"""File systems in memory: what is written there is gone after the next start."""


def config_of(files: Files, path: Path | None) -> tuple[Config, str]:
    """The configuration, the default one where it is wrong, and what is wrong with it."""
    if path is None:
        return Config(), ""
    there = files.at(path)
    try:
        config = load(there)
        wiring_of(config.board)
    except (ConfigError, WiringError) as error:
        return Config(), str(error).replace(str(there), str(path))
    return config, ""


def state_folder(environment: Mapping[str, str], user: User) -> Path:
    """The service's state folder, whoever asks; else the user's own."""
    return paths.SERVICE_STATE if user.is_service else paths.state_dir(environment)


def store_of(files: Files, world: World, user: User, database: Path) -> Store:
    """The folder that games are kept in, and the database."""
    try:
        return _store_of(files, world, user, database)
    except OSError as error:  # a card that fails
        return Store(database.parent, database, failure=(error.strerror or str(error)).lower())


def _store_of(files: Files, world: World, user: User, database: Path) -> Store:
    folder = database.parent
    there = files.at(folder)
    while not (seen(world, there) and there.exists()):  # it is made by the first start
        there = there.parent
    free, read_only = world.disk(there)
    node = node_of(files, world, str(folder))
    mount, kind = _file_system(files, folder)
    hidden = not seen(world, files.at(database))
    return Store(
        folder,
        database,
        read_only=read_only,
        forgets=kind in FORGETFUL,
        mount=mount,
        free_bytes=free,
        writable=node is None or node.open_to(user),
        hidden=hidden,
        trouble="" if hidden else _database_trouble(files.at(database)),
        exists=hidden or files.at(database).exists(),
        set_aside=tuple(each.name for each in files.glob(f"{str(folder)[1:]}/*.damaged.db")),
    )


def seen(world: World, path: Path) -> bool:
    """Whether the user who asks may see if a file is there."""
    try:
        world.exists(path)
    except PermissionError:
        return False
    return True


def is_there(world: World, path: Path) -> bool:
    """Whether the user who asks can see a file there."""
    with suppress(OSError):
        return world.exists(path)
    return False


def _file_system(files: Files, folder: Path) -> tuple[Path, str]:
    """Where the file system that a folder is on is mounted, and its kind."""
    found = (Path("/"), "")
    for line in files.text("proc/self/mounts").splitlines():
        _, place, kind, *_ = line.split()
        mount = Path(place)
        if folder.is_relative_to(mount) and mount.is_relative_to(found[0]):
            found = (mount, kind)  # of two in one place the later one covers the other
    return found


def _database_trouble(path: Path) -> str:
    if not path.exists():
        return ""
    try:
        check_file(path)
    except (PulucError, OSError, sqlite3.Error) as error:
        return str(error).removeprefix(f"{path} ")
    return ""


def corrected_config(path: Path, config: Config) -> tuple[Config, str]:
    """The configuration with the wiring of the self-test, and what is wrong with that wiring."""
    try:
        board = corrected(config.board, path)
        wiring_of(board)
    except PulucError as error:
        return config, str(error)
    return replace(config, board=board), ""
