"""Every text of the session, and the words for what happened. Short: the display is small.

``SAMPLES`` has one of each, so that a test can see that every font has every letter.
"""

from dataclasses import dataclass
from typing import Final

from puluc.rules.moves import legal_moves
from puluc.rules.outcome import Outcome
from puluc.rules.position import Pile, Position
from puluc.rules.presses import refusal as rule_refusal
from puluc.rules.report import Report, report
from puluc.rules.steps import Forfeit, Move
from puluc.rules.units import Place, Side, Space, side_of
from puluc.session.events import Part
from puluc.session.frame import Brightness
from puluc.session.game import Game, Played
from puluc.session.phases import CastDue, Choosing, NoMove, Over
from puluc.session.state import State

GO_ON: Final = "go on"
CHECK: Final = "check the pieces"
MOVES: Final = "list of moves"
NEW_GAME: Final = "new game"
SHUT_DOWN: Final = "shut down"
YES: Final = "yes, {question}"
NO: Final = "no"
MORE: Final = "more"
BACK: Final = "back"
EARLIER: Final = "earlier"
MENU: Final = "Menu"
MOVES_TITLE: Final = "Moves"
WHICH: Final = "Which move?"
NOTHING_PLAYED: Final = "nothing played yet"
NOTHING_TO_TAKE_BACK: Final = "nothing to take back"
NO_MOVE: Final = "No move: press any space"
NEW_GAME_BEGINS: Final = "A new game"
RESTARTED: Final = "Restarted"
CAST_WITHDRAWN: Final = "cast taken back"
GO_ON_HEADLINE: Final = "Go on?"
GO_ON_HOW: Final = ("any lit space: yes", "menu: check the pieces")
GOODBYE: Final = "Goodbye"
SAVED: Final = "the game is kept"
HANDS: Final = "In hand"
SHAKE: Final = "shake"
HOW_TO_CAST: Final = "Shake the tray, or hold any space"
SHAKE_FIRST: Final = "first shake, or hold a space"
ONE_MOMENT: Final = "the game is over"
NOT_LIT: Final = "press a lit space"
BESIDE: Final = "space {space}: not on the track"

_NAMES: Final = {Side.JADE: "Jade", Side.CINNABAR: "Cinnabar"}
_BRIGHTNESS: Final = {
    Brightness.HIGH: "brightness: high",
    Brightness.MEDIUM: "brightness: medium",
    Brightness.LOW: "brightness: low",
}
_FAULTS: Final = {Part.JOURNAL: "not saved", Part.TRAY: "hold any space to cast"}


@dataclass(frozen=True, slots=True)
class Told:
    """A step in words."""

    text: str
    kills: int


def name(side: Side) -> str:
    """A side's name."""
    return _NAMES[side]


def told(played: Played) -> Told:
    """What a step did: ``Jade 4 to 7, takes 2``."""
    side = name(played.before.side)
    if isinstance(played.step, Forfeit):
        return Told(f"{side} loses the cast", 0)
    done = report(played.before, played.step)
    return Told(", ".join((f"{side} {move(played.step)}", *_consequences(done))), done.kills)


def played(step: Played) -> str:
    """A step as a line of the list of moves: ``C 10 to 7, takes 2``."""
    text = told(step).text
    side = step.before.side
    return side.value + text.removeprefix(name(side))


def move(step: Move) -> str:
    """A move without its consequences: ``4 to 7``, ``enters at 1``, ``9 off``."""
    if isinstance(step.source, Place):
        return f"enters at {step.target}"
    if isinstance(step.target, Place):
        return f"{step.source} {step.target.value}"
    return f"{step.source} to {step.target}"


def _consequences(done: Report) -> list[str]:
    counted = (
        ("takes", done.captured),
        ("kills", done.kills),
        ("joined by", done.joined),
    )
    said = [f"{verb} {count}" for verb, count in counted if count]
    if done.returned:
        said.append(f"{done.returned} home")
    if done.burned:
        said.append(f"{done.burned} burned")
    return said


def due(state: State) -> str:
    """What happened last, and that a cast is due."""
    if any(part is Part.TRAY for part, _ in state.faults):
        return state.words  # the notice says how to cast now
    return f"{state.words}: {SHAKE}" if state.words else SHAKE.capitalize()


def cast_headline(game: Game) -> str:
    """Whose cast it is and what it is worth: ``Jade 3``."""
    values = " ".join(str(value) for value in game.position.left)
    return f"{name(game.position.side)} {values}"


