"""The texts of the session. Short: the display is small."""

import textwrap
from itertools import groupby
from typing import Final

from puluc.opponent.levels import Level
from puluc.rules.contests import Contest, Finished
from puluc.rules.moves import legal_moves
from puluc.rules.outcome import Outcome
from puluc.rules.position import Pile, Position
from puluc.rules.presets import PRESETS
from puluc.rules.presses import refusal as rule_refusal
from puluc.rules.ruleset import RuleSet
from puluc.rules.seats import name_of
from puluc.rules.steps import Move
from puluc.rules.units import Player, Side, Space
from puluc.session import telling
from puluc.session.events import Part
from puluc.session.frame import Brightness
from puluc.session.game import Game
from puluc.session.labels import Labels
from puluc.session.phases import CastDue, Choosing, NoMove, Opening, Over, Thinking, Told
from puluc.session.state import State

GO_ON: Final = "go on"
CHECK: Final = "check the pieces"
MOVES: Final = "list of moves"
NEW_GAME: Final = "new game"
SELF_TEST: Final = "self-test"
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
NO_MOVE: Final = "No move: press any space"
LINE: Final = 24
"""Letters on a line of a message."""
NEW_GAME_BEGINS: Final = "A new game"
MORE_MARKED_BEGINS: Final = "More marked sides begins"
WHO_BEGINS: Final = "Who begins?"
RULES: Final = "Rules"
PRESS_LIT: Final = "Press a lit space"
RESTARTED: Final = "Restarted"
CAST_WITHDRAWN: Final = "cast taken back"
GO_ON_HEADLINE: Final = "Go on?"
GO_ON_HOW: Final = ("any lit space: yes", "menu, both ends: check")
GOODBYE: Final = "Goodbye"
SAVED: Final = "the game is kept"
HANDS: Final = "In hand"
SHAKE: Final = "shake"
ENTER: Final = "your lots?"
HOLD_ANY: Final = "hold any space to cast"
HOLD_ANOTHER: Final = "hold another space to cast"
LOTS_FIRST: Final = "a lit space enters your lots"
USE_THE_LIST: Final = "Menu: list of moves"
MOVES_SO_FAR: Final = "moves so far"
SHAKE_FIRST: Final = "first shake, or hold a space"
ONE_MOMENT: Final = "the game is over"
NOT_LIT: Final = "press a lit space"
NEW_MATCH: Final = "new match"
CANT_PLAY: Final = "No game"
HELP: Final = "For a partner: press a lit space"
LIT_ONLY: Final = "Not lit"
BOARD_CASTS: Final = "The board casts"
BOARD_THINKS: Final = "The board thinks"
STUMPED: Final = "The board can't think. Move for it"
HINT: Final = "hint"
HINTING: Final = "Looking for the best move"
NO_HINT: Final = "No hint was found"
WHO_PLAYS: Final = "who plays"
PEOPLE: Final = "people"
ODDS_HEADLINE: Final = "Odds"
BESIDE: Final = "space {space}: not on the track"

_BRIGHTNESS: Final = {
    Brightness.HIGH: "brightness: high",
    Brightness.MEDIUM: "brightness: medium",
    Brightness.LOW: "brightness: low",
}


def name(side: Side) -> str:
    """A side's name."""
    return side.title


def turn(state: State) -> str:
    """Whose turn it is."""
    position = state.game.position
    return state.labels.player(position.rules, position.turn)


def due(state: State) -> str:
    """What happened last, and that a cast is due."""
    if notice(state).startswith(how_to_hold(state)):
        return state.words  # the notice says how to cast now
    if state.is_own_cast:
        return state.words or BOARD_CASTS
    ask = SHAKE if state.board_casts else ENTER
    return f"{state.words}: {ask}" if state.words else ask.capitalize()


def how_to_cast(state: State) -> str:
    """For players who have let a while pass: both ways of casting."""
    return f"Shake, or {how_to_hold(state)}"


def how_to_hold(state: State) -> str:
    """How to cast without the tray; the space just pressed would take the move back."""
    return HOLD_ANY if state.keys.last is None else HOLD_ANOTHER


def no_move(state: State) -> str:
    """That nothing can move, after what the first of two casts did."""
    return f"{state.words}. {NO_MOVE}" if state.words else NO_MOVE


def so_far(game: Game, labels: Labels) -> str:
    """What the players must know of an opening that is not decided."""
    return opening(game, labels) if game.opens is None and game.opening else ""


def wrapped(text: str) -> tuple[str, ...]:
    """A text on the lines of a message; what four lines can't hold is left out."""
    return tuple(textwrap.wrap(text, LINE, max_lines=4, placeholder="…"))


