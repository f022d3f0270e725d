"""The app on a simulated board, on whatever loop, for measuring."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hardware.oled import OledDisplay
from hardware.protocols import Reactor
from hardware.simulated.board import SimulatedBoard
from puluc.alive import Alive
from puluc.app import App, Parts, setup_of, simulate
from puluc.conductor import Shows
from puluc.config import Config
from puluc.journal import Journal
from puluc.session.events import Milliseconds


@dataclass(frozen=True)
class Table:
    """A board at which somebody can play."""

    app: App
    board: SimulatedBoard
    display: OledDisplay


@contextmanager
def table(
    folder: Path,
    reactor: Reactor,
    *,
    seed: int,
    threaded: bool,
    trace: Callable[[str], None] | None = None,
    onlookers: tuple[Shows, ...] = (),
) -> Iterator[Table]:
    """The whole app, started: the real journal in a folder, the lots drawn from a seed."""
    chance = Random(seed)
    config = Config()
    with ExitStack() as stack:
        journal = stack.enter_context(Journal.open(folder / "journal.db"))
        simulation = simulate(config, reactor, seed=seed, threaded=threaded, trace=trace)
        stack.callback(simulation.board.close)
        parts = Parts(
            reactor=reactor,
            panel=simulation.panel,
            display=simulation.display,
            journal=journal,
            alive=Alive(folder / "alive", "", lambda: Milliseconds(reactor.now_us() // 1000)),
            setup=setup_of(config),
            draw=lambda count: tuple(chance.random() < 0.5 for _ in range(count)),
            onlookers=onlookers,
        )
        app = App(parts, lambda: None)
        stack.callback(app.close)
        app.start()
        yield Table(app, simulation.board, simulation.display)


def lit(board: SimulatedBoard) -> list[int]:
    """The spaces whose lamps glow now."""
    return [space for space, on in enumerate(board.lamps(), 1) if on]
