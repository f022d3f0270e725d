"""Other rule sets at the table: openings, two casts, teams, matches, and choosing them."""

from dataclasses import replace

import pytest

from puluc.rules.contests import NAMES, contest
from puluc.rules.options import option_text
from puluc.rules.position import Pile
from puluc.rules.units import Heading, Player, Side, Space
from puluc.screens.values import ListScreen, LotsScreen, MessageScreen
from puluc.session.effects import MatchPlace, SaveSetting
from puluc.session.entries import replay
from puluc.session.frame import Lamp
from puluc.session.opening import Setup, resume_game
from puluc.session.phases import CastDue, NoMove, Opening, Over
from puluc.session.rule_menu import alternatives, changed, options, read_rules, refusal
from puluc.session.state import Settings
from tests.session.sitting import Sitting
from tests.session.test_menu import choose, texts

OWN_LOTS = Settings(real_lots=True)


def teams(sitting: Sitting, track: dict[int, list[str]], hand: dict[str, int]) -> Sitting:
    """The sitting with piles such as ``J1C2`` on its spaces, and hands by player."""
    game = sitting.state.game
    rules = game.rules
    seats = [f"{'JC'[seat % 2]}{seat // 2 + 1}" for seat in range(rules.seats)]

    def pile(text: str) -> Pile:
        homeward = text.endswith("<")
        names = text.rstrip("<")
        warriors = tuple(Player(seats.index(names[at : at + 2])) for at in range(0, len(names), 2))
        return Pile(warriors, Heading.HOMEWARD if homeward else Heading.OUTWARD)

    piles = tuple(tuple(map(pile, track.get(space, []))) for space in range(1, rules.track + 1))
    hands = tuple(hand.get(seat, 0) for seat in seats)
    position = replace(game.position, track=piles, hand=hands, fresh=tuple(0 for _ in seats))
    sitting.state = replace(sitting.state, game=replace(game, position=position))
    return sitting


# Openings


def test_each_side_casts_for_the_opening_and_the_higher_cast_begins() -> None:
    """Jade shakes, then Cinnabar; the side with more marked sides begins."""
    sitting = Sitting.begin(name="village")
    assert isinstance(sitting.state.phase, Opening)
    assert sitting.screen.headline == "Jade"
    sitting.shake(2)
    assert sitting.screen.headline == "Cinnabar"
    assert "Jade has 2 marked" in sitting.screen.words
    sitting.shake(3)
    assert isinstance(sitting.state.phase, CastDue)
    assert sitting.state.game.opens is Side.CINNABAR
    assert "Cinnabar begins" in sitting.screen.words
    assert [saved.entry.kind for saved in sitting.saved] == ["opening", "opening"]


def test_equal_casts_are_cast_again() -> None:
    """A tie decides nothing; Jade shakes again."""
    sitting = Sitting.begin(2, 2, 4, 1, name="jaques")
    for _ in range(2):
        sitting.shake()
    assert "again" in sitting.screen.words
    sitting.hold(6)
    sitting.shake()
    assert sitting.state.game.opens is Side.JADE


@pytest.mark.parametrize(("marked", "side"), [(1, Side.JADE), (0, Side.CINNABAR)])
def test_a_lot_decides_the_opening_whoever_throws_the_lots(marked: int, side: Side) -> None:
    """One lot is drawn by the board, also where the players throw their own."""
    sitting = Sitting.begin(name="kekchi", settings=OWN_LOTS)
    assert sitting.screen.headline == "Who begins?"
    assert sitting.lamps() == []
    sitting.shake(marked)
    assert sitting.state.game.opens is side


def test_own_lots_decide_an_opening() -> None:
    """Each side enters what it has thrown; the display says whose lots are asked for."""
    sitting = Sitting.begin(name="village", settings=OWN_LOTS)
    sitting.wait(3_000)
    assert isinstance(sitting.screen, LotsScreen)
    assert sitting.screen.title.startswith("Jade")
    sitting.tap(3)
    sitting.wait(3_000)
    assert sitting.screen.title.startswith("Cinnabar")
    sitting.tap(5)
    assert sitting.state.game.opens is Side.JADE


