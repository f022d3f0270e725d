"""Checking tables against a file of right values, as an independent reference has solved them.

A file is JSON: ``rules`` (a preset), ``start``, the value before the first cast, and
``positions``. Each of those has a ``value``, the chance of the side to move before its cast, and
for every cast each legal move with the mover's chance after it, the best first.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from puluc.opponent.levels import Level
from puluc.opponent.player import Opponent
from puluc.opponent.table_file import TableError
from puluc.opponent.thought import Exact
from puluc.rules.errors import NotationError
from puluc.rules.moves import FORFEIT, Forfeit, Step, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import Position, start, throw
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Place, Side
from puluc.rules.vectors import Checked, read_position

WITHIN = 1e-4
"""How near a value must be to the right one."""

Name = tuple[Any, Any]
"""A move as a file has it: where from, and where to."""


def is_values(data: Mapping[str, Any]) -> bool:
    """Whether a file's data are values of a solved game (other files check the rules)."""
    return isinstance(data.get("rules"), str) and "positions" in data


def check_values(data: Mapping[str, Any], tables: Sequence[Exact]) -> Iterator[Checked]:
    """Compare every value, and what the perfect level chooses, with a file's data.

    A position that no table holds counts as a difference, once.

    Raises:
        NotationError: the data is not of this format.
        RuleSetError: there is no such preset.
        TableError: a table is damaged.
    """
    rules = rule_set(data["rules"])
    checker = _Checker(tables)
    if "start" in data:
        yield checker.near("start", data["start"], checker.value(start(rules)))
    for number, one in enumerate(data["positions"], 1):
        try:
            yield from checker.check(f"position {number}", one, rules)
        except TableError:
            raise  # the file's data is not to blame
        except (KeyError, TypeError, ValueError) as error:
            raise NotationError(str(one)[:60], f"a position with values ({error!r})", 1) from error


class _Checker:
    """Compares what tables say."""

    def __init__(self, tables: Sequence[Exact]) -> None:
        self._tables = tables
        self._opponent = Opponent(tables)

    def value(self, position: Position) -> float | None:
        """What the first table that holds a position says of it."""
        found = (table.value(position) for table in self._tables)
        return next((value for value in found if value is not None), None)

    def check(self, place: str, one: Mapping[str, Any], rules: RuleSet) -> Iterator[Checked]:
        """Compare a position's value, that of each move, and what is chosen."""
        position = _position(one, rules)
        value = self.value(position)
        yield self.near(f"{place}, value", one["value"], value)
        if value is None:
            return
        for cast, moves in one["casts"].items():
            yield from self._check_cast(f"{place}, cast {cast}", throw(position, int(cast)), moves)

    def _check_cast(
        self, place: str, thrown: Position, moves: Sequence[tuple[Any, Any, float]]
    ) -> Iterator[Checked]:
        right = {(source, target): chance for source, target, chance in moves}
        ours: dict[Name, Step] = {_name(step): step for step in legal_moves(thrown) or (FORFEIT,)}
        if right.keys() != ours.keys():
            yield Checked(place, f"legal here are {list(ours)}, not {list(right)}")
            return
        for name, chance in right.items():
            then = after(thrown, ours[name])
            yield self.near(f"{place}, {name[0]} {name[1]}", chance, self._after(then, thrown.side))
        chosen = _name(self._opponent.think(thrown, Level.PERFECT, Random(0)).step)
        lost = max(right.values()) - right[chosen]
        yield Checked(
            f"{place}, chosen", f"{chosen} gives {lost:.5f} away" if lost > WITHIN else ""
        )

    def _after(self, position: Position, side: Side) -> float | None:
        """A side's chance in a position that it has moved to."""
        ended = outcome(position)
        if ended is not None:
            return 0.5 if ended.winner is None else float(ended.winner is side)
        value = self.value(position)
        return value if value is None or position.side is side else 1 - value

    def near(self, place: str, right: float, ours: float | None) -> Checked:
        """Compare a value with the right one."""
        if ours is None:
            return Checked(place, "no table has it; `puluc solve` makes one")
        return Checked(place, f"{ours:.5f}, not {right}" if abs(ours - right) > WITHIN else "")


def _position(one: Mapping[str, Any], rules: RuleSet) -> Position:
    """A position of a file: what it leaves out has no part in its value."""
    none = {"J": 0, "C": 0}
    kills = {"J": one["dead"]["C"], "C": one["dead"]["J"]}
    return read_position({**one, "fresh": none, "out": none, "kills": kills, "casts": 0}, rules)


def _name(step: Step) -> Name:
    if isinstance(step, Forfeit):
        return "forfeit", ""
    source, target = (
        end.value if isinstance(end, Place) else end for end in (step.source, step.target)
    )
    return source, target
