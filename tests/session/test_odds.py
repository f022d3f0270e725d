"""Hints, and the odds after each move."""

from dataclasses import replace

import pytest

from puluc.opponent.levels import Level
from puluc.opponent.thought import Odds
from puluc.rules.contests import contest
from puluc.rules.units import CastValue, Side
from puluc.screens.values import MessageScreen
from puluc.session.effects import SaveSetting, Think
from puluc.session.events import Lost, Milliseconds, Noticed, Part, Thought, Tick
from puluc.session.frame import Lamp
from puluc.session.game import Game
from puluc.session.opening import Setup, resume_game
from puluc.session.phases import CastDue, Choosing, Thinking, Told
from puluc.session.state import Settings
from tests.session.opponent import CLEVER, Thoughtful
from tests.session.test_menu import choose, texts
from tests.session.test_narrowing import both_ways

ODDS = Settings(odds=True)


def hinted(sitting: Thoughtful) -> None:
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "hint")


def midgame(answers: bool = True, **options) -> Thoughtful:
    """A pile of Jade's at 1, and a three to use."""
    sitting = Thoughtful.begin(**options)
    sitting.answers = answers
    sitting.play((1, 1), (1, 11))
    sitting.shake(3)
    return sitting


def test_a_hint_blinks_the_best_move_and_tells_the_odds() -> None:
    """The other moves stay lit; the display says where the odds leave out the cap."""
    sitting = midgame()
    hinted(sitting)
    assert sitting.screen.words == "Best: 1 to 4"
    assert sitting.lamps(Lamp.SLOW) == [1, 4]
    assert sitting.screen.notice == "J 50 %, no cap"
    sitting.tap(4)
    assert sitting.screen.notice == ""
    assert sitting.last_move().target == 4


def test_a_table_left_out_is_told_before_the_hint() -> None:
    """The first question opens the tables; its answer must not wipe off what is wrong with one."""
    sitting = midgame(answers=False)
    hinted(sitting)
    sitting.happens(Noticed(sitting.at, "mine.puluc is left out"))
    sitting.answer(sitting.asked.pop())
    assert sitting.screen.words == "mine.puluc is left out"
    assert sitting.lamps(Lamp.SLOW) == [1, 4]
    sitting.wait(2_600)
    assert sitting.screen.words == "Best: 1 to 4"


def test_a_hint_stays_while_another_move_is_narrowed_down() -> None:
    """Narrowed, the lamps are those of the choice; taken back, the hint's again."""
    plain = both_ways()
    sitting = Thoughtful(plain.state)
    sitting.shake(3)
    hinted(sitting)
    assert sitting.lamps(Lamp.SLOW) == [2, 5]
    sitting.tap(5)
    assert sitting.lamps(Lamp.SLOW) == [5]
    sitting.tap(5)
    assert sitting.lamps(Lamp.SLOW) == [2, 5]


def test_a_hint_is_only_for_who_has_to_move() -> None:
    """While a cast is due, and for the board's own move, its line can only be read."""
    sitting = Thoughtful.begin()
    sitting.menu()
    choose(sitting, "more")
    assert sitting.screen.entries[1].text == "hint"
    assert sitting.screen.entries[1].space is None


def test_a_hint_for_the_board_is_its_move() -> None:
    """People who move for a board at fault and ask for a hint have it think again."""
    sitting = Thoughtful.silent(1, 2, settings=CLEVER)
    sitting.shake()
    sitting.tap(1)
    sitting.wait(1_500)
    sitting.stump()
    assert isinstance(sitting.state.phase, Choosing)
    hinted(sitting)
    assert isinstance(sitting.state.phase, Thinking)


def test_people_may_move_before_the_hint_comes() -> None:
    """Nothing waits for it; it comes too late then."""
    sitting = midgame(answers=False)
    hinted(sitting)
    assert sitting.screen.words == "Looking for the best move"
    (about,) = sitting.asked
    sitting.tap(1)
    before = sitting.state
    sitting.answer(about)
    assert sitting.state.odds is None
    assert sitting.state.phase == before.phase


def test_a_hint_that_fails_is_told() -> None:
    """The moves stay lit."""
    sitting = midgame(answers=False)
    hinted(sitting)
    sitting.stump()
    assert sitting.screen.words == "No hint was found"
    assert sitting.lamps() == [1, 4]


def test_the_odds_are_told_after_each_move_when_asked_for() -> None:
    """The menu turns it on, says what is left out, and the next moves are judged."""
    sitting = Thoughtful.begin()
    sitting.play((1, 1))
    assert sitting.screen.notice == ""
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "who plays")
    choose(sitting, "odds: no")
    assert sitting.screen == MessageScreen(
        "Odds",
        (
            "of games without the cap",
            "of 240 casts, by which 1",
            "perfect game in 25 is",
            "drawn",
        ),
    )
    assert SaveSetting("odds", True) in sitting.effects
    sitting.wait(6_000)
    assert texts(sitting)[2] == "odds: yes"
    sitting.menu()
    assert sitting.screen.notice == "C 50 %, no cap"
    sitting.shake(1)
    assert sitting.screen.notice == "C 50 %, no cap"
    sitting.tap(11)
    assert sitting.screen.notice == "J 50 %, no cap"
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "who plays")
    choose(sitting, "odds: yes")
    assert texts(sitting)[2] == "odds: no"
    sitting.menu()
    assert sitting.screen.notice == ""


