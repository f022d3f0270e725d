"""Where the rule sets come from, and how they are read where a source doesn't settle something."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from puluc.rules.ruleset import RuleSet
from puluc.rules.seen import seen

SOURCES: Mapping[int, str] = MappingProxyType(
    {
        1: "the page of the Jade and Cinnabar game",
        2: "the leaflet with the village homes",
        3: "the numbered rulebook",
        4: "the Jaques page",
        5: "the Russian page «Пулук»",
    }
)
"""The sources by their numbers in RULES.md."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Where a rule set stands in its source."""

    source: int
    section: str = ""
    """As ``§4.9``; empty where a source has none."""

    @property
    def chapter(self) -> tuple[int, str]:
        """What it shares with the variants of the same game."""
        return self.source, self.section[:2]

    def __str__(self) -> str:
        """As people quote it: ``3 §4.9``."""
        return f"{self.source} {self.section}".strip()


_BELL, _ANT, _ANIMALS = Passage(3, "§4"), Passage(3, "§5"), Passage(3, "§5.3")

FOUND: Mapping[str, Passage] = MappingProxyType(
    {
        "classic": Passage(1),
        "village": Passage(2),
        "bell": _BELL,
        "bell-round": Passage(3, "§4.7.6.2"),
        "bell-homeward": Passage(3, "§4.9"),
        "ant": _ANT,
        "eagle": _ANIMALS,
        "scorpion": _ANIMALS,
        "army-ants": _ANIMALS,
        "fire": _ANIMALS,
        "bul": _ANIMALS,
        "jaques": Passage(4),
        "jaques-short": Passage(4),
        "jaques-three": Passage(4),
        "jaques-reentry": Passage(4),
        "jaques-must-deploy": Passage(4),
        "jaques-hold": Passage(4),
        "kekchi": Passage(5),
        "kekchi-homeward": Passage(5),
        "kekchi-teams": Passage(5),
    }
)
"""The place of every preset and match."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Something that a source leaves open, and what is made of it here."""

    name: str
    """What it is known by; the test that holds it is ``test_reading_`` and this."""
    source: int
    says: str
    """What the source says, or where it says nothing."""
    read: str
    """How it is played here."""
    sets: tuple[str, ...] = ()
    """The presets that it concerns; none: every set that has the fields below."""
    given: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """Fields, and the values with which it can be seen in play."""

    def concerns(self, rules: RuleSet) -> bool:
        """Whether a set, changed or not, is played by it."""
        fields = seen(rules)
        return (not self.sets or rules.name in self.sets) and all(
            field in fields and fields[field] in values for field, values in self.given
        )


_BELLS = ("bell", "bell-round", "bell-homeward")
_ANIMAL_GAMES = ("ant", "eagle", "scorpion", "army-ants", "fire")
_JAQUES = (
    "jaques", "jaques-short", "jaques-three", "jaques-reentry", "jaques-must-deploy", "jaques-hold",
)  # fmt: skip

