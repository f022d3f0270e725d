"""What is saved of a session, and what comes back from a journal."""

from dataclasses import replace
from pathlib import Path

import pytest

from puluc.config import Config, Players
from puluc.journal import Entry as Row
from puluc.journal import Journal
from puluc.rules.contests import contest
from puluc.rules.presets import rule_set
from puluc.rules.units import Side
from puluc.session.events import Milliseconds
from puluc.session.frame import Brightness
from puluc.session.phases import Over
from tests.app.reader import sees
from tests.app.rig import Rig

ONE_MARK = (True, False, False, False)


def test_settings_outlive_a_restart(tmp_path: Path) -> None:
    """Brightness and own lots are as the players left them."""
    with Rig(tmp_path) as rig:
        rig.menu()
        rig.tap(7, 3, 4)
    with Rig(tmp_path, clock=rig.clock) as rig:
        assert rig.app.state.settings.brightness is Brightness.MEDIUM
        assert rig.app.state.settings.real_lots is True


def test_settings_of_another_version_are_passed_over(tmp_path: Path) -> None:
    """A value that this version does not know leaves the default."""
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.set_setting("brightness", "blinding")
        journal.set_setting("real_lots", 7)
        journal.set_setting("sound", 7)
        journal.set_setting("language", "quc")
    with Rig(tmp_path) as rig:
        assert rig.app.state.settings.brightness is Brightness.HIGH
        assert rig.app.state.settings.real_lots is False
        assert rig.app.state.settings.sound is True


def test_a_silenced_buzzer_stays_silent(tmp_path: Path) -> None:
    """What the players chose outlives a restart."""
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.set_setting("sound", False)
    with Rig(tmp_path) as rig:
        assert rig.app.state.settings.sound is False


def test_a_game_that_cannot_be_gone_on_with_is_left_and_told(tmp_path: Path) -> None:
    """An entry that does not follow: a new game is begun, the old one stays in the journal."""
    with Journal.open(tmp_path / "journal.db") as journal:
        number = journal.begin_game("classic", {}, "J")
        journal.append(Row("move", {"move": "1:hand-1"}, number))
    with Rig(tmp_path, draw=lambda count: ONE_MARK) as rig:
        assert "can't be read" in rig.app.state.words
        rig.shake()
        assert rig.lit() == [1]
        assert [game.number for game in rig.journal.games()] == [1, 2]
        assert len(rig.journal.entries(1)) == 1


def test_a_game_of_rules_that_are_gone_is_left(tmp_path: Path) -> None:
    """A rule set that this version does not know is no reason not to start."""
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.begin_game("tomorrow", {"track": "11"}, "J")
    with Rig(tmp_path) as rig:
        assert rig.journal.last_game().rules == "classic"


def test_the_rules_of_a_running_game_stay(tmp_path: Path) -> None:
    """A game begun on nine spaces is gone on with on nine, whatever is configured now."""
    with Journal.open(tmp_path / "journal.db") as journal:
        number = journal.begin_game("classic", {"track": "9"}, "C")
        journal.append(Row("cast", {"lots": ["1000"], "real": False}, number))
    with Rig(tmp_path) as rig:
        rig.tap(1)
        assert rig.app.state.game.rules.track == 9
        assert rig.lit() == [10, 11]


def board(**fields: object) -> Config:
    """A configuration with another contest, on a board of 19 spaces."""
    config = Config()
    return replace(config, board=replace(config.board, spaces=19), **fields)


def win(rig: Rig) -> None:
    """The game at its end: Jade has killed all, as far as the session knows."""
    game = rig.app.state.game
    rules = game.rules
    hand = tuple(5 if seat % 2 == 0 else 0 for seat in range(rules.seats))
    position = replace(
        game.position, kills=(rules.army, 0), track=((),) * rules.track, hand=hand, left=()
    )
    ended = replace(game, position=position, opens=Side.JADE, thrown=None)
    session = replace(rig.app.state, game=ended, phase=Over(Milliseconds(0)), under=None)
    rig.app.conductor.state = replace(rig.app.conductor.state, session=session)


