"""A rule set as data: every field in which the sources differ."""

from dataclasses import dataclass
from typing import Literal, get_args, get_origin, get_type_hints

from puluc.rules.errors import RuleSetError
from puluc.rules.playable import check_playable
from puluc.rules.units import CastValue, Space

TRACK = range(5, 31)
"""How many spaces a track may have."""
WARRIORS = range(1, 11)
"""How many warriors a player may have."""
SEATS = range(2, 17, 2)
"""How many players there may be."""
KILLS = range(1, 81)
"""How many enemies there may be to kill."""
LOTS = range(1, 11)
"""How many lots may be thrown."""
SCORES = range(31)
"""What a cast may be worth."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One way to play. The fields and their values are those of RULES.md, "What varies".

    The defaults are those of ``classic`` but for its cap. A set that can't be played, or not
    finished, is refused.

    Raises:
        RuleSetError: a field has a value that is not allowed, or the fields together make no game.
    """

    name: str = "classic"
    """The preset that the set was made from, changed or not."""
    track: int = 11
    """Spaces, 5..30."""
    warriors: int = 5
    """Warriors a player, 1..10."""
    scores: tuple[CastValue, ...] = (
        CastValue(5), CastValue(1), CastValue(2), CastValue(3), CastValue(4),
    )  # fmt: skip
    """The cast's value for each number of marked sides, none first; 0..30 each."""
    opening: Literal["alternate", "high_cast", "lot"] = "alternate"
    """Who opens: the sides in turn from game to game, the higher cast, or one drawn."""
    entry: Literal["first", "count"] = "first"
    """Where a warrior is deployed: on the first space with any cast, or on the cast's."""
    reentry: Literal["same", "first"] = "same"
    """Where one is that has been on the track before: the same, or on the first space."""
    must_deploy: bool = False
    """Whether nothing else is legal while a deployment is."""
    course: Literal["outward", "round"] = "outward"
    """How an unladen pile goes: outward only, or out, round the far end and home."""
    laden: Literal["same", "homeward", "outward", "by_fire"] = "same"
    """The heading that a capture gives to the pile that captures."""
    backstep: Literal["never", "capture", "free"] = "never"
    """Whether a pile may move against its heading."""
    far_exit: Literal["past", "reach", "exact", "closed"] = "past"
    """When an outward move leaves the track."""
    home_exit: Literal["past", "exact", "closed"] = "closed"
    """When a homeward move leaves the track at the own home."""
    rescue: Literal["keep", "home", "release"] = "keep"
    """What becomes of own warriors in a pile just captured."""
    prisoners: Literal["die", "join"] = "die"
    """What becomes of enemies carried off."""
    captors: Literal["return", "retire"] = "return"
    """What becomes of own warriors in a pile that leaves the track."""
    capture_exits: bool = False
    """Whether a capture carries the pile off at once."""
    fire: tuple[Space, ...] = ()
    """The spaces in which a pile that ends its move there burns; side by side, in order."""
    past_fire: Literal["outward", "homeward"] = "outward"
    """The heading that a capture beyond the fire gives (``laden = by_fire``)."""
    win: Literal["kills", "no_free", "blocked", "all_off", "most_kills"] = "kills"
    """What wins."""
    kills_to_win: int = 5
    """How many kills win (``win = kills``), 1 up to all of the enemy's warriors."""
    cap: int | None = None
    """The number of casts at which a game without a result is a draw."""
    casts: Literal[1, 2] = 1
    """Casts in a turn."""
    seats: int = 2
    """Players, in two teams; an even number, 2..16."""
    seating: Literal["alternate", "by_team"] = "alternate"
    """Whether the sides take turns round the table, or all of one team then all of the other."""
    partners: Literal["block", "share"] = "block"
    """Whether partners' piles keep each other off a space, or stand side by side."""
    one_free: bool = False
    """Whether a player may have only one free warrior on the track."""
    help_partners: bool = False
    """Whether a player with no move of its own uses its cast for a partner's warrior."""

    def __post_init__(self) -> None:
        """Refuse a set that makes no game."""
        _check_fields(self)
        check_playable(self)

    @property
    def lots(self) -> int:
        """How many lots are thrown in one cast, L."""
        return len(self.scores) - 1

    @property
    def values(self) -> tuple[CastValue, ...]:
        """What a cast can be worth, each value once, the lowest first."""
        return tuple(sorted(set(self.scores)))

    @property
    def army(self) -> int:
        """How many warriors a side has, those of all its players together."""
        return self.warriors * self.seats // 2


CHOICES = {
    field: (False, True) if kind is bool else get_args(kind)
    for field, kind in get_type_hints(RuleSet).items()
    if kind is bool or get_origin(kind) is Literal
}
"""The fields that have one of a few values, and which."""


def _check_fields(rules: RuleSet) -> None:
    """Refuse a value of the wrong kind or out of its range."""
    if not isinstance(rules.name, str) or not rules.name:
        raise RuleSetError("name", rules.name, "a name")
    for field, allowed in CHOICES.items():
        value = getattr(rules, field)
        if not any(type(value) is type(choice) and value == choice for choice in allowed):
            raise RuleSetError(field, value, f"one of {', '.join(map(choice_text, allowed))}")
    _check_number("track", rules.track, TRACK)
    _check_number("warriors", rules.warriors, WARRIORS)
    _check_number("seats", rules.seats, SEATS)
    enemies = rules.army if rules.win == "kills" else KILLS[-1]  # where else it counts for nothing
    _check_number("kills_to_win", rules.kills_to_win, range(1, enemies + 1))
    if rules.cap is not None and (type(rules.cap) is not int or rules.cap < 1):
        raise RuleSetError("cap", rules.cap, "none, or a number of casts from 1 up")
    _check_scores(rules.scores)
    _check_fire(rules.fire, rules.track)


def _check_number(field: str, value: object, allowed: range) -> None:
    if type(value) is not int or value not in allowed:
        even = "an even" if allowed.step == 2 else "a"
        raise RuleSetError(field, value, f"{even} number from {allowed[0]} to {allowed[-1]}")


def _check_scores(scores: object) -> None:
    lots = f"{LOTS[0] + 1} to {LOTS[-1] + 1} values from 0 to {SCORES[-1]}, not all of them 0"
    if not isinstance(scores, tuple) or len(scores) - 1 not in LOTS:
        raise RuleSetError("scores", scores, lots)
    if any(type(value) is not int or value not in SCORES for value in scores) or not any(scores):
        raise RuleSetError("scores", scores, lots)


def _check_fire(fire: object, track: int) -> None:
    spaces = f"spaces from 1 to {track}, side by side and in order"
    if not isinstance(fire, tuple) or any(type(space) is not int for space in fire):
        raise RuleSetError("fire", fire, spaces)
    if fire and (fire != tuple(range(fire[0], fire[-1] + 1)) or fire[0] < 1 or fire[-1] > track):
        raise RuleSetError("fire", fire, spaces)


def choice_text(choice: object) -> str:
    """One of a field's few values as people write it: ``yes``, ``past``, ``2``."""
    if isinstance(choice, bool):
        return "yes" if choice else "no"
    return str(choice)
