"""The board as opponent: who plays, its casts and moves, and what goes wrong."""

from dataclasses import replace

import pytest

from puluc.opponent.levels import Level
from puluc.rules.steps import FORFEIT
from puluc.rules.units import Side, Space
from puluc.session.effects import DrawLots, SaveSetting, Think
from puluc.session.entries import replay
from puluc.session.events import Drawn, Milliseconds, Thought
from puluc.session.frame import Lamp
from puluc.session.phases import CastDue, Choosing, Menu, NoMove, Opening, Over, Thinking, Told
from puluc.session.state import Settings
from tests.session.opponent import CLEVER, Thoughtful
from tests.session.test_corners import stuck
from tests.session.test_menu import choose, texts
from tests.session.test_turn import with_position

BOTH = Settings(levels=(Level.HASTY, Level.PERFECT))
SHAKEN = replace(CLEVER, shaken=True)


def against(*draws: int, **options) -> Thoughtful:
    """People play Jade, the board Cinnabar."""
    return Thoughtful.begin(*draws, settings=CLEVER, **options)


def told(*draws: int, **options) -> Thoughtful:
    """Jade has entered; the board has cast and told its move."""
    sitting = against(1, *(draws or (2,)), **options)
    sitting.shake()
    sitting.tap(1)
    sitting.wait(1_500)
    assert isinstance(sitting.state.phase, Told)
    return sitting


def test_people_choose_who_plays_each_side() -> None:
    """The menu lists people and the levels; what is chosen is saved, and in the game's log."""
    sitting = Thoughtful.begin()
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "who plays")
    assert texts(sitting) == ["Jade: people", "Cinnabar: people", "odds: no", "back"]
    choose(sitting, "Cinnabar")
    assert sitting.screen.title == "Cinnabar"
    assert texts(sitting) == ["people", *(level.title for level in Level), "back"]
    choose(sitting, "Clever")
    assert texts(sitting)[:3] == ["Jade: people", "Cinnabar: Clever", "its casts: by itself"]
    assert sitting.state.settings.level(Side.CINNABAR) is Level.CLEVER
    assert SaveSetting("cinnabar", "clever") in sitting.effects
    assert sitting.saved[-1].entry.kind == "plays"
    assert sitting.saved[-1].entry.data == {"J": "", "C": "clever"}
    choose(sitting, "Jade")
    choose(sitting, "Hasty")
    choose(sitting, "Cinnabar")
    choose(sitting, "people")
    assert sitting.state.settings.levels == (Level.HASTY, None)
    choose(sitting, "its casts")
    assert texts(sitting)[2] == "its casts: you shake"
    assert SaveSetting("shaken", True) in sitting.effects
    choose(sitting, "Jade")
    choose(sitting, "back")
    choose(sitting, "back")
    assert isinstance(sitting.state.phase, Menu)


def test_a_game_that_has_ended_keeps_who_played_it() -> None:
    """Chosen after the end it is for the next game, which begins with it."""
    sitting = with_position(Thoughtful.begin(), {10: "CJ"}, hand=(0, 0), kills=(4, 0))
    sitting.play((2, 10))
    assert isinstance(sitting.state.phase, Over)
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "who plays")
    choose(sitting, "Jade")
    choose(sitting, "Careless")
    assert sitting.saved[-1].entry.kind == "move"
    sitting.menu()
    sitting.wait(2_000)
    sitting.tap(5)
    assert sitting.begun[-1].levels == (Level.CARELESS, None)


def test_who_plays_is_no_part_of_the_game() -> None:
    """The game's log says it, and replays to the same game."""
    sitting = against(2)
    sitting.menu()
    choose(sitting, "more")
    choose(sitting, "who plays")
    choose(sitting, "Jade")
    choose(sitting, "Steady")
    sitting.menu()
    sitting.wait(1_100)
    entries = [saved.entry for saved in sitting.saved]
    assert [entry.kind for entry in entries] == ["plays", "cast"]
    assert replay(sitting.state.game.rules, Side.JADE, entries) == sitting.state.game


