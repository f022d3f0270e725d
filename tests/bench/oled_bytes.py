"""The bytes sent to the display for a move, over whole random games in simulated time."""

from pathlib import Path
from random import Random

from hardware.simulated.clock import SimulatedReactor
from puluc.screens.values import Screen
from puluc.session.frame import Frame
from puluc.session.phases import Over
from tests.bench.figure import Figure
from tests.bench.table import Table, lit, table

FULL_FRAME = 1_034
"""Bytes of a whole frame of 128x64: the address 8, and 1,026 in one write."""
TAP_MS = 150
SHAKE_MS = 1_200


class Screens:
    """An onlooker who counts the screens that are shown, one after another different."""

    def __init__(self) -> None:
        self.count = 0
        self._last: Screen | None = None

    def show(self, frame: Frame) -> None:
        if frame.screen != self._last:
            self._last = frame.screen
            self.count += 1


def play(at: Table, clock: SimulatedReactor, chance: Random) -> int:
    """Play one game to its end by pressing lit spaces; how many moves it took."""
    clock.advance_ms(2_000)
    if isinstance(at.app.state.phase, Over):
        at.board.tap(chance.choice(lit(at.board)))
        clock.advance_ms(TAP_MS)
    while not isinstance(at.app.state.phase, Over):
        if spaces := lit(at.board):
            at.board.tap(chance.choice(spaces))
            clock.advance_ms(TAP_MS)
        else:
            at.board.shake()
            clock.advance_ms(SHAKE_MS)
    return len(at.app.state.game.played)


def measure(folder: Path, games: int, seed: int = 1) -> list[Figure]:
    """Bytes a move, against as many whole frames as screens were shown."""
    clock, screens, chance = SimulatedReactor(), Screens(), Random(seed)
    with table(folder, clock, seed=seed, threaded=False, onlookers=(screens,)) as at:
        clock.advance_ms(50)
        bus = at.board.bus
        sent, shown, moves = bus.bytes_sent + bus.bytes_read, screens.count, 0
        for _ in range(games):
            moves += play(at, clock, chance)
        sent = bus.bytes_sent + bus.bytes_read - sent
        shown = screens.count - shown
    note = f"{games} games, {moves} moves, {shown} screens"
    floor = FULL_FRAME * shown / moves
    return [Figure("OLED bytes a move", sent / moves, "bytes", floor, ratio_aim=0.4, note=note)]