def test_an_opening_cast_entered_wrongly_can_be_taken_back() -> None:
    """Also the one that has just decided it; then it is entered again."""
    sitting = Sitting.begin(name="village", settings=OWN_LOTS)
    sitting.tap(2)
    sitting.tap(3)
    assert sitting.state.game.opens is Side.CINNABAR
    for spaces in ((1,), (1, 4)):
        sitting.menu()
        choose(sitting, "take the cast back")
        choose(sitting, "go on")
        sitting.tap(*spaces)
        if spaces == (1,):
            assert sitting.state.game.opens is Side.JADE
    entries = [saved.entry for saved in sitting.saved]
    assert replay(sitting.state.game.rules, None, entries) == sitting.state.game


def test_what_was_cast_for_the_opening_is_told_again() -> None:
    """After the menu, as after a restart."""
    sitting = Sitting.begin(name="village")
    sitting.shake(3)
    sitting.menu()
    choose(sitting, "go on")
    assert "Jade has 3 marked" in sitting.screen.words
    state = resume_game(
        Setup(11, contest("village")), sitting.state.game, Settings(), sitting.at, True
    )
    assert "Jade has 3 marked" in Sitting(state).screen.words


def test_a_press_before_the_opening_is_told_to_shake() -> None:
    """As before any cast."""
    sitting = Sitting.begin(name="village")
    sitting.tap(4)
    assert "shake" in sitting.screen.words


def test_players_who_wait_with_the_opening_are_told_how_to_cast() -> None:
    """After twenty seconds, as with any cast."""
    sitting = Sitting.begin(name="kekchi")
    sitting.wait(20_000)
    assert "hold any space" in sitting.screen.words


def test_an_opening_replays_from_its_entries() -> None:
    """Casts for the opening are kept like all others: no second throw after a power cut."""
    sitting = Sitting.begin(name="village")
    sitting.shake(2)
    entries = [saved.entry for saved in sitting.saved]
    assert replay(sitting.state.game.rules, None, entries) == sitting.state.game


# Two casts


def two_casts(first: int, second: int) -> Sitting:
    """Jade alone with a pile on 5 and both casts to use."""
    sitting = Sitting.begin(name="ant", seats=2, spaces=19, opening="alternate", one_free=False)
    teams(sitting, {5: ["J1"], 15: ["C1"]}, {"C1": 4})
    sitting.shake(first, second)
    return sitting


def test_both_casts_are_thrown_and_used_in_either_order() -> None:
    """Both values stand there; the spaces of both are lit; the second is used after the first."""
    sitting = two_casts(2, 3)
    assert sitting.screen.headline == "Jade 2 3"
    assert sitting.lamps() == [5, 7, 8]
    sitting.tap(8)
    assert sitting.screen.headline == "Jade 2"
    assert sitting.screen.used == {1}
    assert sitting.lamps() == [8, 10]
    assert "Jade 5 to 8" in sitting.screen.words
    sitting.tap(10)
    assert sitting.screen.headline == "Cinnabar"


def test_a_pile_that_two_casts_can_move_narrows() -> None:
    """Its own space leaves lit where it may go."""
    sitting = two_casts(2, 3)
    sitting.tap(5)
    assert sitting.lamps() == [7, 8]
    assert sitting.lamps(Lamp.SLOW) == [5]


def test_two_casts_that_both_carry_off_are_listed_by_their_values() -> None:
    """Where no space tells the casts apart, the list does."""
    sitting = two_casts(2, 3)
    teams(sitting, {2: ["J1<"], 15: ["C1"]}, {"J1": 4, "C1": 4})
    sitting.tap(2)
    assert isinstance(sitting.screen, ListScreen)
    assert texts(sitting) == ["2: 2 home", "3: 2 home", "back"]


