"""The presets of RULES.md, as data, and rule sets made from them by changing fields."""

from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from puluc.rules.errors import RuleSetError
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import CastValue, Space


def _scores(*values: int) -> tuple[CastValue, ...]:
    return tuple(CastValue(value) for value in values)


def middle(track: int) -> tuple[Space, ...]:
    """The one or two middle spaces of a track, where the circle of fire is drawn."""
    return tuple(Space(space) for space in range((track + 1) // 2, track // 2 + 2))


def grains(seats: int) -> int:
    """How many spaces the grains of the animal games make for so many players."""
    if seats <= 10:
        return 19
    return 24 if seats <= 14 else 29


_CLASSIC = RuleSet(name="classic", cap=240)

_VILLAGE = RuleSet(
    name="village",
    scores=_scores(5, 0, 2, 3, 4),
    opening="high_cast",
    backstep="free",
    far_exit="closed",
    home_exit="past",
)

_BELL = RuleSet(
    name="bell", track=9, opening="high_cast", entry="count", rescue="release", win="blocked"
)

_ANT = RuleSet(
    name="ant",
    track=19,
    opening="high_cast",
    entry="count",
    course="round",
    laden="homeward",
    far_exit="closed",
    home_exit="past",
    win="most_kills",
    casts=2,
    seats=6,
    seating="by_team",
    partners="share",
    one_free=True,
    help_partners=True,
)

_JAQUES = RuleSet(
    name="jaques",
    scores=_scores(5, 1, 2, 3, 4, 5),
    opening="high_cast",
    entry="count",
    far_exit="reach",
)

_KEKCHI = RuleSet(
    name="kekchi", track=10, opening="lot", entry="count", rescue="home", win="no_free"
)

_ALL = (
    _CLASSIC,
    _VILLAGE,
    _BELL,
    replace(_BELL, name="bell-round", course="round", far_exit="closed", home_exit="past"),
    replace(_BELL, name="bell-homeward", laden="homeward", far_exit="exact", home_exit="exact"),
    _ANT,
    replace(_ANT, name="eagle", capture_exits=True, captors="retire"),
    replace(_ANT, name="scorpion", backstep="capture"),
    replace(_ANT, name="army-ants", laden="outward", far_exit="past"),
    replace(_ANT, name="fire", laden="by_fire", far_exit="past", fire=middle(19)),
    _JAQUES,
    replace(_JAQUES, name="jaques-short", track=9),
    replace(_JAQUES, name="jaques-three", warriors=3, kills_to_win=3),
    replace(_JAQUES, name="jaques-reentry", reentry="first"),
    replace(_JAQUES, name="jaques-must-deploy", must_deploy=True),
    replace(_JAQUES, name="jaques-hold", prisoners="join", captors="retire", win="all_off"),
    _KEKCHI,
    replace(_KEKCHI, name="kekchi-homeward", laden="homeward", home_exit="past"),
    replace(_KEKCHI, name="kekchi-teams", seats=4),
)

PRESETS: Mapping[str, RuleSet] = MappingProxyType({rules.name: rules for rules in _ALL})
"""Every preset by its name, in the order of RULES.md."""

FIELDS = tuple(field.name for field in fields(RuleSet) if field.name != "name")
"""The fields of a rule set that may be changed."""


def rule_set(name: str = "classic", **changes: Any) -> RuleSet:
    """A preset with some of its fields changed.

    Three fields follow others unless they are given too: the fire lies in the middle of a changed
    track; the animal games have a longer track for twelve seats and more; and where a preset is
    won by killing every enemy, it still is with other numbers of warriors or seats.

    Raises:
        RuleSetError: there is no such preset or field, or the set makes no game.
    """
    preset = PRESETS.get(name)
    if preset is None:
        raise RuleSetError("rules", name, f"one of {', '.join(PRESETS)}")
    for field, value in changes.items():
        if field not in FIELDS:
            raise RuleSetError(field, value, f"no such field; one of {', '.join(FIELDS)}")
    return replace(preset, **_followed(preset, changes), **changes)


def _followed(preset: RuleSet, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that follow the changed ones."""
    follow: dict[str, Any] = {}
    seats = changes.get("seats", preset.seats)
    warriors = changes.get("warriors", preset.warriors)
    if "track" not in changes and "seats" in changes and preset.track == grains(preset.seats):
        follow["track"] = grains(seats)
    track = changes.get("track", follow.get("track", preset.track))
    if preset.fire and "fire" not in changes:
        follow["fire"] = middle(track)
    if preset.kills_to_win == preset.warriors * preset.seats // 2 and "kills_to_win" not in changes:
        follow["kills_to_win"] = warriors * seats // 2
    return follow