READINGS = (
    Reading(
        "classic_none_moves_5_and_is_as_rare_as_four",
        1,
        "The table of casts has lost its left column, and all blank is called the rarest throw.",
        "one to four marks move as many spaces, none moves 5. None and four marks are equally "
        "rare, one cast in 16 each.",
        ("classic",),
        (("scores", ((5, 1, 2, 3, 4),)),),
    ),
    Reading(
        "classic_a_forfeit_needs_an_empty_hand",
        1,
        "Entry by count could force a forfeit.",
        "it can't; the front-most pile of a side can always move or leave. Only a side that has "
        "an empty hand and commands nothing forfeits a cast.",
        ("classic",),
        (
            ("scores", ((5, 1, 2, 3, 4),)),
            ("course", ("outward",)),
            ("laden", ("same",)),
            ("far_exit", ("past",)),
            ("seats", (2,)),
        ),
    ),
    Reading(
        "village_one_stick_moves_nothing",
        2,
        "“1 stick = 0 spaces.”",
        "as it says; a cast of 0 is forfeited, also for deploying.",
        ("village",),
        (("scores", ((5, 0, 2, 3, 4),)),),
    ),
    Reading(
        "village_piles_walk_either_way_and_leave_at_home",
        2,
        "A warrior may move either way, may not land on the enemy base, and brings a stack home.",
        "a pile leaves at its own home only, reached or passed; a lone warrior may walk home, too.",
        ("village",),
        (("backstep", ("free",)), ("far_exit", ("closed",)), ("home_exit", ("past",))),
    ),
    Reading(
        "bell_the_end_tracks_are_the_houses",
        3,
        "The end tracks of 11 are the houses.",
        "the nine between are the track; on a board of eleven spaces, 1 and 11 are the homes.",
        _BELLS,
        (("track", (9,)),),
    ),
    Reading(
        "bell_captured_all_is_killed_all_and_a_block_is_judged_on_its_turn",
        3,
        "§4.10.1 says “captured all”; §4.10.2 leaves open when a block is judged.",
        "all are to be killed; a block is judged on the blocked side's turn.",
        _BELLS,
        (("win", ("blocked",)),),
    ),
    Reading(
        "animals_spaces_lie_between_twenty_grains",
        3,
        "§5.1.2: twenty grains, five or ten more for more players.",
        "19 spaces between them, 24 for 12 and 14 players, 29 for 16.",
        _ANIMAL_GAMES,
        (("track", (19, 24, 29)),),
    ),
    Reading(
        "fire_is_one_space_in_the_middle",
        3,
        "§5.3.1.5 leaves the width of the fire open.",
        "one space, the middle one (both, where there are two); up to three by choice.",
        ("fire",),
    ),
    Reading(
        "round_a_pile_turns_on_the_last_space",
        3,
        "At the far end a pile “starts moving back”.",
        "it turns on the last space, which is counted once; the rest of the cast is walked back.",
        given=(("course", ("round",)),),
    ),
    Reading(
        "jaques_five_marks_and_none_both_move_5",
        4,
        "Five lots can show five marks or none.",
        "both move 5, one cast in 32 each.",
        _JAQUES,
        (("scores", ((5, 1, 2, 3, 4, 5),)),),
    ),
    Reading(
        "jaques_piles_move_one_way_only",
        4,
        "The introduction marches prisoners to the captor's own end; rule 4 moves one way only.",
        "rule 4; rule 9 then speaks of a captured side's own end, the captor's far end.",
        _JAQUES,
        (("course", ("outward",)), ("laden", ("same",)), ("backstep", ("never",))),
    ),
    Reading(
        "jaques_entering_is_a_choice",
        4,
        "Rule 10: “must move one of them”; the fine points call entering a choice.",
        "a choice; the stricter way is must_deploy.",
        _JAQUES,
    ),
    Reading(
        "jaques_landing_on_one_s_own_is_forbidden",
        4,
        "Nothing is said of landing on one's own.",
        "forbidden, as in every other source.",
        _JAQUES,
    ),
    Reading(
        "jaques_fixed_reentry_is_on_the_first_space",
        4,
        "“Fixed re-entry” both places on the first space and uses the full count.",
        "to the first space, whatever the cast, and the whole cast is spent on it.",
        _JAQUES,
        (("reentry", ("first",)),),
    ),
    Reading(
        "jaques_hold_any_five_off_win",
        4,
        "Capture-and-hold: five “of your own pieces” off.",
        "any five of the side's warriors, joined ones included.",
        ("jaques-hold",),
        (("win", ("all_off",)), ("prisoners", ("join",)), ("warriors", (5,)), ("seats", (2,))),
    ),
    Reading(
        "reach_an_overshoot_captures_nothing",
        4,
        "What a pile captures as it leaves is not settled.",
        "an overshoot captures nothing.",
        given=(("far_exit", ("reach",)),),
    ),
    Reading(
        "jaques_three_a_drawn_game_is_played_again",
        4,
        "The best of five says nothing of drawn games.",
        "a draw counts for neither, and is played again: three wins decide.",
        ("jaques-three",),
    ),
    Reading(
        "kekchi_own_warriors_come_home_and_every_enemy_stays",
        5,
        "Rescued warriors go home; prisoners under the captured warrior are taken over.",
        "own warriors go to hand; every enemy in the pile stays in it as a prisoner.",
        ("kekchi", "kekchi-homeward", "kekchi-teams"),
        (("rescue", ("home",)),),
    ),
)
"""The readings of RULES.md, those of its table and those marked in its text, by source."""


def readings_of(games: Iterable[RuleSet]) -> tuple[Reading, ...]:
    """All readings that concern any of some games, each once."""
    sets = tuple(games)
    return tuple(reading for reading in READINGS if any(reading.concerns(rules) for rules in sets))
