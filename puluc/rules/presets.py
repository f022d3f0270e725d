"""The presets of RULES.md, as data, and rule sets made from them by changing fields."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from puluc.rules.errors import RuleSetError
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Space


def middle(track: int, width: int | None = None) -> tuple[Space, ...]:
    """The middle spaces of a track, where the circle of fire is drawn.

    Without a ``width`` one space, or the two of a track that has two in the middle.
    """
    wide = 2 - track % 2 if width is None else width
    first = (track - wide) // 2 + 1
    return tuple(Space(space) for space in range(first, first + wide))


def grains(seats: int) -> int:
    """How many spaces the grains of the animal games make for so many players."""
    if seats <= 10:
        return 19
    return 24 if seats <= 14 else 29


_BELL = {
    "track": 9,
    "opening": "high_cast",
    "entry": "count",
    "rescue": "release",
    "win": "blocked",
}

_ANT = {
    "track": 19,
    "opening": "high_cast",
    "entry": "count",
    "course": "round",
    "laden": "homeward",
    "far_exit": "closed",
    "home_exit": "past",
    "win": "most_kills",
    "casts": 2,
    "seats": 6,
    "seating": "by_team",
    "partners": "share",
    "one_free": True,
    "help_partners": True,
}

_JAQUES = {
    "scores": (5, 1, 2, 3, 4, 5),
    "opening": "high_cast",
    "entry": "count",
    "far_exit": "reach",
}

_KEKCHI = {"track": 10, "opening": "lot", "entry": "count", "rescue": "home", "win": "no_free"}

_CHANGED: Mapping[str, Mapping[str, Any]] = {
    "classic": {"cap": 240},
    "village": {
        "scores": (5, 0, 2, 3, 4),
        "opening": "high_cast",
        "backstep": "free",
        "far_exit": "closed",
        "home_exit": "past",
    },
    "bell": _BELL,
    "bell-round": _BELL | {"course": "round", "far_exit": "closed", "home_exit": "past"},
    "bell-homeward": _BELL | {"laden": "homeward", "far_exit": "exact", "home_exit": "exact"},
    "ant": _ANT,
    "eagle": _ANT | {"capture_exits": True, "captors": "retire"},
    "scorpion": _ANT | {"backstep": "capture"},
    "army-ants": _ANT | {"laden": "outward", "far_exit": "past"},
    "fire": _ANT | {"laden": "by_fire", "far_exit": "past", "fire": middle(19)},
    "jaques": _JAQUES,
    "jaques-short": _JAQUES | {"track": 9},
    "jaques-three": _JAQUES | {"warriors": 3, "kills_to_win": 3},
    "jaques-reentry": _JAQUES | {"reentry": "first"},
    "jaques-must-deploy": _JAQUES | {"must_deploy": True},
    "jaques-hold": _JAQUES | {"prisoners": "join", "captors": "retire", "win": "all_off"},
    "kekchi": _KEKCHI,
    "kekchi-homeward": _KEKCHI | {"laden": "homeward", "home_exit": "past"},
    "kekchi-teams": _KEKCHI | {"seats": 4},
}
"""The fields of every preset that aren't the defaults of ``RuleSet``, in the order of RULES.md."""