def test_a_match_with_options_is_the_same_after_a_restart(tmp_path: Path) -> None:
    """In its second game, too, all five games have what was changed."""
    played = contest("bul", backstep="capture", captors="retire", seats=2)
    with Rig(tmp_path, config=board(contest=played)) as rig:
        win(rig)
        rig.wait(2_000)
        rig.tap(5)
        assert rig.app.state.contest.number == 2
    with Rig(tmp_path, clock=rig.clock, config=board()) as rig:
        assert rig.app.state.contest.games == played.games
        assert rig.app.state.game.rules == played.games[1]


def test_a_match_whose_games_are_missing_is_not_gone_on_with(tmp_path: Path) -> None:
    """A third game alone is no match: it is left, and the players are told."""
    with Journal.open(tmp_path / "journal.db") as journal:
        place = {"name": "jaques-three", "game": 3, "changes": {}}
        journal.begin_game("jaques-three", {}, "J", about={"match": place})
    with Rig(tmp_path) as rig:
        assert "can't be read" in rig.app.state.words


def test_rules_chosen_in_the_menu_outlive_a_restart(tmp_path: Path) -> None:
    """The next game is by them, whatever is configured; asked for otherwise, it is not."""
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.set_setting("rules", "jaques-short warriors=2")
    with Rig(tmp_path) as rig:
        assert rig.app.state.game.rules == rule_set("jaques-short", warriors=2)
    with Rig(tmp_path, clock=rig.clock, asked=True) as rig:
        assert rig.app.state.game.rules == rule_set("classic")


def test_rules_in_the_journal_that_are_none_are_passed_over(tmp_path: Path) -> None:
    """A name of another version is no reason not to play."""
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.set_setting("rules", "tomorrow track=9")
    with Rig(tmp_path) as rig:
        assert rig.app.state.game.rules == rule_set("classic")


def test_a_game_that_nobody_has_begun_gives_way(tmp_path: Path) -> None:
    """Other rules are configured before anything was thrown: they are played."""
    with Rig(tmp_path):
        pass
    config = replace(Config(), contest=contest("kekchi"))
    with Rig(tmp_path, config=config) as rig:
        assert rig.app.state.game.rules.name == "kekchi"


@pytest.mark.parametrize(("asked", "name"), [(False, "classic"), (True, "kekchi")])
def test_a_begun_game_gives_way_only_to_rules_asked_for(
    tmp_path: Path, asked: bool, name: str
) -> None:
    """Configured rules wait for the next game; those of the command line begin one."""
    with Rig(tmp_path, draw=lambda count: ONE_MARK) as rig:
        rig.shake()
    config = replace(Config(), contest=contest("kekchi"))
    with Rig(tmp_path, clock=rig.clock, config=config, asked=asked) as rig:
        assert rig.app.state.game.rules.name == name
        assert rig.app.state.contest.name == "kekchi"


def test_players_keep_their_names(tmp_path: Path) -> None:
    """A restart that names nobody knows the players of the game."""
    config = replace(Config(), players=Players(("Ana", "Ben")))
    with Rig(tmp_path, config=config, draw=lambda count: ONE_MARK) as rig:
        rig.shake()
    with Rig(tmp_path, clock=rig.clock) as rig:
        assert rig.app.state.names == ("Ana", "Ben")
        assert sees(rig.picture(), "Ana")


def test_games_open_in_turn_across_restarts(tmp_path: Path) -> None:
    """Who opens the next game follows from the last one in the journal."""
    with Rig(tmp_path, draw=lambda count: ONE_MARK) as rig:
        rig.shake()
        rig.tap(1)
    with Rig(tmp_path, clock=rig.clock) as rig:
        rig.menu()
        rig.tap(5, 1)
        assert [game.opened_by for game in rig.journal.games()] == ["J", "C"]
