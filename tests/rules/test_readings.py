"""Each reading of RULES.md, held by playing it: a test named after each."""

import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puluc.rules.contests import Finished, contest
from puluc.rules.errors import IllegalMoveError, Rule
from puluc.rules.moves import FORFEIT, after, legal_moves
from puluc.rules.outcome import Outcome, Reason, outcome
from puluc.rules.position import Position, start, throw
from puluc.rules.presets import MATCHES, OPTIONS, PRESETS, rule_set
from puluc.rules.readings import FOUND, READINGS, SOURCES, readings_of
from puluc.rules.report import report
from puluc.rules.units import Side
from tests.rules.boards import board, hand, moved, moves, track_of
from tests.rules.strategies import placed

JADE, CINNABAR = Side
ANIMALS = ["ant", "eagle", "scorpion", "army-ants", "fire"]
JAQUES = [name for name in PRESETS if name.startswith("jaques")]


def test_every_reading_has_a_test_named_after_it() -> None:
    """No reading is only said; each name is there once."""
    tests = {name for name in vars(sys.modules[__name__]) if name.startswith("test_reading_")}
    assert tests == {f"test_reading_{reading.name}" for reading in READINGS}
    assert len(tests) == len(READINGS)


def test_every_set_and_match_has_its_source() -> None:
    """The sources are those of the page, and a reading is of the source of its sets."""
    assert set(FOUND) == {*PRESETS, *MATCHES}
    assert {passage.source for passage in FOUND.values()} == set(SOURCES)
    for reading in READINGS:
        assert reading.source in SOURCES
        for name in reading.sets:
            assert FOUND[name].source == reading.source


def test_a_reading_concerns_a_set_while_it_can_be_seen_in_it() -> None:
    """A changed field may settle it; a set of another source may come under it."""
    names = [reading.name for reading in readings_of([rule_set("village")])]
    assert names == [
        "village_one_stick_moves_nothing",
        "village_piles_walk_either_way_and_leave_at_home",
    ]
    assert readings_of([rule_set("village", scores=(5, 1, 2, 3, 4), home_exit="exact")]) == ()
    (reading,) = readings_of([rule_set("kekchi", far_exit="reach", rescue="keep")])
    assert reading.name == "reach_an_overshoot_captures_nothing"
    assert readings_of([rule_set("kekchi", rescue="keep")]) == ()
    animals = [rule_set(name) for name in MATCHES["bul"].games]
    assert len(readings_of(animals)) == 3


def marks(lots: int) -> Counter[int]:
    """How often each number of marked sides comes up in all throws of so many lots."""
    return Counter(map(sum, product((0, 1), repeat=lots)))


@pytest.mark.parametrize(("count", "space"), [(0, 9), (1, 5), (2, 6), (3, 7), (4, 8)])
def test_reading_classic_none_moves_5_and_is_as_rare_as_four(count: int, space: int) -> None:
    """One to four marks move as many spaces and none moves 5; none and four are 1 in 16."""
    rules = rule_set("classic")
    cast = rules.scores[count]
    position = board(rules, "3/J/7", left=str(cast))
    assert track_of(moved(position, f"4-{space}")) == f"{space - 1}/J/{11 - space}"
    assert (marks(4)[0], marks(4)[4], marks(4).total()) == (1, 1, 16)


@given(placed(), st.sampled_from(["first", "count"]))
def test_reading_classic_a_forfeit_needs_an_empty_hand(position: Position, entry: str) -> None:
    """A cast is lost exactly when the side has no hand and commands nothing, entry by count too."""
    by_entry = replace(position, rules=replace(position.rules, entry=entry))
    assert (not legal_moves(by_entry)) == (not by_entry.has_free(by_entry.side))


