"""All facts of a system, gathered."""

from collections.abc import Mapping
from pathlib import Path

from puluc import paths
from puluc.config.corrected import FILE
from puluc.doctor.facts.devices import (
    bus_of,
    header_of,
    holders,
    kernel_uses,
    serial_ports,
    undervoltage,
)
from puluc.doctor.facts.disk import config_of, corrected_config, is_there, state_folder, store_of
from puluc.doctor.facts.files import Files, after
from puluc.doctor.facts.people import service_of, user_of
from puluc.doctor.facts.tables import tables_of
from puluc.doctor.facts.world import World, import_errors
from puluc.doctor.system import System


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
    files = Files(root)
    path = config_path or paths.config_path(
        environment, lambda each: is_there(world, files.at(each))
    )
    config, trouble = config_of(files, path)
    service = service_of(files, world)
    user = user_of(files, world, service)
    folder = state_folder(environment, user)
    wiring_path = folder / FILE
    is_corrected = is_there(world, files.at(wiring_path))
    wiring_trouble = ""
    if is_corrected:
        config, wiring_trouble = corrected_config(files.at(wiring_path), config)
    header, header_trouble = header_of(files, world, config.board.chip, config.board.pins)
    return System(
        model=files.text("proc/device-tree/model"),
        kernel=files.text("proc/sys/kernel/osrelease"),
        python=world.python,
        release=after(files.text("etc/os-release"), "VERSION_CODENAME="),
        packages=dict(world.packages()),
        pip=f"{'sudo ' if user.is_service else ''}{world.program} -m pip",
        import_errors=import_errors(world, config.board.pins),
        user=user,
        header=header,
        header_trouble=header_trouble,
        holders=tuple(holders(files)),
        kernel_uses=frozenset(kernel_uses(files)),
        bus=bus_of(files, world, config.display.bus),
        serial_ports=tuple(serial_ports(files)),
        undervoltage=undervoltage(files, world),
        store=store_of(files, world, user, config.journal.path or folder / "journal.db"),
        config_path=path,
        config=config,
        config_trouble=trouble,
        wiring_trouble=wiring_trouble,
        wiring_path=wiring_path if is_corrected else None,
        factory=config.board.pins,
        tables=tuple(tables_of(files, environment, user, config.opponent.table)),
        service=service,
        by_root=world.user == 0,
    )