def test_a_cast_that_is_left_and_can_do_nothing_is_forfeited() -> None:
    """After the first use nothing can use the second: the display says so."""
    sitting = two_casts(2, 3)
    teams(sitting, {5: ["J1C1<"], 15: ["C1"]}, {})
    position = sitting.state.game.position
    stuck = replace(position, left=(position.left[1],), track=((),) * 19, casts=1)
    game = replace(sitting.state.game, position=stuck)
    sitting.state = replace(sitting.state, game=game, phase=NoMove(sitting.at))
    sitting.tap(4)
    assert sitting.saved[-1].entry.kind == "forfeit"


def test_a_slip_with_the_first_of_two_casts_is_held_back() -> None:
    """The space just pressed could use the second cast, so it waits for its release."""
    sitting = two_casts(2, 3)
    sitting.tap(8)
    assert len(sitting.state.game.played) == 1
    sitting.hold(8)
    assert sitting.state.game.played == ()
    assert sitting.screen.headline == "Jade 2 3"
    sitting.tap(8)
    sitting.tap(8)
    assert len(sitting.state.game.played) == 2


def test_what_the_first_cast_did_stays_told_when_the_second_can_do_nothing() -> None:
    """The players can set the pieces, and see that a press forfeits."""
    sitting = two_casts(2, 3)
    game = replace(sitting.state.game)
    sitting.state = replace(
        sitting.state, game=game, phase=NoMove(sitting.at), words="Jade 5 to 7, takes 2"
    )
    assert sitting.screen.words == "Jade 5 to 7, takes 2. No move: press any space"


def test_own_lots_are_entered_one_cast_after_the_other() -> None:
    """The first, then the second; both are one throw."""
    sitting = Sitting.begin(name="ant", seats=2, spaces=19, opening="alternate", settings=OWN_LOTS)
    sitting.tap(1)
    sitting.wait(3_000)
    assert sitting.screen.title == "Jade, second cast: your lots?"
    sitting.tap(5)
    assert sitting.screen.headline == "Jade 1 5"
    assert len(sitting.saved) == 1


# Teams


def test_players_take_turns_and_are_named() -> None:
    """J1, C1, J2, C2 by their seats, or by their own names."""
    sitting = Sitting.begin(name="kekchi-teams", opening="alternate", names=("Ana", "", "Éva"))
    seen = []
    for _ in range(4):
        seen.append(sitting.screen.headline)
        sitting.shake(1)
        sitting.tap(sitting.lamps()[0])
    assert seen == ["Ana", "C1", "Éva", "C2"]


def test_who_must_help_is_told_so() -> None:
    """Where all moves are partners', the display says for whom before a press."""
    sitting = Sitting.begin(name="ant", seats=4, spaces=19, casts=1, opening="alternate")
    teams(sitting, {7: ["J2"], 9: ["J2"], 15: ["C1"]}, {"C1": 4, "C2": 5})
    sitting.shake(3)
    assert sitting.screen.words == "For a partner: press a lit space"


def test_a_refusal_calls_players_by_their_names() -> None:
    """A partner's pile is Ana's, not J1's."""
    names = ("Ana", "Ben", "Éva", "Carl")
    sitting = Sitting.begin(name="kekchi-teams", opening="alternate", names=names)
    teams(sitting, {4: ["J2"], 2: ["J1"]}, {"C1": 5, "C2": 5})
    sitting.shake(1)
    sitting.tap(4)
    assert sitting.screen.words == "space 4: Éva's pile"


def test_a_partner_is_helped_and_the_words_say_whose_warrior_it_is() -> None:
    """A player with no move of its own moves for a partner."""
    sitting = Sitting.begin(name="ant", seats=4, spaces=19, casts=1, opening="alternate")
    teams(sitting, {7: ["J2"], 15: ["C1"]}, {"C1": 4, "C2": 5})
    sitting.shake(2)
    assert sitting.screen.words == "For J2: 7 to 9"
    sitting.tap(9)
    assert "J1 for J2: 7 to 9" in sitting.screen.words
    sitting.menu()
    assert texts(sitting)[1] == "take back J1 for J2: 7 to 9"


