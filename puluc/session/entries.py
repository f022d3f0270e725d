"""The game's events as journal entries, and the game again from them.

Entries are plain JSON values; ``replay`` is the inverse of the functions beside it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from puluc.errors import PulucError
from puluc.opponent.levels import Level
from puluc.rules.errors import IllegalMoveError, NotationError
from puluc.rules.notation import move_text, parse_move
from puluc.rules.position import Position
from puluc.rules.ruleset import RuleSet
from puluc.rules.steps import FORFEIT, Forfeit, Step
from puluc.rules.units import Side
from puluc.session.game import Game, Lots, OutOfTurnError, Throw

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""What JSON can say."""


Levels = tuple[Level | None, Level | None]
"""Who plays Jade and Cinnabar: the board at a level, or people (None)."""


class ReplayError(PulucError, ValueError):
    """A journal entry that does not follow from those before it; names the entry."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened in a game: what kind, and its data."""

    kind: str
    data: Mapping[str, Json]


def cast_entry(thrown: Throw) -> Entry:
    """A throw: ``{"lots": ["1011"], "real": false}``, 1 for a marked side up."""
    lots = ["".join("01"[up] for up in cast) for cast in thrown.casts]
    return Entry("cast", {"lots": lots, "real": thrown.real})


def opening_entry(thrown: Throw) -> Entry:
    """A cast for the opening, as ``cast_entry``."""
    return Entry("opening", cast_entry(thrown).data)


def step_entry(step: Step, seats: int) -> Entry:
    """A move in its text form, or a forfeit."""
    if isinstance(step, Forfeit):
        return Entry("forfeit", {})
    return Entry("move", {"move": move_text(step, seats)})


def plays_entry(levels: Levels) -> Entry:
    """Who plays Jade and Cinnabar from now on: ``{"J": "", "C": "clever"}``, none for people."""
    return Entry("plays", plays_data(levels))


def plays_data(levels: Levels) -> dict[str, Json]:
    """The data of ``plays_entry``."""
    return {
        side.value: "" if level is None else level.value
        for side, level in zip(Side, levels, strict=True)
    }


TAKE_BACK = Entry("take_back", {})
WITHDRAW = Entry("withdraw", {})


def replay(
    rules: RuleSet,
    opens: Side | None,
    entries: Iterable[Entry],
    begins: Position | None = None,
) -> Game:
    """The game that the entries tell of.

    Args:
        rules: what it is played by.
        opens: who opens it; none where that is still to be cast for.
        entries: of the journal, in order.
        begins: where an imported game begins, if not with all warriors in hand.

    Raises:
        ReplayError: an entry is unreadable or does not follow from those before it.
    """
    game = Game.begin(rules, opens)
    if begins is not None:
        game = replace(game, position=begins)
    for number, entry in enumerate(entries, 1):
        try:
            game = _follow(game, entry)
        except (OutOfTurnError, IllegalMoveError, NotationError, KeyError, TypeError) as error:
            raise ReplayError(f"entry {number} ({entry.kind}): {error}") from error
    return game


def _follow(game: Game, entry: Entry) -> Game:
    match entry.kind:
        case "opening":
            return game.cast_for_opening(_read_throw(entry.data))
        case "cast":
            return game.cast(_read_throw(entry.data))
        case "move":
            text = entry.data["move"]
            if not isinstance(text, str):
                raise TypeError(f"move {text!r}: a text is wanted")
            return game.play(parse_move(text, game.position))
        case "forfeit":
            return game.play(FORFEIT)
        case "take_back":
            return game.take_back()
        case "withdraw":
            return game.withdraw()
        case "plays":
            return game
        case _:
            raise TypeError("an unknown kind of entry")


def _read_throw(data: Mapping[str, Json]) -> Throw:
    texts = data["lots"]
    if not isinstance(texts, list | tuple):
        raise TypeError(f"lots {texts!r}: a list is wanted")
    return Throw(tuple(_read_lots(text) for text in texts), real=bool(data["real"]))


def _read_lots(text: Json) -> Lots:
    if not isinstance(text, str) or set(text) - {"0", "1"}:
        raise TypeError(f"lots {text!r}: a text of 0 and 1 is wanted")
    return tuple(mark == "1" for mark in text)
