"""Games as a board plays them, at random, and as the journal keeps them."""

from dataclasses import dataclass, field
from random import Random

from puluc.journal import Entry as Row
from puluc.journal import Game as GameRow
from puluc.journal import Journal
from puluc.journal import Result as ResultRow
from puluc.rules.moves import FORFEIT, legal_moves
from puluc.rules.options import changed
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet
from puluc.rules.steps import Step
from puluc.rules.units import Side
from puluc.session import words
from puluc.session.entries import (
    TAKE_BACK,
    WITHDRAW,
    Entry,
    cast_entry,
    opening_entry,
    step_entry,
)
from puluc.session.game import Game, Lots, Throw

BEGUN = "2026-11-30T12:00:00Z"


@dataclass
class Played:
    """A game played at random, with everything that may happen at a table."""

    rules: RuleSet
    chance: Random
    entries: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.opened_by = ""
        self.game = Game.begin(self.rules, None)
        if self.rules.opening == "alternate":
            self.opened_by = self.chance.choice("JC")
            self.game = Game.begin(self.rules, Side(self.opened_by))

    def lots(self, count: int) -> Lots:
        return tuple(self.chance.random() < 0.5 for _ in range(count))

    def open(self) -> None:
        while self.game.opens is None:
            thrown = Throw((self.lots(self.game.opening_lots),))
            self.game = self.game.cast_for_opening(thrown)
            self.entries.append(opening_entry(thrown))

    def cast(self) -> None:
        rules = self.rules
        thrown = Throw(
            tuple(self.lots(rules.lots) for _ in range(rules.casts)),
            real=self.chance.random() < 0.3,
        )
        self.game = self.game.cast(thrown)
        self.entries.append(cast_entry(thrown))

    def step(self, step: Step) -> None:
        self.game = self.game.play(step)
        self.entries.append(step_entry(step, self.rules.seats))

    def any_step(self) -> None:
        self.step(self.chance.choice(legal_moves(self.game.position) or (FORFEIT,)))

    def take_back(self) -> None:
        thrown, left = self.game.thrown, self.game.position.left
        if thrown is not None and thrown.real and len(left) == self.rules.casts:
            self.game = self.game.withdraw()
            self.entries.append(WITHDRAW)
        elif self.game.played:
            self.game = self.game.take_back()
            self.entries.append(TAKE_BACK)

    def play(self, things: int) -> "Played":
        """So many things happen, or the game ends."""
        self.open()
        for _ in range(things):
            if self.chance.random() < 0.12:
                self.take_back()
            elif self.game.cast_due:
                self.cast()
            elif self.game.outcome is None:
                self.any_step()
            elif self.chance.random() < 0.5:
                break
        return self

    # As the journal has it

    def row(self, number: int = 1, **about) -> GameRow:
        ended = self.game.outcome
        return GameRow(
            number,
            self.rules.name,
            dict(changed(self.rules)),
            self.opened_by,
            BEGUN,
            result=words.result(ended) if ended else None,
            about=about,
        )

    def rows(self, number: int = 1) -> tuple[Row, ...]:
        return tuple(Row(entry.kind, entry.data, number, BEGUN) for entry in self.entries)

    def keep(self, journal: Journal, **about) -> int:
        """Put the game into a journal, as a board would; its number."""
        row = self.row(**about)
        number = journal.begin_game(row.rules, row.options, row.opened_by, about)
        journal.append(*self.rows(number))
        if row.result is not None:
            journal.append(ResultRow(number, row.result))
        return number


def played(name: str = "classic", seed: int = 1, things: int = 40, **rules) -> Played:
    """A game of a preset, perhaps changed, played at random."""
    return Played(rule_set(name, **rules), Random(seed)).play(things)
