"""Worked examples of what RULES.md says, field by field."""

import pytest

from puluc.rules.moves import FORFEIT, after, legal_moves
from puluc.rules.notation import position_line
from puluc.rules.outcome import Outcome, Reason, outcome
from puluc.rules.position import start, throw
from puluc.rules.presets import rule_set
from puluc.rules.report import report
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Side
from tests.rules.boards import board, hand, moved, moves, track_of

CLASSIC = rule_set("classic")


def test_a_capture_is_laid_on_top_in_its_order() -> None:
    """The moving pile keeps its order, on top of the pile captured."""
    position = board(CLASSIC, "3/CJ/2/JC/4", left="3")
    assert track_of(moved(position, "4-7")) == "6/JCCJ/4"


def test_a_deployed_warrior_captures() -> None:
    """Entering on the enemy's pile takes it."""
    assert track_of(moved(board(CLASSIC, "C/10", left="4"), "hand-1")) == "CJ/10"


def test_captors_return_and_prisoners_die() -> None:
    """A pile carried off gives its own warriors back, and kills the rest."""
    then = moved(board(CLASSIC, "9/CJCJ/1", left="5"), "10-off")
    assert position_line(then).split(" ", 2)[2] == (
        "left=- hand=J:5,C:3 fresh=- dead=C:2 out=- kills=J:2 casts=41"
    )


def test_join_makes_prisoners_the_captor_s_own_and_captors_retire() -> None:
    """Prisoners carried off come to the captor's hand, and nobody is killed."""
    then = moved(board(rule_set("jaques-hold"), "8/CJ/2", left="3"), "9-off")
    assert hand(then) == "J:5,C:4"
    assert (then.out, then.kills) == ((1, 0), (0, 0))


def test_rescued_warriors_go_home_at_once() -> None:
    """Under rescue = home own warriors leave the captured pile, enemies stay prisoners."""
    then = moved(board(rule_set("kekchi"), "2/J/2/CJC/4", left="3"), "3-6")
    assert (track_of(then), hand(then)) == ("5/CCJ/4", "J:4,C:3")


def test_release_leaves_the_topmost_own_warrior_behind_with_all_below() -> None:
    """Only what lies above it moves; it commands the rest, and heads outward."""
    position = board(rule_set("bell"), "1/JCJCJ/7", left="2")
    then = moved(position, "2-4")
    assert track_of(then) == "1/JCJ/1/CJ/5"
    assert report(position, legal_moves(position)[-1]).left_behind == 3


def test_release_is_one_a_move() -> None:
    """What stays behind releases its next warrior when it moves itself."""
    then = moved(board(rule_set("bell"), "1/JCJ/1/CJ/5", left="3"), "2-5")
    assert track_of(then) == "1/J/1/CJ/CJ/4"


def test_release_needs_an_enemy_above() -> None:
    """Own warriors on one another, with no enemy between, move together."""
    assert track_of(moved(board(rule_set("bell"), "1/CJJ/7", left="3"), "2-5")) == "4/CJJ/4"


def test_release_counts_when_leaving_the_track() -> None:
    """A pile that leaves leaves its topmost buried warrior behind, too."""
    then = moved(board(rule_set("bell"), "7/JCJ/1", left="3"), "8-off")
    assert (track_of(then), then.kills) == ("7/J/1", (1, 0))


def test_release_homeward_heads_home_with_prisoners_only() -> None:
    """Under laden = homeward what stays behind heads homeward when it is laden."""
    rules = rule_set("bell-homeward")
    assert track_of(moved(board(rules, "4/CJCJ</4", left="2"), "5-3")) == "2/CJ</1/CJ</4"
    assert track_of(moved(board(rules, "4/JCJ</4", left="2"), "5-3")) == "2/CJ</1/J/4"


def test_release_what_stays_behind_is_commanded_by_the_warrior_released() -> None:
    """The split gives its side a pile more, which blocks and moves like any other."""
    split = moved(board(rule_set("bell"), "1/CJCJ/7", left="2"), "2-4")
    assert track_of(split) == "1/CJ/1/CJ/5"
    then = moved(throw(split, 1), "hand-9")
    assert moves(throw(then, 2)) == ["2:4-6"]
    assert moves(throw(then, 3)) == ["3:hand-3", "3:2-5", "3:4-7"]


def test_release_only_the_moving_part_needs_a_destination() -> None:
    """The part above is blocked by its own side's pile, not by the part that it leaves."""
    position = board(rule_set("bell"), "1/JCJ/1/J/5", left="2", dead="JJ")
    assert moves(position) == ["2:4-6"]
    assert moves(board(rule_set("bell"), "1/JCJ/1/J/5", left="1", dead="JJ")) == ["1:2-3", "1:4-5"]


