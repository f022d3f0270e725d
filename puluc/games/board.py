"""A replay on a simulated board, with its screen, its lamps and its page."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace

from hardware.simulated.table import SimulatedTable
from puluc.app import simulate
from puluc.board import holds_of
from puluc.caster import draw_lots
from puluc.conductor import Conductor
from puluc.config import Config
from puluc.games.replay import MACHINE, Replay
from puluc.loop import LoopReactor
from puluc.session.game import Game
from puluc.session.state import Holds


def replay_of(config: Config, game: Game, names: tuple[str, ...]) -> tuple[Config, Replay]:
    """A game's replay, and the configuration of a board that is long enough for it."""
    spaces = max(config.board.spaces, game.rules.track)
    if spaces != config.board.spaces:
        board = replace(config.board, spaces=spaces, buttons=None, lamps=None)
        config = replace(config, board=board)
    return config, Replay(game, spaces, names, Holds(*holds_of(config.timing)))


async def show(config: Config, replay: Replay, ready: Callable[[str], None]) -> int:
    """Show a replay until SIGINT or SIGTERM.

    Args:
        config: checked.
        replay: where it begins.
        ready: called with the page's address once it is served.

    Returns:
        The exit code.

    Raises:
        PulucError: the port can't be had, or the wiring makes no board.
    """
    from puluc.web.server import serving  # noqa: PLC0415 - the page is an extra

    loop = asyncio.get_running_loop()
    reactor = LoopReactor(loop)
    stop = asyncio.Event()
    async with AsyncExitStack() as stack:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
            stack.callback(loop.remove_signal_handler, number)
        simulation = simulate(config, reactor, seed=0)
        stack.callback(simulation.board.close)
        table = SimulatedTable(simulation.board, lambda: conductor.state.shown.position)
        shown = (simulation.panel, simulation.display, table)
        conductor = Conductor(MACHINE, replay, reactor, shown, _nothing, draw_lots, stop.set)
        for part in (simulation.display, simulation.panel):
            stack.callback(part.close)
            part.start(conductor.handle)
        stack.callback(conductor.close)
        conductor.show()
        port = await stack.enter_async_context(serving(table, port=config.web.port))
        ready(f"http://127.0.0.1:{port}/")
        await stop.wait()
    return 0


def _nothing(saves: tuple[object, ...]) -> None:
    """A replay saves nothing."""
