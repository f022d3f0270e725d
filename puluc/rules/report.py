"""What a step does, in numbers, for the words on the screen."""

from dataclasses import dataclass

from puluc.rules.effects import effect
from puluc.rules.moves import apply
from puluc.rules.outcome import Outcome, outcome
from puluc.rules.position import Position
from puluc.rules.seats import following
from puluc.rules.steps import Forfeit, Move, Step
from puluc.rules.units import Place, Player


@dataclass(frozen=True, slots=True)
class Report:
    """What a step has done. The numbers count warriors, 0 where nothing of the kind happened."""

    step: Step
    player: Player
    """Whose turn it was (with ``help_partners`` not always whose warrior has moved)."""
    deployed: bool = False
    """Whether a warrior has come from hand."""
    captured: int = 0
    """Warriors in the enemy's pile that was landed on; all of several piles, where they share."""
    rescued: int = 0
    """Own warriors that came to hand at once from the pile captured (``rescue = home``)."""
    left_behind: int = 0
    """Warriors that stayed where the pile stood (``rescue = release``)."""
    turned: bool = False
    """Whether the pile has turned at the far end (``course = round``)."""
    carried_off: bool = False
    """Whether the pile has left the track."""
    kills: int = 0
    """Enemies dead for it, each one a kill."""
    joined: int = 0
    """Enemies carried off into the own hand (``prisoners = join``)."""
    returned: int = 0
    """Own warriors back in hand from the pile carried off."""
    retired: int = 0
    """Own warriors out of the game with it (``captors = retire``)."""
    burned: int = 0
    """Warriors dead in the fire, nobody's kill."""
    skipped: tuple[Player, ...] = ()
    """Players without a free warrior whose turn is passed over next (``win = no_free``)."""
    outcome: Outcome | None = None
    """How the game has ended with it, if it has."""

    @property
    def forfeited(self) -> bool:
        """Whether the casts left were lost."""
        return isinstance(self.step, Forfeit)


def report(position: Position, step: Step) -> Report:
    """What a step does in a position.

    Raises:
        IllegalMoveError: the step is not legal.
    """
    then = apply(position, step)
    ended = outcome(then)
    after = following(position)
    skipped = () if ended or then.left else after[: after.index(then.turn)]
    if not isinstance(step, Move):
        return Report(step, position.turn, skipped=skipped, outcome=ended)
    done = effect(position, step)
    ledger = done.ledger
    exits = position.rules.capture_exits and done.captured > 0
    return Report(
        step,
        position.turn,
        deployed=step.source is Place.HAND,
        captured=done.captured,
        rescued=ledger.rescued,
        left_behind=done.left_behind,
        turned=done.turned,
        carried_off=isinstance(step.target, Place) or exits,
        kills=ledger.killed,
        joined=ledger.joined,
        returned=ledger.returned,
        retired=ledger.retired,
        burned=ledger.burned,
        skipped=skipped,
        outcome=ended,
    )
