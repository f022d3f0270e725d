"""The check of the tables of exact values that the board plays by."""

from collections.abc import Iterator

from puluc.doctor.finding import Finding, bad, ok, warn
from puluc.doctor.store import AS_ROOT
from puluc.doctor.system import System, TableFile

AGAIN = "run the installer again"


def check_tables(system: System) -> Iterator[Finding]:
    """Whether the tables can be used, and for which games there are some."""
    for table in system.tables:
        if table.is_hidden:
            yield warn("tables", f"only root may look at {table.path}", AS_ROOT)
        elif table.trouble:
            yield bad("tables", f"{table.path}: {table.trouble}", _mend(system, table))
    used = [_told(table) for table in system.tables if table.rules]
    if used:
        yield ok("tables", "; ".join(used))
    else:
        yield warn("tables", "none: the board plays by search alone", AGAIN)


def _told(table: TableFile) -> str:
    """What a table is for."""
    what = table.rules
    if table.warriors is not None:
        what += f" with up to {table.warriors} warriors alive"
    return f"{what} ({'shipped' if table.is_shipped else table.path})"


def _mend(system: System, table: TableFile) -> str:
    if table.is_shipped:
        return AGAIN
    if table.is_configured:
        mend = "copy a whole one there, or take `table` out of [opponent]"
    else:
        mend = f"copy a whole one there, or: sudo rm {table.path}"
    return f"{mend}; then: {system.restart}"
