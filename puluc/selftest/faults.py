"""From what was seen to what is wrong, and to the wiring that would be right."""

from collections.abc import Callable, Iterator, Mapping

from puluc.rules.units import Space
from puluc.selftest.state import Fault, Fitted, Seen, Tray
from puluc.selftest.tasks import Key
from puluc.session.effects import Rewire
from puluc.session.events import Part

Moved = Mapping[Key, Key]
"""Parts that are on the line of another, each with that other."""


def faults(fitted: Fitted, seen: Seen) -> tuple[Fault, ...]:
    """All that is wrong, buttons first."""
    return (
        *_stuck(fitted, seen),
        *_keys(fitted, seen),
        *_lamps(fitted, seen),
        *_others(fitted, seen),
        *_tray(fitted, seen),
        *_display(fitted, seen),
    )


def correction(fitted: Fitted, seen: Seen) -> Rewire | None:
    """Which line each part is really on, where only that is wrong; None when nothing would help."""
    keys, lamps = _closed(_moved_keys(seen)), _closed(_moved_lamps(seen))
    if not keys and not lamps:
        return None
    spaces = [Space(number) for number in range(1, fitted.spaces + 1)]
    return Rewire(
        buttons=tuple(keys.get(space, space) for space in spaces),
        menu=keys.get(None, None),
        lamps=tuple(lamps.get(space) or space for space in spaces),
    )


def _moved_keys(seen: Seen) -> Moved:
    """The buttons that answered as exactly one other."""
    return {
        key: min(came, key=_order) for key, came in seen.keys if len(came) == 1 and key not in came
    }


def _moved_lamps(seen: Seen) -> Moved:
    """For each space whose lamp was seen when another's was switched on, that other space."""
    return {
        next(iter(where)): lamp
        for lamp, where in seen.lamps
        if len(where) == 1 and lamp not in where
    }


def _closed(moved: Moved) -> Moved:
    """As much of it as only changes places among itself."""
    found = dict(moved)
    while True:
        wanted = list(found.values())
        kept = {
            key: to
            for key, to in found.items()
            if to in found and key in wanted and wanted.count(to) == 1
        }
        if kept == found:
            return found
        found = kept


def _order(key: Key) -> int:
    return key or 0


def _stuck(fitted: Fitted, seen: Seen) -> Iterator[Fault]:
    for space in sorted(seen.stuck):
        yield Fault(f"Space {space}", "button: stuck down", fitted.key(space))


def _keys(fitted: Fitted, seen: Seen) -> Iterator[Fault]:
    moved = _moved_keys(seen)
    swapped = _closed(moved)
    yield from _cycles(swapped, "buttons", fitted.key)
    for key, to in moved.items():
        if key not in swapped:
            yield Fault(_name(key), f"button: on {_short(to)} line", fitted.key(to))
    together: list[frozenset[Key]] = []
    for key, came in seen.keys:
        if key in seen.stuck:
            continue
        if not came:
            why = _cause(fitted.key(key), seen) or "no answer"
            yield Fault(_name(key), f"button: {why}", fitted.key(key))
        elif len(came) > 1 and came not in together:
            together.append(came)
            lines = "; ".join(map(fitted.key, sorted(came, key=_order)))
            yield Fault(_names(came), "buttons: short circuit", lines)


def _lamps(fitted: Fitted, seen: Seen) -> Iterator[Fault]:
    for space in sorted(seen.always_lit):
        yield Fault(f"Space {space}", "lamp: always lit", fitted.lamp(space))
    moved = _moved_lamps(seen)
    swapped = _closed(moved)
    yield from _cycles(swapped, "lamps", fitted.lamp)
    for at, line in moved.items():
        if at not in swapped:
            yield Fault(f"Space {line}", f"lamp: it is at {at}", fitted.lamp(line))
    for space, where in seen.lamps:
        if not where:
            yield Fault(
                f"Space {space}",
                f"lamp: {_cause(fitted.lamp(space), seen) or 'dark'}",
                fitted.lamp(space),
            )
        elif len(where) > 1:
            yield Fault(
                _names(where), "lamps: lit together", "; ".join(map(fitted.lamp, sorted(where)))
            )


def _cycles(swapped: Moved, parts: str, where: Callable[[Key], str]) -> Iterator[Fault]:
    """Parts that have changed places, those that did so among themselves together."""
    left = dict(swapped)
    while left:
        first = min(left, key=_order)
        cycle = [first]
        to = left.pop(first)
        while to != first:
            cycle.append(to)
            to = left.pop(to)
        yield Fault(
            _names(frozenset(cycle)), f"{parts}: swapped", "; ".join(map(where, cycle)), True
        )


def _others(fitted: Fitted, seen: Seen) -> Iterator[Fault]:
    """What the drivers say that is not about a part by itself, such as an expander."""
    parts = (*fitted.buttons, *fitted.lamps, fitted.menu)
    for part, reason in seen.lost:
        if part is Part.PANEL and not any(_is_about(each, reason) for each in parts):
            yield Fault("Board", reason, "")


def _tray(fitted: Fitted, seen: Seen) -> Iterator[Fault]:
    tray = seen.tray
    for part, reason in seen.lost:
        if part is Part.TRAY:
            tray = tray_lost(fitted, reason)
    if tray is Tray.DEAD:
        why = _cause(fitted.tilt, seen) or "never moves"
        yield Fault("Tray", f"tilt switch: {why}", fitted.tilt)
    elif tray is Tray.RESTLESS:
        yield Fault("Tray", "tilt switch: fires by itself", fitted.tilt)


def tray_lost(fitted: Fitted, reason: str) -> Tray:
    """What it means that the drivers have given the tray up: it fires, or its line can't be had."""
    return Tray.DEAD if _is_about(fitted.tilt, reason) else Tray.RESTLESS


def _display(fitted: Fitted, seen: Seen) -> Iterator[Fault]:
    for pattern in seen.wrong:
        yield Fault("Display", f"wrong: {pattern.value}", fitted.display)
    for part, reason in seen.lost:
        if part is Part.DISPLAY:
            yield Fault("Display", reason, "")


def _cause(where: str, seen: Seen) -> str:
    """Why the drivers can't have a line, where they have said so: ``busy``."""
    about = (reason for _, reason in seen.lost if _is_about(where, reason))
    return next((reason.rpartition(": ")[2] for reason in about), "")


def _is_about(where: str, reason: str) -> bool:
    return reason.startswith(f"{where.partition(',')[0]} (")


def _name(key: Key) -> str:
    return "Menu" if key is None else f"Space {key}"


def _short(key: Key) -> str:
    return "the menu's" if key is None else f"{key}'s"


def _names(keys: frozenset[Key] | frozenset[Space]) -> str:
    """``Spaces 4, 5``; with the menu button ``Menu, 5``."""
    ordered = sorted(keys, key=_order)
    numbers = ", ".join("menu" if key is None else str(key) for key in ordered)
    return f"Spaces {numbers}" if None not in keys else numbers.capitalize()
