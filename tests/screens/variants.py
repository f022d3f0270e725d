"""Screens of the other rule sets: headings, the fire, teams, long tracks, two casts, homes."""

import re
from dataclasses import replace

from puluc.rules.position import Pile, Position, start
from puluc.rules.presets import rule_set
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Heading, Player, Side, Space
from puluc.screens.values import Entry, GameScreen, ListScreen, PileScreen, Screen

JADE, CINNABAR = Side.JADE, Side.CINNABAR
J1, C1, J2, C2, J3, C3 = map(Player, range(6))
C4, J8 = Player(7), Player(14)
_TOKEN = re.compile(r"([JC])(\d?)")


def casts(*thrown: str) -> tuple[tuple[bool, ...], ...]:
    """Casts as they lie: ``x`` is a marked side up, ``o`` is not."""
    return tuple(tuple(letter == "x" for letter in lots) for lots in thrown)


def lit(*spaces: int) -> frozenset[Space]:
    return frozenset(map(Space, spaces))


def pile(text: str) -> Pile:
    """A pile bottom to top, ``C2C1J3``; with ``~`` behind it goes homeward."""
    owners = tuple(
        Player(2 * (int(number or 1) - 1) + (side == "C")) for side, number in _TOKEN.findall(text)
    )
    return Pile(owners, Heading.HOMEWARD if text.endswith("~") else Heading.OUTWARD)


def position(rules: RuleSet, piles: dict[int, str], **fields: object) -> Position:
    """A position with these piles, those on one space parted by blanks; the rest in hand."""
    track = tuple(
        tuple(map(pile, piles.get(number, "").split())) for number in range(1, rules.track + 1)
    )
    standing = [owner for on in track for each in on for owner in each.warriors]
    hand = tuple(max(0, rules.warriors - standing.count(seat)) for seat in range(rules.seats))
    return replace(start(rules), track=track, hand=hand, fresh=hand, **fields)


def _headings() -> dict[str, Screen]:
    turning = {2: "C~", 4: "CCJ~", 5: "J", 6: "JC~", 8: "J~", 9: "C"}
    nine, ten = rule_set("bell-round"), rule_set("kekchi-homeward")
    eleven = rule_set("bell-round", track=11)
    return {
        "headings-9": GameScreen(
            position(nine, turning), "Jade 3", "Press a lit space", JADE, casts("xxxo"),
            lit(1, 2, 5),
        ),
        "headings-10": GameScreen(
            position(ten, turning), "Jade 3", "Press a lit space", JADE, casts("xxxo"),
            lit(1, 2, 5),
        ),
        "headings-11": GameScreen(
            position(eleven, turning), "Jade", "Cinnabar 6 to 2: shake", JADE
        ),
        "homes": GameScreen(
            position(nine, turning), "Jade 3", "Press a lit space", JADE, casts("xxxo"),
            lit(4, 7), homes=True, lit_homes=frozenset({JADE}),
        ),
        "homes-village": GameScreen(
            position(rule_set("village", track=9), {2: "J", 5: "CJ", 7: "JC"}),
            "Cinnabar", "Jade 3 to 5, takes 1", CINNABAR, homes=True,
        ),
    }  # fmt: skip


def _fire() -> dict[str, Screen]:
    fire = rule_set("fire")
    on_fire = {3: "J2", 9: "C1J1~", 12: "C2 C3~", 17: "J3C3"}
    wide = rule_set("fire", seats=12)
    two = rule_set("fire", seats=2, track=9)
    return {
        "fire": GameScreen(
            position(fire, on_fire, turn=J2), "J2 4 1", "Press a lit space", JADE,
            casts("xxxx", "ooox"), lit(3, 4, 7), player=J2,
        ),
        "fire-pile": GameScreen(
            position(fire, {**on_fire, 10: "C2J2"}, turn=J2), "Anna 1", "Anna 7 to 10, takes 1",
            JADE, casts("xxxx", "ooox"), lit(10, 11), player=J2, used=frozenset({0}),
        ),
        "fire-24": GameScreen(
            position(wide, {12: "J1", 13: "C6", 20: "C4J4~"}, turn=C3), "C3 2 5",
            "Press a lit space", CINNABAR, casts("xxoo", "oooo"), lit(20, 23), player=C3,
        ),
        "fire-9": GameScreen(
            position(two, {4: "J", 5: "CJ", 8: "C~"}), "Jade", "Cinnabar 5 to 8: shake", JADE
        ),
    }  # fmt: skip


