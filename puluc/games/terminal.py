"""A game step by step in a terminal: each position drawn, with what led to it in words."""

from collections.abc import Callable

from puluc.games.drawing import drawing, plain
from puluc.games.views import before
from puluc.session import telling
from puluc.session.game import Game
from puluc.session.labels import Labels

PROMPT = "Enter: on, b: back, q: end > "


def walk(game: Game, names: tuple[str, ...]) -> list[str]:
    """Every view of a game, from its first position to its last."""
    return [_view(game, names, at) for at in range(len(game.played) + 1)]


def step_through(
    game: Game,
    names: tuple[str, ...],
    ask: Callable[[str], str],
    tell: Callable[[str], None],
) -> None:
    """Show one view after the other, as somebody asks for them.

    Args:
        game: the game.
        names: the players' names by seat.
        ask: waits for a line, and raises EOFError when none will come.
        tell: prints a text.
    """
    at = 0
    while True:
        tell(_view(game, names, at))
        try:
            said = ask(PROMPT).strip().lower()
        except (EOFError, KeyboardInterrupt):
            return
        if said == "q":
            return
        if said == "b":
            at = max(at - 1, 0)
        elif at == len(game.played):
            return
        else:
            at += 1


def _view(game: Game, names: tuple[str, ...], at: int) -> str:
    """What a step did, and the position after it."""
    count = len(game.played)
    labels = Labels(names)
    if at:
        told = telling.told(game.played[at - 1], labels)
        happened = f"{at} of {count}: {told.text}"
    else:
        opener = Labels(names).player(game.rules, game.played[0].before.turn) if count else ""
        happened = f"{opener} begins" if opener else "Nothing played"
    return f"{plain(happened)}\n\n{drawing(before(game, at).position, names)}"
