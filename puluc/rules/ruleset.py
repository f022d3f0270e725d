"""A rule set as data: every field in which the sources differ."""

from dataclasses import dataclass
from typing import Literal

from puluc.rules.units import CastValue, Space

Opening = Literal["alternate", "high_cast", "lot"]
Win = Literal["kills", "no_free", "blocked", "all_off", "most_kills"]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One way to play. The fields are those of RULES.md; a set that makes no game is refused."""

    name: str = "classic"
    track: int = 11
    warriors: int = 5
    scores: tuple[CastValue, ...] = (
        CastValue(5), CastValue(1), CastValue(2), CastValue(3), CastValue(4),
    )  # fmt: skip
    opening: Opening = "alternate"
    entry: Literal["first", "count"] = "first"
    reentry: Literal["same", "first"] = "same"
    must_deploy: bool = False
    course: Literal["outward", "round"] = "outward"
    laden: Literal["same", "homeward", "outward", "by_fire"] = "same"
    backstep: Literal["never", "capture", "free"] = "never"
    far_exit: Literal["past", "reach", "exact", "closed"] = "past"
    home_exit: Literal["past", "exact", "closed"] = "closed"
    rescue: Literal["keep", "home", "release"] = "keep"
    prisoners: Literal["die", "join"] = "die"
    captors: Literal["return", "retire"] = "return"
    capture_exits: bool = False
    fire: tuple[Space, ...] = ()
    past_fire: Literal["outward", "homeward"] = "outward"
    win: Win = "kills"
    kills_to_win: int = 5
    cap: int | None = None
    casts: Literal[1, 2] = 1
    seats: int = 2
    seating: Literal["alternate", "by_team"] = "alternate"
    partners: Literal["block", "share"] = "block"
    one_free: bool = False
    help_partners: bool = False

    @property
    def lots(self) -> int:
        """How many lots are thrown in one cast, L."""
        return len(self.scores) - 1