def test_the_board_casts_for_itself_after_a_second() -> None:
    """Nobody need shake for it; until then a press is refused, and told why."""
    sitting = against(1, 3)
    sitting.shake()
    sitting.tap(1)
    assert sitting.state.is_own_cast
    assert sitting.screen.words == "Jade enters at 1"
    sitting.tap(4)
    assert sitting.screen.words == "the board casts"
    sitting.wait(999)
    assert isinstance(sitting.state.phase, CastDue)
    sitting.wait(1)
    assert isinstance(sitting.state.phase, Told)
    assert sitting.screen.headline == "Cinnabar 3"


def test_the_board_says_that_it_opens() -> None:
    """At the very beginning nothing has happened yet that could be told."""
    sitting = Thoughtful.begin(2, settings=Settings(levels=(Level.CLEVER, None)))
    assert sitting.screen.words == "The board casts"
    sitting.wait(1_100)
    assert isinstance(sitting.state.phase, Told)


def test_a_shake_casts_for_the_board_at_once() -> None:
    """Who shakes for it need not wait."""
    sitting = against(1, 2)
    sitting.shake()
    sitting.tap(1)
    sitting.shake()
    assert isinstance(sitting.state.phase, Told)
    assert sitting.draws == []


def test_people_may_want_to_shake_for_the_board() -> None:
    """By their choice it waits for them."""
    sitting = Thoughtful.begin(1, 2, settings=SHAKEN)
    sitting.shake()
    sitting.tap(1)
    sitting.wait(30_000)
    assert isinstance(sitting.state.phase, CastDue)
    assert sitting.screen.words.startswith("Shake")
    sitting.shake()
    assert isinstance(sitting.state.phase, Told)


def test_with_own_lots_people_throw_for_the_board() -> None:
    """Their lots are entered for it like for everybody; taken back, one is a cast alone."""
    sitting = Thoughtful.begin(settings=replace(CLEVER, real_lots=True))
    sitting.tap(1)
    sitting.tap(1)
    sitting.wait(1_000)
    assert isinstance(sitting.state.phase, CastDue)
    sitting.tap(2)
    assert isinstance(sitting.state.phase, Told)
    assert sitting.state.steps_back == 1
    sitting.menu()
    choose(sitting, "take the cast back")
    assert len(sitting.state.game.played) == 1


def test_the_board_waits_while_a_slip_may_be_taken_back() -> None:
    """Held on, the finger takes its move back before the board casts."""
    sitting = against(1)
    sitting.shake()
    sitting.hold(1, 1_500)
    assert isinstance(sitting.state.phase, Choosing)
    assert sitting.state.game.played == ()


@pytest.mark.parametrize(("settings", "sides"), [(CLEVER, 2), (BOTH, 2)])
def test_the_board_casts_for_the_opening(settings: Settings, sides: int) -> None:
    """The higher cast opens: the board makes its own throw; with both sides it needs nobody."""
    sitting = Thoughtful.begin(1, 3, 2, name="jaques", settings=settings)
    assert isinstance(sitting.state.phase, Opening)
    if settings is CLEVER:
        sitting.wait(5_000)
        assert sitting.state.game.opening == ()
        sitting.shake()
    sitting.wait(2_500)
    assert len(sitting.state.game.opening) == sides
    sitting.wait(1_000)
    assert isinstance(sitting.state.phase, Told)


@pytest.mark.parametrize(("settings", "drawn"), [(CLEVER, False), (BOTH, True)])
def test_the_lot_is_for_people_where_there_are_any(settings: Settings, drawn: bool) -> None:
    """Only where the board plays both sides does it draw the lot by itself."""
    sitting = Thoughtful.begin(1, 2, name="kekchi", settings=settings)
    sitting.wait(1_100)
    assert (sitting.state.game.opens is not None) is drawn


