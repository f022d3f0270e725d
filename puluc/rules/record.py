r"""A game's record, and its text, which people can read and ``record_reader`` reads back.

    [Rules "classic"]
    [Set "track=9"]
    [Jade "Ann"]
    [Cinnabar "Ben"]
    [Date "2026-11-02"]
    [Opens "Jade"]
    [Result "unfinished"]

    {by the window}
    1. J 3 hand-1
    2. C 5 hand-9 {a five, and nothing to use it on}
    3. J 4 1-5

First tags, then a step a line: its number, the player, the casts left to use, the move (with its
cast before it where two differ, ``3:4-7``; see ``notation``) and perhaps a comment. A player's tag
is ``Jade`` or ``Cinnabar``, or ``J1``, ``C1`` ... where more than two play. A game of a match says
which: ``[Match "bul, game 2"]``. A game not begun with all warriors in hand has ``Position`` in
place of ``Opens``. Casts thrown and not used when the
record ends stand on a last line with ``-`` for a move. Moves taken back are not in a record. In
tags and comments a backslash stands before what would end them, ``\n`` and ``\r`` for line ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from puluc.rules.errors import IllegalMoveError, PositionError, RuleSetError
from puluc.rules.moves import apply
from puluc.rules.notation import (
    casts_text,
    move_text,
    position_line,
    short_names,
    way_text,
)
from puluc.rules.options import changed
from puluc.rules.outcome import Outcome, outcome
from puluc.rules.position import Position, start, throw
from puluc.rules.presets import MATCHES
from puluc.rules.quoting import quoted
from puluc.rules.seats import name_of
from puluc.rules.steps import Move, Step
from puluc.rules.units import CastValue, Player

QUOTES = ('"', '"')
BRACES = ("{", "}")
NOTHING = "-"
MATCH_GAMES = range(1, 1000)
"""Numbers that a game of a match may have; a match ends long before."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One step of a record: what was left to use, what was done with it, and what is said of it."""

    casts: tuple[CastValue, ...]
    """The casts just thrown, or what the turn's first move has left of them."""
    step: Step
    comment: str = ""


@dataclass(frozen=True, slots=True)
class MatchGame:
    """The place of a game in a match."""

    name: str
    """The match's name, one of ``MATCHES``."""
    number: int
    """Which of its games, from 1; a drawn one that is played again counts."""

    def rules(self) -> str | None:
        """The preset that the game is played by; None when no match has such a game."""
        match = MATCHES.get(self.name)
        if match is None or self.number not in MATCH_GAMES:
            return None
        if match.wins is None and self.number > len(match.games):
            return None
        return match.games[min(self.number, len(match.games)) - 1]


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its first position on.

    Raises:
        PositionError: there are not as many names as players.
        RuleSetError: no match has such a game, or it is played by another rule set.
    """

    begins: Position
    """The position that it begins with; nothing is thrown in it."""
    entries: tuple[Entry, ...] = ()
    thrown: tuple[CastValue, ...] = ()
    """Casts thrown after the last step, and not used."""
    players: tuple[str, ...] = ()
    """Names by seat, empty for one not known; none at all when nobody is."""
    date: str = ""
    """The day, as ``2026-11-02``; or empty."""
    comment: str = ""
    """What is said of the whole game."""
    match: MatchGame | None = None
    """The match that it belongs to, if it does."""

    def __post_init__(self) -> None:
        """Take names of nobody for none."""
        seats = self.begins.rules.seats
        if not any(self.players):
            object.__setattr__(self, "players", ())
        elif len(self.players) != seats:
            raise PositionError(f"{len(self.players)} names: {seats} play")
        if self.match is not None and self.match.rules() != self.begins.rules.name:
            wanted = self.match.rules()
            played = "no match has this game" if wanted is None else f"it is played by {wanted}"
            raise RuleSetError("match", match_text(self.match), played)


def positions(record: Record) -> Iterator[Position]:
    """The position before each step, its casts thrown, and at last the one come to.

    Raises:
        IllegalMoveError: a step is not legal, or its casts can't be; says which step.
    """
    position = record.begins
    for number, entry in enumerate(record.entries, 1):
        try:
            position = with_casts(position, entry.casts)
            then = apply(position, entry.step)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.rule, f"step {number}: {error}") from error
        yield position
        position = then
    yield throw(position, *record.thrown) if record.thrown else position


def with_casts(position: Position, casts: tuple[CastValue, ...]) -> Position:
    """The position with casts to use: thrown now, unless they are what is left of the turn's.

    Raises:
        IllegalMoveError: no such casts can be there.
    """
    return position if casts and position.left == casts else throw(position, *casts)


def record_text(record: Record) -> str:
    """A record as text; ``record_reader.parse_record`` reads it.

    Raises:
        IllegalMoveError: a step of it is not legal.
        RuleSetError: the rule set is named after no preset.
    """
    walk = tuple(positions(record))
    lines = [f"[{tag} {quoted(value, *QUOTES)}]" for tag, value in _tags(record, walk[-1])]
    lines.append("")
    if record.comment:
        lines.append(quoted(record.comment, *BRACES))
    names = short_names(record.begins.rules)
    for number, (entry, position) in enumerate(zip(record.entries, walk, strict=False), 1):
        comment = f" {quoted(entry.comment, *BRACES)}" if entry.comment else ""
        line = f"{number}. {names[position.turn]} {casts_text(entry.casts)} "
        lines.append(line + _step_text(position, entry.step) + comment)
    if record.thrown:
        line = f"{len(record.entries) + 1}. {names[walk[-1].turn]} {casts_text(record.thrown)}"
        lines.append(f"{line} {NOTHING}")
    return "\n".join(lines) + "\n"


def result_text(ended: Outcome | None) -> str:
    """How a game has ended, as a record's tag says it: ``Jade, kills``, ``draw, cap``."""
    if ended is None:
        return "unfinished"
    return f"{ended.winner.title if ended.winner else 'draw'}, {ended.reason.value}"


def match_text(match: MatchGame) -> str:
    """A game's place in its match, as a record's tag says it: ``bul, game 2``."""
    return f"{match.name}, game {match.number}"


def _tags(record: Record, last: Position) -> Iterator[tuple[str, str]]:
    """The tags of a record whose game has come to a ``last`` position."""
    begins = record.begins
    rules = begins.rules
    yield "Rules", rules.name
    for field, value in changed(rules):
        yield "Set", f"{field}={value}"
    if record.match is not None:
        yield "Match", match_text(record.match)
    for seat, name in enumerate(record.players):
        if name:
            yield name_of(rules, Player(seat)), name
    if record.date:
        yield "Date", record.date
    if begins == start(rules, begins.side):
        yield "Opens", begins.side.title
    else:
        yield "Position", position_line(begins)
    yield "Result", result_text(outcome(last))


def _step_text(position: Position, step: Step) -> str:
    """A step as text, with its cast where more than one could be meant."""
    if isinstance(step, Move) and len(set(position.left)) == 1:
        return way_text(step, position.rules.seats)
    return move_text(step, position.rules.seats)
