"""A session with an opponent that says what the test has it say."""

from dataclasses import dataclass, field

from puluc.opponent.levels import Level
from puluc.opponent.thought import Odds
from puluc.rules.moves import legal_moves
from puluc.rules.steps import Move, Step
from puluc.session.effects import Think
from puluc.session.events import Stumped, Thought
from puluc.session.state import Settings
from tests.session.sitting import Sitting

CLEVER = Settings(levels=(None, Level.CLEVER))
"""The board plays Cinnabar."""


@dataclass
class Thoughtful(Sitting):
    """A sitting whose opponent takes the last legal move, at even odds, when it is let think."""

    asked: list[Think] = field(default_factory=list)
    """Questions not answered yet."""
    answers: bool = True
    """Whether each question is answered at once."""

    @classmethod
    def silent(cls, *draws: int, **options) -> "Thoughtful":
        """A sitting whose opponent is not heard of until the test lets it."""
        sitting = cls.begin(*draws, **options)
        sitting.answers = False
        return sitting

    def think(self, about: Think) -> None:
        if self.answers:
            self.answer(about)
        else:
            self.asked.append(about)

    def answer(self, about: Think, step: Step | None = None, chance: float = 0.5) -> None:
        """The opponent has thought about that."""
        moves = self.moves_of(about)
        step = step or (moves[-1] if moves else None)
        odds = Odds(about.position.side, chance, is_exact=True)
        self.happens(Thought(self.at, about, odds, step))

    @staticmethod
    def moves_of(about: Think) -> tuple[Move, ...]:
        """The moves that a question is about."""
        return legal_moves(about.position) if about.position.left else ()

    @staticmethod
    def even(about: Think) -> Odds:
        """Even odds for the side to move there."""
        return Odds(about.position.side, 0.5, is_exact=True)

    def step_move(self, source: int, target: int) -> Move:
        """The legal move from one space to another."""
        moves = legal_moves(self.state.game.position)
        return next(move for move in moves if (move.source, move.target) == (source, target))

    def stump(self) -> None:
        """The opponent fails at all that it is asked."""
        for about in self.asked:
            self.happens(Stumped(self.at, about))
        self.asked.clear()

    @property
    def step_questions(self) -> list[Think]:
        return [each for each in self.effects if isinstance(each, Think) and each.level]

    def last_move(self) -> Move:
        step = self.state.game.played[-1].step
        assert isinstance(step, Move)
        return step
