"""The board as opponent through pins and pixels: whole games, power cuts, faults."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from puluc.journal import Journal
from puluc.opponent.levels import Level
from puluc.opponent.player import Opponent
from puluc.rules.units import Side
from puluc.session.phases import Choosing, NoMove, Over, Told
from puluc.thinker import Player, Tell
from tests.app.player import replayed
from tests.app.reader import sees
from tests.app.rig import Rig
from tests.app.test_whole_games import board_for

LONGEST = 2_000
"""More presses and shakes than any game here takes."""


def choose_levels(folder: Path, jade: str = "", cinnabar: str = "") -> None:
    """As though people had chosen them in the menu."""
    with Journal.open(folder / "journal.db") as journal:
        journal.set_setting("jade", jade)
        journal.set_setting("cinnabar", cinnabar)


@dataclass
class Hands:
    """People who shake when nothing is lit, press what is lit, and where the board's move ends."""

    rig: Rig
    chance: Random
    confirmed: int = 0
    asked_for_help: bool = False
    """Whether the display said that people are to move for the board."""

    def blinking(self) -> tuple[list[int], list[int]]:
        """The lamps that blink fast, and those that blink slowly, once the board has cast."""
        self.rig.wait(1_500)
        seen = []
        for _ in range(30):
            seen.append(self.rig.board.lamps())
            self.rig.wait(50)
        changes = [_changes([lamps[lamp] for lamps in seen]) for lamp in range(len(seen[0]))]
        fast = [space for space, count in enumerate(changes, 1) if count > 6]
        slow = [space for space, count in enumerate(changes, 1) if 0 < count <= 6]
        return fast, slow

    def turn(self) -> bool:
        """Do the next thing that lamps ask for; whether the game goes on."""
        fast, slow = self.blinking()
        if isinstance(self.rig.app.state.phase, Told):
            assert len(fast) <= 1
            assert len(slow) <= 1
            self.rig.tap(*(fast or slow))
            self.confirmed += 1
            return True
        assert fast == []
        lit = [space for space in self.rig.lit() if space not in slow]
        if self.ended():
            return False
        self.asked_for_help |= sees(self.rig.picture(), "Move for it")
        if lit:
            self.rig.tap(self.chance.choice(lit))
        else:
            self.rig.shake()
        return True

    def play(self) -> None:
        for _ in range(LONGEST):
            if not self.turn():
                return
        raise AssertionError("the game has no end")

    def ended(self) -> bool:
        return isinstance(self.rig.app.state.phase, Over)


def _changes(states: Sequence[bool]) -> int:
    return sum(one != other for one, other in pairwise(states))


@pytest.mark.parametrize("level", [Level.CARELESS, Level.STEADY])
def test_a_game_against_the_board(tmp_path: Path, level: Level) -> None:
    """It casts and tells every move of its own; the journal replays to the same game."""
    choose_levels(tmp_path, cinnabar=level.value)
    with Rig(tmp_path, seed=3) as rig:
        hands = Hands(rig, Random(3))
        hands.play()
        game = rig.app.state.game
        own = [each for each in game.played if each.before.side is Side.CINNABAR]
        forfeits = sum(not hasattr(each.step, "source") for each in own)
        assert hands.confirmed == len(own) - forfeits > 5
        assert replayed(rig).position == game.position


def test_the_board_against_itself(tmp_path: Path) -> None:
    """People only move the pieces: nobody shakes."""
    choose_levels(tmp_path, "hasty", "steady")
    with Rig(tmp_path, seed=5) as rig:
        hands = Hands(rig, Random(5))
        rig.board.shake = None  # type: ignore[assignment]
        hands.play()
        assert rig.app.state.game.outcome is not None
        assert replayed(rig).position == rig.app.state.game.position


@pytest.mark.games
@pytest.mark.parametrize("name", ["village", "bell-round", "kekchi-teams", "ant", "jaques-hold"])
def test_the_board_plays_other_rule_sets(tmp_path: Path, name: str) -> None:
    """Openings, homes, teams and two casts a turn included."""
    choose_levels(tmp_path, cinnabar="careless")
    with Rig(tmp_path, seed=1, config=board_for(name)) as rig:
        Hands(rig, Random(1)).play()
        assert replayed(rig).position == rig.app.state.game.position


