"""What is played at a table: games of one rule set, one after the other, or a match of several."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from puluc.rules.errors import RuleSetError
from puluc.rules.presets import MATCHES, PRESETS, rule_set
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side

NAMES = tuple(dict.fromkeys((*PRESETS, *MATCHES)))
"""All rule sets and matches, in the order of RULES.md."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A game of a match that has ended."""

    winner: Side | None
    """None for a draw."""
    kills: tuple[int, int]
    """Jade's and Cinnabar's. Prisoners still on the track count nothing."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A rule set played game after game, or a match and how it stands.

    A match is decided by games won (``wins``; a draw counts for neither and is played again) or,
    with ``wins`` None, by the kills of all its games added up.
    """

    name: str
    games: tuple[RuleSet, ...]
    """The rule sets of the games, in order; a single one is no match."""
    wins: int | None = None
    changes: tuple[tuple[str, Any], ...] = field(default=(), compare=False)
    """The fields that were changed, with their values."""
    finished: tuple[Finished, ...] = ()

    @property
    def is_match(self) -> bool:
        """Whether the games belong together."""
        return len(self.games) > 1

    @property
    def rules(self) -> RuleSet:
        """The rule set of the game that is played now, or next."""
        return self.games[min(len(self.finished), len(self.games) - 1)]

    @property
    def number(self) -> int:
        """The number of that game in the match, from 1."""
        return len(self.finished) + 1

    @property
    def score(self) -> tuple[int, int]:
        """Jade's and Cinnabar's games won or, in a match by kills, kills."""
        if self.wins is None:
            return (
                sum(game.kills[0] for game in self.finished),
                sum(game.kills[1] for game in self.finished),
            )
        won = [game.winner for game in self.finished]
        return won.count(Side.JADE), won.count(Side.CINNABAR)

    @property
    def decided(self) -> bool:
        """Whether the match is over."""
        if not self.is_match:
            return False
        if self.wins is None:
            return len(self.finished) >= len(self.games)
        return max(self.score) >= self.wins

    @property
    def winner(self) -> Side | None:
        """Who leads, and has won once the match is decided; None when the score is level."""
        jade, cinnabar = self.score
        if jade == cinnabar:
            return None
        return Side.JADE if jade > cinnabar else Side.CINNABAR

    def with_game(self, game: Finished) -> "Contest":
        """The contest after a game; only a match keeps its games."""
        return replace(self, finished=(*self.finished, game)) if self.is_match else self

    def anew(self) -> "Contest":
        """The contest from its first game."""
        return replace(self, finished=())


def contest(name: str = "classic", /, **changes: Any) -> Contest:
    """A rule set or a match by its name, with fields changed (in a match in each of its games).

    Raises:
        RuleSetError: there is no such name or field, or a rule set makes no game.
    """
    kept = tuple(changes.items())
    if name in MATCHES:
        match = MATCHES[name]
        games = tuple(_game(game, changes) for game in match.games)
        return Contest(name, games, match.wins, kept)
    if name not in PRESETS:
        raise RuleSetError("rules", name, f"one of {', '.join(NAMES)}")
    return Contest(name, (rule_set(name, **changes),), changes=kept)


def _game(name: str, changes: Mapping[str, Any]) -> RuleSet:
    """A game of a match, with the match's changes; where there is no fire none is lit."""
    burns = bool(PRESETS[name].fire)
    return rule_set(name, **{f: value for f, value in changes.items() if burns or f != "fire"})
