"""The tables that the doctor sees are those that the board asks."""

from dataclasses import replace
from pathlib import Path

import pytest

from puluc import tables
from puluc.doctor.facts.files import Files
from puluc.doctor.facts.gather import gather
from puluc.doctor.facts.tables import tables_of
from puluc.doctor.finding import Level
from puluc.doctor.system import TableFile, User
from puluc.doctor.tables import check_tables
from tests.doctor.machines import Machine, with_config
from tests.doctor.test_broken import TABLE, table_of


def told(machine: Machine) -> list[str]:
    """What the doctor says of tables."""
    return [str(each) for each in machine.findings() if each.subject == "tables"]


def test_those_in_use_are_told(tmp_path: Path) -> None:
    """Each with its rules and how much it holds, and where it is."""
    machine = Machine.healthy(tmp_path)
    table_of(machine)
    with_config(f'[opponent]\ntable = "/{TABLE}"\n')(machine)
    assert told(machine) == [
        f"ok    tables: classic track=5 warriors=1 kills_to_win=1 (/{TABLE}); "
        "classic with up to 6 warriors alive (shipped)"
    ]


def test_none_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board without any plays, by search, and is told how it gets one."""
    monkeypatch.setattr(tables, "SHIPPED", tmp_path / "none")
    assert told(Machine.healthy(tmp_path)) == [
        "warn  tables: none: the board plays by search alone; to mend it: run the installer again"
    ]


def test_a_shipped_one_that_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not for the builder to copy."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "x.puluc").write_text("")
    monkeypatch.setattr(tables, "SHIPPED", shipped)
    first, _ = told(Machine.healthy(tmp_path / "pi"))
    assert first == (
        f"bad   tables: {shipped}/x.puluc: not a table of Puluc; to mend it: "
        "run the installer again"
    )


@pytest.mark.parametrize("is_service", [True, False])
def test_what_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_service: bool
) -> None:
    """Somebody else's word is needed on the service's table; one's own has to be readable."""

    def closed(path: Path, *, whole: bool) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("puluc.doctor.facts.tables.Table.open", closed)
    monkeypatch.setattr(tables, "SHIPPED", tmp_path)
    path = Path("/srv/x.puluc")
    user = User("ix", 1000, frozenset(), frozenset(), is_service=is_service)
    (found,) = tables_of(Files(tmp_path), {"HOME": "/"}, user, path)
    trouble = "" if is_service else "permission denied"
    assert found == TableFile(path, trouble=trouble, is_hidden=is_service, is_configured=True)


def test_a_hidden_one_is_told_so(tmp_path: Path) -> None:
    """Who asks without `sudo` is told to; the other tables are told all the same."""
    system = gather(tmp_path, Machine.healthy(tmp_path).world(), {})
    hidden = TableFile(Path("/srv/x.puluc"), is_hidden=True)
    first, second = check_tables(replace(system, tables=(hidden, *system.tables)))
    assert str(first) == (
        "warn  tables: only root may look at /srv/x.puluc; to mend it: sudo puluc doctor"
    )
    assert second.level is Level.OK
