"""Small games for the solver's tests: every field that a solvable set may have, in some company."""

from typing import Any

from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet

SOLVED = (
    "classic",
    "village",
    "bell",
    "bell-homeward",
    "jaques",
    "jaques-short",
    "jaques-three",
    "jaques-must-deploy",
    "kekchi",
    "kekchi-homeward",
)
"""The presets that the solver does."""

_MIXED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("classic", {"win": "most_kills", "one_free": True}),
    ("classic", {"kills_to_win": 1, "win": "kills"}),
    ("classic", {"rescue": "home", "capture_exits": True, "backstep": "capture"}),
    (
        "classic",
        {"far_exit": "exact", "home_exit": "exact", "backstep": "free", "scores": (0, 1, 2, 3)},
    ),
    ("village", {"win": "blocked", "entry": "count", "rescue": "release"}),
    ("bell", {"far_exit": "exact"}),
    ("bell-homeward", {"home_exit": "past", "far_exit": "reach", "must_deploy": True}),
    ("kekchi-homeward", {"far_exit": "reach", "backstep": "capture", "capture_exits": True}),
)


def games(track: int, warriors: int) -> list[tuple[str, RuleSet]]:
    """Each of them with a short track and few warriors, under a name."""
    named: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in SOLVED]
    return [
        (
            " ".join([name, *(f"{field}={value}" for field, value in changes.items())]),
            rule_set(name, track=track, warriors=warriors, **changes),
        )
        for name, changes in (*named, *_MIXED)
    ]
