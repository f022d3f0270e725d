"""What a game's moves were worth: the odds that each gave away, and the luck of the casts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from puluc.games.drawing import plain
from puluc.opponent.thought import Odds, Weighed
from puluc.rules.position import Position
from puluc.rules.steps import Forfeit, Step
from puluc.rules.units import Side
from puluc.session import telling, words
from puluc.session.game import Game, Played
from puluc.session.labels import Labels

COSTLY = 0.005
"""A move that gave away less is not listed among the costly ones."""
MOST = 10
"""So many costly moves are listed."""


class Judge(Protocol):
    """Who knows what positions are worth: ``puluc.opponent.player.Opponent``."""

    def weigh(self, position: Position) -> tuple[Weighed, ...]:
        """Every legal step with the odds after it, the best first."""

    def odds(self, position: Position) -> Odds:
        """The odds of the side to move, before its cast or after."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A step, and what it was worth to its side."""

    number: int
    """From 1."""
    played: Played
    best: Step
    given: float
    """The odds that it gave away, compared with the best step: 0 to 1."""
    luck: float
    """What the throw has changed the odds by; 0 for the second cast of a throw, told with it."""
    is_exact: bool
    """Whether all of it comes from a table."""

    @property
    def side(self) -> Side:
        """Whose step it was."""
        return self.played.before.side


def review(game: Game, judge: Judge) -> Iterator[Reviewed]:
    """The steps of a game, one after the other; each takes a moment where no table has it."""
    for number, played in enumerate(game.played, 1):
        before = played.before
        weighed = judge.weigh(before)
        best = weighed[0]
        made = next(each for each in weighed if each.step == played.step)
        known = [best.odds, made.odds]
        luck = 0.0
        if len(before.left) == game.rules.casts:
            due = judge.odds(replace(before, left=()))
            luck = best.odds.of(before.side) - due.of(before.side)
            known.append(due)
        given = best.odds.of(before.side) - made.odds.of(before.side)
        exact = all(odds.is_exact for odds in known)
        yield Reviewed(number, played, best.step, given, luck, exact)


def review_text(
    game: Game, reviewed: Iterable[Reviewed], names: tuple[str, ...] = (), *, every: bool = False
) -> str:
    """A review for people, its last line without an end.

    Args:
        game: the game.
        reviewed: all its steps.
        names: the players' names by seat.
        every: whether every step is listed, not only the costly ones.
    """
    steps = tuple(reviewed)
    labels = Labels(tuple(map(plain, names)))
    lines = [_side(side, game, steps, labels) for side in Side]
    if every:
        listed = steps
    else:
        costly = sorted(steps, key=lambda each: -each.given)[:MOST]
        listed = tuple(each for each in costly if each.given >= COSTLY)
        lines += ["", "What cost most:" if listed else "No move cost anything to speak of."]
    lines += [""] * every
    lines += [_step(each, labels) for each in listed]
    return "\n".join((*lines, "", *_notes(game, steps)))


def _side(side: Side, game: Game, steps: tuple[Reviewed, ...], labels: Labels) -> str:
    own = [each for each in steps if each.side is side]
    moves = [each for each in own if not isinstance(each.played.step, Forfeit)]
    given, luck = sum(each.given for each in moves), sum(each.luck for each in own)
    average = given / len(moves) if moves else 0.0
    players = [
        labels.names[seat]
        for seat in range(side.index, game.rules.seats, 2)
        if seat < len(labels.names) and labels.names[seat]
    ]
    named = f" ({', '.join(players)})" if players else ""
    return (
        f"{side.title}{named}: {len(moves)} moves gave away {_share(given)} of a game,"
        f" {_share(average)} each; luck of the casts {_change(luck)}"
    )


def _step(each: Reviewed, labels: Labels) -> str:
    told = telling.played(each.played, labels)
    text = f"{each.number:4}. {told}: gave away {_share(each.given)}, luck {_change(each.luck)}"
    if each.given >= COSTLY and not isinstance(each.best, Forfeit):
        text += f"; best: {telling.move(each.best, labels)}"
    return text


def _share(odds: float) -> str:
    return f"{odds:.1%}"


def _change(odds: float) -> str:
    """With its sign; none is ``+0.0%``."""
    return f"{round(odds, 3) + 0.0:+.1%}"


def _notes(game: Game, steps: tuple[Reviewed, ...]) -> Iterator[str]:
    judged = sum(not each.is_exact for each in steps)
    if judged:
        yield f"{judged} of {len(steps)} steps are judged by search, since no table has them."
    elif steps:
        yield "All odds are exact, from a table."
    left_out = words.left_out(game.rules)
    if left_out:
        yield f"Odds are {left_out}."
