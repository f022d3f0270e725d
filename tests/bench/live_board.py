"""A board on MicroPython in real time, its port a pty, its keys and lamps pipes."""

import os
import pty
import select
import subprocess
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.micropython import micropython

HERE = Path(__file__).parent / "pico"
PROJECT = Path(__file__).parents[2]


class LiveBoard:
    """Hands and eyes at a board that runs by itself."""

    def __init__(self, path: str, keys: int, lamps: int) -> None:
        self.path = path
        """Its port."""
        self._keys = keys
        self._lamps = lamps

    def hold(self, down: int) -> int:
        """Hold these keys, bit 1 for space 1's; the time at which, in ns."""
        now_ns = time.monotonic_ns()
        os.write(self._keys, down.to_bytes(4, "little"))
        return now_ns

    def lamps(self, within_s: float) -> tuple[int, int] | None:
        """The next lamps that are lit, and the time at which; none when none change in time."""
        ready, _, _ = select.select([self._lamps], [], [], within_s)
        if not ready:
            return None
        lit = os.read(self._lamps, 4)
        return time.monotonic_ns(), int.from_bytes(lit, "little")


@contextmanager
def live_board(script: str, *words: str) -> Iterator[LiveBoard]:
    """A board for as long as the context lasts.

    Args:
        script: Which one: ``live.py`` is the firmware.
        words: Its further arguments.
    """
    master, slave = pty.openpty()
    tty.setraw(slave)
    keys, press = os.pipe()
    look, lamps = os.pipe()
    process = subprocess.Popen(
        [micropython(), "-X", "heapsize=192K", str(HERE / script), str(keys), str(lamps), *words],
        env={**os.environ, "MICROPYPATH": f"{PROJECT / 'firmware'}:{PROJECT / 'hardware'}"},
        stdin=master,
        stdout=master,
        pass_fds=[keys, lamps],
    )
    for each in (master, keys, lamps):
        os.close(each)
    try:
        yield LiveBoard(os.ttyname(slave), press, look)
    finally:
        process.kill()
        process.wait()
        for each in (slave, press, look):
            os.close(each)
