"""A number for every position: all those of a rule set, counted without a gap.

A position is seen from the side to move. Its *layer* is how many warriors are alive on either side
(in hand or on the track), its *block* how many of them are in hand. Within a block the warriors on
the track are letters, read from the mover's home space by space, each pile bottom to top; between
the spaces stand bars. Where the N - 1 bars stand, and which letters are the mover's, are two
choices of some places out of many: each has a rank in the combinatorial number system, the sum of
C(place, 1 + how many stand before it) over the places chosen. The number is

    base of the block + rank of the bars x C(letters, mover's letters) + rank of the mover's letters

Layers stand by the number of warriors alive, the fewest first, so that a part that ends with a
layer holds all that can come of it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import comb
from typing import Any

from puluc.rules.errors import RuleSetError
from puluc.rules.position import Pile, Position
from puluc.rules.presets import FIELDS
from puluc.rules.ruleset import RuleSet
from puluc.rules.seen import seen
from puluc.rules.units import Heading, Player

Layer = tuple[int, int]
"""How many warriors are alive: of the side to move, and of its enemy."""

Block = tuple[int, int, int, int]
"""A layer, and how many of either side's warriors are in hand."""

_NOT_IN_VALUES = ("cap", "opening")
"""Fields that values leave out: they are those of a game without end, whoever opens it."""


def plays(rules: RuleSet) -> Mapping[str, Any]:
    """The fields that values hang on, with what they are; sets that agree have the same values."""
    return {name: value for name, value in seen(rules).items() if name not in _NOT_IN_VALUES}


def check_ranked(rules: RuleSet) -> None:
    """Refuse a set whose positions are more than piles and hands (and the dead that follow).

    Raises:
        RuleSetError: says which field makes them more.
    """
    fields = seen(rules)
    more: dict[str, tuple[tuple[Any, ...], str]] = {
        "seats": ((2,), "warriors have owners"),
        "casts": ((1,), "one cast may be left to use"),
        "course": (("outward",), "unladen piles have headings"),
        "laden": (("same", "homeward"), "laden piles have headings"),
        "reentry": (("same",), "fresh and returned warriors differ"),
        "prisoners": (("die",), "warriors change sides"),
        "captors": (("return",), "warriors out are counted"),
        "fire": (((),), "the dead are not all kills"),
    }
    for name in FIELDS:
        if name in more and name in fields and fields[name] not in more[name][0]:
            allowed, why = more[name]
            wanted = " or ".join(str(one) if one != () else "none" for one in allowed)
            raise RuleSetError(name, fields[name], f"can be solved with {wanted} only; else {why}")


@dataclass(frozen=True)
class Ranking:
    """The numbers of a rule set's positions, 0 up to ``positions``; see the module.

    Raises:
        RuleSetError: the set's positions are more than piles and hands.
    """

    rules: RuleSet
    layers: tuple[Layer, ...] = field(init=False)
    """In the order of their positions."""
    bases: Mapping[Block, int] = field(init=False)
    """The first number of every block."""
    positions: int = field(init=False)
    """How many there are in all."""
    _choose: tuple[tuple[int, ...], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Count the positions of every block."""
        rules = self.rules
        check_ranked(rules)
        fewest = rules.warriors - rules.kills_to_win + 1 if rules.win == "kills" else 1
        alive = range(fewest, rules.warriors + 1)
        layers = sorted(((own, enemy) for own in alive for enemy in alive), key=_by_warriors)
        most = rules.track + 2 * rules.warriors
        choose = tuple(tuple(comb(n, k) for k in range(most + 1)) for n in range(most + 1))
        bases: dict[Block, int] = {}
        count = 0
        for own, enemy in layers:
            for own_hand in range(own + 1):
                for enemy_hand in range(enemy + 1):
                    bases[own, enemy, own_hand, enemy_hand] = count
                    mine = own - own_hand
                    letters = mine + enemy - enemy_hand
                    count += choose[rules.track - 1 + letters][letters] * choose[letters][mine]
        object.__setattr__(self, "layers", tuple(layers))
        object.__setattr__(self, "bases", bases)
        object.__setattr__(self, "positions", count)
        object.__setattr__(self, "_choose", choose)

    def up_to(self, warriors: int) -> int:
        """How many positions have so many warriors alive or fewer, both sides together."""
        larger = (layer for layer in self.layers if sum(layer) > warriors)
        first = next(larger, None)
        return self.positions if first is None else self.bases[*first, 0, 0]

    def rank(self, position: Position) -> int | None:
        """The number of a position of this set, casts thrown or not.

        None for one that has no number: it is won, since a side has too few warriors alive.
        """
        choose = self._choose
        mover = position.turn
        track = position.track if mover == 0 else position.track[::-1]
        letters = mine = bars = colours = space = 0
        for piles in track:
            if piles:
                for owner in piles[0].warriors:
                    if owner == mover:
                        mine += 1
                        colours += choose[letters][mine]
                    letters += 1
            bars += choose[space + letters][space + 1]
            space += 1
        bars -= choose[space - 1 + letters][space]  # behind the last space no bar stands
        own_hand, enemy_hand = position.hand[mover], position.hand[1 - mover]
        block = (own_hand + mine, enemy_hand + letters - mine, own_hand, enemy_hand)
        base = self.bases.get(block)
        return None if base is None else base + bars * choose[letters][mine] + colours

    def position(self, number: int) -> Position:
        """The position with a number, Jade to move; the inverse of ``rank``.

        Raises:
            IndexError: there is no such number.
        """
        if not 0 <= number < self.positions:
            raise IndexError(f"position {number}: there are {self.positions}")
        rules = self.rules
        block, base = next(
            (block, base) for block, base in reversed(list(self.bases.items())) if base <= number
        )
        own, enemy, own_hand, enemy_hand = block
        mine = own - own_hand
        letters = mine + enemy - enemy_hand
        bars, colours = divmod(number - base, self._choose[letters][mine])
        owned = set(self._places(colours, mine, letters))
        barred = set(self._places(bars, rules.track - 1, rules.track - 1 + letters))
        piles: list[list[Player]] = [[]]
        letter = 0
        for place in range(rules.track - 1 + letters):
            if place in barred:
                piles.append([])
            else:
                piles[-1].append(Player(0 if letter in owned else 1))
                letter += 1
        dead = (rules.warriors - own, rules.warriors - enemy)
        hand = (own_hand, enemy_hand)
        return Position(
            rules, tuple((_pile(rules, pile),) if pile else () for pile in piles),
            hand, hand, dead, (0, 0), (dead[1], dead[0]), Player(0),
        )  # fmt: skip

    def _places(self, rank: int, count: int, size: int) -> Iterator[int]:
        """The places of a choice with a rank, the last first."""
        place = size
        for chosen in range(count, 0, -1):
            place -= 1
            while self._choose[place][chosen] > rank:
                place -= 1
            rank -= self._choose[place][chosen]
            yield place


def _by_warriors(layer: Layer) -> tuple[int, int]:
    return sum(layer), layer[0]


def _pile(rules: RuleSet, warriors: list[Player]) -> Pile:
    """A pile, heading as it must."""
    pile = Pile(tuple(warriors))
    homeward = rules.laden == "homeward" and pile.laden
    return Pile(pile.warriors, Heading.HOMEWARD) if homeward else pile
