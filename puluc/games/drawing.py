"""A position as people read it on paper: piles drawn upright, hands and kills below.

          C<
    J>    J
    J  .  C  .  C<
    1  2  3  4  5

An arrow stands beside each pile's commander and points where the pile goes; where partners' piles
share a space, the earliest arrival is lowest.
"""

from collections.abc import Iterator

from puluc.rules.notation import casts_text, short_names
from puluc.rules.outcome import outcome
from puluc.rules.position import Pile, Position
from puluc.rules.ruleset import RuleSet
from puluc.rules.seats import name_of
from puluc.rules.units import Heading, Player, Side, Space
from puluc.session import words

WIDTH = 80
"""Columns of a terminal: a longer track is drawn in two parts or more."""
EMPTY = "."
LEGEND = "> < beside a commander: where its pile goes"
FIRE = "*"


def drawing(position: Position, names: tuple[str, ...] = ()) -> str:
    """A position drawn, its last line without an end.

    Args:
        position: what is drawn.
        names: the players' names by seat, where they have any.
    """
    names = tuple(map(plain, names))
    legend = [LEGEND] if any(position.track) else []
    if position.rules.fire:
        legend.append(f"{FIRE} the fire")
    players = _players(position, names)
    return "\n".join(
        (*_track(position), *legend, "", *players, _kills(position), _now(position, names))
    )


def plain(text: str) -> str:
    """A text from elsewhere without what could command a terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def _track(position: Position) -> Iterator[str]:
    """The lines of the track, from the top; its parts one below the other."""
    rules = position.rules
    columns = [_column(position, Space(number)) for number in range(1, rules.track + 1)]
    numbers = [_number(rules, Space(number)) for number in range(1, rules.track + 1)]
    warrior = len(short_names(rules)[0]) + 1
    width = max(warrior, *map(len, numbers)) + 1
    most = WIDTH // width
    parts = -(-rules.track // most)
    size = -(-rules.track // parts)
    for first in range(0, rules.track, size):
        if first:
            yield ""
        yield from _part(columns[first : first + size], numbers[first : first + size], width)


def _part(columns: list[list[str]], numbers: list[str], width: int) -> Iterator[str]:
    highest = max(map(len, columns))
    for row in reversed(range(highest)):
        cells = (column[row] if row < len(column) else "" for column in columns)
        yield _line(cells, width)
    yield _line(numbers, width)


def _line(cells: Iterator[str] | list[str], width: int) -> str:
    return "".join(f"{cell:{width}}" for cell in cells).rstrip()


def _column(position: Position, space: Space) -> list[str]:
    """What stands on a space, the lowest first."""
    piles = position.piles_on(space)
    return [cell for pile in piles for cell in _pile(position.rules, pile)] or [EMPTY]


def _pile(rules: RuleSet, pile: Pile) -> Iterator[str]:
    names = short_names(rules)
    for warrior in pile.warriors[:-1]:
        yield names[warrior]
    up = (pile.side is Side.JADE) == (pile.heading is Heading.OUTWARD)
    yield names[pile.commander] + (">" if up else "<")


def _number(rules: RuleSet, space: Space) -> str:
    return f"{space}{FIRE}" if space in rules.fire else str(space)


def _players(position: Position, names: tuple[str, ...]) -> Iterator[str]:
    """A line for each player: the warriors that are not on the track."""
    rules = position.rules
    seats = [Player(seat) for seat in range(rules.seats)]
    labels = [_label(rules, player, names) for player in seats]
    width = max(map(len, labels))
    for player, label in zip(seats, labels, strict=True):
        counts = [f"hand {position.hand[player]}", f"dead {position.dead[player]}"]
        if rules.captors == "retire":
            counts.append(f"out {position.out[player]}")
        yield f"{label:{width}}  {'  '.join(counts)}"


def _label(rules: RuleSet, player: Player, names: tuple[str, ...]) -> str:
    side = name_of(rules, player)
    own = names[player] if player < len(names) else ""
    return f"{side} ({own})" if own else side


def _kills(position: Position) -> str:
    told = (f"{side.title} {position.kills[side.index]}" for side in Side)
    return f"kills: {', '.join(told)}"


def _now(position: Position, names: tuple[str, ...]) -> str:
    """What is to be done now, or how the game has ended."""
    ended = outcome(position)
    if ended is not None:
        reason = ended.reason.value.replace("_", " ")
        return f"{words.over_headline(ended.winner)} ({reason}), {position.casts} casts"
    who = _label(position.rules, position.turn, names)
    if position.left:
        return f"{who} has cast {casts_text(position.left)}"
    return f"{who} is to cast"
