"""The lines of the menu and of its lists: what each says, which space chooses it, what it does."""

from dataclasses import dataclass, replace

from puluc.rules.moves import legal_moves
from puluc.rules.steps import Move
from puluc.rules.units import Space
from puluc.session import words
from puluc.session.choice import (
    Ask,
    Check,
    Choice,
    ListMoves,
    NextBrightness,
    NextGame,
    OpenMenu,
    Play,
    Resume,
    TakeBack,
    ToggleRealLots,
    TurnOff,
    Widen,
)
from puluc.session.phases import Choosing, Confirming, Listing, Menu
from puluc.session.state import State

PAGE = 6
"""Entries of a page; the space after them turns to the next one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list; without a space it can only be read."""

    text: str
    choice: Choice | None
    space: Space | None = None


def lines(state: State) -> tuple[Line, ...]:
    """The lines on the display now; none outside the menu and the lists."""
    match state.phase:
        case Menu(page=page):
            return _paged(state, menu_entries(state), page, OpenMenu, end=OpenMenu(0))
        case Listing(page=page):
            return _moves_to_choose(state, page) or _moves_played(state, page)
        case Choosing(listed=listed, page=page) if listed:
            return _paged(state, _as_lines(listed), page, ListMoves, end=Widen())
        case Confirming(question=question):
            yes: Choice = NextGame() if question == words.NEW_GAME else TurnOff()
            return (
                Line(words.YES.format(question=question), yes, Space(1)),
                Line(words.NO, OpenMenu(), Space(2)),
            )
        case _:
            return ()


def menu_entries(state: State) -> list[Line]:
    """All entries of the menu, in order; one that can't be used now has nothing to do."""
    game = state.game
    begun = bool(game.played) or game.thrown is not None
    fresh = game.outcome is not None or not begun
    return [
        Line(words.GO_ON, Resume()),
        Line(words.take_back(game), TakeBack() if words.can_take_back(game) else None),
        Line(words.CHECK, Check(Space(1))),
        Line(words.MOVES, ListMoves()),
        Line(words.NEW_GAME, NextGame() if fresh else Ask(words.NEW_GAME)),
        Line(words.brightness(state.settings.brightness), NextBrightness()),
        Line(words.real_lots(state.settings.real_lots), ToggleRealLots()),
        Line(words.SHUT_DOWN, Ask(words.SHUT_DOWN)),
    ]


def _page_size(state: State) -> int:
    return min(PAGE, state.spaces - 1)


def _paged(
    state: State,
    entries: list[Line],
    page: int,
    turn: type[OpenMenu] | type[ListMoves],
    end: Choice,
) -> tuple[Line, ...]:
    """A page of entries beside spaces 1, 2, ...; the one after them turns the page, or ends."""
    size = _page_size(state)
    shown = entries[page * size : (page + 1) * size]
    numbered = [
        replace(line, space=Space(number) if line.choice is not None else None)
        for number, line in enumerate(shown, 1)
    ]
    more = (page + 1) * size < len(entries)
    foot = Line(words.MORE, turn(page + 1)) if more else Line(words.BACK, end)
    return (*numbered, replace(foot, space=Space(size + 1)))


def _as_lines(moves: tuple[Move, ...]) -> list[Line]:
    return [Line(words.move(move), Play(move)) for move in moves]


def _moves_to_choose(state: State, page: int) -> tuple[Line, ...]:
    moves = legal_moves(state.game.position) if isinstance(state.under, Choosing) else ()
    if not moves:
        return ()
    return _paged(state, _as_lines(moves), page, ListMoves, end=Resume())


def _moves_played(state: State, page: int) -> tuple[Line, ...]:
    """The steps played, the latest first, to be read; the last line turns the page or ends."""
    size = _page_size(state)
    told = [words.played(played) for played in reversed(state.game.played)]
    shown = told[page * size : (page + 1) * size] or [words.NOTHING_PLAYED]
    more = (page + 1) * size < len(told)
    foot = Line(words.EARLIER, ListMoves(page + 1)) if more else Line(words.BACK, OpenMenu())
    return (*(Line(text, None) for text in shown), replace(foot, space=Space(size + 1)))
