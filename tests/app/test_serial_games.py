"""Whole games on a board whose buttons, lamps and tray are a Pico's: real firmware on a pty."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from puluc.config import Board, Config
from puluc.rules.contests import contest
from tests.app.player import play_games
from tests.lockstep.table import pico_rig


def test_six_players_of_ant_on_nineteen_spaces(tmp_path: Path) -> None:
    """Six players end a game of ``ant``; each lamp is right, the journal agrees, all is heard."""
    played = contest("ant")
    config = replace(Config(), board=Board(spaces=19, profile="pico"), contest=played)
    sent: Counter[str] = Counter()

    def count(data: bytes) -> None:
        sent.update(line.split(b"*")[0].split(b",")[1].decode() for line in data.splitlines())

    with pico_rig(tmp_path, seed=1, config=config) as rig:
        rig.clock.trace = count
        assert rig.app.state.game.position.rules.seats == 6
        assert rig.board.spaces == 19
        assert play_games(rig, games=1, seed=1, checked=0.2) > 0
        steps = len(rig.app.state.game.played)
    assert steps > 100
    assert sent["LAMPS"] > steps
    assert sent["PLAY"] > steps
    assert sent["BYE"] == 1
    assert sent["HELLO"] == 0  # it was there before, and never lost


def test_five_spaces_of_classic(tmp_path: Path) -> None:
    """The shortest board, too, plays a game to its end."""
    config = replace(
        Config(), board=Board(spaces=5, profile="pico"), contest=contest("classic", track=5)
    )
    with pico_rig(tmp_path, seed=2, config=config) as rig:
        assert play_games(rig, games=1, seed=2) > 0
