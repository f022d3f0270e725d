"""The lines of the menu and of its lists: what each says, which space chooses it, what it does."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from puluc.opponent.levels import Level
from puluc.rules.contests import NAMES
from puluc.rules.moves import legal_moves
from puluc.rules.steps import Move
from puluc.rules.units import Side, Space
from puluc.session import telling, words
from puluc.session.choice import (
    Ask,
    BeginBy,
    BeginSelfTest,
    ChangeRules,
    Check,
    Choice,
    Confirm,
    Explain,
    Hint,
    ListLevels,
    ListMoves,
    ListPlayers,
    ListRules,
    NextBrightness,
    NextGame,
    OpenMenu,
    Play,
    Resume,
    SetLevel,
    TakeBack,
    ToggleOdds,
    ToggleRealLots,
    ToggleShaken,
    ToggleSound,
    TurnOff,
    Widen,
)
from puluc.session.phases import (
    ChangingRules,
    Choosing,
    ChoosingLevel,
    ChoosingPlayers,
    ChoosingRules,
    Confirming,
    Listing,
    Menu,
    Told,
)
from puluc.session.rule_menu import changed, options, refusal
from puluc.session.state import State

PAGE = 6
"""Entries of a page; the space after them turns to the next one."""
FEWEST = 3
"""Spaces that a list can do with: two entries, and the space that turns the page."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list; without a space it can only be read."""

    text: str
    choice: Choice | None
    space: Space | None = None


RULE_SETS = [Line(name, ChangeRules(name)) for name in NAMES]
"""All rule sets and matches, also those that a board is too short for as they are."""


def lines(state: State) -> tuple[Line, ...]:
    """The lines on the display now; none outside the menu and the lists."""
    match state.phase:
        case Menu(page=page):
            return _paged(state, menu_entries(state), page, OpenMenu, end=OpenMenu(0))
        case Listing(page=page, played=played):
            listed = () if played else _moves_to_choose(state, page)
            return listed or _moves_played(state, page)
        case Choosing(listed=listed, page=page) if listed:
            return _paged(state, _as_lines(state, listed), page, ListMoves, end=Widen())
        case ChoosingRules(page=page):
            return _paged(state, RULE_SETS, page, ListRules, end=OpenMenu())
        case ChangingRules(name=name, changes=changes, page=page):
            turn = partial(ChangeRules, name, changes)
            head = _to_play(state, state.phase)
            return _paged(state, _options(state, state.phase), page, turn, ListRules(), head)
        case ChoosingPlayers():
            return _paged(state, _players(state), 0, OpenMenu, end=OpenMenu())
        case ChoosingLevel(side=side):
            listed_levels = [
                Line(words.player(level), SetLevel(side, level)) for level in (None, *Level)
            ]
            return _paged(state, listed_levels, 0, OpenMenu, end=ListPlayers())
        case Confirming(question=question):
            yes: Choice = TurnOff() if question == words.SHUT_DOWN else NextGame()
            first, second, *_ = keys(state)
            return (
                Line(words.YES.format(question=question), yes, first),
                Line(words.NO, OpenMenu(), second),
            )
        case _:
            return ()


def menu_entries(state: State) -> list[Line]:
    """All entries of the menu, in order; one that can't be used now has nothing to do."""
    game = state.game
    fresh = game.outcome is not None or not (game.begun or state.contest.finished)
    anew = words.NEW_MATCH if state.contest.is_match and not fresh else words.NEW_GAME
    sound = [Line(words.sound(state.settings.sound), ToggleSound())] if state.buzzer else []
    return [
        Line(words.GO_ON, Resume()),
        Line(telling.take_back(state), TakeBack() if game.can_take_back else None),
        Line(words.CHECK, Check(Space(1))),
        Line(words.MOVES, ListMoves()),
        Line(anew, NextGame() if fresh else Ask(anew)),
        Line(words.rules(state.contest.name), ListRules()),
        Line(words.WHO_PLAYS, ListPlayers()),
        Line(words.HINT, Hint() if isinstance(state.under, Choosing) else None),
        Line(words.brightness(state.settings.brightness), NextBrightness()),
        Line(
            words.real_lots(state.settings.real_lots), ToggleRealLots() if state.can_enter else None
        ),
        *sound,
        Line(words.SELF_TEST, BeginSelfTest()),
        Line(words.SHUT_DOWN, Ask(words.SHUT_DOWN)),
    ]


