"""A game of the journal as a record, and a record as a game for the journal.

An imported game is marked as such, and the journal never takes it for the board's last one. What
a record says besides its moves (the day, the names, the match, comments, another position to begin
with) stands in what the journal keeps ``about`` a game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Final

from puluc.errors import PulucError
from puluc.journal import JSON, Journal
from puluc.journal import Entry as Row
from puluc.journal import Game as GameRow
from puluc.journal import Result as ResultRow
from puluc.journal.records import IMPORTED
from puluc.opponent.levels import Level
from puluc.rules.errors import RuleSetError
from puluc.rules.moves import after
from puluc.rules.notation import parse_position, position_line
from puluc.rules.options import changed, read_options
from puluc.rules.outcome import outcome
from puluc.rules.position import Position, start
from puluc.rules.record import Entry as Step
from puluc.rules.record import MatchGame, Record
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import CastValue, Side
from puluc.session import words
from puluc.session.effects import MatchPlace
from puluc.session.entries import Entry, Levels, cast_entry, replay, step_entry
from puluc.session.game import Game, Throw

PLAYERS: Final = "players"
BOARD: Final = "the board, {level}"
"""A player's name that is the board."""
PLAYS: Final = "plays"
"""At which levels the board played, as an entry of that kind has it."""
MATCH: Final = "match"
DATE: Final = "date"
POSITION: Final = "position"
COMMENTS: Final = "comments"
"""By the number of the step, as text; that of the whole game is 0's."""

WHOLE_GAME: Final = 0


class UnreadableGameError(PulucError, ValueError):
    """A game of the journal that does not follow from what is kept of it; says which."""


class NotBegunError(PulucError, ValueError):
    """A game of the journal that nobody has opened yet, so that there is nothing to record."""


def game_of(row: GameRow, entries: Iterable[Row]) -> Game:
    """A game of the journal, replayed.

    Raises:
        UnreadableGameError: its rule set is not known here, or an entry does not follow.
    """
    try:
        rules = rules_of(row)
        opens = Side(row.opened_by) if row.opened_by else None
        steps = (Entry(each.kind, each.data) for each in entries)
        return replay(rules, opens, steps, begins_of(row, rules))
    except (PulucError, ValueError) as error:
        raise UnreadableGameError(f"game {row.number}: {error}") from error


def rules_of(row: GameRow) -> RuleSet:
    """The rule set that a game is played by.

    Raises:
        RuleSetError: it is not known here, or makes no game.
    """
    options = tuple((field, str(value)) for field, value in row.options.items())
    return read_options(row.rules, options)


def begins_of(row: GameRow, rules: RuleSet) -> Position | None:
    """The position that an imported game begins with; None for the usual one.

    Raises:
        NotationError, PositionError: it is none.
    """
    line = row.about.get(POSITION)
    return parse_position(line, rules) if isinstance(line, str) else None


def record_of(
    row: GameRow, game: Game, zone: tzinfo | None = None, levels: Levels = (None, None)
) -> Record:
    """The record of a game of the journal, which has been replayed. It has no moves taken back.

    Args:
        row: what the journal has of it.
        game: the game.
        zone: where the day is told; the place of this computer.
        levels: at which the board played.

    Raises:
        NotBegunError: nobody has opened it.
    """
    if game.opens is None:
        raise NotBegunError(f"game {row.number} has not begun: nobody opens it yet")
    comments = _comments(row.about)
    steps = tuple(
        Step(played.before.left, played.step, comments.get(number, ""))
        for number, played in enumerate(game.played, 1)
    )
    first = game.played[0].before if game.played else game.position
    left = game.position.left
    record = Record(
        begins=replace(first, left=()),
        entries=steps,
        thrown=left if len(left) == game.rules.casts else (),
        players=_padded(players_of(names_of(row), levels, game.rules.seats), game.rules.seats),
        date=day_of(row, zone),
        comment=comments.get(WHOLE_GAME, ""),
    )
    try:
        return replace(record, match=match_of(row))
    except RuleSetError:
        return record


def names_of(row: GameRow) -> tuple[str, ...]:
    """The names of a game's players by seat, empty where not known; none when nobody's is."""
    names = row.about.get(PLAYERS)
    if not isinstance(names, list | tuple):
        return ()
    return tuple(name if isinstance(name, str) else "" for name in names)


def levels_of(row: GameRow, entries: Iterable[Row]) -> Levels:
    """At which levels the board played Jade and Cinnabar, as last chosen; None for people."""
    said = [entry.data for entry in entries if entry.kind == PLAYS]
    data = said[-1] if said else row.about.get(PLAYS)
    if not isinstance(data, Mapping):
        return None, None
    jade, cinnabar = (
        next((level for level in Level if level.value == data.get(side.value)), None)
        for side in Side
    )
    return jade, cinnabar


