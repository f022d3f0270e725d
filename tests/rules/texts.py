"""The goldens of the rule sets' texts: one file for each set and match."""

from pathlib import Path

from puluc.rules.prose import catalogue, describe
from puluc.rules.readings import FOUND

FOLDER = Path(__file__).parents[1] / "golden" / "rules"

CHANGED = {
    "kekchi track=15": ("kekchi", {"track": 15}),
    "bul seats=12": ("bul", {"seats": 12}),
    "classic course=round seats=4": (
        "classic",
        {
            "track": 9, "course": "round", "laden": "by_fire", "fire": (5,), "far_exit": "reach",
            "home_exit": "exact", "backstep": "free", "seats": 4, "entry": "count",
            "reentry": "first", "must_deploy": True, "scores": (3, 2, 0), "casts": 2,
            "captors": "retire", "partners": "share", "cap": 300,
        },
    ),
}  # fmt: skip
"""Changed sets worth looking at."""


def written() -> dict[str, str]:
    """What each golden file should hold, by the file's name."""
    texts = {"catalogue.txt": catalogue()}
    texts |= {f"{name}.txt": describe(name) for name in FOUND}
    texts |= {
        f"{title.replace(' ', '-')}.txt": describe(*changed) for title, changed in CHANGED.items()
    }
    return texts
