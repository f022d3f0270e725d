"""Positions as they come up in play, and what a table says of them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from puluc.opponent.thought import Exact
from puluc.rules.moves import FORFEIT, Move, Step, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import Position, start, throw
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side

Chooses = Callable[[Position], Step]
"""A player: the step for a position with casts thrown."""


def uncapped(rules: RuleSet) -> RuleSet:
    """The same game without the cap on casts, as tables have it."""
    return replace(rules, cap=None)


def cast(position: Position, chance: Random) -> Position:
    """The position after the lots were thrown for a turn."""
    rules = position.rules
    values = (rules.scores[chance.getrandbits(rules.lots).bit_count()] for _ in range(rules.casts))
    return throw(position, *values)


def game(
    rules: RuleSet, players: tuple[Chooses, Chooses], chance: Random, opens: Side = Side.JADE
) -> Iterator[Position]:
    """The positions of a game: each with the casts to be used, and at last how it ended.

    ``players`` play Jade and Cinnabar.
    """
    position = start(rules, opens)
    while outcome(position) is None:
        if not position.left:
            position = cast(position, chance)
        yield position
        position = after(position, players[position.side.index](position))
    yield position


def won(position: Position, side: Side) -> float:
    """What a game that is over is worth to a side: 1, 0, or a half."""
    ended = outcome(position)
    assert ended is not None
    return 0.5 if ended.winner is None else float(ended.winner is side)


def exact(table: Exact, position: Position, side: Side) -> float:
    """A side's chance in a position in which a cast is due, or that ends the game."""
    if outcome(position) is not None:
        return won(position, side)
    value = table.value(position)
    assert value is not None, "the table must hold the whole game"
    return value if position.side is side else 1 - value


def chances(table: Exact, position: Position) -> dict[Move, float]:
    """For each legal move the mover's chance after it, between perfect players."""
    return {
        move: exact(table, after(position, move), position.side) for move in legal_moves(position)
    }


def strays(table: Exact, part: float, chance: Random) -> Chooses:
    """A player that takes the best move, but for a ``part`` of its moves any."""

    def choose(position: Position) -> Step:
        moves = legal_moves(position)
        if not moves:
            return FORFEIT
        if chance.random() < part:
            return chance.choice(moves)
        told = chances(table, position)
        return max(moves, key=lambda move: told[move])

    return choose


PARTS = (0.0, 0.1, 0.3, 1.0)
"""How often the players stray whose games positions are taken from."""


def positions(
    table: Exact, rules: RuleSet, chance: Random, taken: float = 0.2
) -> Iterator[Position]:
    """Positions of real play in which there is a choice, without end.

    From games in which each side strays at its own rate, one of ``PARTS``; each position is
    ``taken`` with that chance, so that few of them follow one another.
    """
    while True:
        players = (
            strays(table, chance.choice(PARTS), chance),
            strays(table, chance.choice(PARTS), chance),
        )
        for position in game(uncapped(rules), players, chance):
            if len(legal_moves(position)) > 1 and chance.random() < taken:
                yield position
