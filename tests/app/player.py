"""A player who sees lamps and the display of a simulated board, and nothing else."""

from dataclasses import dataclass
from random import Random

from puluc.rules.errors import IllegalMoveError
from puluc.rules.moves import apply
from puluc.rules.position import Position
from puluc.rules.steps import Move
from puluc.rules.units import Place, Player, Side, Space
from puluc.screens.fonts import LARGE
from puluc.session.entries import Entry, replay
from puluc.session.game import Game
from puluc.session.phases import Choosing, NoMove
from puluc.session.state import State
from tests.app.reader import sees
from tests.app.rig import Rig

LONGEST = 20_000
"""More presses and shakes than any game takes."""


@dataclass
class Sighted:
    """Plays for all sides by what lamps and display show, and presses wrongly once in ten.

    Attributes:
        checked: How often the lamps are compared with a brute-force list, from 0 to 1.
    """

    rig: Rig
    chance: Random
    checked: float = 1.0
    refused: int = 0

    def play(self) -> None:
        """Play until the display tells the end."""
        for _ in range(LONGEST):
            lit = self.rig.lit()
            if not lit:
                if self.ended():
                    return
                self.rig.shake()
                self.check_lamps()
                if self.chance.random() < 0.2:
                    self.press_wrongly()
            else:
                self.rig.tap(self.chance.choice(lit))
        raise AssertionError("the game has no end")

    def next_game(self) -> None:
        """Begin the next game, with one of the spaces that are lit after the end."""
        self.rig.wait(4_500)
        self.rig.tap(self.chance.choice(self.rig.lit()))

    def ended(self) -> bool:
        width = self.rig.picture().width
        headline = self.rig.picture().crop((0, 0, width, LARGE.cap + LARGE.drop))
        return any(sees(headline, word, (LARGE,)) for word in ("won", "draw"))

    def press_wrongly(self) -> None:
        """A dark space blinks, the words change, and after a while all is as before."""
        before, game = self.rig.seen(), self.rig.app.state.game
        dark = [space for space in range(1, self.rig.board.spaces + 1) if space not in before[0]]
        if not dark:
            return
        space = self.chance.choice(dark)
        self.rig.board.tap(space)
        blinked, told = False, False
        for _ in range(10):
            self.rig.wait(60)
            lit, pixels = self.rig.seen()
            blinked |= space in lit
            told |= pixels != before[1]
        assert blinked, f"space {space} is refused and does not blink"
        assert told, f"space {space} is refused and the display says nothing"
        self.rig.wait(2_600)
        assert self.rig.seen() == before
        assert self.rig.app.state.game == game
        self.refused += 1

    def check_lamps(self) -> None:
        """The lamps are those of a brute-force list of presses."""
        state = self.rig.app.state
        fresh = state.phase == Choosing() or isinstance(state.phase, NoMove)
        if fresh and self.chance.random() < self.checked:
            assert self.rig.lit() == presses(state), state.game.position


def presses(state: State) -> list[int]:
    """The ends of every move that the rules accept; all spaces where they accept none."""
    position = state.game.position
    spots = [*map(Space, range(1, position.rules.track + 1)), *Place]
    movers = range(position.turn % 2, position.rules.seats, 2)
    found = {
        spot
        for cast in set(position.left)
        for player in movers
        for source in spots
        for target in spots
        if is_accepted(position, move := Move(cast, Player(player), source, target))
        for spot in state.spots(move)
    }
    return sorted(found) or list(range(1, state.spaces + 1))


def is_accepted(position: Position, move: Move) -> bool:
    try:
        apply(position, move)
    except IllegalMoveError:
        return False
    return True


def replayed(rig: Rig) -> Game:
    """The game as its journal tells it."""
    last = rig.journal.last_game()
    assert last is not None
    entries = (Entry(row.kind, row.data) for row in rig.journal.entries(last.number))
    opens = Side(last.opened_by) if last.opened_by else None
    return replay(rig.app.state.game.rules, opens, entries)


def play_games(rig: Rig, games: int, seed: int, checked: float = 1.0) -> int:
    """Play so many games on one board; returns how many presses were refused."""
    player = Sighted(rig, Random(seed), checked)
    for number in range(1, games + 1):
        player.play()
        assert replayed(rig).position == rig.app.state.game.position
        last = rig.journal.last_game()
        assert last is not None
        assert last.number == number
        assert last.result is not None
        if number < games:
            player.next_game()
    return player.refused