def opening(game: Game, labels: Labels) -> str:
    """What the casts for the opening came to."""
    last = game.opening[-1].casts[0]
    if game.opens is not None:
        return f"{labels.player(game.rules, game.position.turn)} begins"
    if len(game.opening) % 2:
        return f"{name(Side.JADE)} has {sum(last)} marked"
    return f"Both have {sum(last)} marked, again"


def begins(contest: Contest) -> str:
    """What a new game is."""
    if contest.is_match:
        return f"Game {contest.number} of {contest.name}"
    high = contest.rules.opening == "high_cast"
    return MORE_MARKED_BEGINS if high else NEW_GAME_BEGINS


def cast_headline(state: State) -> str:
    """Whose cast it is and what is to be used of it: ``Jade 3``, ``J2 3 5``."""
    values = " ".join(str(value) for value in state.game.position.left)
    return f"{turn(state)} {values}"


def choosing(state: State, pressed: tuple[Space, ...]) -> str:
    """What to press."""
    if pressed:
        return f"{pressed[-1]}: where to?"
    moves = legal_moves(state.game.position)
    if any(state.keys.stuck.issuperset(state.spots(each)) for each in moves):
        return USE_THE_LIST
    if state.words:
        return state.words
    if len(moves) != 1:
        helped = all(each.player != state.game.position.turn for each in moves)
        return HELP if helped else PRESS_LIT
    text = _whole_move(state, moves[0])
    return text[0].upper() + text[1:]


def _whole_move(state: State, move: Move) -> str:
    helped = telling.helped(move, state.game.position, state.labels)
    return helped + telling.move(move, state.labels)


def told_move(state: State, move: Move, keys: tuple[Space, ...]) -> str:
    """The board's move, and what people do with it; after what the first of two casts did."""
    if not keys:
        return USE_THE_LIST
    text = f"{_whole_move(state, move)}: move it, press {keys[-1]}"
    return f"{state.words}. {text}" if state.words else text[0].upper() + text[1:]


def hint(state: State, move: Move) -> str:
    """The best move."""
    return f"Best: {_whole_move(state, move)}"


def odds(state: State) -> str:
    """The odds in short, for one side: ``J 63 %``; ``~`` where they are judged, not known.

    Where the game has a cap that they leave out it says so: ``J ~63 %, no cap``.
    """
    known = state.odds
    if known is None:
        return ""
    percent = round(100 * known.chance)
    if 0 < known.chance < 1:
        percent = min(max(percent, 1), 99)
    about = "" if known.is_exact else "~"
    cap = "" if state.game.rules.cap is None else ", no cap"
    return f"{known.side.value} {about}{percent} %{cap}"


def left_out(rules: RuleSet) -> str:
    """What odds leave out; nothing where the game has no cap."""
    if rules.cap is None:
        return ""
    drawn = ", by which 1 perfect game in 25 is drawn" if rules == PRESETS["classic"] else ""
    return f"of games without the cap of {rules.cap} casts{drawn}"


def over_headline(winner: Side | None) -> str:
    """The end, large."""
    return "A draw" if winner is None else f"{name(winner)} won"


def over(state: State, outcome: Outcome) -> str:
    """How the game ended, and in a match how that stands."""
    position = state.game.position
    if state.contest.is_match:
        return _match(_with_this(state, outcome))
    if outcome.winner is None:
        return f"After {position.casts} casts. Press for a new game"
    kills = position.kills[outcome.winner.index]
    return f"{kills} killed, {position.casts} casts. Press: new game"


def winner(state: State, outcome: Outcome) -> Side | None:
    """Who has won what ends here: the game, or with its last one the match."""
    contest = _with_this(state, outcome)
    return contest.winner if contest.decided else outcome.winner


def _with_this(state: State, outcome: Outcome) -> Contest:
    """The contest with the game that has ended."""
    return state.contest.with_game(Finished(outcome.winner, state.game.position.kills))


def _match(contest: Contest) -> str:
    """How a match stands, and what a press begins."""
    jade, cinnabar = contest.score
    score = f"{jade}:{cinnabar} {'kills' if contest.wins is None else 'games'}"
    if contest.decided:
        return f"The match, {score}. Press: new match"
    return f"{score}. Press: game {contest.number}"


def result(outcome: Outcome) -> str:
    """A result as the journal has it: ``J``, ``C`` or ``draw``."""
    return "draw" if outcome.winner is None else outcome.winner.value


