"""How large the tables of rule sets are, and what solving them takes; needs no numba."""

from collections.abc import Iterator
from dataclasses import dataclass

from puluc.opponent.ranking import Layer, Ranking
from puluc.rules.errors import RuleSetError
from puluc.rules.presets import PRESETS

DOUBLE = 40_000_000
"""Layers that end below this position are solved in double precision. Where sides can wait, those
with few warriors are the ones that need it: what one sweep rounds off, hundreds add up."""

PROGRAM = 250_000_000
"""Bytes that Python, numpy and the compiler take; measured: 190 to 240 million."""


@dataclass(frozen=True)
class Sizes:
    """What solving some positions takes, in bytes."""

    positions: int
    memory: int
    """The most memory, the program's own included."""
    checkpoint: int
    """On the disk, until it is done."""
    table: int
    """Of the values in the end; the checksums add a thousandth."""


def sizes(ranking: Ranking, warriors: int | None = None) -> Sizes:
    """The sizes for all positions, or those with so many warriors alive or fewer."""
    positions = ranking.positions if warriors is None else ranking.up_to(warriors)
    most = 2 * positions  # the rounded values
    for layer in ranking.layers:
        if layer[0] <= layer[1] and ranking.bases[*layer, 0, 0] < positions:
            parts = slices(ranking, layer)
            end = max(part.stop for part in parts)
            size = sum(part.stop - part.start for part in parts)
            most = max(most, 8 * (end + size) if end <= DOUBLE else 4 * size)
    return Sizes(positions, PROGRAM + 4 * positions + most, 4 * positions, 2 * positions)


def slices(ranking: Ranking, layer: Layer) -> tuple[slice, ...]:
    """The numbers of a layer's positions, and of those with the sides exchanged."""
    bases = [ranking.bases[*one, 0, 0] for one in ranking.layers]
    ends = dict(zip(ranking.layers, [*bases[1:], ranking.positions], strict=True))
    both = dict.fromkeys((layer, layer[::-1]))
    return tuple(slice(ranking.bases[*one, 0, 0], ends[one]) for one in both)


def catalogue() -> Iterator[str]:
    """A line for each preset: how large it is, or why it can't be solved."""
    for name, rules in PRESETS.items():
        try:
            size = sizes(Ranking(rules))
        except RuleSetError as error:
            yield f"{name:<18} no: {error}"
        else:
            yield (
                f"{name:<18} {size.positions:>11,} positions, {mega(size.memory):>8} of memory,"
                f" a table of {mega(size.table)}"
            )


def told(size: Sizes) -> str:
    """What a solve takes, for people."""
    return (
        f"{size.positions:,} positions; takes up to {mega(size.memory)} of memory,"
        f" {mega(size.checkpoint)} on the disk meanwhile, {mega(size.table)} in the end"
    )


def mega(size: int) -> str:
    """A number of bytes for people: ``274 MB``."""
    return f"{max(1, round(size / 1e6)):,} MB"
