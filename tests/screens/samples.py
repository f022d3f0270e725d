"""Screens as they come up in play, each under a name: the goldens show them all."""

from dataclasses import replace
from functools import cache

from puluc.rules.position import Pile, Position
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Player, Side, Space
from puluc.screens.values import (
    Entry,
    GameScreen,
    ListScreen,
    LotsScreen,
    MessageScreen,
    Pattern,
    PatternScreen,
    PileScreen,
    Screen,
)
from tests.screens import variants
from tests.screens.variants import casts, lit

JADE, CINNABAR = Side.JADE, Side.CINNABAR
USUAL = (128, 64)


def pile(letters: str) -> Pile:
    """A pile of the first two players, bottom to top: ``CCJ`` is Jade over two Cinnabar."""
    return Pile(tuple(Player(0 if letter == "J" else 1) for letter in letters))


def position(
    piles: dict[int, str],
    hand: tuple[int, int] = (5, 5),
    kills: tuple[int, int] = (0, 0),
    track: int = 11,
) -> Position:
    """A position of two players with these piles; letters parted by a blank share a space."""
    rules = replace(RuleSet(), track=track)
    return Position(
        rules=rules,
        track=tuple(
            tuple(map(pile, piles.get(number, "").split())) for number in range(1, track + 1)
        ),
        hand=hand,
        fresh=hand,
        dead=(kills[1], kills[0]),
        out=(0, 0),
        kills=kills,
        turn=Player(0),
    )


START = position({})
MIDGAME = position({2: "J", 5: "CJ", 7: "JC", 10: "C"}, hand=(2, 2))
LATE = position({3: "JJCCJ", 8: "JC", 9: "C"}, hand=(1, 1))
LONG_WORDS = "Cinnabar 10 to 7, takes 2, kills 3: shake."


def heap(space: int, height: int, **rest: str) -> Position:
    """One high pile; the other warriors as single piles at the spaces named ``s3=...``."""
    others = {int(name[1:]): letters for name, letters in rest.items()}
    return position({space: ("JCCJC" * 4)[:height], **others}, hand=(0, 0))


def _play() -> dict[str, Screen]:
    return {
        "opening": GameScreen(START, "Jade", "Shake", JADE, lit=frozenset()),
        "opening-cinnabar": GameScreen(START, "Cinnabar", "A new game: shake", CINNABAR),
        "first-cast": GameScreen(START, "Jade 3", "Enters at 1", JADE, casts("xxox"), lit(1)),
        "cast-jade": GameScreen(
            MIDGAME, "Jade 2", "Press a lit space", JADE, casts("xoxo"), lit(1, 2, 4, 5, 7)
        ),
        "cast-cinnabar": GameScreen(
            MIDGAME, "Cinnabar 4", "Jade 3 to 5, takes 1", CINNABAR, casts("xxxx"), lit(11, 7, 10)
        ),
        "cast-five": GameScreen(
            MIDGAME, "Cinnabar 5", "Press a lit space", CINNABAR, casts("oooo"), lit(11, 7, 10)
        ),
        "cast-five-lots": GameScreen(
            MIDGAME, "Cinnabar 4", "Press a lit space", CINNABAR, casts("xxoxx"), lit(11, 7, 10)
        ),
        "cast-two": GameScreen(
            MIDGAME, "Jade 3 5", "5: where to?", JADE, casts("xxox", "oooo"), lit(8, 10)
        ),
        "no-move": GameScreen(
            MIDGAME, "Jade 3", "No move: press any space", JADE, casts("xoxx"), lit(*range(1, 12))
        ),
        "refusal": GameScreen(
            MIDGAME, "Jade 2", "space 9: Jade has nothing there", JADE, casts("xoxo"), lit(2, 5)
        ),
        "captures": GameScreen(LATE, "Cinnabar", "Jade 1 to 3, takes 2: shake", CINNABAR),
        "carried-off": GameScreen(
            position({3: "J", 8: "JC"}, (3, 1), (2, 0)), "Cinnabar", LONG_WORDS, CINNABAR
        ),
        "all-spaces": GameScreen(
            position(dict.fromkeys(range(1, 10), "J") | {10: "C", 11: "C"}, (1, 3)),
            "Cinnabar 1",
            LONG_WORDS,
            CINNABAR,
            casts("ooxo"),
            lit(*range(1, 12)),
        ),
        "notice": GameScreen(
            MIDGAME, "Jade 2", "5: where to?", JADE, casts("xoxo"), lit(7), notice="not saved"
        ),
        "notice-long": GameScreen(
            LATE, "Cinnabar", LONG_WORDS, CINNABAR, notice="hold any space to cast"
        ),
        "game-over": GameScreen(
            position({6: "JJJ"}, (2, 0), (5, 0)),
            "Jade won",
            "5 killed, 96 casts. Press: new game",
            JADE,
            lit=lit(*range(1, 12)),
        ),
        "draw": GameScreen(MIDGAME, "A draw", "After 240 casts. Press for a new game"),
    }


