"""The fields of a rule set as text, as players write them: ``track=9``, ``fire=12,13``."""

from typing import Any

from puluc.rules.errors import RuleSetError
from puluc.rules.presets import FIELDS, followed, rule_set
from puluc.rules.ruleset import CHOICES, RuleSet, choice_text

_LISTS = ("scores", "fire")
_NONE = "none"


def option_text(rules: RuleSet, field: str) -> str:
    """The value of a set's field as text; see ``value_text``."""
    return value_text(field, getattr(rules, field))


def value_text(field: str, value: Any) -> str:
    """A field's value as text: ``11``, ``yes``, ``5,1,2,3,4``, ``none``, ``past``."""
    if field in _LISTS:
        return ",".join(map(str, value)) or _NONE
    return _NONE if value is None else choice_text(value)


def read_option(field: str, text: str) -> Any:
    """A field's value from its text; whether the set allows it is seen when the set is made.

    Raises:
        RuleSetError: there is no such field, or the text is none of its values.
    """
    if field not in FIELDS:
        raise RuleSetError(field, text, f"no such field; one of {', '.join(FIELDS)}")
    if field in CHOICES:
        for choice in CHOICES[field]:
            if choice_text(choice) == text:
                return choice
        raise RuleSetError(field, text, f"one of {', '.join(map(choice_text, CHOICES[field]))}")
    if field in _LISTS:
        return tuple(_number(field, part) for part in text.split(",")) if text != _NONE else ()
    return None if field == "cap" and text == _NONE else _number(field, text)


def read_options(name: str, options: tuple[tuple[str, str], ...]) -> RuleSet:
    """A preset with fields changed as texts say; see ``rule_set``.

    Raises:
        RuleSetError: a preset, a field or a value is not right, or they make no game.
    """
    return rule_set(name, **{field: read_option(field, text) for field, text in options})


def changed(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """The fields in which a set differs from the preset it is named after, with their values.

    ``read_options`` of its name and these is the set again: a field that would follow the others
    (see ``rule_set``) is listed where it doesn't.

    Raises:
        RuleSetError: it is named after no preset.
    """
    plain = rule_set(rules.name)
    differs = {
        field: getattr(rules, field)
        for field in FIELDS
        if getattr(rules, field) != getattr(plain, field)
    }
    for field, value in followed(plain, differs).items():
        if getattr(rules, field) != value:
            differs[field] = getattr(rules, field)
    return tuple((field, option_text(rules, field)) for field in FIELDS if field in differs)


def _number(field: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise RuleSetError(field, text, "a number")
    return int(text)