def test_the_board_tells_its_move_by_lamps_and_words() -> None:
    """A slow blink on the pile's space, a fast one on the destination, which alone is to press."""
    sitting = told(2)
    assert sitting.lamps(Lamp.FAST) == [11]  # it enters
    assert sitting.screen.words == "Enters at 11: move it, press 11"
    assert sitting.screen.lit == frozenset({11})
    sitting.tap(11)
    assert sitting.last_move().target == 11
    sitting.shake(1)
    sitting.tap(1)
    sitting.draws = [3]
    sitting.wait(1_500)
    sitting.state = replace(sitting.state, phase=Told(sitting.step_move(11, 8)))
    assert sitting.lamps(Lamp.SLOW) == [11]
    assert sitting.lamps(Lamp.FAST) == [8]
    assert sitting.screen.words == "11 to 8: move it, press 8"
    assert sitting.screen.focus == 8
    sitting.tap(11)
    assert sitting.screen.words == "the board plays 11 to 8"
    sitting.tap(8)
    assert sitting.last_move().source == 11
    assert sitting.screen.headline == "Jade"


def test_a_carry_off_is_confirmed_on_the_piles_space() -> None:
    """It has no other."""
    sitting = with_position(against(2), {2: "JC", 9: "J"}, hand=(2, 0), turn=1)
    sitting.wait(1_100)
    assert sitting.lamps(Lamp.SLOW) == [2]
    assert sitting.screen.words == "2 off: move it, press 2"
    sitting.tap(2)
    assert sitting.state.game.position.kills == (0, 1)


def test_beside_a_short_track_a_carry_off_is_confirmed_at_either_end() -> None:
    """The enemy's home is where it goes to; the pile's own space will do."""
    sitting = with_position(
        against(2, name="bell", opening="alternate"), {2: "JC", 9: "J"}, hand=(2, 0), turn=1
    )
    sitting.wait(1_100)
    assert sitting.lamps(Lamp.SLOW) == [3]
    assert sitting.lamps(Lamp.FAST) == [1]
    assert sitting.screen.words == "3 off: move it, press 1"
    sitting.tap(3)
    assert sitting.state.game.position.kills == (0, 1)


def test_a_stuck_button_does_not_keep_the_board_from_moving() -> None:
    """Where its destination is stuck the start confirms; where both are, the list of moves does."""
    sitting = with_position(against(2), {9: "C", 3: "J"}, hand=(2, 0), turn=1)
    sitting.wait(1_100)
    stuck(sitting, 7)
    assert sitting.lamps(Lamp.FAST) == []
    assert sitting.screen.words == "9 to 7: move it, press 9"
    stuck(sitting, 9)
    assert "list of moves" in sitting.screen.words
    sitting.menu()
    choose(sitting, "list of moves")
    assert texts(sitting) == ["9 to 7", "moves so far", "back"]
    choose(sitting, "9 to 7")
    assert sitting.last_move().target == 7


def test_a_forfeit_of_the_board_is_any_press() -> None:
    """There is nothing to think of."""
    sitting = with_position(against(2), {4: "CCCCCJ"}, hand=(4, 0), turn=1)
    sitting.wait(1_100)
    assert isinstance(sitting.state.phase, NoMove)
    assert sitting.step_questions == []
    sitting.tap(6)
    assert sitting.state.game.played[-1].step == FORFEIT


def test_the_second_cast_of_the_board_is_told_after_the_first() -> None:
    """With two casts a turn each is thought of, told and confirmed by itself."""
    sitting = Thoughtful.begin(
        2, 3, name="ant", seats=2, opening="alternate", spaces=19,
        settings=Settings(levels=(Level.CLEVER, None)),
    )  # fmt: skip
    sitting.wait(1_100)
    assert len(sitting.step_questions) == 1
    sitting.tap(*sitting.lamps(Lamp.FAST)[:1])
    assert len(sitting.step_questions) == 2
    assert sitting.screen.words.startswith("Jade enters at ")
    assert ": move it, press " in sitting.screen.words