def refusal(state: State, space: Space) -> str:
    """Why a press of a space of the board is refused now."""
    match state.phase:
        case CastDue() | Opening() if state.is_own_cast:
            return BOARD_CASTS[0].lower() + BOARD_CASTS[1:]
        case Thinking():
            return BOARD_THINKS[0].lower() + BOARD_THINKS[1:]
        case Told(move=move):
            return f"the board plays {_whole_move(state, move)}"
        case CastDue() | Opening():
            return SHAKE_FIRST if state.board_casts else LOTS_FIRST
        case Over():
            return ONE_MOMENT
        case Choosing(pressed=()) | NoMove():
            return _not_a_move(state, space)
        case _:
            return NOT_LIT


def _not_a_move(state: State, space: Space) -> str:
    track = state.track_space(space)
    if track is not None:
        position = state.game.position
        text = str(rule_refusal(position, track)).replace(f"space {track}:", f"space {space}:")
        for each in position.piles_on(track):
            own = state.labels.player(position.rules, each.commander)
            text = text.replace(f"{name_of(position.rules, each.commander)}'s", f"{own}'s")
        return text
    for side in Side:
        if space == state.home_space(side):
            return f"{name(side)}'s home: no move there"
    return BESIDE.format(space=space)


def notice(state: State) -> str:
    """What is wrong with the board: what the players must know first, and how much more."""
    lost = [part for part, _ in state.faults]
    told = ["not saved"] if Part.JOURNAL in lost else []
    if Part.TRAY in lost and state.board_casts:
        told.append(how_to_hold(state))
    told += [f"space {space}: button stuck" for space in sorted(state.keys.stuck)]
    told += [reason for part, reason in state.faults if part is Part.PANEL]
    more = f" +{len(told) - 1}" if len(told) > 1 else ""
    return f"{told[0]}{more}" if told else ""


def pile(position: Position, space: Space, labels: Labels) -> str:
    """What stands on a space, from the top: ``Jade over 2 Cinnabar``."""
    piles = position.piles_on(space)
    return "; ".join(_one_pile(each, position.rules, labels) for each in piles) or "empty"


def _one_pile(each: Pile, rules: RuleSet, labels: Labels) -> str:
    top_down = groupby(reversed(each.warriors))
    runs = [(labels.player(rules, owner), len(list(run))) for owner, run in top_down]
    return " over ".join(owner if count == 1 else f"{count} {owner}" for owner, count in runs)


def hands(position: Position, labels: Labels) -> tuple[str, str]:
    """The warriors in hand, for the piece check: a line for each side."""
    rules = position.rules
    told = [
        f"{labels.player(rules, Player(seat))} {count}" for seat, count in enumerate(position.hand)
    ]
    return ", ".join(told[0::2]), ", ".join(told[1::2])


def press_to_go_on(key: Space) -> str:
    """What a press does in the piece check."""
    return f"press {key}: next"


def enter_lots(state: State) -> str:
    """Asks for the players' own lots; a fault is told with it, since nothing else shows it then."""
    return f"{_whose_lots(state)} {notice(state) or ENTER}"


def _whose_lots(state: State) -> str:
    match state.phase:
        case Opening():
            return f"{name(state.game.opener)}:"
        case CastDue(entered=entered) if entered:
            return f"{turn(state)}, second cast:"
        case _:
            return f"{turn(state)}:"


def ask(question: str) -> str:
    """Asks before something is lost: ``New game?``."""
    return f"{question.capitalize()}?"


def rules(name: str) -> str:
    """The menu's line for what is played."""
    return f"rules: {name}"


def play_by(name: str) -> str:
    """The line that begins a game by rules that have been chosen."""
    return f"play {name}"


def option(field: str, value: str) -> str:
    """A rule set's option as a line: ``far exit: past``."""
    return f"{field.replace('_', ' ')}: {value.replace('_', ' ')}"


def plays(side: Side, level: Level | None) -> str:
    """The line for who plays a side: ``Cinnabar: Clever``."""
    return f"{name(side)}: {player(level)}"


def player(level: Level | None) -> str:
    """People, or the board at a level."""
    return PEOPLE if level is None else level.title


def shaken(by_people: bool) -> str:
    """The line for who casts for the board."""
    return f"its casts: {'you shake' if by_people else 'by itself'}"


def tells_odds(on: bool) -> str:
    """The menu's line for the odds after each move."""
    return f"odds: {'yes' if on else 'no'}"


def brightness(level: Brightness) -> str:
    """The menu's line for the display's brightness."""
    return _BRIGHTNESS[level]


def sound(on: bool) -> str:
    """The menu's line for the buzzer."""
    return f"sound: {'on' if on else 'off'}"


def real_lots(on: bool) -> str:
    """The menu's line for who throws the lots."""
    return f"your own lots: {'yes' if on else 'no'}"
