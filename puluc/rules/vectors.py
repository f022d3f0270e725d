"""Checking files of right values, as an independent reference made them.

A file is JSON: a name -> a preset and changed ``options``, with ``perft`` (how many sequences of
casts and moves there are from the start), ``midgame`` (the same from other positions) and
``positions`` (every legal move, the position after it and the result). In team play warriors
carry their owners' names, spaces are lists of piles and positions have the casts ``left``.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from puluc.rules.errors import NotationError
from puluc.rules.moves import FORFEIT, Move, Step, after, legal_moves
from puluc.rules.notation import position_line, short_names
from puluc.rules.outcome import outcome
from puluc.rules.position import Pile, Position, check, start, throw
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import CastValue, Heading, Place, Player, Side, player_name


@dataclass(frozen=True, slots=True)
class Checked:
    """One value of a file compared."""

    place: str
    """Which: ``classic, position 3, hand to 1``."""
    difference: str = ""
    """What differs; empty when nothing does."""

    @property
    def passed(self) -> bool:
        """Whether the engine has the same value."""
        return not self.difference


def check_file(data: Mapping[str, Any]) -> Iterator[Checked]:
    """Compare everything in a file's data; one result a value, as they are found.

    Raises:
        NotationError: the data is not of this format.
        RuleSetError: there is no such preset, or the options make no game.
    """
    for name, part in data.items():
        if not isinstance(part, Mapping) or "preset" not in part:
            raise NotationError(name, "a rule set's name with its preset and options", 1)
        options = {
            field: tuple(value) if isinstance(value, list) else value
            for field, value in part.get("options", {}).items()
        }
        rules = rule_set(part["preset"], **options)
        yield from _check_counts(name, start(rules), part.get("perft", ()))
        for number, midgame in enumerate(part.get("midgame", ()), 1):
            begins = read_position(midgame["before"], rules)
            yield from _check_counts(f"{name}, midgame {number}", begins, midgame["perft"])
        for number, one in enumerate(part.get("positions", ()), 1):
            yield from _check_moves(f"{name}, position {number}", one, rules)


def perft(position: Position, casts: int) -> int:
    """How many sequences of so many casts and moves there are from a position with a cast due.

    Each value that a cast can have is taken once; a forfeit counts as a move, and a game that
    has ended as one sequence. For one cast a turn.
    """
    if casts == 0 or outcome(position):
        return 1
    count = 0
    for value in position.rules.values:
        thrown = throw(position, value)
        moves = legal_moves(thrown)
        if casts == 1:
            count += len(moves) or 1
        else:
            count += sum(perft(after(thrown, step), casts - 1) for step in moves or (FORFEIT,))
    return count


def read_position(data: Mapping[str, Any], rules: RuleSet, *left: int) -> Position:
    """A position from a file's data, with casts to use (in team play they stand in it).

    Raises:
        NotationError: it can't be read.
        PositionError: it can't be.
    """
    try:
        names = _names(data, rules)
        hand, fresh, dead, out = (
            tuple(int(data[what][name]) for name in names)
            for what in ("hand", "fresh", "dead", "out")
        )
        position = Position(
            rules,
            tuple(_read_space(space, names) for space in data["track"]),
            hand,
            fresh,
            dead,
            out,
            kills=(data["kills"]["J"], data["kills"]["C"]),
            turn=Player(names.index(data["turn"])),
            left=tuple(CastValue(cast) for cast in data.get("left", left)),
            casts=data["casts"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise NotationError(str(data)[:60], f"a position ({error!r})", 1) from error
    check(position)
    return position


def _names(data: Mapping[str, Any], rules: RuleSet) -> tuple[str, ...]:
    """The players' names by seat; also two players have numbers in team play's format."""
    if "left" in data:
        return tuple(player_name(Player(seat)) for seat in range(rules.seats))
    return short_names(rules)


def _read_space(space: str | list[str], names: tuple[str, ...]) -> tuple[Pile, ...]:
    piles = space if isinstance(space, list) else [space] if space else []
    return tuple(
        Pile(
            tuple(Player(names.index(name)) for name in re.findall(r"[A-Z]\d*", pile)),
            Heading.HOMEWARD if pile.endswith("<") else Heading.OUTWARD,
        )
        for pile in piles
    )


def _check_counts(place: str, position: Position, counts: list[int]) -> Iterator[Checked]:
    for casts, count in enumerate(counts, 1):
        yield _compare(f"{place}, perft {casts}", count, perft(position, casts))


def _check_moves(place: str, one: Mapping[str, Any], rules: RuleSet) -> Iterator[Checked]:
    """Compare every legal move of a position, what it leads to and the result."""
    before = one["before"]
    position = read_position(before, rules, *([one["cast"]] if "cast" in one else []))
    known: dict[tuple[Any, ...], Step] = {
        _move_key(move, "left" in before): move for move in legal_moves(position)
    } or {("forfeit", "", None): FORFEIT}
    for move in one["moves"]:
        cast = None if move["from"] == "forfeit" else move.get("cast", one.get("cast"))
        key = (move["from"], move["to"], cast)
        step = known.pop(key, None)
        name = f"{place}, {move['from']} to {move['to'] or 'nothing'} with {cast}"
        if step is None:
            yield Checked(name, "not legal here")
            continue
        then = after(position, step)
        yield _compare(
            name, position_line(read_position(move["after"], rules)), position_line(then)
        )
        yield _compare(f"{name}, result", move["result"], _result(then))
    for source, target, cast in known:
        yield Checked(f"{place}, {source} to {target or 'nothing'} with {cast}", "legal here")


def _move_key(move: Move, teams: bool) -> tuple[Any, ...]:
    """A move as a file has it: source, target and cast."""
    source, target = (
        end.value if isinstance(end, Place) else end for end in (move.source, move.target)
    )
    return (f"{source}:{player_name(move.player)}" if teams else source, target, move.cast)


def _result(position: Position) -> str | None:
    ended = outcome(position)
    if ended is None:
        return None
    return ended.winner.value if isinstance(ended.winner, Side) else "draw"


def _compare(place: str, right: object, ours: object) -> Checked:
    return Checked(place) if right == ours else Checked(place, f"{ours}, not {right}")
