"""Where a cast takes a pile: outward, homeward, round the far end, back a step, off the track.

All is said in distances from the side's own home, so that both sides read the same. A way that
ends at 0 has left the track at home, one that ends at N + 1 at the far end.
"""

from typing import TYPE_CHECKING, assert_never

from puluc.rules.units import CastValue, Distance, Heading, Side, distance_of

if TYPE_CHECKING:
    from puluc.rules.ruleset import RuleSet

HOME = Distance(0)


def forward(
    rules: "RuleSet", at: Distance, heading: Heading, laden: bool, cast: CastValue
) -> tuple[Distance, Heading] | None:
    """Where a pile's own way leads and how it heads there (before any capture); None: no move."""
    if heading is Heading.HOMEWARD:
        end = _inward(rules, at - cast)
        return None if end is None else (end, heading)
    if turns(rules, laden):
        return _round(rules.track, at, cast)
    end = _outward(rules, at + cast)
    return None if end is None else (end, heading)


def backstep(
    rules: "RuleSet", at: Distance, heading: Heading, laden: bool, cast: CastValue
) -> Distance | None:
    """Where a move against the heading leads, if anywhere; it never turns (``backstep``)."""
    if heading is Heading.OUTWARD:
        return _inward(rules, at - cast)
    if turns(rules, laden):
        return Distance(at + cast) if at + cast <= rules.track else None
    return _outward(rules, at + cast)


def entry(rules: "RuleSet", cast: CastValue, fresh: bool) -> Distance | None:
    """Where a deployed warrior enters (``entry``, ``reentry``); None where it would leave again."""
    if rules.entry == "first" or (rules.reentry == "first" and not fresh):
        return Distance(1)
    if rules.course == "round":
        return Distance(cast)
    end = _outward(rules, cast)
    return None if end is None or end > rules.track else end


def turns(rules: "RuleSet", laden: bool) -> bool:
    """Whether a pile heading outward turns at the far end, rather than leave there (``course``)."""
    return rules.course == "round" and not (laden and rules.laden in ("outward", "by_fire"))


def reaches_entry(rules: "RuleSet", at: Distance, cast: CastValue) -> bool:
    """Whether a pile that leaves at the far end takes the enemy's entry space in passing.

    Under ``far_exit = reach`` one does whose cast takes it there exactly; an overshoot doesn't.
    """
    return rules.far_exit == "reach" and at + cast == rules.track


def heading_after_capture(rules: "RuleSet", side: Side, at: Distance, heading: Heading) -> Heading:
    """The heading that a capture at a distance gives to the side's pile (``laden``)."""
    match rules.laden:
        case "same":
            return heading
        case "homeward":
            return Heading.HOMEWARD
        case "outward":
            return Heading.OUTWARD
        case "by_fire":
            fire = min(distance_of(space, side, rules.track) for space in rules.fire)
            return Heading.HOMEWARD if at < fire else Heading(rules.past_fire)
        case _:
            assert_never(rules.laden)


def _outward(rules: "RuleSet", end: int) -> Distance | None:
    """An outward way that would end at a distance, as ``far_exit`` has it."""
    last = rules.track
    match rules.far_exit:
        case "past":
            return Distance(min(end, last + 1))
        case "reach":
            return Distance(end if end < last else last + 1)
        case "exact":
            return Distance(end) if end <= last + 1 else None
        case "closed":
            return Distance(end) if end <= last else None
        case _:
            assert_never(rules.far_exit)


def _inward(rules: "RuleSet", end: int) -> Distance | None:
    """A homeward way that would end at a distance, as ``home_exit`` has it."""
    if end > 0:
        return Distance(end)
    match rules.home_exit:
        case "past":
            return HOME
        case "exact":
            return HOME if end == 0 else None
        case "closed":
            return None
        case _:
            assert_never(rules.home_exit)


def _round(track: int, at: Distance, cast: CastValue) -> tuple[Distance, Heading] | None:
    """The way of a pile that turns on the last space when a cast takes it past that."""
    end = at + cast
    if end <= track:
        return Distance(end), Heading.OUTWARD
    back = 2 * track - end
    return None if back == at else (Distance(back), Heading.HOMEWARD)
