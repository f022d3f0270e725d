"""A rule set in sentences, for people at a table: what matters in it, each thing once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from puluc.rules import courses
from puluc.rules.ruleset import RuleSet
from puluc.rules.seats import order
from puluc.rules.seen import (
    helps,
    laden_turns,
    leaves_far,
    leaves_home,
    seen,
)
from puluc.rules.units import Player, Side, player_name

_NUMBERS = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
_FREE = "free warrior (one in hand, or on top of a pile)"
_STRAIGHT_BACK = {
    "never": ", never back",
    "capture": ", or back towards its own, but only to capture",
    "free": ", or back towards its own, as you like",
}
"""How a pile that always heads outward may also be moved."""


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences that belong together."""

    title: str
    sentences: tuple[str, ...]


def sections(rules: RuleSet) -> tuple[Section, ...]:
    """All that players need to know of a rule set, in the order in which they meet it."""
    told = {
        "The table": _table(rules),
        "A turn": _turn(rules),
        "Moving": _moving(rules),
        "Capturing": _capturing(rules),
        "Leaving the track": _leaving(rules),
        "The end": _end(rules),
    }
    return tuple(Section(title, tuple(sentences)) for title, sentences in told.items())


def number(count: int) -> str:
    """A number in words, up to twelve."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: ``a, b and c``."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def _table(rules: RuleSet) -> Iterator[str]:
    """Who plays, on what, and who opens."""
    began = f"has {_counted(rules.warriors, 'warrior')}, all in hand at first"
    if rules.seats == 2:
        yield f"Two play, Jade and Cinnabar. Each {began}."
    else:
        teams = " and ".join(f"{side.title} ({_players(rules, side)})" for side in Side)
        count = number(rules.seats).capitalize()
        yield f"{count} play in two teams, {teams}. Each player {began}."
        yield f"{_seating(rules)}."
    last = rules.track
    yield f"The track has {last} spaces, 1 next to Jade's home and {last} next to Cinnabar's."
    side = _side(rules)
    match rules.opening:
        case "alternate":
            yield "Jade opens the first game, Cinnabar the next, and so on."
        case "high_cast":
            yield f"Each {side} casts once. More marked sides open; equal casts are repeated."
        case "lot":
            yield f"The {side} that opens is drawn by lot."
        case _:
            assert_never(rules.opening)


def _turn(rules: RuleSet) -> Iterator[str]:
    """The casts, and what may be done with them."""
    lots = "lot" if rules.lots == 1 else f"{number(rules.lots)} lots"
    twice = " twice" if rules.casts == 2 else ""
    yield f"Throw the {lots}{twice}. {_scores(rules)}."
    nothing = " A cast of 0 is forfeited." if 0 in rules.scores else ""
    if rules.casts == 1:
        yield (
            "Use the whole cast for one move: deploy a warrior, or advance a pile. If you can, "
            f"you must; if you can't, the cast is forfeited.{nothing}"
        )
    else:
        yield (
            "Use both casts, in either order, each whole for one move: deploy a warrior, or "
            "advance a pile. What you can use you must; a cast of no use before the other is "
            f"tried again after it, and what then remains is forfeited.{nothing}"
        )
    if helps(rules):
        yield (
            "A cast that none of your own warriors can use you must use for a partner's, if any "
            "can; you choose whose, and whether to deploy or advance."
        )
    yield from _deploying(rules)


def _deploying(rules: RuleSet) -> Iterator[str]:
    """Where warriors enter, and when."""
    if rules.entry == "first":
        yield "Deploy: with any cast, a warrior enters on the space next to your home."
    else:
        text = "Deploy: a warrior enters as many spaces from your home as the cast says"
        if any(courses.entry(rules, cast, fresh=True) is None for cast in rules.values if cast):
            text += "; with a cast that would take it off again it can't"
        yield f"{text}."
    fields = seen(rules)
    if fields.get("reentry") == "first":
        yield (
            "A warrior that has been on the track before enters on the space next to your home, "
            "with any cast. You choose which kind to deploy; where both reach the same space, a "
            "fresh one goes."
        )
    if fields.get("must_deploy"):
        yield "While you can deploy, you may do nothing else."
    if rules.one_free:
        helped = " (nor be helped to)" if helps(rules) else ""
        yield f"Who commands a pile on the track may not deploy{helped}."


def _moving(rules: RuleSet) -> Iterator[str]:
    """How a pile goes, and where it may not end."""
    yield "A pile is one warrior or more; who owns the top one commands and moves it."
    yield from _way(rules)
    if rules.seats == 2 or rules.partners == "block":
        own = f"No pile may end where its own {_side(rules)} commands"
    else:
        own = (
            "No pile may end on another of the same player. Partners' piles may share a space, "
            "side by side, each moving alone"
        )
    yield f"{own}. Anything may be jumped over."
    if rules.fire:
        yield (
            f"The circle of fire is {_spaces(rules.fire)}. A pile that ends a move there burns: "
            "all its warriors are dead, and nobody's kill."
        )


def _way(rules: RuleSet) -> Iterator[str]:
    """The course of a pile, laden or not."""
    laden = seen(rules).get("laden", "same")
    straight = rules.course == "outward" and laden == "same"
    if straight:
        yield f"A pile goes outward, towards the enemy's home{_STRAIGHT_BACK[rules.backstep]}."
        return
    if rules.course == "outward":
        yield "A pile goes outward, towards the enemy's home, until it captures."
    else:
        yield (
            "A pile goes outward, towards the enemy's home, turns on the last space and comes "
            "home. No cast moves it to the space it stands on."
        )
    match laden:
        case "homeward":
            yield "A capture sends the pile homeward."
        case "outward":
            yield "A capture sends the pile outward; while it holds enemies it doesn't turn."
        case "by_fire":
            straight_on = "; heading outward it doesn't turn while it holds enemies"
            yield (
                "A capture before the fire, as seen from your home, sends the pile homeward, one "
                f"beyond it {rules.past_fire}{straight_on if rules.course == 'round' else ''}."
            )
    if rules.backstep != "never":
        where = ", but only to capture" if rules.backstep == "capture" else ""
        turns = (
            " and never turns so; where it would come to one space both ways, it goes on"
            if rules.course == "round"
            else ""
        )
        yield f"It may also go back, against its heading{where}. It keeps its heading{turns}."


def _capturing(rules: RuleSet) -> Iterator[str]:
    """What becomes of piles landed on."""
    yield (
        "Ending on a space that the enemy commands captures the whole pile there, also by "
        "deploying. Warriors in hand are safe."
    )
    share = rules.seats > 2 and rules.partners == "share"
    if share:
        yield "Piles that share the space are all captured."
    if rules.capture_exits:
        yield "A capture carries the pile off the track at once, from where it stands."
        return
    several = "; of several, the one that came first lies lowest" if share else ""
    yield f"The pile that captures is laid on top, its order kept{several}."
    match rules.rescue:
        case "keep":
            yield f"{_own(rules)} warriors in a captured pile stay in it."
        case "home":
            yield f"{_own(rules)} warriors in a captured pile come back to {_hand(rules)} at once."
        case "release":
            yield from _releasing(rules)
        case _:
            assert_never(rules.rescue)


def _releasing(rules: RuleSet) -> Iterator[str]:
    """How own warriors get free again under ``rescue = release``."""
    yield (
        f"{_own(rules)} warriors in a captured pile stay in it at first. Each time the pile moves "
        "or leaves, the topmost of them with an enemy above it stays behind, with all that lies "
        "under it, and commands that; only what was above it goes."
    )
    homeward = " or, if it holds enemies, homeward" if rules.laden == "homeward" else ""
    if rules.course == "round" or laden_turns(rules):
        yield f"What stays behind heads outward{homeward}."


def _leaving(rules: RuleSet) -> Iterator[str]:
    """Where piles leave, and what becomes of their warriors."""
    if leaves_far(rules):
        yield from _leaving_far(rules)
    if leaves_home(rules):
        yield from _leaving_home(rules)
    if rules.prisoners == "die":
        enemies = "Enemies carried off are dead, each one a kill"
    else:
        enemies = "Enemies carried off join the hand of the player who carried them off"
    if rules.captors == "return":
        yield f"{enemies}; {_own(rules).lower()} warriors come back to {_hand(rules)}."
    else:
        yield f"{enemies}; {_own(rules).lower()} warriors in the pile are out of the game."


def _leaving_far(rules: RuleSet) -> Iterator[str]:
    who = "A pile" if rules.course == "outward" else "A pile that doesn't turn"
    leaves = f"{who} leaves at the enemy's home"
    match rules.far_exit:
        case "past":
            yield f"{leaves}, with a cast that takes it there or past."
        case "reach":
            yield (
                f"{leaves}, with a cast that takes it to the last space or past. Taken there "
                "exactly, it captures what the enemy commands on that space, and leaves with it."
            )
        case "exact":
            yield f"{leaves}, with a cast that takes it there exactly; a higher one can't move it."
        case "closed":
            yield f"{who} can't leave at the enemy's home, nor be moved by a cast so high."
        case _:
            assert_never(rules.far_exit)


def _leaving_home(rules: RuleSet) -> Iterator[str]:
    match rules.home_exit:
        case "past":
            yield "A pile leaves at its own home, with a cast that takes it there or past."
        case "exact":
            yield (
                "A pile leaves at its own home, with a cast that takes it there exactly; a "
                "higher one can't move it."
            )
        case "closed":
            yield "A pile can't leave at its own home, nor be moved back by a cast so high."
        case _:
            assert_never(rules.home_exit)


def _end(rules: RuleSet) -> Iterator[str]:
    """How a game ends."""
    side = _side(rules)
    match rules.win:
        case "kills":
            enemies = "enemy" if rules.kills_to_win == 1 else "enemies"
            yield (f"The first {side} to have killed {number(rules.kills_to_win)} {enemies} wins.")
        case "all_off":
            off = _counted(rules.army, "warrior")
            yield f"The first {side} to have taken {off} off the track wins."
        case "no_free":
            yield (
                f"A {side} left without a {_FREE} loses at once. If neither has one, the game is "
                "a draw."
            )
            if rules.seats > 2:
                yield "A player without one is skipped, and no cast is counted."
        case "blocked":
            yield (
                f"A {side} without a {_FREE} when the next player comes to cast loses. If "
                "neither has one, the game is a draw."
            )
        case "most_kills":
            yield (
                f"The game ends when a {side} has no {_FREE}. More kills win, whoever has made "
                "the last move; equal kills are a draw."
            )
        case _:
            assert_never(rules.win)
    if _may_run_out(rules):
        yield "When no warrior is left in a hand or on the track, the game is a draw."
    if rules.cap is not None:
        casts = f"{rules.cap} casts" if rules.cap > 1 else "one cast"
        yield f"After {casts}, forfeits counted, a game that nobody has won is a draw."


def _may_run_out(rules: RuleSet) -> bool:
    """Whether both sides may run out of warriors with nobody having won."""
    if rules.win not in ("kills", "all_off"):
        return False
    return bool(rules.fire) or (rules.captors == "retire" and rules.prisoners == "die")


def _side(rules: RuleSet) -> str:
    return "side" if rules.seats == 2 else "team"


def _own(rules: RuleSet) -> str:
    return "Your own" if rules.seats == 2 else "Your team's"


def _hand(rules: RuleSet) -> str:
    return "hand" if rules.seats == 2 else "their owners' hands"


def _counted(count: int, what: str) -> str:
    return f"{number(count)} {what}{'s' if count != 1 else ''}"


def _players(rules: RuleSet, side: Side) -> str:
    """The players of a side: ``J1 and J2``, ``J1 to J8``."""
    names = [player_name(Player(seat)) for seat in range(side.index, rules.seats, 2)]
    return " and ".join(names) if len(names) == 2 else f"{names[0]} to {names[-1]}"


def _seating(rules: RuleSet) -> str:
    if rules.seating == "by_team":
        return "All of one team take their turns, then all of the other"
    jade, cinnabar = (
        " ".join(map(player_name, order(rules, side)[:4])) + (" ..." if rules.seats > 4 else "")
        for side in Side
    )
    return f"Turns go round the table, {jade}; or {cinnabar} when Cinnabar opens"


def _spaces(spaces: tuple[int, ...]) -> str:
    if len(spaces) == 1:
        return f"space {spaces[0]}"
    return f"spaces {spaces[0]} {'and' if len(spaces) == 2 else 'to'} {spaces[-1]}"


def _scores(rules: RuleSet) -> str:
    """What the numbers of marked sides count, as shortly as they let it be said."""
    odd = [marks for marks, score in enumerate(rules.scores) if score != marks]
    if 2 * len(odd) <= len(rules.scores):
        others = [f"{_marks(rules, marks)} {rules.scores[marks]}" for marks in odd]
        return "; ".join(["Each marked side counts 1", *others])
    first, *rest = enumerate(rules.scores)
    counts = [f"No marked side counts {first[1]}"]
    counts += [f"{number(marks)} {score}" for marks, score in rest]
    return listed(counts)


def _marks(rules: RuleSet, marks: int) -> str:
    if marks == 0:
        return "none counts"
    if marks == 1:
        return "one alone counts" if rules.lots > 1 else "one counts"
    return f"{number(marks)} count"