def _players(state: State) -> list[Line]:
    """Who plays each side, where the board plays who casts for it, and whether odds are told."""
    settings = state.settings
    sides = [Line(words.plays(side, settings.level(side)), ListLevels(side)) for side in Side]
    casts = Line(words.shaken(settings.shaken), ToggleShaken())
    odds = Line(words.tells_odds(settings.odds), ToggleOdds())
    return [*sides, odds] if settings.levels == (None, None) else [*sides, casts, odds]


def keys(state: State) -> list[Space]:
    """The spaces that choose lines, in order: not those stuck, nor those that mean something else.

    They are among the first seven, unless hardly any of those is left.
    """
    taken = state.phase.pressed if isinstance(state.phase, Choosing) else ()
    spaces = [Space(number) for number in range(1, state.spaces + 1)]
    free = [space for space in spaces if space not in state.keys.stuck and space not in taken]
    first = [space for space in free if space <= PAGE + 1]
    return first if len(first) >= FEWEST else free[:FEWEST]


def _paged(
    state: State,
    entries: list[Line],
    page: int,
    turn: Callable[[int], Choice],
    end: Choice,
    head: Line | None = None,
) -> tuple[Line, ...]:
    """A page of entries beside spaces; the last space turns the page, or ends.

    A ``head`` stands first on every page.
    """
    *numbers, foot = keys(state)
    first = [] if head is None else [head]
    size = len(numbers) - len(first)
    shown = [*first, *entries[page * size : (page + 1) * size]]
    numbered = [
        replace(line, space=space if line.choice is not None else None)
        for line, space in zip(shown, numbers, strict=False)
    ]
    more = (page + 1) * size < len(entries)
    last = Line(words.MORE, turn(page + 1), foot) if more else Line(words.BACK, end, foot)
    return (*numbered, last)


def _as_lines(state: State, moves: tuple[Move, ...]) -> list[Line]:
    position = state.game.position
    return [
        Line(telling.move_to_choose(move, position, state.labels), Play(move)) for move in moves
    ]


def _to_play(state: State, phase: ChangingRules) -> Line:
    """Plays by the rules as they are chosen; where they make no game, it says why."""
    reason = refusal(phase.name, phase.changes, state.spaces)
    if reason:
        return Line(words.CANT_PLAY, Explain(reason))
    return Line(words.play_by(phase.name), BeginBy(phase.name, phase.changes))


def _options(state: State, phase: ChangingRules) -> list[Line]:
    """Every option, with its value; a press changes it."""
    name, changes, page = phase.name, phase.changes, phase.page
    found = []
    for each in options(name, changes, state.spaces):
        then = ChangeRules(name, changed(changes, each), page)
        found.append(Line(words.option(each.field, each.value), then))
    return found


def _moves_to_choose(state: State, page: int) -> tuple[Line, ...]:
    match state.under:
        case Choosing():
            entries = _as_lines(state, legal_moves(state.game.position))
        case Told(move=move):
            entries = [replace(line, choice=Confirm(move)) for line in _as_lines(state, (move,))]
        case _:
            return ()
    entries.append(Line(words.MOVES_SO_FAR, ListMoves(played=True)))
    return _paged(state, entries, page, ListMoves, end=OpenMenu())


def _moves_played(state: State, page: int) -> tuple[Line, ...]:
    """The steps played, the latest first, to be read; the last line turns the page or ends."""
    *numbers, key = keys(state)
    size = len(numbers)
    told = [telling.played(played, state.labels) for played in reversed(state.game.played)]
    shown = told[page * size : (page + 1) * size] or [words.NOTHING_PLAYED]
    if (page + 1) * size < len(told):
        foot = Line(words.EARLIER, ListMoves(page + 1, played=True), key)
    else:
        foot = Line(words.BACK, OpenMenu(), key)
    return (*(Line(text, None) for text in shown), foot)