def test_reading_village_one_stick_moves_nothing() -> None:
    """One marked stick moves nothing and deploys nobody, unless the scores are set otherwise."""
    village = rule_set("village")
    for begins in (start(village), board(village, "3/J/7")):
        position = throw(begins, village.scores[1])
        assert moves(position) == []
        lost = after(position, FORFEIT)
        assert (lost.casts, lost.track) == (begins.casts + 1, begins.track)
    other = rule_set("village", scores=(5, 1, 2, 3, 4))
    assert moves(throw(start(other), other.scores[1])) == ["1:hand-1"]


def test_reading_village_piles_walk_either_way_and_leave_at_home() -> None:
    """Lone or laden a pile leaves at its own home, reached or passed, and never at the enemy's."""
    village = rule_set("village")
    alone = board(village, "1/J/8/J", left="2", dead="JJJ")
    assert moves(alone) == ["2:2-4", "2:2-home", "2:11-9"]
    assert hand(moved(alone, "2-home")) == "J:1,C:5"
    passed = board(village, "1/CJ/9", left="5", dead="JJJJ")
    assert moves(passed) == ["5:2-7", "5:2-home"]
    assert moved(passed, "2-home").kills == (1, 4)
    assert moves(board(village, "9/CJ/1", left="2", dead="JJJJ")) == ["2:10-8"]


@pytest.mark.parametrize("name", ["bell", "bell-round", "bell-homeward"])
def test_reading_bell_the_end_tracks_are_the_houses(name: str) -> None:
    """Nine spaces lie between the houses: one step from a house is on them, the tenth is in one."""
    rules = rule_set(name)
    assert moves(board(rules, "9", left="1")) == ["1:hand-1"]
    assert moves(board(rules, "9", turn="C", left="1")) == ["1:hand-9"]
    laden = {"bell": "8/CJ", "bell-round": "CJ</8", "bell-homeward": "CJ</8"}[name]
    carried = board(rules, laden, left="1", dead="JJJJ")
    (move,) = moves(carried)
    assert track_of(moved(carried, move)) == "9"


def test_reading_bell_captured_all_is_killed_all_and_a_block_is_judged_on_its_turn() -> None:
    """All killed ends a game, all captured does only when the blocked side comes to cast."""
    bell = rule_set("bell")
    last = board(bell, "8/CJ", left="2", dead="CCCC")
    assert outcome(moved(last, "9-off")) == Outcome(JADE, Reason.BLOCKED)
    in_hand = board(bell, "2/CCCCJ/6", left="3")
    assert outcome(moved(in_hand, "3-6")) is None
    twice = rule_set("bell", casts=2)
    blocked = moved(board(twice, "2/CCCCJ/2/C/3", left="3+5"), "3:3-6")
    assert (blocked.left, blocked.has_free(CINNABAR)) == ((5,), False)
    assert outcome(blocked) is None
    assert outcome(moved(blocked, "hand-5")) == Outcome(JADE, Reason.BLOCKED)
    freed = moved(board(twice, "2/CCCCJ/2/C/3", left="3+5"), "5:hand-5")
    assert outcome(moved(freed, "5-8")) is None


@pytest.mark.parametrize("name", ANIMALS)
@pytest.mark.parametrize(
    ("seats", "last"),
    [(2, 19), (4, 19), (6, 19), (8, 19), (10, 19), (12, 24), (14, 24), (16, 29)],
)
def test_reading_animals_spaces_lie_between_twenty_grains(name: str, seats: int, last: int) -> None:
    """Twenty grains make 19 spaces, five or ten more 24 and 29: Cinnabar enters on the last."""
    rules = rule_set(name, seats=seats)
    entered = moved(throw(start(rules, CINNABAR), 1, 2), "1:hand-" + str(last))
    assert entered.piles_on(entered.rules.track)[0].side is CINNABAR
    assert rules.track == last


def burning(**changes: Any) -> tuple[int, ...]:
    """The spaces of a fire in which a pile of Jade's burns that ends a move there."""
    rules = rule_set("fire", seats=2, casts=1, one_free=False, **changes)
    spaces = []
    for space in range(5, rules.track):
        if space - 4 not in rules.fire:
            position = board(rules, f"{space - 5}/J/{rules.track + 4 - space}", left="4")
            if any(moved(position, f"{space - 4}-{space}").dead):
                spaces.append(space)
    return tuple(spaces)


