"""A game as it was played: its throws and steps, which a journal of entries replays exactly.

A throw that has been taken back is owed: it comes again, in its order, when a cast is next due,
so that taking back never throws the lots a second time.
"""

from dataclasses import dataclass, replace

from puluc.errors import PulucError
from puluc.rules.moves import apply
from puluc.rules.outcome import Outcome, outcome
from puluc.rules.position import Position, start, throw
from puluc.rules.ruleset import RuleSet
from puluc.rules.steps import Step
from puluc.rules.units import CastValue, Side

Lots = tuple[bool, ...]
"""One cast as it lies: for each lot whether its marked side is up."""


class OutOfTurnError(PulucError, ValueError):
    """A throw while one is still to be used, a step without a throw, or either after the end."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The casts of one turn."""

    casts: tuple[Lots, ...]
    real: bool = False
    """Whether the players threw their own lots and entered them."""

    def values(self, rules: RuleSet) -> tuple[CastValue, ...]:
        """What each cast is worth under a rule set."""
        return tuple(rules.scores[sum(lots)] for lots in self.casts)


@dataclass(frozen=True, slots=True)
class Played:
    """One step that was played, with what it was played from."""

    before: Position
    throw: Throw
    step: Step


@dataclass(frozen=True, slots=True)
class Game:
    """A game from its opening to now. Every method returns a new value."""

    rules: RuleSet
    opens: Side | None
    """Who opens; none while that is being cast for."""
    position: Position
    opening: tuple[Throw, ...] = ()
    """The casts for the opening: Jade's, Cinnabar's, and again while they were equal."""
    played: tuple[Played, ...] = ()
    thrown: Throw | None = None
    """The throw in use; none while a cast is due and after the end."""
    owed: tuple[Throw, ...] = ()
    """Throws taken back, the next one to come first."""

    @classmethod
    def begin(cls, rules: RuleSet, opens: Side | None) -> "Game":
        """A new game; with no side to open it the opening is cast for, or drawn."""
        return cls(rules, opens, start(rules, opens or Side.JADE))

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended; none while it goes on."""
        return outcome(self.position)

    @property
    def cast_due(self) -> bool:
        """Whether the next thing to happen is a throw."""
        return self.opens is not None and self.thrown is None and self.outcome is None

    @property
    def opener(self) -> Side:
        """The side that casts for the opening next."""
        return Side.JADE if len(self.opening) % 2 == 0 else Side.CINNABAR

    def cast_for_opening(self, thrown: Throw) -> "Game":
        """The game after a cast for the opening, or after the lot that decides it.

        Raises:
            OutOfTurnError: it is decided, or the number of casts or lots is not right.
        """
        if self.opens is not None:
            raise OutOfTurnError("opening: it is decided who opens")
        self._check_size(thrown, casts=1, lots=self.opening_lots)
        opening = (*self.opening, thrown)
        opens = _opens(self.rules, opening)
        return replace(
            self,
            opening=opening,
            opens=opens,
            position=start(self.rules, opens or Side.JADE),
        )

    @property
    def opening_lots(self) -> int:
        """How many lots are thrown for the opening: those of a cast, or the one that decides."""
        return 1 if self.rules.opening == "lot" else self.rules.lots

    def cast(self, thrown: Throw) -> "Game":
        """The game after a throw.

        Raises:
            OutOfTurnError: no cast is due, or the number of casts or lots is not the rule set's.
        """
        if not self.cast_due:
            raise OutOfTurnError(f"throw {len(self.played) + 1}: no cast is due")
        self._check_size(thrown, self.rules.casts, self.rules.lots)
        position = throw(self.position, *thrown.values(self.rules))
        return replace(self, position=position, thrown=thrown)

    def play(self, step: Step) -> "Game":
        """The game after a step; an owed throw follows by itself.

        Raises:
            OutOfTurnError: no throw is there to be used.
            IllegalMoveError: the rules forbid the step.
        """
        if self.thrown is None:
            raise OutOfTurnError(f"step {len(self.played) + 1}: no throw to be used")
        after = apply(self.position, step)
        played = (*self.played, Played(self.position, self.thrown, step))
        game = replace(self, position=after, played=played)
        if after.left:
            return game
        game = replace(game, thrown=None)
        if game.owed and game.cast_due:
            return replace(game, owed=game.owed[1:]).cast(game.owed[0])
        return game

    def take_back(self) -> "Game":
        """The game before its last step: the position and the throw come back together.

        Raises:
            OutOfTurnError: nothing has been played.
        """
        if not self.played:
            raise OutOfTurnError("take back: nothing has been played")
        last = self.played[-1]
        owed = self.owed
        if self.thrown is not None and self.thrown is not last.throw:
            owed = (self.thrown, *owed)
        return replace(
            self, position=last.before, played=self.played[:-1], thrown=last.throw, owed=owed
        )

    def withdraw(self) -> "Game":
        """The game without the throw that the players entered wrongly and have not yet used.

        Raises:
            OutOfTurnError: there is no such throw.
        """
        if not self.can_withdraw:
            raise OutOfTurnError("withdraw: no entered throw that is still whole")
        if self.thrown is None:
            return replace(Game.begin(self.rules, None), opening=self.opening[:-1])
        return replace(self, position=replace(self.position, left=()), thrown=None)

    @property
    def can_withdraw(self) -> bool:
        """Whether the throw that lies there was entered by the players and is still whole."""
        if self.thrown is not None:
            return self.thrown.real and len(self.position.left) == self.rules.casts
        return bool(self.opening) and self.opening[-1].real and not self.played

    @property
    def can_take_back(self) -> bool:
        """Whether there is anything to take back."""
        return bool(self.played) or self.can_withdraw

    @property
    def begun(self) -> bool:
        """Whether anything has been thrown."""
        return bool(self.opening or self.played) or self.thrown is not None

    def _check_size(self, thrown: Throw, casts: int, lots: int) -> None:
        sizes = tuple(len(cast) for cast in thrown.casts)
        if sizes != (lots,) * casts:
            raise OutOfTurnError(
                f"a throw of {sizes} lots: {self.rules.name} throws {casts} times {lots}"
            )


def _opens(rules: RuleSet, opening: tuple[Throw, ...]) -> Side | None:
    """Who opens after these casts; none while each side has not cast, or they are equal."""
    if rules.opening == "lot":
        return Side.JADE if opening[-1].casts[0][0] else Side.CINNABAR
    if len(opening) % 2:
        return None
    jade, cinnabar = (sum(thrown.casts[0]) for thrown in opening[-2:])
    if jade == cinnabar:
        return None
    return Side.JADE if jade > cinnabar else Side.CINNABAR