def choosing(state: State, pressed: tuple[Space, ...]) -> str:
    """What to press."""
    if pressed:
        return f"{pressed[-1]}: where to?"
    if state.words:
        return state.words
    only = legal_moves(state.game.position)
    return move(only[0]).capitalize() if len(only) == 1 else "Press a lit space"


def over_headline(winner: Side | None) -> str:
    """The end, large."""
    return "A draw" if winner is None else f"{name(winner)} won"


def over(state: State, outcome: Outcome) -> str:
    """How the game ended."""
    casts = state.game.position.casts
    if outcome.winner is None:
        return f"After {casts} casts. Press for a new game"
    kills = state.game.position.kills[outcome.winner.index]
    return f"{kills} killed, {casts} casts. Press: new game"


def result(outcome: Outcome) -> str:
    """A result as the journal has it: ``J``, ``C`` or ``draw``."""
    return "draw" if outcome.winner is None else outcome.winner.value


def refusal(state: State, space: Space) -> str:
    """Why a press of a space of the board is refused now."""
    match state.phase:
        case CastDue():
            return SHAKE_FIRST
        case Over():
            return ONE_MOMENT
        case Choosing(pressed=()) | NoMove():
            track = state.track_space(space)
            if track is None:
                return BESIDE.format(space=space)
            return str(rule_refusal(state.game.position, track))
        case _:
            return NOT_LIT


def notice(state: State) -> str:
    """What is wrong with the board: the first fault, and how many more there are."""
    faults = [
        _FAULTS.get(part, reason) for part, reason in state.faults if part is not Part.DISPLAY
    ]
    stuck = [f"space {space}: button stuck" for space in sorted(state.keys.stuck)]
    told = list(dict.fromkeys((*faults, *stuck)))
    more = f" +{len(told) - 1}" if len(told) > 1 else ""
    return f"{told[0]}{more}" if told else ""


def pile(piles: tuple[Pile, ...]) -> str:
    """What stands on a space, from the top: ``Jade over 2 Cinnabar``."""
    return "; ".join(_one_pile(each) for each in piles) or "empty"


def _one_pile(each: Pile) -> str:
    runs: list[tuple[Side, int]] = []
    for owner in reversed(each.warriors):
        side = side_of(owner)
        if runs and runs[-1][0] is side:
            runs[-1] = (side, runs[-1][1] + 1)
        else:
            runs.append((side, 1))
    return " over ".join(name(side) if n == 1 else f"{n} {name(side)}" for side, n in runs)


def hands(position: Position) -> tuple[str, str]:
    """The warriors in hand, for the piece check."""
    jade = sum(position.hand[0::2])
    cinnabar = sum(position.hand[1::2])
    return f"{name(Side.JADE)} {jade}", f"{name(Side.CINNABAR)} {cinnabar}"


def press_to_go_on(key: Space) -> str:
    """What a press does in the piece check."""
    return f"press {key}: next"


def enter_lots(side: Side) -> str:
    """Asks for the players' own lots."""
    return f"{name(side)}: your lots?"


def ask(question: str) -> str:
    """Asks before something is lost: ``New game?``."""
    return f"{question.capitalize()}?"


def can_withdraw(game: Game) -> bool:
    """Whether the cast that lies there was entered by the players and is still whole."""
    thrown = game.thrown
    return thrown is not None and thrown.real and len(game.position.left) == game.rules.casts


def can_take_back(game: Game) -> bool:
    """Whether there is anything to take back."""
    return bool(game.played) or can_withdraw(game)


def was_move(step: Played) -> bool:
    """Whether a step was a move, not a forfeit."""
    return isinstance(step.step, Move)


def take_back(game: Game) -> str:
    """The menu's line: what would be taken back."""
    if can_withdraw(game):
        return "take the cast back"
    if not game.played:
        return NOTHING_TO_TAKE_BACK
    last = game.played[-1]
    what = "forfeit" if isinstance(last.step, Forfeit) else move(last.step)
    return f"take back {last.before.side.value} {what}"


def taken_back(last: Played) -> str:
    """What has been taken back."""
    what = "forfeit" if isinstance(last.step, Forfeit) else move(last.step)
    return f"Back: {name(last.before.side)} {what}"


def brightness(level: Brightness) -> str:
    """The menu's line for the display's brightness."""
    return _BRIGHTNESS[level]


def real_lots(on: bool) -> str:
    """The menu's line for who throws the lots."""
    return f"your own lots: {'yes' if on else 'no'}"