def players_of(names: tuple[str, ...], levels: Levels, seats: int) -> tuple[str, ...]:
    """Names by seat, with the board's own; none when nobody's is known.

    Args:
        names: the people's, by seat.
        levels: at which the board plays.
        seats: how many players.
    """
    if levels == (None, None):
        return names
    return tuple(
        BOARD.format(level=level.value) if (level := levels[seat % 2]) else name
        for seat, name in enumerate(_padded(names, seats))
    )


def match_of(row: GameRow) -> MatchGame | None:
    """The place of a game in a match."""
    match = row.about.get(MATCH)
    if not isinstance(match, Mapping):
        return None
    name, number = match.get("name"), match.get("game")
    return MatchGame(name, number) if isinstance(name, str) and isinstance(number, int) else None


def about_match(place: MatchPlace) -> dict[str, JSON]:
    """A game's place in a match, as the journal has it; ``match_of`` reads it."""
    return {"name": place.name, "game": place.number, "changes": dict(place.changes)}


def match_changes(row: GameRow) -> tuple[tuple[str, str], ...]:
    """The fields that were changed in all games of a game's match, as text."""
    match = row.about.get(MATCH)
    changes = match.get("changes") if isinstance(match, Mapping) else None
    if not isinstance(changes, Mapping):
        return ()
    return tuple((field, str(value)) for field, value in changes.items())


def day_of(row: GameRow, zone: tzinfo | None = None) -> str:
    """The day of a game, ``2026-11-02``; of an imported one what its record said."""
    if row.imported:
        date = row.about.get(DATE)
        return date if isinstance(date, str) else ""
    return f"{datetime.fromisoformat(row.begun).astimezone(zone):%Y-%m-%d}"


@dataclass(frozen=True, slots=True)
class Import:
    """A record as the journal keeps it."""

    rules: str
    options: Mapping[str, JSON]
    opened_by: str
    about: Mapping[str, JSON]
    entries: tuple[Entry, ...]
    result: str | None


def as_import(record: Record) -> Import:
    """A record as a game for the journal, with lots that make the casts it tells of."""
    begins = record.begins
    rules = begins.rules
    opens = begins.side
    about: dict[str, JSON] = {IMPORTED: True}
    if record.date:
        about[DATE] = record.date
    if record.players:
        about[PLAYERS] = list(record.players)
    if record.match is not None:
        about[MATCH] = {"name": record.match.name, "game": record.match.number}
    if begins != start(rules, opens):
        about[POSITION] = position_line(begins)
    comments = {
        str(number): comment
        for number, comment in enumerate(
            (record.comment, *(step.comment for step in record.entries))
        )
        if comment
    }
    if comments:
        about[COMMENTS] = comments
    entries, last = _entries(record)
    ended = outcome(last)
    result = words.result(ended) if ended is not None else None
    return Import(rules.name, dict(changed(rules)), opens.value, about, entries, result)


def add(journal: Journal, imported: Import) -> int:
    """Put an imported game into a journal, all of it or nothing; ``journal.saved`` says which.

    Returns:
        The game's number.
    """
    with journal.together():
        number = journal.begin_game(
            imported.rules, imported.options, imported.opened_by, imported.about
        )
        rows = (Row(entry.kind, entry.data, number) for entry in imported.entries)
        journal.append(*rows)
        if imported.result is not None:
            journal.append(ResultRow(number, imported.result))
    return number


def _entries(record: Record) -> tuple[tuple[Entry, ...], Position]:
    """The entries of the journal that a record stands for, and the position come to."""
    position = record.begins
    rules = position.rules
    entries: list[Entry] = []
    for step in record.entries:
        if not position.left:
            entries.append(_thrown(step.casts, rules))
        entries.append(step_entry(step.step, rules.seats))
        position = after(replace(position, left=step.casts), step.step)
    if record.thrown:
        entries.append(_thrown(record.thrown, rules))
    return tuple(entries), position


def _thrown(casts: tuple[CastValue, ...], rules: RuleSet) -> Entry:
    """A throw of such casts, with as few marked sides as make them."""
    marked = [rules.scores.index(cast) for cast in casts]
    return cast_entry(
        Throw(tuple(tuple(lot < count for lot in range(rules.lots)) for count in marked))
    )


def _padded(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """As many names as players."""
    return (*names, *[""] * seats)[:seats]


def _comments(about: Mapping[str, JSON]) -> dict[int, str]:
    """The comments of an imported game by the step's number."""
    comments = about.get(COMMENTS)
    if not isinstance(comments, Mapping):
        return {}
    return {
        int(number): comment
        for number, comment in comments.items()
        if isinstance(comment, str) and number.isdecimal()
    }
