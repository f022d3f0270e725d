"""Whether the fields of a rule set together make a game that can be played and finished."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from puluc.rules import courses
from puluc.rules.errors import RuleSetError
from puluc.rules.units import CastValue, Distance, Heading, Side, distance_of, space_at

if TYPE_CHECKING:
    from puluc.rules.ruleset import RuleSet


def check_playable(rules: "RuleSet") -> None:
    """Refuse a set that can't be played, or not finished, with the reason.

    Raises:
        RuleSetError: it can't.
    """
    _check_together(rules)
    _check_win(rules)
    _check_ways(rules)


def _check_together(rules: "RuleSet") -> None:
    """Refuse fields that don't go with one another."""
    if rules.laden == "by_fire" and not rules.fire:
        raise RuleSetError("fire", rules.fire, "laden = by_fire needs a fire")
    if rules.course == "round" and rules.track <= max(rules.scores):
        longer = f"course = round needs a track longer than the highest cast, {max(rules.scores)}"
        raise RuleSetError("track", rules.track, longer)
    if rules.home_exit == "closed":
        if rules.course == "round":
            raise RuleSetError("home_exit", "closed", "course = round needs a home exit")
        if rules.laden == "homeward":
            raise RuleSetError("home_exit", "closed", "laden = homeward needs a home exit")
    if rules.one_free and rules.rescue == "release":
        raise RuleSetError("one_free", True, "it does not go with rescue = release")


def _check_win(rules: "RuleSet") -> None:
    """Refuse a win that the other fields rule out."""
    if rules.win in ("kills", "most_kills") and rules.prisoners == "join":
        raise RuleSetError("win", rules.win, "with prisoners = join nobody is killed")
    if rules.win != "all_off":
        return
    if rules.captors == "return":
        raise RuleSetError("win", rules.win, "it needs captors = retire, to count those off")
    if rules.home_exit != "closed" or rules.capture_exits:
        other = "home_exit closed and capture_exits no"
        raise RuleSetError("win", rules.win, f"only the far exit may lead off: {other}")


class _Stand(NamedTuple):
    """A pile alone on the track, as far as its ways go."""

    side: Side
    at: Distance
    heading: Heading
    laden: bool


def _check_ways(rules: "RuleSet") -> None:
    """Refuse a set in which a pile could get stuck for good, or the two sides never meet."""
    leads = _follow(rules)
    if not leads:
        raise RuleSetError("entry", rules.entry, "no cast would bring a warrior in")
    stuck = leads.keys() - _leaving(leads)
    if stuck:
        homeward = {stand for stand in stuck if stand.heading is Heading.HOMEWARD}
        field = "home_exit" if homeward else "far_exit"
        stand = max(homeward or stuck, key=lambda one: (one.laden, one.at, one.side.value))
        pile = "a laden pile" if stand.laden else "an unladen pile"
        where = f"{stand.at} from home and heading {stand.heading.value}"
        stays = f"{pile}, {where}, could never leave; past would let it"
        raise RuleSetError(field, getattr(rules, field), stays)
    spaces = {
        side: {space_at(stand.at, side, rules.track) for stand in leads if stand.side is side}
        for side in Side
    }
    if spaces[Side.JADE].isdisjoint(spaces[Side.CINNABAR]):
        raise RuleSetError("scores", rules.scores, "with these casts the two sides never meet")


def _follow(rules: "RuleSet") -> dict[_Stand, set[_Stand | None]]:
    """Every stand that piles can come to, and where each leads without a capture (None: off).

    The piles of both sides are followed one by one from every entry with every cast, as if
    they could capture wherever they land.
    """
    free, captures = rules.backstep == "free", rules.backstep != "never"
    casts = [cast for cast in dict.fromkeys(rules.scores) if cast]
    leads: dict[_Stand, set[_Stand | None]] = {}
    todo = [
        _Stand(side, end, Heading.OUTWARD, laden=False)
        for side in Side
        for cast in casts
        if (end := courses.entry(rules, cast, fresh=True)) is not None
        and not _burns(rules, side, end)
    ]
    if not rules.capture_exits:
        todo += [_captured(rules, stand) for stand in todo]
    while todo:
        stand = todo.pop()
        if stand in leads:
            continue
        leads[stand] = {end for cast in casts for end in _ends(rules, stand, cast, free)}
        todo += (end for end in leads[stand] if end is not None)
        if not rules.capture_exits:
            landings = {end for cast in casts for end in _ends(rules, stand, cast, captures)}
            todo += (_captured(rules, end) for end in landings if end is not None)
        if rules.rescue == "release" and stand.laden:
            todo += _left_behind(rules, stand)
    return leads


def _ends(rules: "RuleSet", stand: _Stand, cast: CastValue, back: bool) -> Iterator[_Stand | None]:
    """Where a pile comes with a cast, ``back`` a step too; None: off the track, or burned."""
    side, at, heading, laden = stand
    ways = [courses.forward(rules, at, heading, laden, cast)]
    if back:
        step = courses.backstep(rules, at, heading, laden, cast)
        ways.append(None if step is None else (step, heading))
    for way in ways:
        if way is not None:
            end, then = way
            gone = not 1 <= end <= rules.track or _burns(rules, side, end)
            yield None if gone else _Stand(side, end, then, laden)


def _captured(rules: "RuleSet", stand: _Stand) -> _Stand:
    """The pile that has captured where it has come to stand."""
    heading = courses.heading_after_capture(rules, stand.side, stand.at, stand.heading)
    return _Stand(stand.side, stand.at, heading, laden=True)


def _left_behind(rules: "RuleSet", stand: _Stand) -> Iterator[_Stand]:
    """The enemies that a laden pile may leave behind (``rescue = release``)."""
    enemy = stand.side.enemy
    at = distance_of(space_at(stand.at, stand.side, rules.track), enemy, rules.track)
    yield _Stand(enemy, at, Heading.OUTWARD, laden=False)
    yield _Stand(
        enemy, at, Heading.HOMEWARD if rules.laden == "homeward" else Heading.OUTWARD, True
    )


def _burns(rules: "RuleSet", side: Side, at: Distance) -> bool:
    return space_at(at, side, rules.track) in rules.fire


def _leaving(leads: Mapping[_Stand, set[_Stand | None]]) -> set[_Stand]:
    """The stands from which a pile can leave the track at last, without a capture."""
    leaving: set[_Stand] = set()
    found = {stand for stand, ends in leads.items() if None in ends}
    while found:
        leaving |= found
        found = {
            stand
            for stand in leads.keys() - leaving
            if not leaving.isdisjoint(end for end in leads[stand] if end is not None)
        }
    return leaving
