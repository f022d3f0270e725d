"""Reading a game's record from its text; see ``record`` for what one looks like."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from puluc.rules.errors import IllegalMoveError, NotationError, PositionError, RuleSetError
from puluc.rules.moves import after
from puluc.rules.notation import parse_position, read_casts, read_move, short_names
from puluc.rules.options import read_option
from puluc.rules.outcome import outcome
from puluc.rules.position import Position, start
from puluc.rules.presets import MATCHES, PRESETS, rule_set
from puluc.rules.quoting import read_quoted
from puluc.rules.record import (
    BRACES,
    NOTHING,
    QUOTES,
    Entry,
    MatchGame,
    Record,
    result_text,
    with_casts,
)
from puluc.rules.ruleset import RuleSet
from puluc.rules.scanner import Scanner
from puluc.rules.seats import name_of
from puluc.rules.units import CastValue, Player, Side


def parse_record(text: str) -> Record:
    """The record that a text stands for.

    Raises:
        NotationError: it can't be read; with line and column, and what was expected there.
        PositionError: it begins with a position that can't be.
        IllegalMoveError: a step is not legal; with its line, and the rule.
    """
    lines = [
        (number, line.rstrip())
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)
        if line.strip()
    ]
    first = next((at for at, (_, line) in enumerate(lines) if not _is_tag(line)), len(lines))
    tags = _Tags(_read_tag(line, number) for number, line in lines[:first])
    game = _Game(tags.begins())
    for number, line in lines[first:]:
        game.read(line, number)
    tags.check_result(game.position)
    return Record(
        game.begins,
        tuple(game.entries),
        game.thrown,
        tags.players(),
        tags.text("Date"),
        game.comment,
        tags.match(),
    )


class _Tag(NamedTuple):
    """A tag, and where it stands."""

    name: str
    value: str
    line: int
    begins: int
    """The column of its name."""
    column: int
    """The column of its value."""

    def error(self, expected: str) -> NotationError:
        """The error of a value that is not what was expected."""
        return NotationError(self.value, expected, self.column, self.line)


def _is_tag(line: str) -> bool:
    return line.lstrip().startswith("[")


def _indented(line: str, number: int) -> Scanner:
    """A scanner of a line, past the spaces that it begins with."""
    scanner = Scanner(line, number)
    scanner.take(r"\s*", "a line")
    return scanner


def _read_tag(line: str, number: int) -> _Tag:
    scanner = _indented(line, number)
    scanner.need("[")
    begins = scanner.column
    name = scanner.take(r"\w+", "a tag's name")
    scanner.take(" +", "a space")
    column = scanner.column
    value = read_quoted(scanner, *QUOTES)
    scanner.need("]")
    scanner.end()
    return _Tag(name, value, number, begins, column)


class _Tags:
    """The tags of a record, each known and none twice but ``Set``."""

    def __init__(self, tags: Iterable[_Tag]) -> None:
        """Sort out the ``tags``."""
        self._tags: dict[str, _Tag] = {}
        self._options: dict[str, _Tag] = {}
        for tag in tags:
            if tag.name == "Set":
                field = tag.value.partition("=")[0]
                self._add(self._options, field, tag)
            else:
                self._add(self._tags, tag.name, tag)
        self._rules = self._read_rules()
        self._seats = [name_of(self._rules, Player(seat)) for seat in range(self._rules.seats)]
        known = ("Rules", "Match", "Date", "Opens", "Position", "Result", *self._seats)
        for tag in self._tags.values():
            if tag.name not in known:
                raise NotationError(tag.name, f"Set, {', '.join(known)}", tag.begins, tag.line)

    @staticmethod
    def _add(tags: dict[str, _Tag], key: str, tag: _Tag) -> None:
        if key in tags:
            raise tag.error(f"nothing: line {tags[key].line} has said it")
        tags[key] = tag

    def _read_rules(self) -> RuleSet:
        named = self._tags.get("Rules")
        if named is None:
            raise NotationError("", 'a tag [Rules "..."]', 1)
        if named.value not in PRESETS:
            raise named.error(f"one of {', '.join(PRESETS)}")
        changes = {}
        for field, tag in self._options.items():
            try:
                changes[field] = read_option(field, tag.value.partition("=")[2])
            except RuleSetError as error:
                raise tag.error(error.allowed) from error
        try:
            return rule_set(named.value, **changes)
        except RuleSetError as error:
            tag = self._options.get(error.field, named)
            raise tag.error(f"fields that make a game ({error})") from error

    def begins(self) -> Position:
        """The position that the game begins with."""
        if tag := self._tags.get("Position"):
            try:
                begins = parse_position(tag.value, self._rules)
            except NotationError as error:
                raise error.moved(tag.line, tag.column) from error
            except PositionError as error:
                place = f"line {tag.line}, column {tag.column}"
                raise PositionError(f"{place}: {error}") from error
            if begins.left:
                raise tag.error("left=-")
            return begins
        opens = self._tags.get("Opens")
        if opens is None:
            return start(self._rules)
        for side in Side:
            if opens.value == side.title:
                return start(self._rules, side)
        raise opens.error("Jade or Cinnabar")

    def match(self) -> MatchGame | None:
        """The match that the game belongs to."""
        tag = self._tags.get("Match")
        if tag is None:
            return None
        name, _, number = tag.value.partition(", game ")
        if name not in MATCHES or not re.fullmatch(r"[1-9]\d{0,2}", number, re.ASCII):
            raise tag.error(f"{' or '.join(MATCHES)}, and which game: 'bul, game 2'")
        match = MatchGame(name, int(number))
        wanted = match.rules()
        if wanted is None:
            raise tag.error(f"a game of {name}, 1 to {len(MATCHES[name].games)}")
        if wanted != self._rules.name:
            raise tag.error(f"a game that is played by {self._rules.name}, not by {wanted}")
        return match

    def players(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(self.text(seat) for seat in self._seats)

    def text(self, name: str) -> str:
        """A tag's value, empty where there is none."""
        tag = self._tags.get(name)
        return tag.value if tag else ""

    def check_result(self, last: Position) -> None:
        """See that the result is the one that the game has come to."""
        tag = self._tags.get("Result")
        result = result_text(outcome(last))
        if tag and tag.value != result:
            raise tag.error(f"{result!r}, as the moves have it")