def test_reading_fire_is_one_space_in_the_middle() -> None:
    """A pile burns on the middle space alone, or on as many side by side as are chosen."""
    assert burning() == (10,)
    assert burning(track=24) == (12, 13)
    assert burning(track=29) == (15,)
    assert [burning(fire=fire) for fire in OPTIONS["fire"]["fire"]] == [(10,), (9, 10), (9, 10, 11)]


@pytest.mark.parametrize("name", ["bell-round", "classic"])
def test_reading_round_a_pile_turns_on_the_last_space(name: str) -> None:
    """The last space is counted once, in any set that goes round; then the pile heads home."""
    changes = {"far_exit": "closed", "home_exit": "past", "entry": "count"}
    rules = rule_set(name, track=9, course="round", **changes)
    ends = {
        (at, cast): track_of(moved(board(rules, f"{at - 1}/J/{9 - at}", left=str(cast)), move))
        for at, cast, move in [(8, 1, "8-9"), (8, 3, "8-7"), (9, 1, "9-8"), (9, 5, "9-4")]
    }
    assert ends == {
        (8, 1): "8/J", (8, 3): "6/J</2", (9, 1): "7/J</1", (9, 5): "3/J</5",
    }  # fmt: skip


@pytest.mark.parametrize("name", JAQUES)
def test_reading_jaques_five_marks_and_none_both_move_5(name: str) -> None:
    """Five marked lots move a pile as far as none, and are as rare: 1 in 32."""
    rules = rule_set(name, must_deploy=False)
    for count in (0, 5):
        position = board(rules, f"2/J/{rules.track - 3}", left=str(rules.scores[count]))
        assert "5:3-8" in moves(position)
    assert (marks(5)[0], marks(5)[5], marks(5).total()) == (1, 1, 32)


@pytest.mark.parametrize("name", JAQUES)
def test_reading_jaques_piles_move_one_way_only(name: str) -> None:
    """A laden pile goes on as before, to the captor's far end, and never back to its own."""
    rules = rule_set(name, must_deploy=False, warriors=1)
    assert moves(board(rules, f"1/CJ/{rules.track - 2}", left="3")) == ["3:2-5"]
    last = board(rules, f"{rules.track - 2}/CJ/1", left="3")
    assert moves(last) == [f"3:{rules.track - 1}-off"]
    assert track_of(moved(last, f"{rules.track - 1}-off")) == str(rules.track)


@pytest.mark.parametrize("name", JAQUES)
def test_reading_jaques_entering_is_a_choice(name: str) -> None:
    """A warrior may be deployed or a pile moved; under must_deploy only the first, while it can."""
    rules = rule_set(name)
    every = moves(board(rules, f"5/J/{rules.track - 6}", left="2", fresh=f"J:{rules.warriors - 1}"))
    advanced = [] if name == "jaques-must-deploy" else ["2:6-8"]
    assert every == ["2:hand-2", *advanced]
    assert moves(board(rule_set(name, warriors=1), f"1/J/{rules.track - 2}", left="2")) == ["2:2-4"]


@pytest.mark.parametrize("name", JAQUES)
def test_reading_jaques_landing_on_one_s_own_is_forbidden(name: str) -> None:
    """Neither a pile nor a warrior from hand may end on a space that its own side commands."""
    rules = rule_set(name, must_deploy=False)
    for track, move in (("1/J/J/", "hand-3"), ("1/J/2/CJ/", "2-5")):
        spaces = 3 if move == "hand-3" else 5
        position = board(rules, f"{track}{rules.track - spaces}", left="3", fresh="J:1")
        with pytest.raises(IllegalMoveError, match="your own pile") as refused:
            moved(position, move)
        assert refused.value.rule is Rule.OWN_PILE