def test_taking_back_undoes_the_reply_too() -> None:
    """People's last move, and what the board has played since; the menu names theirs."""
    sitting = told(2)
    sitting.tap(11)
    assert sitting.state.steps_back == 2
    sitting.menu()
    choose(sitting, "take back J enters at 1")
    assert sitting.screen.title == "Back: Jade enters at 1"
    assert sitting.state.game.played == ()
    choose(sitting, "go on")
    assert sitting.screen.headline == "Jade 1"
    sitting.tap(1)
    assert isinstance(sitting.state.phase, Told)  # its cast is owed
    sitting.menu()
    choose(sitting, "take back J enters at 1")  # now without a reply
    assert sitting.state.game.played == ()


def test_the_first_move_of_the_board_can_be_taken_back() -> None:
    """Where people have made none, it tells its own again."""
    sitting = Thoughtful.begin(2, settings=Settings(levels=(Level.CLEVER, None)))
    sitting.wait(1_100)
    sitting.tap(1)
    sitting.menu()
    choose(sitting, "take back J")
    choose(sitting, "go on")
    assert isinstance(sitting.state.phase, Told)


def test_confirming_is_no_slip_but_may_open_the_menu() -> None:
    """Held on, the confirming finger takes nothing back; as the first of both ends it does."""
    sitting = told(2)
    sitting.hold(11, 1_500)
    assert len(sitting.state.game.played) == 2
    sitting = told(2)
    sitting.press(11)
    sitting.wait(10)
    sitting.press(1)
    sitting.wait(2_000)
    assert isinstance(sitting.state.phase, Menu)
    assert len(sitting.state.game.played) == 1


def test_nothing_waits_for_a_thought() -> None:
    """While the board thinks the menu opens, and a press is told why it is refused."""
    sitting = against(1, 2)
    sitting.answers = False
    sitting.shake()
    sitting.tap(1)
    sitting.wait(1_500)
    assert sitting.state.phase == Thinking(Level.CLEVER)
    assert sitting.screen.words == "The board thinks"
    sitting.tap(4)
    assert sitting.screen.words == "the board thinks"
    sitting.menu()
    choose(sitting, "list of moves")
    assert texts(sitting)[0] == "J enters at 1"


def test_a_thought_that_comes_too_late_is_dropped() -> None:
    """After the menu, a take-back or a new game it changes nothing; asked anew, it is told."""
    sitting = against(1, 2)
    sitting.answers = False
    sitting.shake()
    sitting.tap(1)
    sitting.wait(1_500)
    (first,) = sitting.asked
    sitting.asked.clear()
    sitting.menu()
    assert sitting.state.asked is None
    before = sitting.state
    sitting.answer(first)
    assert sitting.state.phase == before.phase
    choose(sitting, "take back")
    choose(sitting, "go on")
    sitting.answer(first)
    assert isinstance(sitting.state.phase, Choosing)
    assert sitting.asked == []
    sitting.tap(1)
    assert sitting.asked == [first]  # the same cast, the same question, the same chance
    sitting.answer(first)
    assert isinstance(sitting.state.phase, Told)
    sitting.answer(first)
    assert isinstance(sitting.state.phase, Told)


def test_other_lots_are_another_chance() -> None:
    """What slips follow from is the lots thrown so far."""
    seeds = set()
    for marked in (1, 2):
        sitting = against(marked, 2)
        sitting.shake()
        sitting.tap(1)
        sitting.wait(1_500)
        seeds |= {each.seed for each in sitting.step_questions}
    assert len(seeds) == 2


