"""How a game has ended, if it has."""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, assert_never

from puluc.rules.units import Side

if TYPE_CHECKING:
    from puluc.rules.position import Position


class Reason(Enum):
    """Why a game has ended."""

    KILLS = "kills"
    NO_FREE = "no_free"
    BLOCKED = "blocked"
    ALL_OFF = "all_off"
    MOST_KILLS = "most_kills"
    CAP = "cap"
    NOBODY_LEFT = "nobody_left"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: who has won (None: a draw), and why it has ended."""

    winner: Side | None
    reason: Reason


def outcome(position: "Position") -> Outcome | None:
    """How the game has ended; None while it goes on.

    A game that has been won is won, also on the last cast before the cap.
    """
    match position.rules.win:
        case "kills":
            ended = _kills(position) or _nobody_left(position)
        case "all_off":
            ended = _all_off(position) or _nobody_left(position)
        case "no_free":
            ended = _free(position, Reason.NO_FREE)
        case "blocked":
            ended = None if position.left else _free(position, Reason.BLOCKED)
        case "most_kills":
            ended = _most_kills(position)
        case _:
            assert_never(position.rules.win)
    return ended or _cap(position)


def _kills(position: "Position") -> Outcome | None:
    """A side that has killed as many as it takes has won."""
    for side in Side:
        if position.kills[side.index] >= position.rules.kills_to_win:
            return Outcome(side, Reason.KILLS)
    return None


def _all_off(position: "Position") -> Outcome | None:
    """A side that has taken as many warriors off as it began with has won."""
    for side in Side:
        if sum(position.out[side.index :: 2]) >= position.rules.army:
            return Outcome(side, Reason.ALL_OFF)
    return None


def _free(position: "Position", reason: Reason) -> Outcome | None:
    """A side without a free warrior has lost to one that has one."""
    jade, cinnabar = (position.has_free(side) for side in Side)
    if jade and cinnabar:
        return None
    if not jade and not cinnabar:
        return Outcome(None, Reason.NOBODY_LEFT)
    return Outcome(Side.JADE if jade else Side.CINNABAR, reason)


def _most_kills(position: "Position") -> Outcome | None:
    """When a side has no free warrior the kills alone decide, whichever side that is."""
    if all(position.has_free(side) for side in Side):
        return None
    jade, cinnabar = position.kills
    if jade == cinnabar:
        return Outcome(None, Reason.MOST_KILLS)
    return Outcome(Side.JADE if jade > cinnabar else Side.CINNABAR, Reason.MOST_KILLS)


def _nobody_left(position: "Position") -> Outcome | None:
    """Where neither side has a free warrior (so none is on the track), nobody can win."""
    if any(position.hand) or any(position.track):
        return None
    return Outcome(None, Reason.NOBODY_LEFT)


def _cap(position: "Position") -> Outcome | None:
    """A game that has reached the cap is a draw."""
    cap = position.rules.cap
    return Outcome(None, Reason.CAP) if cap is not None and position.casts >= cap else None