@pytest.mark.parametrize(
    ("name", "rules", "said"),
    [
        ("classic", {"cap": 120}, "of games without the cap of 120 casts"),
        ("village", {}, ""),
    ],
)
def test_what_odds_leave_out_depends_on_the_rules(name: str, rules: dict, said: str) -> None:
    """One perfect game in 25 is a fact of ``classic``; a game without a cap leaves out nothing."""
    sitting = Thoughtful.begin(name=name, **rules)
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "who plays")
    choose(sitting, "odds: no")
    shown = sitting.screen
    found = " ".join(shown.words) if isinstance(shown, MessageScreen) else ""
    assert found == said


@pytest.mark.parametrize(
    ("chance", "is_exact", "said"),
    [
        (0.634, True, "J 63 %, no cap"),
        (0.634, False, "J ~63 %, no cap"),
        (0.9999, True, "J 99 %, no cap"),
        (0.0001, True, "J 1 %, no cap"),
        (1.0, True, "J 100 %, no cap"),
        (0.0, True, "J 0 %, no cap"),
    ],
)
def test_odds_in_short(chance: float, is_exact: bool, said: str) -> None:
    """Certain is only what is certain; what is judged has a ``~``."""
    sitting = Thoughtful.begin()
    sitting.state = replace(sitting.state, odds=Odds(Side.JADE, chance, is_exact))
    assert sitting.screen.notice == said


def test_a_fault_of_the_board_comes_before_the_odds() -> None:
    """There is room for one of them."""
    sitting = midgame(settings=ODDS)
    assert sitting.screen.notice == "J 50 %, no cap"
    sitting.happens(Lost(sitting.at, Part.JOURNAL, "full"))
    assert sitting.screen.notice == "not saved"


def test_the_odds_come_before_the_board_casts() -> None:
    """On a slow board its cast waits for them, but not for ever."""
    settings = replace(CLEVER, odds=True)
    sitting = Thoughtful.silent(1, 2, settings=settings)
    sitting.shake()
    sitting.tap(1)
    (about,) = sitting.asked
    assert about == Think(sitting.state.game.position)
    sitting.wait(5_000)
    assert isinstance(sitting.state.phase, CastDue)
    sitting.answers = True
    sitting.happens(Thought(sitting.at, about, Thoughtful.even(about)))
    sitting.wait(10)
    assert isinstance(sitting.state.phase, Told)


def test_odds_that_fail_are_left_out() -> None:
    """Play goes on without."""
    sitting = Thoughtful.silent(1, 2, settings=replace(CLEVER, odds=True))
    sitting.shake()
    sitting.tap(1)
    sitting.stump()
    assert not sitting.state.odds_due
    sitting.wait(1_500)
    assert isinstance(sitting.state.phase, Thinking)
    assert sitting.state.asked is not None
    assert sitting.state.asked.level is Level.CLEVER


def test_within_a_turn_of_two_casts_the_odds_are_those_with_the_second() -> None:
    """It lies there already."""
    sitting = Thoughtful.begin(
        2, 3, name="ant", seats=2, opening="alternate", spaces=19, settings=ODDS
    )
    sitting.shake()
    sitting.tap(sitting.lamps()[0])
    assert sitting.state.odds is not None
    questions = [each for each in sitting.effects if isinstance(each, Think)]
    assert questions[-1].position.left in ((CastValue(2),), (CastValue(3),))


def test_taken_back_the_odds_are_those_before() -> None:
    """They are thought of anew."""
    sitting = midgame(settings=ODDS)
    sitting.tap(1)
    sitting.menu()
    choose(sitting, "take back")
    choose(sitting, "go on")
    assert sitting.screen.notice == "J 50 %, no cap"


@pytest.mark.parametrize("recent", [True, False])
def test_after_a_restart_the_odds_are_told_again(recent: bool) -> None:
    """At once, or when the players go on; before any move there are none."""
    played = midgame(settings=ODDS).state.game
    for game, said in ((played, "J 50 %, no cap"), (Game.begin(played.rules, Side.JADE), "")):
        setup = Setup(11, contest("classic"))
        sitting = Thoughtful(resume_game(setup, game, ODDS, Milliseconds(5), recent), now=5)
        sitting.happens(Tick(sitting.at))
        if game.begun and not recent:
            sitting.tap(3)
        assert sitting.screen.notice == said