def test_a_fault_of_the_opponent_never_stops_the_game() -> None:
    """The board says so, people move for it, and at its next turn it tries again."""
    sitting = against(1, 2)
    sitting.answers = False
    sitting.shake()
    sitting.tap(1)
    sitting.wait(1_500)
    sitting.stump()
    assert isinstance(sitting.state.phase, Choosing)
    assert sitting.screen.words == "The board can't think. Move for it"
    sitting.tap(11)
    sitting.answers = True
    sitting.shake(1)
    sitting.tap(1)
    sitting.draws = [2]
    sitting.wait(1_500)
    assert isinstance(sitting.state.phase, Told)


@pytest.mark.parametrize("wrong", ["forfeit", "foreign", "none"])
def test_a_move_that_the_rules_forbid_is_a_fault(wrong: str) -> None:
    """What the opponent says is checked."""
    sitting = against(1, 2)
    sitting.answers = False
    sitting.shake()
    sitting.tap(1)
    move = sitting.last_move()
    sitting.wait(1_500)
    (about,) = sitting.asked
    step = {"forfeit": FORFEIT, "foreign": move, "none": None}[wrong]
    odds = Thoughtful.even(about)
    sitting.happens(Thought(sitting.at, about, odds, step))
    assert isinstance(sitting.state.phase, Choosing)


def test_a_thought_that_never_comes_is_given_up() -> None:
    """After ten seconds people move for the board; the old fault is nobody's any more."""
    sitting = against(1, 2)
    sitting.answers = False
    sitting.shake()
    sitting.tap(1)
    sitting.wait(10_900)
    assert isinstance(sitting.state.phase, Thinking)
    sitting.wait(200)
    assert isinstance(sitting.state.phase, Choosing)
    sitting.stump()
    assert isinstance(sitting.state.phase, Choosing)


def test_the_board_plays_itself() -> None:
    """With both sides it casts and tells; people only move the pieces."""
    sitting = Thoughtful.begin(*[1, 2, 3] * 20, settings=BOTH)
    for _ in range(20):
        sitting.wait(1_500)
        keys = [*sitting.lamps(Lamp.FAST), *sitting.lamps(Lamp.SLOW), *sitting.lamps()]
        sitting.tap(keys[0])
    assert len(sitting.state.game.played) == 20
    assert {each.level for each in sitting.step_questions} == {Level.HASTY, Level.PERFECT}
    sitting.menu()
    choose(sitting, "take back")
    assert len(sitting.state.game.played) == 19


def test_the_board_has_nobodys_name() -> None:
    """The names at the table are people's; who plays against the board keeps the own one."""
    sitting = told(2, names=("Ana", "Ben"))
    assert sitting.screen.headline == "Cinnabar 2"
    sitting.tap(11)
    assert sitting.screen.headline == "Ana"
    assert sitting.state.names == ("Ana", "Ben")


def test_lots_come_only_from_the_caster() -> None:
    """The board's own cast is the same effect as people's; it carries nothing of the game."""
    sitting = told(2)
    draws = [each for each in sitting.effects if isinstance(each, DrawLots)]
    assert draws == [DrawLots(4), DrawLots(4)]
    sitting.happens(Drawn(Milliseconds(sitting.now), (True,) * 4))
    assert isinstance(sitting.state.phase, Told)  # nobody asked for that cast


def test_a_short_board_asks_by_its_own_numbers() -> None:
    """The spaces told and lit are the board's, as everywhere."""
    sitting = with_position(against(2, track=9), {5: "C", 3: "J"}, hand=(2, 0), turn=1)
    sitting.wait(1_100)
    assert sitting.lamps(Lamp.SLOW) == [6]
    assert sitting.lamps(Lamp.FAST) == [4]
    assert sitting.screen.words == "6 to 4: move it, press 4"
    assert sitting.state.board_space(Space(3)) == 4


def test_questions_tell_the_position_alone() -> None:
    """A question holds what lies on the board, never lots to come."""
    sitting = told(2)
    (about,) = sitting.step_questions
    assert isinstance(about, Think)
    assert about.position == sitting.state.game.position