def test_partners_piles_on_one_space_are_told_apart_by_a_list() -> None:
    """Both may move to the same space, so no space tells: the list names the players."""
    sitting = Sitting.begin(name="ant", spaces=19, casts=1, opening="alternate")
    teams(sitting, {7: ["J2", "J3"], 15: ["C1"]}, {"C1": 4, "C2": 5, "C3": 5})
    sitting.shake(2)
    assert sitting.lamps() == [7, 9]
    sitting.tap(7)
    assert sitting.lamps() == [9]
    sitting.tap(9)
    assert texts(sitting) == ["for J2: 7 to 9", "for J3: 7 to 9", "back"]
    choose(sitting, "for J3")
    (moved,) = sitting.state.game.position.piles_on(Space(9))
    assert moved.warriors == (Player(4),)


def test_a_player_without_a_free_warrior_is_passed_over() -> None:
    """Under ``no_free`` the turn goes on, and the words say so."""
    sitting = Sitting.begin(name="kekchi-teams", opening="alternate")
    teams(sitting, {2: ["J1"], 5: ["C1J2"]}, {"J1": 2, "J2": 2, "C2": 3})
    sitting.shake(1)
    sitting.tap(2)
    assert "C1 is passed over" in sitting.screen.words
    assert sitting.screen.headline == "J2"


def test_the_piece_check_names_the_owners() -> None:
    """Piles and hands by player."""
    sitting = Sitting.begin(name="kekchi-teams", opening="alternate")
    teams(sitting, {2: ["J1J2C2"]}, {"J1": 2, "J2": 1, "C1": 5, "C2": 3})
    sitting.menu()
    choose(sitting, "check")
    for space in range(1, 11):
        if space == 2:
            assert sitting.screen.words == "C2 over J2 over J1"
        sitting.tap(space)
    assert sitting.screen.words[:2] == ("J1 2, J2 1", "C1 5, C2 3")


# Matches


def finish(sitting: Sitting, side: Side, kills: int) -> None:
    """The game at its end: that side has killed so many, and nobody is left to move."""
    game = sitting.state.game
    pair = (kills, 0) if side is Side.JADE else (0, kills)
    seats = game.rules.seats
    position = replace(
        game.position,
        kills=pair,
        track=((),) * game.rules.track,
        hand=tuple(5 if Player(seat) % 2 == side.index else 0 for seat in range(seats)),
        left=(),
    )
    game = replace(game, position=position, opens=side, thrown=None)
    sitting.state = replace(sitting.state, game=game, phase=Over(sitting.at))


def test_a_best_of_five_ends_with_three_wins() -> None:
    """The score stands on the display; a new game follows until a side has won three."""
    sitting = Sitting.begin(name="jaques-three")
    for number, (side, words) in enumerate(
        [
            (Side.JADE, "1:0 games. Press: game 2"),
            (Side.CINNABAR, "1:1 games. Press: game 3"),
            (Side.JADE, "2:1 games. Press: game 4"),
            (Side.JADE, "The match, 3:1 games. Press: new match"),
        ],
        1,
    ):
        assert sitting.begun[-1].match == MatchPlace("jaques-three", number)
        finish(sitting, side, 3)
        assert sitting.screen.words == words
        sitting.wait(1_500)
        sitting.tap(5)
    assert sitting.begun[-1].match == MatchPlace("jaques-three", 1)


def test_the_animal_games_are_one_match_by_kills() -> None:
    """Five rule sets in order; more kills over all five wins."""
    sitting = Sitting.begin(name="bul", seats=2, spaces=19)
    for rules in ("ant", "eagle", "scorpion", "army-ants"):
        assert sitting.state.game.rules.name == rules
        finish(sitting, Side.JADE, 1)
        sitting.wait(1_500)
        sitting.tap(5)
    finish(sitting, Side.CINNABAR, 4)
    assert sitting.screen.headline == "A draw"
    assert sitting.screen.words == "The match, 4:4 kills. Press: new match"


def test_a_match_goes_on_after_a_restart() -> None:
    """With the games before, the score is what it was."""
    sitting = Sitting.begin(name="jaques-three")
    finish(sitting, Side.JADE, 3)
    sitting.wait(1_500)
    sitting.tap(5)
    setup = Setup(11, contest("classic"))
    state = resume_game(
        setup, sitting.state.game, Settings(), sitting.at, True, sitting.state.contest
    )
    resumed = Sitting(state, now=sitting.now)
    finish(resumed, Side.JADE, 3)
    assert resumed.screen.words == "2:0 games. Press: game 3"


