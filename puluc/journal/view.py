"""A look at a journal that another process may be writing, for the command line."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from puluc.journal.database import Connect, Database, connect, read_snapshot
from puluc.journal.records import (
    JSON,
    Entry,
    Game,
    Row,
    Sort,
    entries_of,
    games_of,
    settings_of,
)


class JournalView:
    """What a journal held at one moment."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def games(self) -> tuple[Game, ...]:
        """All games, the oldest first."""
        return games_of(self._database.but_steps())

    def entries(self, game: int) -> tuple[Entry, ...]:
        """A game's entries, in order; none when no game has that number.

        Raises:
            JournalDamagedError: the database has been damaged there.
        """
        return entries_of(self._database.of_game(game), game)

    def kinds(self) -> Mapping[int, Sequence[str]]:
        """The kinds of each game's entries, in order: quick, and not checked for damage."""
        kinds: dict[int, list[str]] = {}
        for game, kind in self._database.kinds():
            kinds.setdefault(game, []).append(kind)
        return kinds

    def of_kind(self, kind: str) -> Mapping[int, Sequence[Entry]]:
        """Each game's entries of a kind, in order.

        Raises:
            JournalDamagedError: the database has been damaged there.
        """
        found: dict[int, list[Row]] = {}
        for row in self._database.of_kind(kind):
            if row.game is not None:
                found.setdefault(row.game, []).append(row)
        return {game: entries_of(rows, game) for game, rows in found.items()}

    def contents(self) -> tuple[tuple[Game, tuple[Entry, ...]], ...]:
        """All games with their entries, the oldest first, in one go.

        Raises:
            JournalDamagedError: the database has been damaged somewhere.
        """
        rows = self._database.after(0)
        steps: dict[int | None, list[Row]] = {}
        for row in rows:
            if row.sort == Sort.STEP:
                steps.setdefault(row.game, []).append(row)
        return tuple(
            (game, entries_of(steps.get(game.number, ()), game.number)) for game in games_of(rows)
        )

    def settings(self) -> dict[str, JSON]:
        """All settings, by key."""
        return settings_of(self._database.but_steps())


@contextmanager
def look(path: Path, connect: Connect = connect) -> Iterator[JournalView]:
    """Look into a journal without its lock; nothing is written.

    Raises:
        OSError: it isn't there, can't be read, or is damaged.
        JournalVersionError: a newer Puluc wrote it.
        JournalForeignError: it is another program's database.
    """
    database = read_snapshot(path.absolute(), connect)
    if database is None:
        raise OSError(f"{path}: no journal that can be read")
    try:
        yield JournalView(database)
    finally:
        database.abandon()
