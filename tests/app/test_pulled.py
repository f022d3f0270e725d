"""The serial board is unplugged at random moments of games: nothing is lost, play goes on."""

import json
import os
from pathlib import Path
from random import Random

import pytest

from puluc.session.events import Part
from puluc.session.frame import Lamp
from tests.app.player import Sighted, replayed
from tests.app.rig import Rig
from tests.lockstep.table import pico_rig

BACK_MS = 3_000
"""Play goes on within so long of plugging in."""
LOOK_US = 10_000
SOON_US = 8_000_000
"""Who has a board does something on it within so long."""
LONGEST = 5_000
"""More presses and shakes than it takes."""


class Cable:
    """The board's cable, which somebody pulls whatever the players are about.

    Attributes:
        back_ms: For each pull, how long after plugging in the board was as before.
    """

    def __init__(self, rig: Rig, chance: Random, pulls: int) -> None:
        self.back_ms: list[int] = []
        self._rig = rig
        self._chance = chance
        self._left = pulls
        self._wait()

    @property
    def is_done(self) -> bool:
        """Whether it has been pulled often enough, and is in again."""
        return self._left == 0

    def _later(self, us: int, call: object) -> None:
        self._rig.clock.call_at(self._rig.clock.now_us() + us, call)

    def _wait(self) -> None:
        wait_us = self._chance.randrange(500_000, 15_000_000)
        self._later(wait_us, self._pull)
        if wait_us > SOON_US:
            game = self._rig.app.state.game
            self._later(SOON_US, lambda: self._see(game))

    def _see(self, before: object) -> None:
        assert self._rig.app.state.game != before, "with the board back nobody can play"

    def _pull(self) -> None:
        self._rig.board.unplug()
        game = self._rig.app.state.game
        # Sometimes only the contact is loose, sometimes somebody trips over the cable.
        gap_us = self._chance.choice((2_000, 50_000, 500_000, 2_500_000, 6_000_000))
        self._later(self._chance.randrange(gap_us), lambda: self._plug(game))

    def _plug(self, before: object) -> None:
        game = self._rig.app.state.game
        assert game == before, "without a board the game has gone on, or back"
        assert replayed(self._rig).position == game.position
        self._rig.board.plug_in()
        self._look(self._rig.clock.now_us())

    def _look(self, plugged_us: int) -> None:
        ms = (self._rig.clock.now_us() - plugged_us) // 1000
        if self._is_as_before():
            self.back_ms.append(ms)
            self._left -= 1
            if self._left:
                self._wait()
            return
        assert ms < BACK_MS, self._rig.app.state.faults
        self._later(LOOK_US, lambda: self._look(plugged_us))

    def _is_as_before(self) -> bool:
        """Whether the board is heard again, and its lamps are those of the game."""
        firmware = self._rig.board.firmware
        frame = self._rig.clock.panel._frame
        if any(part is Part.PANEL for part, _ in self._rig.app.state.faults):
            return False
        attendant = self._rig.clock.panel.attendant
        link = attendant._link
        if link is None or not link.is_settled or self._rig.clock.find() != (attendant._path,):
            return False
        return all(
            bool(firmware.lit >> space & 1) == (lamp is Lamp.ON)
            for space, lamp in enumerate(frame.lamps, 1)
            if lamp in (Lamp.ON, Lamp.OFF)
        )


def play(rig: Rig, cable: Cable, chance: Random) -> int:
    """Play game after game while the cable is pulled; returns how many came to an end."""
    player, ended = Sighted(rig, chance), 0
    for _ in range(LONGEST):
        lit = rig.lit()
        if lit:
            rig.tap(chance.choice(lit))
        elif player.ended():
            ended += 1
            rig.wait(4_500)
        elif cable.is_done and ended:
            return ended
        else:
            rig.shake()
    raise AssertionError(f"no end; {len(cable.back_ms)} pulls")


def pulled(folder: Path, seed: int, pulls: int) -> list[int]:
    """Play with so many pulls; returns how long each took to be forgotten, in milliseconds."""
    chance = Random(seed)
    with pico_rig(folder, seed=seed) as rig:
        cable = Cable(rig, chance, pulls)
        play(rig, cable, chance)
        assert replayed(rig).position == rig.app.state.game.position
        return cable.back_ms


def test_ten_pulls(tmp_path: Path) -> None:
    """After each of ten pulls the game is where it was, and goes on within three seconds."""
    assert len(pulled(tmp_path, seed=1, pulls=10)) == 10


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 105))
def test_fifty_pulls(tmp_path: Path, seed: int) -> None:
    """The same with fifty, five times."""
    back_ms = pulled(tmp_path, seed, pulls=50)
    assert len(back_ms) == 50
    if "PULUC_FIGURES" in os.environ:
        with Path(os.environ["PULUC_FIGURES"]).open("a") as file:
            file.write(json.dumps({"ms until back": back_ms}) + "\n")
