"""The ``[rules]`` section: a preset's name and any field of a rule set, by the rule set's types."""

from collections.abc import Iterator
from types import NoneType
from typing import Any, Literal, NewType, get_args, get_origin, get_type_hints

from puluc.config.kinds import Choice, Flag, Kind, Or, Whole, Wholes
from puluc.config.sections import Key
from puluc.rules.contests import NAMES
from puluc.rules.presets import FIELDS, rule_set
from puluc.rules.ruleset import SCORES, SEATS, TRACK, WARRIORS, RuleSet

NAME = Key("name", Choice(NAMES), "classic", "The game or match; `puluc rules NAME` explains it.")

RANGES = {"track": TRACK, "warriors": WARRIORS, "scores": SCORES, "seats": SEATS}
"""The numbers that a field may have, where they depend on no other field."""

MEANINGS = {
    "track": "Spaces of the track, no more than the board has.",
    "warriors": "Warriors a player.",
    "scores": "What a cast counts with no marked side up, with one, with two, and so on.",
    "opening": "Who begins: the sides in turn, the higher cast, or drawn.",
    "entry": "Where a warrior is deployed: the first space, or as far in as the cast says.",
    "reentry": "The same for a warrior that has been on the track before.",
    "must_deploy": "Whether nothing else may be done while a deployment is possible.",
    "course": "Whether an unladen pile goes outward only, or turns and comes home.",
    "laden": "Which way a pile goes on after a capture.",
    "backstep": "Whether a pile may move against its heading.",
    "far_exit": "When an outward move leaves the track.",
    "home_exit": "When a homeward move leaves the track.",
    "rescue": "What becomes of a side's own warriors in a pile that it captures.",
    "prisoners": "What becomes of enemies that are carried off.",
    "captors": "What becomes of the warriors that carry them off.",
    "capture_exits": "Whether a capture carries the pile off at once.",
    "fire": "The spaces in which piles burn, side by side.",
    "past_fire": "Which way a pile goes after a capture beyond the fire.",
    "win": "How a game is won.",
    "kills_to_win": "How many enemies to kill, where kills win.",
    "cap": "A game of so many casts without a result is a draw.",
    "casts": "Casts in a turn.",
    "seats": "Players, in two teams.",
    "seating": "Whether sides alternate round the table, or one team plays after the other.",
    "partners": "Whether partners' piles may stand on one space.",
    "one_free": "Whether a player may have only one free warrior on the track.",
    "help_partners": "Whether a player with no move of its own moves for a partner.",
}
"""What each field of a rule set means; RULES.md says it in full."""


def rule_keys(name: str = "classic") -> Iterator[Key]:
    """The keys of the section, with a preset's own values as defaults."""
    yield NAME
    preset = rule_set(name)
    hints = get_type_hints(RuleSet)
    for each in FIELDS:
        kind = kind_of(hints[each], RANGES.get(each))
        yield Key(each, kind, getattr(preset, each), MEANINGS[each])


def kind_of(hint: Any, numbers: range | None = None) -> Kind:
    """The kind of value that a rule set's field has by its type, and the numbers allowed in it."""
    whole = Whole(numbers[0], numbers[-1], step=numbers.step) if numbers else Whole()
    if isinstance(hint, NewType):
        return kind_of(hint.__supertype__, numbers)
    if hint is bool:
        return Flag()
    if hint is int:
        return whole
    if get_origin(hint) is Literal:
        return Choice(get_args(hint))
    if get_origin(hint) is tuple:
        return Wholes(whole)
    if NoneType in get_args(hint):
        (other,) = (each for each in get_args(hint) if each is not NoneType)
        return Or("none", kind_of(other, numbers))
    raise TypeError(f"no kind of value for {hint}")