def test_release_heads_outward_under_round() -> None:
    """A pile on its way home leaves a warrior behind who sets out again."""
    then = moved(board(rule_set("bell-round"), "4/JCJ</4", left="2"), "5-3")
    assert track_of(then) == "2/CJ</1/J/4"


@pytest.mark.parametrize(
    ("track", "cast", "then"),
    [
        ("7/J/1", 1, "8/J"),
        ("7/J/1", 3, "6/J</2"),
        ("8/J", 1, "7/J</1"),
        ("8/J", 5, "3/J</5"),
        ("4/J/4", 5, "7/J</1"),
    ],
)
def test_round_a_pile_turns_on_the_last_space(track: str, cast: int, then: str) -> None:
    """The last space is counted once; what is left of the cast is walked back."""
    position = board(rule_set("bell-round"), track, left=str(cast), dead="JJJJ")
    assert track_of(after(position, legal_moves(position)[0])) == then


def test_round_back_to_the_same_space_is_no_move() -> None:
    """A cast that would bring the pile back to where it stands can't be used for it."""
    position = board(rule_set("bell-round"), "7/J/1", left="2", dead="JJJJ")
    assert moves(position) == []
    assert track_of(after(position, FORFEIT)) == "7/J/1"


def test_round_comes_home_with_prisoners() -> None:
    """A pile that has turned leaves at its own home."""
    then = moved(board(rule_set("bell-round"), "1/CJ</7", left="3"), "2-home")
    assert (then.kills, hand(then)) == ((1, 0), "J:5,C:4")


def test_round_a_laden_pile_turns_too() -> None:
    """With laden = same a pile keeps its prisoners round the turn."""
    then = moved(board(rule_set("bell-round"), "7/CJ/1", left="4", dead="JJJJ"), "8-6")
    assert track_of(then) == "5/CJ</3"


def test_round_turns_at_the_other_end_for_cinnabar() -> None:
    """Each side turns on the space next to its enemy's home."""
    then = moved(board(rule_set("bell-round"), "1/C/7", "C", "4"), "2-4")
    assert track_of(then) == "3/C</5"


def test_round_a_pile_captures_where_the_turn_takes_it() -> None:
    """What counts is where the cast ends, and the pile heads homeward with its capture."""
    position = board(rule_set("bell-round"), "6/C/J/1", left="3")
    assert track_of(moved(position, "8-7")) == "6/CJ</2"


def test_round_a_captured_pile_heads_as_its_captor_does() -> None:
    """A pile on its way home that is captured by one going out goes out with it."""
    position = board(rule_set("bell-round"), "2/CJ</2/C/3", "C", "3")
    assert track_of(moved(position, "6-3")) == "2/CJC/6"


def test_round_a_warrior_may_enter_with_the_highest_cast() -> None:
    """Entry by count never reaches the turn: the track is longer than any cast."""
    assert moves(board(rule_set("bell-round", track=6), "6", left="5")) == ["5:hand-5"]


def army(name: str, **changes: object) -> RuleSet:
    """An animal game for two, with one cast."""
    return rule_set(name, seats=2, casts=1, one_free=False, **changes)


def test_round_laden_outward_leaves_at_the_far_end() -> None:
    """Under laden = outward a laden pile leaves there; an unladen one turns."""
    assert moves(board(army("army-ants"), "17/CJ/1", left="3", dead="JJJJ")) == ["3:18-off"]
    assert moves(board(army("army-ants"), "17/J/1", left="3", dead="JJJJ")) == ["3:18-17"]


def test_a_homeward_pile_that_captures_turns_outward_under_laden_outward() -> None:
    """The capture gives the heading."""
    assert track_of(moved(board(army("army-ants"), "6/C/2/J</9", left="3"), "10-7")) == "6/CJ/12"


@pytest.mark.parametrize(
    ("past_fire", "track", "move", "then"),
    [
        ("outward", "1/J/2/C/14", "2-5", "4/CJ</14"),
        ("outward", "11/J/2/C/4", "12-15", "14/CJ/4"),
        ("homeward", "11/J/2/C/4", "12-15", "14/CJ</4"),
    ],
)
def test_by_fire_a_capture_before_the_fire_goes_home(
    past_fire: str, track: str, move: str, then: str
) -> None:
    """Before the circle of fire the pile heads homeward, beyond it as past_fire says."""
    assert track_of(moved(board(army("fire", past_fire=past_fire), track, left="3"), move)) == then


