"""A whole board in simulated time: the app, its drivers, a simulated board, a journal on disk."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from PIL import Image

from hardware.simulated.board import SimulatedBoard
from hardware.simulated.clock import SimulatedReactor
from puluc.alive import Alive
from puluc.app import App, Parts, Simulation, searching_opponent, setup_of, simulate
from puluc.config import Config
from puluc.journal import Journal
from puluc.session.events import Milliseconds
from puluc.thinker import Player, Tell

EPOCH = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Rig:
    """A table with a board: hands, eyes, and a clock that the test moves.

    Closing it and making another one with the same folder and clock is a restart.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 0,
        clock: SimulatedReactor | None = None,
        boot: str = "boot-1",
        draw: Callable[[int], tuple[bool, ...]] | None = None,
        config: Config | None = None,
        trace: Callable[[str], None] | None = None,
        connect: Callable | None = None,
        asked: bool = False,
        opponent: Callable[[Tell], Player] = searching_opponent,
        prepare: Callable[[SimulatedBoard], None] = lambda board: None,
        build: Callable[[Config, SimulatedReactor, int], Simulation] | None = None,
    ) -> None:
        config = config or Config()
        self.clock = clock or SimulatedReactor()
        self.shut_down = False
        chance = Random(seed)
        self._draw = draw or (lambda count: tuple(chance.random() < 0.5 for _ in range(count)))
        self._closing = ExitStack()

        def now() -> Milliseconds:
            return Milliseconds(self.clock.now_us() // 1000)

        options = {} if connect is None else {"connect": connect}
        self.journal = Journal.open(
            folder / "journal.db", wall=lambda: EPOCH, clock_ms=now, **options
        )
        self._closing.callback(self.journal.close)
        if build is None:
            simulation = simulate(config, self.clock, seed=seed, threaded=False, trace=trace)
        else:
            simulation = build(config, self.clock, seed)
        self.board = simulation.board
        self._closing.callback(self.board.close)
        prepare(self.board)
        self.app = App(
            Parts(
                reactor=self.clock,
                panel=simulation.panel,
                display=simulation.display,
                journal=self.journal,
                alive=Alive(folder / "alive", boot, now),
                setup=replace(setup_of(config), asked=asked),
                draw=self._draw,
                opponent=opponent,
                threaded=False,
            ),
            self._end,
        )
        self._closing.callback(self.app.close)
        self.app.start()
        self.wait(50)

    def _end(self) -> None:
        self.shut_down = True

    def close(self) -> None:
        self._closing.close()

    def __enter__(self) -> "Rig":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Hands

    def wait(self, ms: int) -> None:
        self.clock.advance_ms(ms)

    def tap(self, *spaces: int) -> None:
        for space in spaces:
            self.board.tap(space)
            self.wait(150)

    def hold(self, space: int, ms: int = 1_100) -> None:
        self.board.press(space)
        self.wait(ms)
        self.board.release(space)
        self.wait(50)

    def shake(self) -> None:
        self.board.shake()
        self.wait(1_200)

    def menu(self) -> None:
        self.board.press_menu()
        self.wait(80)
        self.board.release_menu()
        self.wait(50)

    # Eyes

    def lit(self) -> list[int]:
        """The spaces whose lamps glow now."""
        return [space for space, on in enumerate(self.board.lamps(), 1) if on]

    def picture(self) -> Image.Image:
        return self.board.pixels()

    def seen(self) -> tuple[list[int], bytes]:
        """All that can be seen, to be compared."""
        return self.lit(), self.picture().tobytes()