def test_after_a_power_cut_the_same_opponent_tells_the_same_move(tmp_path: Path) -> None:
    """A level that slips does not choose anew."""
    choose_levels(tmp_path, cinnabar="careless")
    with Rig(tmp_path, seed=7) as rig:
        hands = Hands(rig, Random(7))
        while not (isinstance(rig.app.state.phase, Told) and len(rig.app.state.game.played) > 12):
            assert hands.turn()
            rig.wait(1_200)
        before = rig.app.state.phase
    with Rig(tmp_path, seed=8, clock=rig.clock) as rig:
        rig.wait(100)
        assert rig.app.state.settings.level(Side.CINNABAR) is Level.CARELESS
        assert rig.app.state.phase == before
        assert sees(rig.picture(), "move it")


class Broken:
    """An opponent with a fault in it."""

    def thinking(self, position, level, chance):
        yield
        raise ZeroDivisionError

    def weighing(self, position):
        raise RecursionError

    def judging(self, position):
        raise MemoryError


@pytest.mark.parametrize("broken", [lambda tell: Broken(), lambda tell: 1 / 0])
def test_a_fault_of_the_opponent_leaves_its_moves_to_people(
    tmp_path: Path, broken, caplog: pytest.LogCaptureFixture
) -> None:
    """The board says so; a whole game is played to its end, with the odds left out."""
    choose_levels(tmp_path, cinnabar="perfect")
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.set_setting("odds", True)
    with Rig(tmp_path, seed=3, opponent=broken) as rig:
        hands = Hands(rig, Random(3))
        hands.play()
        assert hands.asked_for_help
        assert rig.app.state.game.outcome is not None
        assert hands.confirmed == 0
    assert "can't think of classic" in caplog.text


def test_a_bad_table_is_named_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The players are told its name, the log the reason, and the board plays on."""
    from puluc.tables import opponent_with

    bad = tmp_path / "mine.puluc"
    bad.write_bytes(b"no table")

    def opponent(tell: Tell) -> Player:
        return opponent_with(bad, (tmp_path / "missing", tmp_path), tell)

    choose_levels(tmp_path, jade="steady")
    with Rig(tmp_path, opponent=opponent) as rig:
        rig.wait(1_500)
        assert isinstance(rig.app.state.phase, Told)
        assert rig.app.state.words == "mine.puluc is left out"
        assert sees(rig.picture(), "mine.puluc")
    assert caplog.text.count("mine.puluc is left out") == 1
    assert "not a table" in caplog.text


def test_who_plays_is_chosen_at_the_board(tmp_path: Path) -> None:
    """Menu, second page, who plays, Cinnabar, Careless: it outlives a restart."""
    with Rig(tmp_path, seed=2) as rig:
        rig.menu()
        rig.tap(7, 1, 2, 2)
        assert sees(rig.picture(), "Cinnabar: Careless")
        rig.menu()
        rig.shake()
    with Rig(tmp_path, clock=rig.clock) as rig:
        assert rig.app.state.settings.level(Side.CINNABAR) is Level.CARELESS
        assert isinstance(rig.app.state.phase, Choosing | NoMove)
        kinds = [row.kind for row in rig.journal.entries(1)]
        assert kinds == ["plays", "cast"]


def test_the_real_opponent_is_asked_by_default(tmp_path: Path) -> None:
    """A hint comes from the search."""
    with Rig(tmp_path, draw=lambda count: (True, False, False, False)) as rig:
        rig.shake()
        rig.menu()
        rig.tap(7, 2)
        rig.wait(100)
        assert isinstance(rig.app.state.phase, Choosing)
        assert rig.app.state.phase.hint is not None
        assert sees(rig.picture(), "Best: enters at 1")
        assert isinstance(rig.app._thinker._player, Opponent)
