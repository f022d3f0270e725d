"""The rule sets in the menu: which there are, their options, and what they come to."""

from collections.abc import Iterator
from dataclasses import dataclass

from puluc.rules.contests import Contest, contest
from puluc.rules.errors import RuleSetError
from puluc.rules.options import option_text, read_option, value_text
from puluc.rules.presets import FIELDS, OPTIONS, PRESETS, middle
from puluc.rules.ruleset import CHOICES, RuleSet, choice_text

Changes = tuple[tuple[str, str], ...]
"""Fields of a rule set and their values, as text."""


@dataclass(frozen=True, slots=True)
class Option:
    """A field of a rule set, its value now and the one that a press changes it to."""

    field: str
    value: str
    then: str


def read_contest(name: str, changes: Changes = ()) -> Contest:
    """A rule set or match with fields changed as texts say.

    Raises:
        RuleSetError: a field or a value is not right, or they make no game.
    """
    return contest(name, **{field: read_option(field, text) for field, text in changes})


def changes_text(played: Contest) -> Changes:
    """The changes of a contest, as text."""
    return tuple((field, value_text(field, value)) for field, value in played.changes)


def rules_text(name: str, changes: Changes) -> str:
    """A rule set with its changes in one line: ``kekchi track=15``; ``read_rules`` reads it."""
    return " ".join((name, *(f"{field}={value}" for field, value in changes)))


def read_rules(text: str) -> Contest:
    """The rule set or match of such a line.

    Raises:
        RuleSetError: it is none, or makes no game.
    """
    name, *changes = text.split(" ")
    parts = (change.partition("=") for change in changes)
    return read_contest(name, tuple((field, value) for field, _, value in parts))


def refusal(name: str, changes: Changes, spaces: int) -> str:
    """Why a rule set can't be played on a board of so many spaces; empty when it can."""
    try:
        made = read_contest(name, changes)
    except RuleSetError as error:
        return str(error)
    longest = max(rules.track for rules in made.games)
    return "" if longest <= spaces else f"track = {longest}: the board has {spaces} spaces"


def options(name: str, changes: Changes, spaces: int) -> Iterator[Option]:
    """The options of a rule set: first those that its source names, then every other field."""
    plain = contest(name).games[0]
    named = OPTIONS[name]
    chosen = dict(changes)
    for field in dict.fromkeys((*named, *FIELDS)):
        value = chosen.get(field, option_text(plain, field))
        first = (value_text(field, each) for each in named.get(field, ()))
        others = alternatives(plain, field, spaces)
        fitting = (each for each in first if field != "track" or each in others)
        values = tuple(dict.fromkeys((*fitting, *others)))
        after = values.index(value) + 1 if value in values else 0
        yield Option(field, value, values[after % len(values)])


def changed(changes: Changes, option: Option) -> Changes:
    """The changes with an option changed once more."""
    others = tuple(change for change in changes if change[0] != option.field)
    return (*others, (option.field, option.then))


def alternatives(rules: RuleSet, field: str, spaces: int) -> tuple[str, ...]:
    """The values that a field is changed to in turn, as text."""
    if field in CHOICES:
        return tuple(map(choice_text, CHOICES[field]))
    match field:
        case "scores":
            return tuple(dict.fromkeys(option_text(each, field) for each in PRESETS.values()))
        case "fire":
            wide = [middle(rules.track, width) for width in (1, 2, 3)]
            return ("none", *(value_text(field, fire) for fire in wide))
        case "cap":
            return ("none", "120", "240", "480")
        case "track":
            return tuple(str(number) for number in range(5, spaces + 1))
        case "seats":
            return tuple(str(number) for number in range(2, 17, 2))
        case _:
            highest = rules.warriors if field == "kills_to_win" else 10
            return tuple(str(number) for number in range(1, highest + 1))
