"""The facts of the tables of exact values."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from puluc import paths, tables
from puluc.doctor.facts.disk import state_folder
from puluc.doctor.facts.files import Files
from puluc.doctor.system import TableFile, User
from puluc.opponent.table import Table, TableError
from puluc.rules.options import changed


def tables_of(
    files: Files, environment: Mapping[str, str], user: User, configured: Path | None
) -> Iterator[TableFile]:
    """The tables that the board of this machine asks, as `puluc.tables.found_tables` has them.

    Each is read whole, so that one that was damaged is found before a game needs it.

    Args:
        files: Those of the machine; the shipped tables are the program's own.
        environment: The process's; a service has another one.
        user: Who runs the board.
        configured: The table that the configuration names.
    """
    if user.is_service:
        environment = {"HOME": "/", "STATE_DIRECTORY": str(state_folder(environment, user))}
    found = [] if configured is None else [configured]
    for folder in paths.table_dirs(environment):
        found += [
            folder / there.name for there in files.glob(f"{str(folder)[1:]}/*{tables.SUFFIX}")
        ]
    for path in dict.fromkeys(found):
        try:
            read = _read(path, files.at(path))
        except PermissionError:
            # Not the one who runs the board: the service may be allowed to.
            denied = "" if user.is_service else "permission denied"
            read = TableFile(path, trouble=denied, is_hidden=user.is_service)
        yield replace(read, is_configured=path == configured)
    for path in sorted(tables.SHIPPED.glob(f"*{tables.SUFFIX}")):
        yield replace(_read(path, path), is_shipped=True)


def _read(path: Path, there: Path) -> TableFile:
    """A table as it is.

    Raises:
        PermissionError: who asks may not read it.
    """
    try:
        with Table.open(there, whole=True) as table:
            rules = table.rules
            options = [f"{name}={value}" for name, value in changed(rules)]
            whole = table.positions == table.ranking.positions
            warriors = None if whole else table.warriors
            return TableFile(path, " ".join([rules.name, *options]), warriors)
    except TableError as error:
        return TableFile(path, trouble=str(error).removeprefix(f"{there}: "))
    except PermissionError:
        raise
    except OSError as error:
        return TableFile(path, trouble=(error.strerror or str(error)).lower())
