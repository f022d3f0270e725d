"""What is saved of a session, and what comes back from a journal."""

from pathlib import Path

from puluc.journal import Entry as Row
from puluc.journal import Journal
from puluc.session.frame import Brightness
from tests.app.rig import Rig

ONE_MARK = (True, False, False, False)


def test_settings_outlive_a_restart(tmp_path: Path) -> None:
    """Brightness and own lots are as the players left them."""
    with Rig(tmp_path) as rig:
        rig.menu()
        rig.tap(6, 7, 1)
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
        assert rig.lit() == [10]


def test_games_open_in_turn_across_restarts(tmp_path: Path) -> None:
    """Who opens the next game follows from the last one in the journal."""
    with Rig(tmp_path, draw=lambda count: ONE_MARK) as rig:
        rig.shake()
        rig.tap(1)
    with Rig(tmp_path, clock=rig.clock) as rig:
        rig.menu()
        rig.tap(5, 1)
        assert [game.opened_by for game in rig.journal.games()] == ["J", "C"]
