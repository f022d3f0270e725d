"""Positions for the opponent's tests: seen from the other side, and out of random games."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from puluc.opponent.table import Table
from puluc.rules.moves import FORFEIT, legal_moves
from puluc.rules.position import Pile, Position
from puluc.rules.ruleset import RuleSet
from puluc.rules.steps import Step
from puluc.rules.units import Player
from puluc.tables import SHIPPED
from tests.strength.play import game


def shipped() -> Table:
    """The table that comes with the program: the classic game's last six warriors."""
    return Table.open(SHIPPED / "classic-6.puluc")


class RandomPlayer:
    """Takes any move."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def __call__(self, position: Position) -> Step:
        return self._chance.choice(legal_moves(position) or (FORFEIT,))


def through(rules: RuleSet, count: int, seed: int, every: int = 7) -> list[Position]:
    """Positions of random games, with casts thrown; not the same for every rule set."""
    return list(islice(_through(rules, Random(f"{rules.name} {seed}"), every), count))


def _through(rules: RuleSet, chance: Random, every: int) -> Iterator[Position]:
    while True:
        player = RandomPlayer(chance)
        *positions, _ = game(replace(rules, cap=500), (player, player), chance)
        yield from (replace(each, rules=rules) for each in positions[::every])


def mirrored(position: Position) -> Position:
    """The same position with the sides' places changed."""

    def other(owner: Player) -> Player:
        return Player(owner ^ 1)

    def swapped(counts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(counts[player ^ 1] for player in range(len(counts)))

    track = tuple(
        tuple(Pile(tuple(map(other, pile.warriors)), pile.heading) for pile in piles)
        for piles in reversed(position.track)
    )
    return replace(
        position,
        track=track,
        hand=swapped(position.hand),
        fresh=swapped(position.fresh),
        dead=swapped(position.dead),
        out=swapped(position.out),
        kills=(position.kills[1], position.kills[0]),
        turn=other(position.turn),
        opens=position.opens.enemy,
    )