def test_before_and_beyond_the_fire_are_seen_from_the_own_home() -> None:
    """What is beyond the fire for one side is before it for the other."""
    then = moved(board(army("fire"), "14/J/2/C/1", "C", "3"), "18-15")
    assert track_of(then) == "14/JC</4"


def test_by_fire_a_laden_pile_heading_outward_leaves_at_the_far_end() -> None:
    """It doesn't turn as an unladen one does, and its prisoners are kills."""
    then = moved(board(army("fire"), "16/CJ/2", left="3"), "17-off")
    assert (track_of(then), then.kills) == ("19", (1, 0))
    assert moves(board(army("fire"), "16/J/2", left="3", dead="JJJJ")) == ["3:17-18"]


def test_by_fire_a_pile_on_its_way_home_is_sent_out_again_beyond_the_fire() -> None:
    """The capture gives the heading, whatever it was; before the fire it stays homeward."""
    assert track_of(moved(board(army("fire"), "12/C/2/J</3", left="3"), "16-13")) == "12/CJ/6"
    assert track_of(moved(board(army("fire"), "3/C/2/J</12", left="3"), "7-4")) == "3/CJ</15"


def test_by_fire_a_second_capture_gives_the_heading_anew() -> None:
    """A laden pile on its way home that captures beyond the fire goes outward."""
    then = moved(board(army("fire"), "13/C/3/CJ</1", left="4"), "18-14")
    assert track_of(then) == "13/CCJ/5"


def test_a_deployed_warrior_burns_too() -> None:
    """The fire may lie where a cast brings warriors in."""
    then = moved(board(army("fire", fire=(3,)), "19", left="3"), "hand-3")
    assert (then.dead, hand(then), then.kills) == ((1, 0), "J:4,C:5", (0, 0))


def test_the_fire_may_be_jumped_over() -> None:
    """Only a pile that ends its move there burns."""
    then = moved(board(army("fire", fire=(9, 10, 11)), "7/J/11", left="4"), "8-12")
    assert (track_of(then), then.dead) == ("11/J/7", (0, 0))


def test_a_pile_that_ends_in_the_fire_burns() -> None:
    """Every warrior in it is dead, and nobody's kill."""
    position = board(army("fire"), "6/CJ</5/J/6", left="3")
    burned = moved(board(army("fire"), "6/CJ/12", left="3"), "7-10")
    assert (track_of(burned), burned.dead, burned.kills) == ("19", (1, 1), (0, 0))
    assert moves(position)[1:] == ["3:7-4", "3:13-16"]


def test_capture_exits_carries_off_from_where_it_stands() -> None:
    """In eagle the captor retires with its capture at once; the target is the space captured."""
    position = board(army("eagle"), "6/J/2/C/9", left="3")
    then = moved(position, "7-10")
    assert (track_of(then), then.dead, then.out) == ("19", (0, 1), (1, 0))
    done = report(position, legal_moves(position)[-1])
    assert (done.captured, done.kills, done.retired, done.carried_off) == (1, 1, 1, True)


def test_backstep_capture_only_where_it_captures() -> None:
    """In scorpion a pile goes back only onto an enemy; the capture sends it home."""
    rules = army("scorpion")
    assert moves(board(rules, "6/J/12", left="3", dead="JJJJ")) == ["3:7-10"]
    position = board(rules, "3/C/2/J/12", left="3", dead="JJJJ")
    assert moves(position) == ["3:7-10", "3:7-4"]
    assert track_of(moved(position, "7-4")) == "3/CJ</15"


def test_a_backstep_never_turns() -> None:
    """A homeward pile going back outward stops at the end of the track."""
    rules = army("scorpion", backstep="free")
    assert moves(board(rules, "17/J</1", left="2", dead="JJJJ")) == ["2:18-16"]
    assert moves(board(rules, "17/J</1", left="1", dead="JJJJ")) == ["1:18-17", "1:18-19"]


def test_a_turn_and_a_backstep_to_one_space_are_the_turn() -> None:
    """Where the forward move and the backstep meet, the pile has turned."""
    position = board(army("scorpion", backstep="free"), "18/J", left="2", dead="JJJJ")
    assert moves(position) == ["2:19-17"]
    assert track_of(moved(position, "19-17")) == "16/J</2"


def test_a_backstep_changes_no_heading() -> None:
    """A pile that has gone back still heads as it did."""
    position = board(army("scorpion", backstep="free"), "6/J/5/J</6", left="2")
    assert track_of(moved(position, "7-5")) == "4/J/7/J</6"


