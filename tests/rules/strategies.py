"""Hypothesis strategies for the rules: rule sets, games played at random, placed positions."""

from dataclasses import dataclass
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from puluc.rules.errors import RuleSetError
from puluc.rules.moves import FORFEIT, Step, after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.position import Pile, Position, start, throw
from puluc.rules.presets import PRESETS, rule_set
from puluc.rules.ruleset import CHOICES, RuleSet
from puluc.rules.units import CastValue, Player, Side


@dataclass(frozen=True)
class Game:
    """A game played at random for some steps."""

    positions: tuple[Position, ...]
    """The position before each step, its casts thrown."""
    steps: tuple[Step, ...]
    last: Position
    """The position after the last step; the game may have ended with it."""

    @property
    def rules(self) -> RuleSet:
        return self.last.rules


presets = st.sampled_from(sorted(PRESETS)).map(rule_set)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any set that makes a game; tracks are kept short, so that the sides soon meet."""
    fields: dict[str, Any] = {field: draw(st.sampled_from(some)) for field, some in CHOICES.items()}
    track = draw(st.integers(5, 14))
    highest = min(5, track - 1)
    scores = draw(st.lists(st.integers(0, highest), min_size=2, max_size=5))
    fields["scores"] = (1, *scores) if draw(st.booleans()) else tuple(scores)
    if fields["course"] == "round" or fields["laden"] == "homeward":
        fields["home_exit"] = draw(st.sampled_from(["past", "exact"]))
    else:
        fields["far_exit"] = draw(st.sampled_from(["past", "reach", "exact"]))
    if fields["laden"] in ("outward", "by_fire"):
        fields["far_exit"] = draw(st.sampled_from(["past", "reach", "exact"]))
    if fields["laden"] == "by_fire" or draw(st.integers(0, 4)) == 0:
        begins = draw(st.integers(1, track))
        fields["fire"] = tuple(range(begins, draw(st.integers(begins, min(track, begins + 2))) + 1))
    if fields["win"] in ("kills", "most_kills"):
        fields["prisoners"] = "die"
    if fields["win"] == "all_off":
        fields |= {"captors": "retire", "home_exit": "closed", "capture_exits": False}
        fields |= {"course": "outward", "laden": draw(st.sampled_from(["same", "outward"]))}
    if fields["one_free"]:
        fields["rescue"] = draw(st.sampled_from(["keep", "home"]))
    seats = draw(st.sampled_from([2, 2, 2, 4, 6]))
    warriors = draw(st.integers(1, 6))
    fields["kills_to_win"] = draw(st.integers(1, warriors * seats // 2))
    cap = draw(st.none() | st.integers(1, 400))
    try:
        return RuleSet(track=track, warriors=warriors, seats=seats, cap=cap, **fields)
    except RuleSetError:
        assume(False)
        raise


any_rules = presets | rule_sets()


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = any_rules, most: int = 120) -> Game:
    """A game played at random from its start, for some casts or to its end."""
    game_rules = draw(rules)
    choices = draw(st.randoms(use_true_random=False))
    position = start(game_rules, draw(st.sampled_from(Side)))
    positions, steps = [], []
    for _ in range(draw(st.integers(1, most))):
        if outcome(position):
            break
        if not position.left:
            position = throw(position, *choices.choices(game_rules.scores, k=game_rules.casts))
        step = choices.choice(legal_moves(position) or (FORFEIT,))
        positions.append(position)
        steps.append(step)
        position = after(position, step)
    return Game(tuple(positions), tuple(steps), position)


@st.composite
def placed(draw: st.DrawFn) -> Position:
    """A classic position with its warriors put anywhere, a cast thrown; nobody has won."""
    rules = rule_set("classic", track=draw(st.sampled_from([9, 11])))
    army = rules.warriors
    places: list[list[Player]] = [[] for _ in range(rules.track)]
    hand, dead = [0, 0], [0, 0]
    for warrior in draw(st.permutations([Player(0), Player(1)] * army)):
        place = draw(st.integers(-2, rules.track - 1))
        if place >= 0:
            places[place].append(warrior)
        elif place == -1 or dead[warrior] == army - 1:
            hand[warrior] += 1
        else:
            dead[warrior] += 1
    return Position(
        rules=rules,
        track=tuple((Pile(tuple(pile)),) if pile else () for pile in places),
        hand=(hand[0], hand[1]),
        fresh=(draw(st.integers(0, hand[0])), draw(st.integers(0, hand[1]))),
        dead=(dead[0], dead[1]),
        out=(0, 0),
        kills=(dead[1], dead[0]),
        turn=draw(st.sampled_from([Player(0), Player(1)])),
        left=(CastValue(draw(st.integers(1, 5))),),
        casts=draw(st.integers(0, 239)),
    )
