"""Whole games through pins and pixels: the player sees lamps and the display, and nothing else."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from puluc.rules.errors import IllegalMoveError
from puluc.rules.moves import apply
from puluc.rules.position import Position
from puluc.rules.steps import Move
from puluc.rules.units import Place, Side, Space
from puluc.screens.fonts import LARGE
from puluc.session.entries import Entry, replay
from puluc.session.game import Game
from tests.app.reader import sees
from tests.app.rig import Rig

LONGEST = 2_000
"""More presses and shakes than any game takes; the cap ends it at 240 casts."""


@dataclass
class Player:
    """Plays for both sides by what lamps and display show, and presses wrongly once in ten."""

    rig: Rig
    chance: Random
    refused: int = 0

    def play(self) -> None:
        """Play until the display tells the end."""
        for _ in range(LONGEST):
            lit = self.rig.lit()
            self.check_lamps(lit)
            if not lit:
                if self.ended():
                    return
                self.rig.shake()
            elif self.chance.random() < 0.1 and len(lit) < 11:
                self.press_wrongly(lit)
            else:
                self.rig.tap(self.chance.choice(lit))
        raise AssertionError("the game has no end")

    def ended(self) -> bool:
        headline = self.rig.picture().crop((0, 0, 128, LARGE.cap + LARGE.drop))
        return any(sees(headline, word, (LARGE,)) for word in ("won", "draw"))

    def press_wrongly(self, lit: list[int]) -> None:
        """A dark space blinks, the words change, and after a while all is as before."""
        dark = self.chance.choice([space for space in range(1, 12) if space not in lit])
        before, game = self.rig.seen(), self.rig.app.state.game
        self.rig.board.tap(dark)
        blinked, told = False, False
        for _ in range(10):
            self.rig.wait(60)
            now_lit, pixels = self.rig.seen()
            blinked |= dark in now_lit
            told |= pixels != before[1]
        assert blinked, f"space {dark} is refused and does not blink"
        assert told, f"space {dark} is refused and the display says nothing"
        self.rig.wait(2_600)
        assert self.rig.seen() == before
        assert self.rig.app.state.game == game
        self.refused += 1

    def check_lamps(self, lit: list[int]) -> None:
        """The lamps are those of a brute-force list of presses."""
        game = self.rig.app.state.game
        if game.outcome is None:
            assert lit == presses(game), game.position


def presses(game: Game) -> list[int]:
    """The ends of every accepted (from, to); all spaces where nothing is accepted."""
    position = game.position
    if not position.left:
        return []
    spots = [*map(Space, range(1, position.rules.track + 1)), *Place]
    accepted = [
        (source, target)
        for source in spots
        for target in spots
        if is_accepted(position, source, target)
    ]
    found = {spot for pair in accepted for spot in pair if isinstance(spot, int)}
    return sorted(found) or list(range(1, 12))


def is_accepted(position: Position, source: Space | Place, target: Space | Place) -> bool:
    (cast,) = position.left
    try:
        apply(position, Move(cast, position.turn, source, target))
    except IllegalMoveError:
        return False
    return True


def replayed(rig: Rig) -> Game:
    """The game as its journal tells it."""
    last = rig.journal.last_game()
    assert last is not None
    entries = (Entry(row.kind, row.data) for row in rig.journal.entries(last.number))
    return replay(rig.app.state.game.rules, Side(last.opened_by), entries)


def play_games(folder: Path, games: int, seed: int) -> int:
    """Play so many games on one board; returns how many presses were refused."""
    with Rig(folder, seed=seed) as rig:
        player = Player(rig, Random(seed))
        for number in range(1, games + 1):
            player.play()
            assert replayed(rig).position == rig.app.state.game.position
            assert rig.journal.last_game().number == number
            assert rig.journal.last_game().result is not None
            if number < games:
                rig.wait(4_500)
                rig.tap(player.chance.choice(rig.lit()))
        return player.refused


@pytest.mark.parametrize("seed", range(10))
def test_five_games_from_the_first_shake_to_the_last_kill(tmp_path: Path, seed: int) -> None:
    """Every game ends, every lamp is right, wrong presses change nothing, the journal agrees."""
    assert play_games(tmp_path, games=5, seed=seed) > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 150))
def test_many_games(tmp_path: Path, seed: int) -> None:
    """A thousand games, as the fifty."""
    assert play_games(tmp_path, games=20, seed=seed) > 0