class _Presets(Mapping[str, RuleSet]):
    """The presets by name; each is made when first asked for, so that a start waits for one."""

    def __init__(self) -> None:
        self._made: dict[str, RuleSet] = {}

    def __getitem__(self, name: str) -> RuleSet:
        if name not in self._made:
            self._made[name] = RuleSet(name=name, **_CHANGED[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_CHANGED)

    def __len__(self) -> int:
        return len(_CHANGED)


PRESETS: Mapping[str, RuleSet] = _Presets()
"""Every preset by its name, in the order of RULES.md."""

FIELDS = tuple(field.name for field in fields(RuleSet) if field.name != "name")
"""The fields of a rule set that may be changed."""


@dataclass(frozen=True, slots=True)
class Match:
    """Games played one after another, and what decides them all."""

    games: tuple[str, ...]
    """The rule sets of the games, in order."""
    wins: int | None
    """How many games won win the match; None: the kills of all games, added up."""


MATCHES: Mapping[str, Match] = MappingProxyType(
    {
        "bul": Match(("ant", "eagle", "scorpion", "army-ants", "fire"), wins=None),
        "jaques-three": Match(("jaques-three",) * 5, wins=3),
    }
)
"""The matches of RULES.md by name."""

_SEATS = {"seats": (6, 2, 4, 8, 10, 12, 14, 16)}

_OPTIONS: Mapping[str, Mapping[str, tuple[Any, ...]]] = {
    "classic": {"track": (11, 9)},
    "village": {
        "track": (11, 9, 7),
        "kills_to_win": (5, 4, 3, 2, 1),
        "scores": ((5, 0, 2, 3, 4), (5, 1, 2, 3, 4)),
    },
    "bell": {"far_exit": ("past", "exact")},
    "ant": _SEATS,
    "eagle": _SEATS,
    "scorpion": _SEATS,
    "army-ants": _SEATS,
    "fire": _SEATS
    | {
        "past_fire": ("outward", "homeward"),
        "fire": (middle(19), middle(19, 2), middle(19, 3)),
    },
    "bul": _SEATS | {"past_fire": ("outward", "homeward")},
    "jaques": {
        "track": (11, 9),
        "warriors": (5, 3),
        "reentry": ("same", "first"),
        "must_deploy": (False, True),
    },
    "kekchi": {"track": (10, 15, 20)},
}

OPTIONS: Mapping[str, Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {name: MappingProxyType(_OPTIONS.get(name, {})) for name in (*PRESETS, *MATCHES)}
)
"""For every preset and match the fields that its source lets players choose, and from what.

The preset's own value stands first. What follows a changed field (see ``rule_set``) follows
here, too; the fire is that of the preset's own track (see ``options_of``).
"""


def options_of(rules: RuleSet) -> Mapping[str, tuple[Any, ...]]:
    """The choices that a set's source gives, as they are with the fields that it has now.

    Raises:
        RuleSetError: it is named after no preset.
    """
    options = OPTIONS[rule_set(rules.name).name]
    if "fire" not in options:
        return options
    fires = dict.fromkeys([middle(rules.track), *(middle(rules.track, w) for w in (1, 2, 3))])
    return MappingProxyType({**options, "fire": tuple(fires)})


def rule_set(name: str = "classic", /, **changes: Any) -> RuleSet:
    """A preset with some of its fields changed.

    Three fields follow others unless they are given too: the fire lies in the middle of a changed
    track; the animal games have a longer track for twelve seats and more; and where a preset is
    won by killing every enemy, it still is with other numbers of warriors or seats.

    Raises:
        RuleSetError: there is no such preset or field, or the set makes no game.
    """
    if name not in PRESETS:
        raise RuleSetError("rules", name, f"one of {', '.join(PRESETS)}")
    for field, value in changes.items():
        if field not in FIELDS:
            raise RuleSetError(field, value, f"no such field; one of {', '.join(FIELDS)}")
    preset = PRESETS[name]
    return replace(preset, **followed(preset, changes), **changes) if changes else preset


def followed(preset: RuleSet, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that follow the changed ones (where those are numbers, as they must be)."""
    seats, warriors = (
        changes.get(field, getattr(preset, field)) for field in ("seats", "warriors")
    )
    track = changes.get("track", preset.track)
    if not all(type(number) is int for number in (seats, warriors, track)):
        return {}
    follow: dict[str, Any] = {}
    if preset.kills_to_win == preset.army:
        follow["kills_to_win"] = warriors * seats // 2
    if preset.track == grains(preset.seats) and seats != preset.seats:
        follow["track"] = track = changes.get("track", grains(seats))
    if preset.fire:
        follow["fire"] = middle(track)
    return {field: value for field, value in follow.items() if field not in changes}
