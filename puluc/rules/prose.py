"""Rule sets and matches as text for people: ``puluc rules``, ``puluc rules NAME``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from types import MappingProxyType
from typing import Any, overload

from puluc.rules.contests import Contest, contest
from puluc.rules.options import changed, option_text, value_text
from puluc.rules.presets import FIELDS, MATCHES, OPTIONS, PRESETS, options_of
from puluc.rules.readings import FOUND, SOURCES, readings_of
from puluc.rules.ruleset import RuleSet
from puluc.rules.seen import seen
from puluc.rules.sentences import Section, listed, number, sections

WIDTH = 80
"""The columns of a line."""
_WINS = {
    "kills": "{} kills win",
    "no_free": "who has no free warrior loses",
    "blocked": "who is blocked loses",
    "all_off": "the first with all off wins",
    "most_kills": "the most kills win",
}
"""How each ``win`` is told in the catalogue, with the number of kills that it takes."""
_NO_CHANGES: Mapping[str, Any] = MappingProxyType({})


@overload
def describe(played: Contest) -> str: ...
@overload
def describe(played: str, changes: Mapping[str, Any] = ...) -> str: ...
def describe(played: Contest | str, changes: Mapping[str, Any] = _NO_CHANGES) -> str:
    """A rule set or a match in plain words, in lines of at most 80 columns.

    ``played`` is one as it is played, or its name, with fields changed (see ``contest``).

    Raises:
        RuleSetError: there is no such name or field, or a rule set makes no game.
    """
    if isinstance(played, str):
        played = contest(played, **changes)
    lines = [*_head(played)]
    for title, sentences in _merged(played.games):
        lines += ["", title, *_bullets(sentences)]
    lines += _options(played)
    lines += _readings(played)
    return "\n".join(lines) + "\n"


def catalogue() -> str:
    """All rule sets and matches, a line each: its name, and what it is in a few words."""
    wide = max(map(len, FOUND)) + 2
    return "".join(f"{name:{wide}}{_summary(name)}\n" for name in FOUND)


def _head(played: Contest) -> Iterator[str]:
    """What is played, where it comes from, and what has been changed in it."""
    passage = FOUND[played.name]
    yield played.name
    section = f", {passage.section}" if passage.section else ""
    yield f"Source {passage.source}, {SOURCES[passage.source]}{section}."
    if changes := dict.fromkeys(change for rules in played.games for change in _changes(rules)):
        yield from wrap(f"Changed: {'; '.join(changes)}.", WIDTH)
    if played.is_match:
        yield from wrap(_match(played), WIDTH)


def _changes(rules: RuleSet) -> Iterator[str]:
    """The changed fields of a set that make a difference, with what they were."""
    for field, text in changed(rules):
        if field in seen(rules):
            yield f"{field}={text} (not {option_text(PRESETS[rules.name], field)})"


def _match(played: Contest) -> str:
    """How the games of a match come one after the other, and who wins it."""
    if played.wins is not None:
        return (
            f"A match, the best of {number(len(played.games))} games: the first to win "
            f"{number(played.wins)} wins it."
        )
    games = listed(rules.name for rules in played.games)
    return (
        f"A match of {number(len(played.games))} games, {games}, with the same seats. Who has "
        "more kills in all of them together wins it; equal kills are a draw. Prisoners still on "
        "the track count nothing."
    )


def _merged(games: Sequence[RuleSet]) -> Iterator[tuple[str, list[str]]]:
    """What is said of all games, section by section; what isn't said of all says of which."""
    told = [sections(rules) for rules in games]
    for same in zip(*told, strict=True):
        order: list[str] = []
        for section in same:
            at = len(order)
            for sentence in reversed(section.sentences):
                if sentence in order:
                    at = order.index(sentence)
                else:
                    order.insert(at, sentence)
        yield same[0].title, [f"{_whose(games, same, sentence)}{sentence}" for sentence in order]


def _whose(games: Sequence[RuleSet], told: Sequence[Section], sentence: str) -> str:
    """The games that a sentence is said of, where it isn't all of them."""
    said = {
        rules.name: sentence in section.sentences
        for rules, section in zip(games, told, strict=True)
    }
    those = [name for name, is_said in said.items() if is_said]
    others = [name for name, is_said in said.items() if not is_said]
    if not others:
        return ""
    return f"{listed(those)}: " if len(those) <= len(others) else f"All but {listed(others)}: "


def _options(played: Contest) -> Iterator[str]:
    """What the source lets players choose."""
    options = options_of(played.rules) if not played.is_match else OPTIONS[played.name]
    if options:
        texts = [
            f"{field}: {' / '.join(value_text(field, value) for value in values)}"
            for field, values in options.items()
        ]
        yield from ["", "Options (--set NAME=VALUE)", *_bullets(texts)]


def _readings(played: Contest) -> Iterator[str]:
    """How the source is read where it doesn't settle something."""
    texts = []
    for reading in readings_of(played.games):
        another = reading.source != FOUND[played.name].source
        whose = f"Source {reading.source}: " if another else ""
        texts.append(f"{whose}{reading.says} Here: {reading.read}")
    if texts:
        yield from ["", "Readings, where the source is silent or contradicts itself"]
        yield from _bullets(texts)


def _bullets(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        yield from wrap(sentence, WIDTH, initial_indent="- ", subsequent_indent="  ")


def _summary(name: str) -> str:
    """A set or a match in a few words, the variants of a source by what sets them apart."""
    match = MATCHES.get(name)
    if name not in PRESETS and match:
        return f"a match of {listed(match.games)}"
    rules, passage = PRESETS[name], FOUND[name]
    model = next(other for other in FOUND if FOUND[other].chapter == passage.chapter)
    if model == name:
        players = f"{number(rules.seats)} on {rules.track} spaces"
        wins = _WINS[rules.win].format(number(rules.kills_to_win))
        return f"{players}, {wins}; source {passage}"
    differs = [
        f"{field} {option_text(rules, field)}"
        for field in FIELDS
        if getattr(rules, field) != getattr(PRESETS[model], field)
    ]
    best = f"best of {number(len(match.games))}, " if match else ""
    return f"{best}{model} with {listed(differs)}"
