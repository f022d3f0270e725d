"""What the journal holds, as values and as rows with a checksum: games, their entries, settings."""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias, cast

from puluc.errors import PulucError

JSON: TypeAlias = "bool | int | float | str | Sequence[JSON] | Mapping[str, JSON] | None"
"""What JSON can say. What is read back has lists and dicts for sequences and mappings."""


IMPORTED = "imported"
"""What a game's ``about`` says is true when the game was not played on this board."""


class JournalDamagedError(PulucError, ValueError):
    """A row of the journal is not what was written; the message names the row."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One step of a game. The journal keeps ``kind`` and ``data`` and asks no more of them.

    ``at`` is the wall clock's time (UTC, ISO 8601) when it was appended; the journal sets it.
    """

    kind: str
    data: Mapping[str, JSON]
    game: int
    at: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game has ended; ``None`` when its end was taken back. A game's last result counts."""

    game: int
    result: str | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the journal lists it. Times are the wall clock's, UTC, ISO 8601."""

    number: int
    """1 and up; below 0 while the database has not been readable since the program began."""
    rules: str
    """The name of the rule set."""
    options: Mapping[str, JSON]
    """The fields of the rule set that were changed."""
    opened_by: str
    """Who opened, as the app names sides."""
    begun: str
    ended: str | None = None
    result: str | None = None
    about: Mapping[str, JSON] = field(default_factory=dict)
    """What else there is to say of it: players, match. Games of older versions have nothing."""

    @property
    def imported(self) -> bool:
        """Whether it came from elsewhere; it is never the one that the board goes on with."""
        return self.about.get(IMPORTED) is True


class Sort(StrEnum):
    """What a row is."""

    GAME = "game"
    STEP = "step"
    RESULT = "result"
    SETTING = "setting"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the log, but for its place in it.

    ``kind`` is an entry's kind, a setting's key, a game's rule set; ``data`` is JSON.
    """

    at: str
    sort: str
    game: int | None
    kind: str
    data: str

    def checksum(self, place: int) -> int:
        """CRC-32 of the row at that place: SQLite finds a damaged page, not a changed digit."""
        fields = [place, self.at, self.sort, self.game, self.kind, self.data]
        text = json.dumps(fields, default=repr)  # a damaged row may have any type
        return zlib.crc32(text.encode())


def row_of_game(
    number: int,
    rules: str,
    options: Mapping[str, JSON],
    opened_by: str,
    at: str,
    about: Mapping[str, JSON] = MappingProxyType({}),
) -> Row:
    """The row with which a game begins."""
    begun: dict[str, JSON] = {"options": options, "opened_by": opened_by}
    if about:
        begun["about"] = about
    return Row(at, Sort.GAME, number, storable(rules), encode(begun))


def is_of_board(row: Row) -> bool:
    """Whether a row begins a game that is played on this board, not one that was imported."""
    if row.sort != Sort.GAME:
        return False
    return json.loads(row.data).get("about", {}).get(IMPORTED) is not True


def row_of(record: Entry | Result, game: int, at: str) -> Row:
    """The row of an entry or a result, under the game's number in the database."""
    match record:
        case Entry(kind=kind, data=data):
            return Row(at, Sort.STEP, game, storable(kind), encode(data))
        case Result(result=result):
            return Row(at, Sort.RESULT, game, "", encode(result))


def row_of_setting(key: str, value: JSON, at: str) -> Row:
    """The row of a setting."""
    return Row(at, Sort.SETTING, None, storable(key), encode(value))


def storable(text: str) -> str:
    """The text itself: what SQLite can't store must not wait to be saved for ever.

    Raises:
        ValueError: it has half a surrogate pair.
    """
    text.encode()
    return text


def encode(value: JSON) -> str:
    """Compact JSON.

    Raises:
        TypeError: not a JSON value.
        ValueError: a number that JSON has no word for (infinite, or none).
    """
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def games_of(rows: Iterable[Row]) -> tuple[Game, ...]:
    """The games that the rows tell of, in the order of their beginning."""
    games: dict[int, Game] = {}
    for row in rows:
        if row.game is None:
            continue
        if row.sort == Sort.GAME:
            begun = json.loads(row.data)
            games[row.game] = Game(
                row.game,
                row.kind,
                begun["options"],
                begun["opened_by"],
                begun=row.at,
                about=begun.get("about", {}),
            )
        elif row.sort == Sort.RESULT and row.game in games:
            game = games[row.game]
            result = cast("str | None", json.loads(row.data))
            ended = None if result is None else row.at
            games[row.game] = replace(game, ended=ended, result=result)
    return tuple(games.values())


def entries_of(rows: Iterable[Row], game: int) -> tuple[Entry, ...]:
    """The entries of a game, in order."""
    return tuple(
        Entry(row.kind, json.loads(row.data), game, row.at)
        for row in rows
        if row.sort == Sort.STEP and row.game == game
    )


def settings_of(rows: Iterable[Row]) -> dict[str, JSON]:
    """The settings, each at its last value."""
    return {row.kind: json.loads(row.data) for row in rows if row.sort == Sort.SETTING}