def test_reach_by_a_backstep_captures_there_too() -> None:
    """A homeward pile may go back off the far end, where only captures count, by capturing."""
    rules = rule_set("jaques", laden="homeward", home_exit="past", backstep="capture")
    assert moves(board(rules, "8/CJ</1/C", left="2", dead="JJJJ")) == ["2:9-7", "2:9-off"]
    assert moves(board(rules, "8/CJ</1/C", left="3", dead="JJJJ")) == ["3:9-6"]


def test_entry_by_count_may_not_reach_the_far_exit() -> None:
    """A warrior can't run through at once."""
    assert moves(board(rule_set("jaques", track=5), "5", left="5")) == []
    assert moves(board(rule_set("kekchi", track=5), "5", left="5")) == ["5:hand-5"]
    far = {"far_exit": "exact", "track": 5, "scores": (6, 1, 2)}
    assert moves(board(rule_set("kekchi", **far), "5", left="6")) == []
    assert moves(board(rule_set("village", entry="count", scores=(12, 1)), "11", left="12")) == []


def test_two_casts_are_used_in_either_order() -> None:
    """Both are thrown; the one unused is tried again after the other."""
    rules = rule_set("ant", seats=2)
    position = throw(start(rules), 2, 5)
    assert moves(position) == ["2:hand-2", "5:hand-5"]
    then = moved(position, "5:hand-5")
    assert (then.left, then.turn, then.casts) == ((2,), 0, 1)
    assert moves(then) == ["2:5-7"]
    assert moved(then, "5-7").turn == 1


def test_unusable_casts_are_all_forfeited() -> None:
    """What nothing can use is lost together, each counting one."""
    rules = rule_set("ant", seats=2)
    position = board(rules, "17/J/1", left="2+2", dead="JJJJ")
    then = after(position, FORFEIT)
    assert (then.left, then.turn, then.casts) == ((), 1, 42)


def test_a_game_that_ends_with_the_first_cast_stops_there() -> None:
    """The second cast is not used any more."""
    rules = rule_set("ant", seats=2)
    position = board(rules, "C/1/J</16", left="2+3", dead="CCCC")
    then = moved(position, "2:3-1")
    assert (then.left, then.turn) == ((), 1)
    assert outcome(then) == Outcome(Side.JADE, Reason.MOST_KILLS)


def test_share_partners_stand_side_by_side_and_are_taken_together() -> None:
    """Each pile keeps its heading and moves alone; an enemy takes all, the earliest lowest."""
    rules = rule_set("ant")
    shared = moved(board(rules, "3/J1/1/C1J2</13", "J1", "2+1"), "2:4-6")
    assert track_of(shared) == "5/C1J2<+J1/13"
    parted = moved(board(rules, "5/C1J2<+J1/13", "J2", "2+1"), "2:6-4")
    assert track_of(parted) == "3/C1J2</1/J1/13"
    taken = moved(board(rules, "5/C1J2<+J1/2/C2/10", "C2", "3+1"), "3:9-6")
    assert track_of(taken) == "5/C1J2J1C2</13"


def test_share_a_player_s_own_pile_blocks() -> None:
    """Two piles of one player don't share a space."""
    rules = rule_set("ant", one_free=False)
    assert moves(board(rules, "3/J1/1/J1/13", "J1", "2", dead="J1J1J1")) == ["2:J1@6-8"]


def test_share_a_warrior_is_deployed_beside_a_partner_s_pile() -> None:
    """Entering on a partner's space puts the newcomer beside it, the latest of the two."""
    then = moved(board(rule_set("ant"), "1/J2/17", "J1", "2+1"), "2:hand-2")
    assert track_of(then) == "1/J2+J1/17"


def test_share_under_capture_exits_all_leave_at_once() -> None:
    """In eagle an enemy that lands on partners' piles takes them all off with it."""
    position = board(rule_set("eagle", casts=1), "5/J1+J2/4/C1/8", "C1", "5")
    then = moved(position, "11-6")
    assert (track_of(then), then.kills) == ("19", (0, 2))
    assert (then.dead, then.out) == ((1, 0, 1, 0, 0, 0), (0, 1, 0, 0, 0, 0))
    assert report(position, legal_moves(position)[-1]).captured == 2


def test_share_whole_piles_are_taken_in_the_order_of_their_arrival() -> None:
    """Laden piles keep their order, and heading goes with the captor."""
    position = board(rule_set("ant"), "5/C1J2<+C2J1</4/C3/8", "C3", "5+1")
    assert track_of(moved(position, "5:11-6")) == "5/C1J2C2J1C3</13"


