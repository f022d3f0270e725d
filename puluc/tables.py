"""Where tables of exact values are found; one that can't be used is named, and left out."""

import logging
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import puluc.opponent
from puluc.opponent.player import Opponent
from puluc.opponent.table import Table, TableError
from puluc.opponent.thought import Exact
from puluc.rules.position import Position

log = logging.getLogger(__name__)

SUFFIX: Final = ".puluc"
SHIPPED: Final = Path(puluc.opponent.__file__).with_name("tables")
"""The small tables that come with the program."""
LEFT_OUT: Final = "{name} is left out"

Tell = Callable[[str], None]
"""Takes a sentence for the players."""


class Guarded:
    """A table that is left out from the moment on that it shows to be damaged."""

    def __init__(self, table: Table, path: Path, tell: Tell) -> None:
        self._table: Table | None = table
        self._path = path
        self._tell = tell

    def value(self, position: Position) -> float | None:
        """As ``Table.value``, but a damaged part has no value, as the rest from then on."""
        if self._table is None:
            return None
        try:
            return self._table.value(position)
        except TableError as error:
            self._table = None
            _leave_out(self._path, error, self._tell)
            return None


def opponent_with(table: Path | None, folders: Iterable[Path], tell: Tell) -> Opponent:
    """An opponent with all tables that are found, as ``found_tables``."""
    return Opponent(tuple(found_tables(table, folders, tell)))


def found_tables(table: Path | None, folders: Iterable[Path], tell: Tell) -> Iterator[Exact]:
    """The tables to be asked, in order: the configured one, those in folders, those shipped.

    Args:
        table: the one that the configuration names.
        folders: where others may be, each a file ``*.puluc``; a folder need not be there.
        tell: told of each that can't be used, by its name.
    """
    paths = [] if table is None else [table]
    for folder in (*folders, SHIPPED):
        paths += sorted(folder.glob(f"*{SUFFIX}"))
    for path in dict.fromkeys(paths):
        try:
            yield Guarded(Table.open(path), path, tell)
        except (TableError, OSError) as error:
            _leave_out(path, error, tell)


def _leave_out(path: Path, error: Exception, tell: Tell) -> None:
    log.error("table %s is left out: %s", path, error)
    tell(LEFT_OUT.format(name=path.name))