def _heaps() -> dict[str, Screen]:
    def screen(at: Position, words: str = LONG_WORDS) -> Screen:
        return GameScreen(at, "Cinnabar 3", words, CINNABAR, casts("xoxx"), lit(1, 6, 11))

    five_and_five = position({4: "JCJCJ", 8: "JJCCC"}, (0, 0))
    return {
        "heap-ten-first": screen(heap(1, 10)),
        "heap-ten-middle": screen(heap(6, 10)),
        "heap-ten-last": screen(heap(11, 10)),
        "heap-nine-and-one": screen(heap(5, 9, s8="J")),
        "heap-eight-and-two": screen(heap(6, 8, s3="J", s9="C")),
        "heap-seven-and-three": screen(heap(7, 7, s3="JCC")),
        "heap-six-and-four": screen(heap(4, 6, s8="JCCJ")),
        "heap-five-and-five": screen(five_and_five),
        "heap-twelve": screen(heap(6, 12)),
        "heap-shared": screen(position({3: "J CJ", 8: "C C"}, (0, 0))),
    }


def _others() -> dict[str, Screen]:
    menu = [
        "go on", "take back J 4 to 7", "check the pieces", "your own lots: no",
        "brightness: high", "new game",
    ]  # fmt: skip
    entries = tuple(Entry(text, Space(n)) for n, text in enumerate(menu, 1))
    moves = tuple(
        Entry(text)
        for text in ("Jade enters at 1", "Cinnabar 10 to 7, takes 2, kills 1", "Jade 4 to 7")
    )
    tall = position({7: "JCCJCCJJCJ"}, (0, 0))
    return {
        "list-menu": ListScreen("Menu", (*entries, Entry("more", Space(11)))),
        "list-six": ListScreen("Menu", entries),
        "list-five": ListScreen("Menu", entries[:5]),
        "list-confirm": ListScreen(
            "New game?", (Entry("yes, new game", Space(1)), Entry("no", Space(11)))
        ),
        "list-moves": ListScreen("Moves", (*moves, Entry("back", Space(11)))),
        "list-which": ListScreen(
            "Which move?", (Entry("4 to 7", Space(1)), Entry("4 to 1", Space(2)))
        ),
        "check-pile": PileScreen(MIDGAME, Space(5), "Jade over Cinnabar", "press 5: next"),
        "check-empty": PileScreen(MIDGAME, Space(11), "empty", "press 11: next"),
        "check-ten": PileScreen(
            tall, Space(7),
            "Jade over Cinnabar over 2 Jade over 2 Cinnabar over Jade over 2 Cinnabar over Jade",
            "press 7: next",
        ),
        "lots-four": LotsScreen(
            "Cinnabar: your lots?", tuple((Space(n + 1), n) for n in range(5)), 4
        ),
        "lots-five": LotsScreen("Jade: your lots?", tuple((Space(n + 1), n) for n in range(6)), 5),
        "message-go-on": MessageScreen("Go on?", ("any lit space: yes", "menu: check the pieces")),
        "message-goodbye": MessageScreen("Goodbye", ("the game is kept",)),
        "message-hands": MessageScreen("In hand", ("Jade 3", "Cinnabar 2", "press 1: next")),
        "message-four": MessageScreen(
            "Not playing", ("GPIO 17 is in use by", "another program:", "see puluc doctor", "é ñ ü")
        ),
        "message-short": MessageScreen("One moment"),
        "message-fault": MessageScreen(
            "Spaces 4, 7",
            ("buttons: swapped", "GPIO 7, pin 26", "GPIO 23, pin 16", "1 of 2, any space: next"),
        ),
        "pattern-lit": PatternScreen(Pattern.LIT),
        "pattern-grid": PatternScreen(Pattern.GRID),
    }  # fmt: skip