def test_reading_jaques_fixed_reentry_is_on_the_first_space() -> None:
    """A returned warrior enters on the first space with any cast, which is spent on it."""
    rules = rule_set("jaques-reentry")
    position = board(rules, "11", left="3", fresh="J:2")
    assert moves(position) == ["3:hand-3", "3:hand-1"]
    assert moved(position, "hand-3").fresh == (1, 0)
    back = moved(position, "hand-1")
    assert (back.fresh, back.left, back.side) == ((2, 0), (), CINNABAR)
    assert moved(board(rules, "11", left="1", fresh="J:2"), "hand-1").fresh == (1, 0)


def test_reading_jaques_hold_any_five_off_win() -> None:
    """The fifth warrior off may be one that was the enemy's, and has joined."""
    position = board(rule_set("jaques-hold"), "JC/7/CJ/2", left="3", out="JJJ")
    position = moved(position, "9-off")
    assert (position.out, hand(position), outcome(position)) == ((4, 0), "J:1,C:3", None)
    for cast, move in ((1, "hand-11"), (5, "hand-5"), (2, "hand-10"), (4, "5-9"), (5, "10-5")):
        position = moved(throw(position, cast), move)
    position = moved(throw(position, 2), "9-off")
    assert position.out == (5, 0)
    assert outcome(position) == Outcome(JADE, Reason.ALL_OFF)


@pytest.mark.parametrize("name", ["jaques", "classic"])
def test_reading_reach_an_overshoot_captures_nothing(name: str) -> None:
    """An exact cast takes the enemy on its entry space along, a higher one leaves it there."""
    rules = rule_set(name, far_exit="reach")
    exact = board(rules, "8/J/1/C", left="2")
    taken = moved(exact, "9-off")
    assert (taken.kills, track_of(taken)) == ((1, 0), "11")
    assert report(exact, legal_moves(exact)[-1]).captured == 1
    over = moved(board(rules, "8/J/1/C", left="3"), "9-off")
    assert (over.kills, track_of(over), hand(over)) == ((0, 0), "10/C", "J:5,C:4")


def test_reading_jaques_three_a_drawn_game_is_played_again() -> None:
    """Drawn games count for neither: the match goes on until somebody has won three."""
    match = contest("jaques-three", cap=7)
    rules = match.rules
    drawn = moved(board(rules, "11", left="1", casts=6), "hand-1")
    won = moved(board(rules, "10/CJ", left="1", dead="CC", casts=5), "11-off")
    for position in (won, drawn, drawn, drawn, drawn, won, drawn):
        match = match.with_game(finished(position))
        assert (match.decided, match.rules) == (False, rules)
    assert match.score == (2, 0)
    match = match.with_game(finished(won))
    assert (match.decided, match.score, match.winner, match.number) == (True, (3, 0), JADE, 9)


def finished(position: Position) -> Finished:
    """The game that a position has ended."""
    ended = outcome(position)
    assert ended
    return Finished(ended.winner, position.kills)


@pytest.mark.parametrize(
    ("name", "pile", "track", "hands"),
    [
        ("kekchi", "CJC", "5/CCJ", "J:4,C:3"),
        ("kekchi", "JCJC", "5/CCJ", "J:4,C:3"),
        ("kekchi-homeward", "CJC<", "5/CCJ<", "J:4,C:3"),
        ("kekchi-teams", "C2J2C1", "5/C2C1J1", "J1:4,C1:4,J2:5,C2:4"),
    ],
)
def test_reading_kekchi_own_warriors_come_home_and_every_enemy_stays(
    name: str, pile: str, track: str, hands: str
) -> None:
    """Own warriors in a captured pile go to their owners' hands, all enemies stay below."""
    jade = "J1" if name == "kekchi-teams" else "J"
    then = moved(board(rule_set(name), f"2/{jade}/2/{pile}/4", jade, "3"), "3-6")
    assert (track_of(then), hand(then)) == (f"{track}/4", hands)
