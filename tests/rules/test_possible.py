"""Positions that can't be, each told for what is wrong."""

from dataclasses import replace
from typing import Any

import pytest

from puluc.rules.errors import PositionError
from puluc.rules.notation import parse_position
from puluc.rules.position import Pile, Position, check, start
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import CastValue, Player, Side
from tests.rules.boards import board

CLASSIC = rule_set("classic")
BELL = rule_set("bell")
ANT = rule_set("ant")
TEAMS = rule_set("kekchi-teams")


def wrong(base: Position, **changes: Any) -> Position:
    return replace(base, **changes)


BEGIN = start(CLASSIC)
ALONE = (Pile((Player(0),)),)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (wrong(BEGIN, hand=(6, 5)), "6 warriors of Jade: 5 began"),
        (wrong(BEGIN, hand=(5, 5, 5)), "hand of 3 players: 2 play"),
        (wrong(BEGIN, fresh=(-1, 5)), "fresh of Jade: -1"),
        (wrong(BEGIN, hand=(4, 5), dead=(1, 0), kills=(0, 1)), "5 fresh of 4 in hand, Jade"),
        (wrong(BEGIN, hand=(4, 5), fresh=(0, 0), out=(1, 0)), "1 of Jade out: captors return"),
        (wrong(BEGIN, track=((),) * 9), "9 spaces: the track has 11"),
        (wrong(BEGIN, turn=Player(2)), "the turn of player 2: players are 0 to 1"),
        (wrong(BEGIN, track=((Pile(()),), *((),) * 10)), "a pile of \\(\\): players are 0 to 1"),
        (wrong(BEGIN, track=((Pile((Player(3),)),), *((),) * 10)), "a pile of \\(3,\\)"),
        (wrong(BEGIN, kills=(1, 0)), "1 kills of Jade: 0 of the enemy are dead"),
        (wrong(BEGIN, hand=(5, 4), fresh=(0, 0), dead=(0, 1)), "0 kills of Jade: 1 of the"),
        (wrong(BEGIN, kills=(-1, 0)), "-1 kills of Jade"),
        (wrong(BEGIN, hand=(3, 5), fresh=(0, 0), track=(ALONE * 2, *((),) * 10)),
         "space 1: 2 piles on one space"),
        (wrong(BEGIN, left=(CastValue(3),) * 2), "2 casts to use: a turn has 1"),
        (wrong(BEGIN, left=(CastValue(6),)), "cast 6: the lots make 1 2 3 4 5"),
        (wrong(BEGIN, casts=-1), "-1 casts used"),
        (wrong(BEGIN, casts=240, left=(CastValue(3),)), "the game is over: no cast is left"),
        (wrong(BEGIN, opens=Side.CINNABAR), "opens = C"),
        (wrong(start(ANT), opens=Side.CINNABAR), "opens = C"),
        (wrong(start(TEAMS), hand=(6, 5, 4, 5)), "6 warriors of J1: 5 began"),
        (wrong(start(rule_set("jaques-hold")), hand=(5, 6), fresh=(0, 0)), "11 warriors: 10 began"),
        (wrong(start(rule_set("jaques-hold")), hand=(4, 5), fresh=(0, 0), dead=(1, 0),
               kills=(0, 1)), "1 kills of Cinnabar: prisoners join"),
    ],
)  # fmt: skip
def test_counts_that_do_not_add_up_are_refused(position: Position, words: str) -> None:
    """A warrior too many or too few, a cast or a turn that can't be: the message says which."""
    with pytest.raises(PositionError, match=words):
        check(position)


@pytest.mark.parametrize(
    ("rules", "track", "words"),
    [
        (CLASSIC, "3/J</7", "space 4: an unladen pile can't be heading homeward"),
        (CLASSIC, "3/CJ</7", "space 4: a laden pile can't be heading homeward"),
        (rule_set("kekchi-homeward"), "3/CJ/6", "space 4: a laden pile can't be heading outward"),
        (rule_set("army-ants", seats=2), "3/CJ</15", "can't be heading homeward"),
        (rule_set("fire", seats=2), "9/J/9", "space 10: a pile in the fire has burned"),
        (ANT, "3/J1+C1/15", "space 4: 2 piles on one space"),
        (rule_set("ant", one_free=False), "3/J1+J1/15", "space 4: two piles of one player"),
        (ANT, "3/J1/2/J1/12", "2 free warriors of J1 on the track: one is allowed"),
    ],
)
def test_piles_that_cannot_stand_so_are_refused(rules: RuleSet, track: str, words: str) -> None:
    """A heading, a fire or a crowd that the rules exclude is told with its space."""
    with pytest.raises(PositionError, match=words):
        board(rules, track, "J" if rules.seats == 2 else "J1")


def test_eleven_warriors_are_refused() -> None:
    """A line of text with a warrior too many is readable, but no position."""
    line = "JJJJJJ/10 turn=J left=- hand=C:5 fresh=C:5 dead=- out=- kills=- casts=3"
    with pytest.raises(PositionError, match="6 warriors of Jade: 5 began"):
        parse_position(line, CLASSIC)


def test_headings_that_can_be_are_taken() -> None:
    """Piles head both ways where their rules have it."""
    check(board(rule_set("bell-round"), "3/J</1/CJ/3"))
    check(board(rule_set("fire", seats=2, one_free=False), "3/CJ</3/CJ/11"))