class _Game:
    """The steps of a record, followed from the position that it begins with."""

    def __init__(self, begins: Position) -> None:
        """Begin."""
        self.begins = self.position = begins
        self.entries: list[Entry] = []
        self.thrown: tuple[CastValue, ...] = ()
        self.comment = ""
        self._names = short_names(begins.rules)

    def read(self, line: str, number: int) -> None:
        """Read a line: a comment, or a step and perhaps a comment on it."""
        scanner = _indented(line, number)
        if scanner.sees(r"\{"):
            self._read_comment(scanner)
            return
        if self.thrown:
            scanner.fail("the end of the record")
        scanner.need(f"{len(self.entries) + 1}.")
        scanner.take(" +", "a space")
        scanner.need(self._names[self.position.turn])
        scanner.take(" +", "a space")
        try:
            self._read_step(scanner)
        except IllegalMoveError as error:
            place = f"line {number}, column {scanner.column}"
            raise IllegalMoveError(error.rule, f"{place}: {error}") from error
        scanner.end()

    def _read_step(self, scanner: Scanner) -> None:
        due = not self.position.left
        self.position = with_casts(self.position, read_casts(scanner))
        scanner.take(" +", "a space")
        if due and scanner.skip(NOTHING):
            self.thrown = self.position.left
            return
        step = read_move(scanner, self.position)
        self.entries.append(Entry(self.position.left, step))
        self.position = after(self.position, step)
        if not scanner.done:
            scanner.take(" +", "a space")
            self._read_comment(scanner)

    def _read_comment(self, scanner: Scanner) -> None:
        """Read a comment on the last step, or on the game before the first."""
        comment = read_quoted(scanner, *BRACES)
        scanner.end()
        if not self.entries:
            self.comment = _joined(self.comment, comment)
        else:
            entry = self.entries[-1]
            self.entries[-1] = replace(entry, comment=_joined(entry.comment, comment))


def _joined(comment: str, more: str) -> str:
    return f"{comment}\n{more}" if comment else more
