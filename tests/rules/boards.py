"""Positions for examples, from a track's text; what is not said follows from it."""

import re

from puluc.rules.moves import after, legal_moves
from puluc.rules.notation import (
    move_text,
    parse_move,
    parse_position,
    position_line,
    short_names,
)
from puluc.rules.position import Position
from puluc.rules.ruleset import RuleSet


def board(
    rules: RuleSet, track: str, turn: str = "J", left: str = "-", *, dead: str = "", out: str = "",
    fresh: str = "-", kills: str | None = None, casts: int = 40,
) -> Position:  # fmt: skip
    """A position with these piles, written as in a position line.

    ``dead`` and ``out`` list warriors (``JJC``); all others are in hand. Unless it is said, the
    dead have all been killed.
    """
    names = short_names(rules)
    there = dict.fromkeys(names, rules.warriors)
    gone: dict[str, dict[str, int]] = {"dead": {}, "out": {}}
    for warrior in re.findall(r"[JC]\d*", track):
        there[warrior] -= 1
    for what, warriors in (("dead", dead), ("out", out)):
        for warrior in re.findall(r"[JC]\d*", warriors):
            there[warrior] -= 1
            gone[what][warrior] = gone[what].get(warrior, 0) + 1
    if kills is None:
        killed = {"J": dead.count("C"), "C": dead.count("J")}
        kills = _counts(killed)
    return parse_position(
        f"{track} turn={turn} left={left} hand={_counts(there)} fresh={fresh} "
        f"dead={_counts(gone['dead'])} out={_counts(gone['out'])} kills={kills} casts={casts}",
        rules,
    )


def _counts(counts: dict[str, int]) -> str:
    return ",".join(f"{name}:{count}" for name, count in counts.items() if count) or "-"


def moved(position: Position, move: str) -> Position:
    """The position after a move, which must be legal."""
    return after(position, parse_move(move, position))


def track_of(position: Position) -> str:
    """The track's text."""
    return position_line(position).split()[0]


def moves(position: Position) -> list[str]:
    """Every legal move as text."""
    return [move_text(move, position.rules.seats) for move in legal_moves(position)]


def hand(position: Position) -> str:
    """The hands' text."""
    return position_line(position).split(" hand=")[1].split()[0]
