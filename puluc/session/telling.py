"""Steps in words: what a move is, what it did, what of it is taken back."""

from dataclasses import dataclass
from typing import Final

from puluc.rules.notation import short_names
from puluc.rules.position import Position
from puluc.rules.report import Report, report
from puluc.rules.steps import Forfeit, Move
from puluc.rules.units import Place
from puluc.session.game import Played
from puluc.session.labels import Labels
from puluc.session.state import State

NOTHING_TO_TAKE_BACK: Final = "nothing to take back"


@dataclass(frozen=True, slots=True)
class Told:
    """A step in words."""

    text: str
    kills: int


def told(played: Played, labels: Labels) -> Told:
    """What a step did: ``Jade 4 to 7, takes 2``. Spaces are the board's."""
    position = played.before
    player = labels.player(position.rules, position.turn)
    done = report(position, played.step)
    skipped = [f"{labels.player(position.rules, each)} is passed over" for each in done.skipped]
    if isinstance(played.step, Forfeit):
        return Told(", ".join((f"{player} loses the cast", *skipped)), 0)
    moved = f"{player} {helped(played.step, position, labels)}{move(played.step, labels)}"
    return Told(", ".join((moved, *_consequences(done), *skipped)), done.kills)


def helped(step: Move, position: Position, labels: Labels) -> str:
    """Whose warrior it is, where it is a partner's: ``for J3: ``."""
    if step.player == position.turn:
        return ""
    return f"for {labels.player(position.rules, step.player)}: "


def played(step: Played, labels: Labels) -> str:
    """A step as a line of the list of moves: ``C 10 to 7, takes 2``."""
    text = told(step, labels).text
    position = step.before
    player = labels.player(position.rules, position.turn)
    short = short_names(position.rules)[position.turn]
    return short + text.removeprefix(player)


def move(step: Move, labels: Labels) -> str:
    """A move without its consequences: ``4 to 7``, ``enters at 1``, ``9 off``."""
    source, target = (
        end.value if isinstance(end, Place) else str(labels.space(end))
        for end in (step.source, step.target)
    )
    if step.source is Place.HAND:
        return f"enters at {target}"
    return f"{source} {target}" if isinstance(step.target, Place) else f"{source} to {target}"


def move_to_choose(step: Move, position: Position, labels: Labels) -> str:
    """A move as a line to choose, with its cast and its player where those may differ."""
    cast = f"{step.cast}: " if len(set(position.left)) > 1 else ""
    return f"{cast}{helped(step, position, labels)}{move(step, labels)}"


def _consequences(done: Report) -> list[str]:
    counted = (
        ("takes", done.captured),
        ("kills", done.kills),
        ("joined by", done.joined),
    )
    said = [f"{verb} {count}" for verb, count in counted if count]
    happened = (
        (done.returned + done.rescued, "home"),
        (done.retired, "out"),
        (done.left_behind, "stay"),
        (done.burned, "burned"),
    )
    said += [f"{count} {what}" for count, what in happened if count]
    return [*said, "turns"] if done.turned else said


def was_move(step: Played) -> bool:
    """Whether a step was a move, not a forfeit."""
    return isinstance(step.step, Move)


def take_back(state: State) -> str:
    """The menu's line: what would be taken back."""
    game = state.game
    if game.can_withdraw:
        return "take the cast back"
    if not game.played:
        return NOTHING_TO_TAKE_BACK
    last = game.played[-state.steps_back]
    return f"take back {short_names(game.rules)[last.before.turn]} {_step(last, state)}"


def taken_back(last: Played, state: State) -> str:
    """What has been taken back."""
    position = last.before
    return f"Back: {state.labels.player(position.rules, position.turn)} {_step(last, state)}"


def _step(played: Played, state: State) -> str:
    if isinstance(played.step, Forfeit):
        return "forfeit"
    return helped(played.step, played.before, state.labels) + move(played.step, state.labels)