def test_share_three_partners_stand_on_one_space() -> None:
    """As many players as a team has may share, each once."""
    then = moved(board(rule_set("ant"), "5/J1+J2</1/J3/11", "J3", "1"), "8-9")
    assert track_of(then) == "5/J1+J2</2/J3/10"
    back = moved(board(rule_set("ant", backstep="free"), "5/J1+J2</1/J3/11", "J3", "2"), "8-6")
    assert track_of(back) == "5/J1+J2<+J3/13"


def test_block_a_partner_s_pile_may_not_be_landed_on() -> None:
    """Under partners = block the whole team keeps off its piles."""
    rules = rule_set("kekchi-teams")
    position = board(rules, "2/J1/1/J2/5", "J1", "2", dead="J1J1J1J1")
    assert moves(position) == []


def test_one_free_a_buried_warrior_does_not_count() -> None:
    """A player deploys only when it commands nothing on the track."""
    rules = rule_set("ant")
    assert moves(board(rules, "6/J1/12", "J1", "3")) == ["3:J1@7-10"]
    assert moves(board(rules, "6/J1C1</12", "J1", "3")) == ["3:J1@hand-3"]


def test_a_player_who_cannot_move_helps_a_partner() -> None:
    """Who has nothing moves a partner's pile, or deploys for one."""
    rules = rule_set("ant")
    lost = "J1J1J1J1J1"
    position = board(rules, "6/J2/12", "J1", "3+3", dead=lost)
    assert moves(position) == ["3:J2@7-10", "3:J3@hand-3"]
    assert moves(board(rules, "4/J1/1/J2/12", "J1", "3")) == ["3:J1@5-8"]


def test_carried_off_for_a_partner_they_join_the_pile_s_player() -> None:
    """Prisoners join the hand of the player whose pile carries them off."""
    rules = rule_set("ant", prisoners="join", win="no_free")
    position = board(rules, "C1J2</3/J1J1J1J1J1C2</14", "J1", "3")
    assert moves(position) == ["3:J2@1-home", "3:J3@hand-3"]
    assert hand(moved(position, "J2@1-home")) == "C1:4,J2:6,C2:4,J3:5,C3:5"


def test_rescued_partners_go_to_their_owner_s_hand() -> None:
    """In kekchi-teams a partner's warrior goes home to its owner."""
    position = board(rule_set("kekchi-teams"), "2/J1/2/J2C1/4", "J1", "3")
    done = report(position, legal_moves(position)[-1])
    assert (done.rescued, done.captured) == (1, 2)
    then = moved(position, "3-6")
    assert (track_of(then), hand(then)) == ("5/C1J1/4", "J1:4,C1:4,J2:5,C2:5")


def test_a_player_without_a_free_warrior_is_skipped() -> None:
    """Under no_free the turn passes over such a player, and no cast is counted."""
    rules = rule_set("kekchi-teams")
    position = board(rules, "4/J1/5", "J1", "1", dead="C1C1C1C1C1")
    then = moved(position, "5-6")
    assert (then.turn, then.casts) == (2, 41)
    assert report(position, legal_moves(position)[-1]).skipped == (1,)


def test_turns_go_round_the_table_or_team_by_team() -> None:
    """The order is J1 C1 J2 C2, C1 J1 C2 J2 when Cinnabar opens, or all of one team first."""
    assert turns(rule_set("kekchi-teams"), Side.JADE, 5) == [0, 1, 2, 3, 0]
    assert turns(rule_set("kekchi-teams"), Side.CINNABAR, 5) == [1, 0, 3, 2, 1]
    assert turns(rule_set("ant", casts=1), Side.JADE, 7) == [0, 2, 4, 1, 3, 5, 0]
    assert turns(rule_set("ant", casts=1), Side.CINNABAR, 7) == [1, 3, 5, 0, 2, 4, 1]
    assert turns(CLASSIC, Side.CINNABAR, 3) == [1, 0, 1]


def turns(rules: RuleSet, opens: Side, count: int) -> list[int]:
    """Whose turns the first ones are."""
    position = start(rules, opens)
    seen = []
    for _ in range(count):
        seen.append(int(position.turn))
        position = throw(position, 1)
        position = after(position, (legal_moves(position) or (FORFEIT,))[0])
    return seen


def test_a_forfeit_is_reported_as_one() -> None:
    """Nothing has happened but that the casts are lost."""
    position = board(CLASSIC, "3/JJJC/2/JJC/4", left="3")
    done = report(position, FORFEIT)
    assert (done.forfeited, done.player, done.deployed, done.kills) == (True, 0, False, 0)
    assert done.outcome is None
