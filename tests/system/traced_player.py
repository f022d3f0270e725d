"""Plays on a simulated board, and writes down each write to a lamp or the display.

``python -m tests.system.traced_player FOLDER STEPS`` casts and moves in turn, on a real loop, with
the real drivers and a journal in FOLDER. Before each write to a lamp or the display, and before
each step, a line is written to FOLDER/trace, so that a trace of system calls has them in one order
with the disk's.
"""

import asyncio
import os
import sys
from contextlib import ExitStack
from pathlib import Path

from puluc.alive import Alive
from puluc.app import App, Parts, setup_of, simulate
from puluc.config import Config
from puluc.journal import Journal
from puluc.loop import LoopReactor
from puluc.session.choice import Play
from puluc.session.choices import choices
from puluc.session.events import Milliseconds

QUIET_S = 0.2
"""When nothing has been written for so long, the last step is shown in full."""


class Trace:
    """A file that each line reaches by a system call of its own."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        self._loop = loop
        self.written_at = loop.time()
        self.lines = 0

    def write(self, line: str) -> None:
        """Write a line; the display's thread does, too."""
        os.write(self._file, f"{line}\n".encode())
        self.written_at = self._loop.time()
        self.lines += 1

    async def answer(self) -> None:
        """Wait until something has been written since the last line, and then nothing more."""
        lines = self.lines
        while self.lines == lines or self._loop.time() - self.written_at < QUIET_S:
            await asyncio.sleep(QUIET_S / 10)

    def close(self) -> None:
        os.close(self._file)


async def play(folder: Path, steps: int) -> None:
    """Cast and move in turn."""
    reactor = LoopReactor(asyncio.get_running_loop())
    config = Config()
    with ExitStack() as stack:
        trace = Trace(folder / "trace", asyncio.get_running_loop())
        stack.callback(trace.close)
        journal = stack.enter_context(Journal.open(folder / "journal.db"))
        simulation = simulate(config, reactor, seed=0, trace=trace.write)
        stack.callback(simulation.board.close)
        alive = Alive(folder / "alive", "", lambda: Milliseconds(0))
        parts = Parts(
            reactor, simulation.panel, simulation.display, journal, alive, setup_of(config)
        )
        app = App(parts, lambda: None)
        stack.callback(app.close)
        app.start()
        await trace.answer()
        for _ in range(steps):
            moves = [key for key, do in choices(app.state).items() if isinstance(do, Play)]
            if moves:
                trace.write("step move")
                simulation.board.tap(moves[0])
            else:
                trace.write("step cast")
                simulation.board.shake()
            await trace.answer()
        trace.write("end")


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), int(sys.argv[2])))
