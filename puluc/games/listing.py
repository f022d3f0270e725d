"""The games of a journal as a table."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from types import MappingProxyType

from puluc.errors import PulucError
from puluc.games.drawing import plain
from puluc.journal import Entry, Game
from puluc.records import (
    begins_of,
    day_of,
    levels_of,
    match_of,
    names_of,
    players_of,
    rules_of,
)
from puluc.rules.record import match_text
from puluc.rules.units import Side

HEADINGS = ("No.", "Date", "Rules", "Players", "Result", "Casts", "")
NUMBERS = ("No.", "Casts")
"""Columns that are set to the right."""
GAP = "  "
LONGEST = 40
"""Letters of a column; what is longer is cut."""
UNKNOWN = "?"

_RESULTS = {side.value: f"{side.title} won" for side in Side} | {"draw": "draw"}


def listing(
    games: Iterable[Game],
    kinds: Mapping[int, Sequence[str]],
    zone: tzinfo | None = None,
    plays: Mapping[int, Sequence[Entry]] = MappingProxyType({}),
) -> str:
    """A table of games, a line each.

    Args:
        games: the games.
        kinds: the kinds of each one's entries, by its number.
        zone: where days are told; the place of this computer.
        plays: the entries of each that tell at which levels the board played.
    """
    rows = [
        HEADINGS,
        *(
            _row(game, kinds.get(game.number, ()), zone, plays.get(game.number, ()))
            for game in games
        ),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        GAP.join(
            f"{cell:>{width}}" if heading in NUMBERS else f"{cell:{width}}"
            for heading, cell, width in zip(HEADINGS, row, widths, strict=True)
        ).rstrip()
        for row in rows
    )


def casts_used(casts: int, kinds: Iterable[str]) -> int:
    """How many casts a game's entries have used, without replaying it; ``casts`` is a turn's."""
    uses: list[tuple[int, int]] = []  # of each step: the casts left before it, those it used
    left = 0
    for kind in kinds:
        match kind:
            case "move" | "forfeit":
                left = left or casts
                used = 1 if kind == "move" else left
                uses.append((left, used))
                left -= used
            case "take_back" if uses:
                left, _ = uses.pop()
            case _:
                pass
    return sum(used for _, used in uses)


def _row(
    game: Game, kinds: Sequence[str], zone: tzinfo | None, plays: Sequence[Entry]
) -> tuple[str, ...]:
    casts = _casts(game, kinds)
    options = (f"{field}={value}" for field, value in game.options.items())
    cells = (
        str(game.number),
        day_of(game, zone),
        " ".join((game.rules, *options)),
        _players(_names(game, plays)),
        _result(game, casts),
        casts,
        _notes(game),
    )
    return tuple(_cut(plain(cell)) for cell in cells)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _casts(game: Game, kinds: Sequence[str]) -> str:
    try:
        rules = rules_of(game)
        begins = begins_of(game, rules)
    except PulucError:
        return UNKNOWN
    earlier = begins.casts if begins is not None else 0
    return str(earlier + casts_used(rules.casts, kinds))


def _names(game: Game, plays: Sequence[Entry]) -> tuple[str, ...]:
    """The players' names by seat, the board's with them."""
    names, levels = names_of(game), levels_of(game, plays)
    return players_of(names, levels, len(names) or 2)


def _players(names: tuple[str, ...]) -> str:
    """Jade's players, and Cinnabar's: ``Ann, Cai – Ben, Dan``."""
    if not any(names):
        return ""
    jade, cinnabar = (
        ", ".join(name or UNKNOWN for name in names[team::2]) or UNKNOWN for team in (0, 1)
    )
    return f"{jade} – {cinnabar}"


def _result(game: Game, casts: str) -> str:
    if game.result is None:
        return "not begun" if casts == "0" else "unfinished"
    return _RESULTS.get(game.result, game.result)


def _notes(game: Game) -> str:
    match = match_of(game)
    notes = [match_text(match)] if match is not None else []
    return "; ".join([*notes, "imported"] if game.imported else notes)
