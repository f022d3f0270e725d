"""What a self-test shows: lamps, a screen, and the same in a sentence for a terminal."""

from textwrap import wrap
from typing import Final, assert_never

from puluc.rules.units import Space
from puluc.screens.values import Entry, ListScreen, MessageScreen, PatternScreen, Screen
from puluc.selftest.state import Trial
from puluc.selftest.step import answers, yes_no
from puluc.selftest.tasks import (
    AllDark,
    AllWell,
    Announce,
    FindLamp,
    LeaveTray,
    LookAt,
    Offer,
    PressKey,
    ShakeTray,
    Tell,
    Written,
)
from puluc.session.frame import Frame, Lamp

NONE: Final = "none: menu, or hold 1 s"
NO_ANSWER: Final = "no answer: press menu"
NO_ANSWER_OF_MENU: Final = "no answer: hold a space"
AGAIN: Final = "not that one: again"
COUNT: Final = "counted from the left"
NEXT: Final = "any space: next"
GOOD: Final = "right: any space"
NOT_GOOD: Final = "wrong: menu, or hold 1 s"


def frame(test: Trial) -> Frame:
    """Everything that is seen and heard."""
    lit = lamps(test)
    spaces = range(1, test.fitted.spaces + 1)
    return Frame(
        lamps=tuple(Lamp.ON if space in lit else Lamp.OFF for space in spaces),
        screen=screen(test),
        touched=test.touched,
        sound=test.sound,
        sound_id=test.sound_id,
    )


def lamps(test: Trial) -> frozenset[Space]:
    """The lamps to switch on, by the spaces that the wiring so far has them for."""
    every = frozenset(Space(number) for number in range(1, test.fitted.spaces + 1))
    match test.task:
        case PressKey(key=key) if key is not None and test.is_blind:
            return frozenset({key})
        case FindLamp(space=space):
            return frozenset({space})
        case Announce() | Tell() | AllWell() | Written():
            return every
        case Offer():
            return frozenset(_lamp_at(test, space) for space in yes_no(test) if space is not None)
        case _:
            return frozenset()


def _lamp_at(test: Trial, space: Space) -> Space:
    """Which lamp to switch on so that one is lit at that space."""
    at = (lamp for lamp, where in test.seen.lamps if where == {space})
    return next(at, space)


def screen(test: Trial) -> Screen:
    """What the display shows."""
    again = AGAIN if test.first is not None else ""
    match test.task:
        case PressKey(key=None):
            return MessageScreen("Menu", ("press the menu button", again or NO_ANSWER_OF_MENU))
        case PressKey(key=key):
            return MessageScreen(f"Space {key}", ("press it", COUNT, again or NO_ANSWER))
        case AllDark():
            return MessageScreen("No lamp", ("press one that is lit", again or NONE))
        case FindLamp(space=space) if not answers(test, space):
            return MessageScreen(f"Lamp {space}", ("lit: press another space", again or NONE))
        case FindLamp():
            return MessageScreen("Which lamp?", ("press the one that is lit", again or NONE))
        case LeaveTray():
            return MessageScreen("Tray", ("leave it alone",))
        case ShakeTray():
            return MessageScreen("Tray", ("shake it", NONE))
        case Announce(pattern=pattern):
            return MessageScreen("Display", (f"next: {pattern.value}", GOOD, NOT_GOOD))
        case LookAt(pattern=pattern):
            return PatternScreen(pattern)
        case Tell(fault=number):
            assert test.found is not None  # else there is nothing to tell
            fault = test.found[number]
            more = f"{number + 1} of {len(test.found)}, {NEXT}"
            lines = fault.where.split("; ")[:2]
            said = (fault.said, *lines) if fault.where else tuple(wrap(fault.said, 24)[:3])
            return MessageScreen(fault.part, (*said, more))
        case AllWell():
            return MessageScreen("All is well", (NEXT,))
        case Offer():
            yes, no = yes_no(test)
            return ListScreen("Correct the wiring?", (Entry("yes, write it", yes), Entry("no", no)))
        case Written():
            return MessageScreen("Corrected", (test.said, NEXT) if test.said else (NEXT,))
        case None:
            return MessageScreen("The end")
    assert_never(test.task)


def prompt(test: Trial) -> str:
    """What is asked for, or told, in a line for a terminal."""
    again = "That was not expected; please do it again. " if test.first is not None else ""
    match test.task:
        case PressKey(key=None):
            return f"{again}Press the menu button (no answer: hold any space for a second)."
        case PressKey(key=key):
            none = "no answer: press the menu button, or hold another space"
            return f"{again}Press space {key}, {COUNT} ({none})."
        case AllDark():
            return f"{again}No lamp should be lit. Press one that is ({NONE})."
        case FindLamp(space=space) if not answers(test, space):
            return f"{again}Is the lamp of space {space} lit? Then press any other ({NONE})."
        case FindLamp():
            return f"{again}One lamp is lit: press its space ({NONE})."
        case LeaveTray():
            return "Leave the tray alone for a moment."
        case ShakeTray():
            return f"Shake the tray ({NONE})."
        case Announce(pattern=pattern):
            return f"The display will show {pattern.value}. Press any space to see it."
        case LookAt(pattern=pattern):
            return f"The display should show {pattern.value}. {GOOD.capitalize()}; {NOT_GOOD}."
        case Tell(fault=number):
            assert test.found is not None  # else there is nothing to tell
            return f"{test.found[number]}. Press any space to go on."
        case AllWell():
            return "All is well. Press any space to end."
        case Offer():
            yes, no = yes_no(test)
            other = "the menu button" if no is None else f"space {no}"
            return f"Write the corrected wiring? Space {yes}: yes; {other}: no."
        case Written():
            return f"{test.said or 'One moment'}. Press any space to end."
        case None:
            return "The self-test is over."
    assert_never(test.task)