def _opponent() -> dict[str, Screen]:
    levels = ("people", "Careless", "Hasty", "Steady", "Clever", "Perfect", "back")
    who = ("Jade: people", "Cinnabar: Careless", "its casts: you shake", "odds: yes")
    return {
        "board-casts": GameScreen(LATE, "Cinnabar", "Jade 1 to 3, takes 2", CINNABAR),
        "board-thinks": GameScreen(
            MIDGAME, "Cinnabar 4", "The board thinks", CINNABAR, casts("xxxx")
        ),
        "board-told": GameScreen(
            MIDGAME, "Cinnabar 3", "10 to 7: move it, press 7", CINNABAR, casts("xxxo"), lit(7)
        ),
        "board-told-odds": GameScreen(
            LATE, "Cinnabar 3", "Enters at 11: move it, press 11", CINNABAR, casts("xxxo"),
            lit(11), notice="J ~63 %, no cap",
        ),
        "board-told-second": GameScreen(
            MIDGAME, "Cinnabar 5", "Cinnabar 10 to 7, takes 2. 7 off: move it, press 7", CINNABAR,
            casts("xxxo", "oooo"), lit(7), used=frozenset({0}),
        ),
        "board-stumped": GameScreen(
            MIDGAME, "Cinnabar 4", "The board can't think. Move for it", CINNABAR, casts("xxxx"),
            lit(11, 7, 10),
        ),
        "hint": GameScreen(
            MIDGAME, "Jade 2", "Best: 5 to 7", JADE, casts("xoxo"), lit(1, 2, 4, 5, 7),
            notice="J 63 %, no cap",
        ),
        "odds-heap": GameScreen(
            heap(6, 10), "Cinnabar", LONG_WORDS, CINNABAR, notice="C ~100 %, no cap"
        ),
        "list-players": ListScreen(
            "Who plays", tuple(Entry(text, Space(n)) for n, text in enumerate((*who, "back"), 1))
        ),
        "list-levels": ListScreen(
            "Cinnabar", tuple(Entry(text, Space(n)) for n, text in enumerate(levels, 1))
        ),
        "message-odds": MessageScreen(
            "Odds",
            ("of games without the cap", "of 240 casts, by which 1", "perfect game in 25 is",
             "drawn"),
        ),
    }  # fmt: skip


def _tracks() -> dict[str, Screen]:
    screens: dict[str, Screen] = {}
    for spaces in (5, 9, 19, 24, 29, 30):
        piles = {1: "J", 2: "JC", spaces - 1: "CJCCJ", spaces: "C"}
        screens[f"track-{spaces}"] = GameScreen(
            position(piles, (2, 3), (1, 0), track=spaces),
            "Jade 4",
            "Press a lit space",
            JADE,
            casts("xxxx"),
            lit(*range(1, spaces, 2), spaces),
        )
    return screens


@cache
def screens() -> dict[str, tuple[Screen, tuple[int, int]]]:
    """Each screen with the panel that it is shown on."""
    usual = {
        **_play(), **_heaps(), **_others(), **_opponent(), **_tracks(), **variants.screens()
    }  # fmt: skip
    sized: dict[str, tuple[Screen, tuple[int, int]]] = {
        name: (screen, USUAL) for name, screen in usual.items()
    }
    for size in ((256, 64), (128, 128)):
        for name in (
            "cast-cinnabar", "heap-ten-middle", "carried-off", "list-menu", "check-pile",
            "lots-five", "message-go-on", "track-19",
        ):  # fmt: skip
            sized[f"{name}-{size[0]}x{size[1]}"] = (usual[name], size)
    return sized