def _teams() -> dict[str, Screen]:
    kekchi = rule_set("kekchi-teams")
    ant = rule_set("ant")
    early = {3: "J1", 6: "J2", 15: "C1", 12: "C3"}
    late = {4: "C1C2J1~", 6: "J2 J3~", 11: "J1J2C3~", 16: "C2C1J3C1", 19: "C2"}
    high = {2: "J1C1J2C3J3C2J1~", 6: "J2 J3~", 13: "J1J1C1", 18: "C1"}
    eight = rule_set("ant", seats=16)
    crowd = rule_set("kekchi-teams", track=30, seats=16)
    sixteen = {
        2: "J1", 3: "J2 J3", 6: "J4", 9: "C2J5~", 12: "J6", 14: "C1 C8", 15: "J7C7~",
        18: "C3", 20: "J8 J1~", 23: "C4", 25: "C5C6", 28: "J3C2~",
    }  # fmt: skip
    return {
        "teams-four": GameScreen(
            position(kekchi, {2: "J1", 4: "C1J2", 7: "J1C2", 10: "C1"}, turn=C2), "C2 4",
            "J2 3 to 4, takes 1", CINNABAR, casts("xxxx"), lit(7, 3), player=C2,
        ),
        "teams-early": GameScreen(
            position(ant, early, turn=J3), "J3", "J2 3 to 6: shake", JADE, player=J3
        ),
        "teams-two-casts": GameScreen(
            position(ant, late, turn=J1), "J1 3 5", "Press a lit space", JADE,
            casts("xxox", "oooo"), lit(1, 4), player=J1,
        ),
        "teams-second-cast": GameScreen(
            position(ant, late, turn=J1), "Maximiliane 5", "Maximiliane 4 off, kills 2", JADE,
            casts("xxox", "oooo"), lit(5), player=J1, used=frozenset({0}),
        ),
        "teams-high": GameScreen(
            position(ant, high, turn=C3), "Zoë 2", "Press a lit space", CINNABAR,
            casts("xxoo", "xoox"), lit(2, 6), player=C3, used=frozenset({1}),
        ),
        "teams-sixteen": GameScreen(
            position(eight, sixteen, turn=J8, kills=(11, 9)), "Wilhelmina 3 5",
            "J7 12 to 15, takes 1", JADE, casts("xxox", "oooo"), lit(20, 23), player=J8,
        ),
        "teams-won": GameScreen(
            position(ant, late, kills=(6, 3)), "Jade won", "6 killed, 96 casts. Press: new game",
            JADE,
        ),
        "teams-too-many": GameScreen(
            position(crowd, dict.fromkeys(range(1, 31), "J8")), "C4 3", "Press a lit space",
            CINNABAR, casts("xxox"), lit(27), player=C4, focus=Space(14),
        ),
    }  # fmt: skip


def _names() -> dict[str, Screen]:
    classic = position(rule_set("classic"), {2: "J", 5: "CJ", 7: "JC", 10: "C"})
    jaques = position(rule_set("jaques"), {2: "J", 5: "CJ", 7: "JC", 10: "C"})

    def screen(headline: str, *thrown: str, at: Position = classic) -> Screen:
        return GameScreen(at, headline, "Press a lit space", JADE, casts(*thrown), lit(2, 4))

    return {
        "name-short": screen("Åsa 3", "xxox"),
        "name-long": screen("Maximiliane 3", "xxox"),
        "name-longest": screen("Bartholomäus 5", "oooo"),
        "name-too-long": screen("Wilhelmina-Ottilie 3", "xxox"),
        "name-due": screen("Bartholomäus"),
        "name-too-long-due": screen("Wilhelmina-Ottilie"),
        "five-lots": screen("Jade 5", "xxxxx", at=jaques),
        "five-lots-name": screen("Maximiliane 4", "xxoxx", at=jaques),
        "two-casts": screen("Cinnabar 3 5", "xxox", "oooo"),
        "two-casts-five-lots": screen("Cinnabar 3 5", "xxoxo", "ooooo"),
        "two-casts-jade": screen("Jade 3 5", "xxox", "oooo"),
        "two-casts-ten": screen("Jade 10", "xxoxoxoxxx"),
    }


def _others() -> dict[str, Screen]:
    ant = rule_set("ant")
    at = position(ant, {4: "C1C2J1~", 6: "J2 J3~ C1C1C2J1", 19: "C2"})
    return {
        "check-team": PileScreen(at, Space(4), "J1 over C2 over C1, homeward", "press 4: next"),
        "check-shared": PileScreen(
            at, Space(6), "J2; J3 homeward; J1 over C2 over 2 C1", "press 6: next"
        ),
        "list-long-line": ListScreen(
            "Which move?",
            (
                Entry("J1 4 to 7, with the first cast", Space(1)),
                Entry("J2 at 6 to 9", Space(2)),
                Entry("J3 at 6 to 9", Space(3)),
            ),
        ),
    }


def screens() -> dict[str, Screen]:
    return {**_headings(), **_fire(), **_teams(), **_names(), **_others()}