def test_a_new_game_in_the_middle_of_a_match_begins_the_match_anew() -> None:
    """Giving a game up gives the match up."""
    sitting = Sitting.begin(name="jaques-three")
    finish(sitting, Side.JADE, 3)
    sitting.wait(1_500)
    sitting.tap(5)
    assert "Game 2 of jaques-three" in sitting.screen.words
    sitting.shake(1)
    sitting.menu()
    choose(sitting, "new match")
    assert sitting.screen.title == "New match?"
    choose(sitting, "yes")
    assert sitting.begun[-1].match == MatchPlace("jaques-three", 1)


# Choosing the rules


def find(sitting: Sitting, start: str) -> None:
    """Turn the pages of a list until a line starts like that."""
    for _ in range(20):
        if any(text.startswith(start) for text in texts(sitting)):
            return
        choose(sitting, "more")
    raise AssertionError(start)


def test_a_rule_set_is_chosen_in_the_menu() -> None:
    """Its options can be changed on every page; the game begins by them, and they are kept."""
    sitting = Sitting.begin()
    sitting.menu()
    choose(sitting, "rules: classic")
    find(sitting, "kekchi")
    choose(sitting, "kekchi")
    assert sitting.screen.title == "rules: kekchi"
    choose(sitting, "track: 10")
    assert "track: 5" in texts(sitting)
    find(sitting, "must deploy: no")
    choose(sitting, "must deploy")
    assert "must deploy: yes" in texts(sitting)
    choose(sitting, "play kekchi")
    assert sitting.state.game.rules == contest("kekchi", track=5, must_deploy=True).rules
    assert isinstance(sitting.state.phase, Opening)
    saved = [effect for effect in sitting.effects if isinstance(effect, SaveSetting)]
    assert saved == [SaveSetting("rules", "kekchi track=5 must_deploy=yes")]
    assert read_rules(str(saved[0].value)) == sitting.state.contest


def test_rules_that_make_no_game_are_refused_with_the_reason() -> None:
    """Pressing where they would be played says why, in full; then the options are back."""
    sitting = Sitting.begin()
    sitting.menu()
    choose(sitting, "rules")
    find(sitting, "bell")
    choose(sitting, "bell")
    for _ in range(3):
        choose(sitting, "far exit")
    choose(sitting, "No game")
    assert isinstance(sitting.screen, MessageScreen)
    assert "exit" in " ".join(sitting.screen.words)
    assert sitting.lamps(Lamp.FAST) == []
    sitting.wait(6_000)
    assert "far exit: closed" in texts(sitting)


def test_rules_for_a_longer_board_say_so_and_can_be_changed() -> None:
    """On eleven spaces the animal games have no track; with a shorter one they are played."""
    sitting = Sitting.begin()
    sitting.menu()
    choose(sitting, "rules")
    find(sitting, "eagle")
    choose(sitting, "eagle")
    choose(sitting, "No game")
    assert " ".join(sitting.screen.words) == "track = 19: the board has 11 spaces"
    sitting.wait(6_000)
    find(sitting, "track")
    for _ in range(30):
        if "play eagle" in texts(sitting):
            break
        choose(sitting, "track")
    choose(sitting, "play eagle")
    assert sitting.state.game.rules.track <= 11


@pytest.mark.parametrize("name", NAMES)
def test_every_option_of_every_set_is_a_value(name: str) -> None:
    """Each field's values are known, and changing one round comes back to the first."""
    plain = contest(name).games[0]
    for option in options(name, (), 30):
        assert option.value == option_text(plain, option.field)
        seen = [option.value]
        changes = changed((), option)
        for _ in range(60):
            (now,) = [each for each in options(name, changes, 30) if each.field == option.field]
            if now.value in seen:
                break
            seen.append(now.value)
            changes = changed(changes, now)
        assert set(alternatives(plain, option.field, 30)) <= set(seen)
    assert refusal(name, (), 30) == ""
