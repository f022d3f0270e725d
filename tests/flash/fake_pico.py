"""A Pico as far as flashing sees it: real MicroPython with a flash file system, behind a port.

MicroPython's Unix port has the prompt that mpremote uses, and runs the real firmware, ``main.py``
and all. What a Pico does besides is made up for here: it starts ``main.py`` when it is switched
on, starts anew by ``machine.reset`` (its port goes away meanwhile), and by Ctrl-D at the prompt.
"""

import os
import pty
import select
import subprocess
import threading
import tty
from pathlib import Path

from tests.micropython import micropython

HERE = Path(__file__).parent / "pico"
RESET = 7


class FakePico:
    """A Pico that is plugged in until it is closed.

    Args:
        flash: The folder that is its flash.
        port: The path at which its port is found: a link, as udev makes them.
        strap: Whether GP27 is connected to ground.
    """

    def __init__(self, flash: Path, port: Path, *, strap: bool = False) -> None:
        self._flash = flash
        self._link = port
        self._strap = strap
        self._ending = threading.Event()
        self._is_there = threading.Event()
        self.starts = 0
        self._thread = threading.Thread(target=self._run, name="a Pico")
        self._thread.start()
        assert self._is_there.wait(20)

    def close(self) -> None:
        """Unplug it."""
        self._ending.set()
        self._thread.join(20)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        while not self._ending.is_set():
            self._power_up()

    def _power_up(self) -> None:
        """One life of the USB port, up to the next reset."""
        self.starts += 1
        master, slave = pty.openpty()
        tty.setraw(slave)
        self._link.symlink_to(os.ttyname(slave))
        self._is_there.set()
        try:
            if (self._flash / "main.py").exists():
                words = ["-c", "import main; main.main()"]
                if self._serve(master, words) == RESET:
                    return
            raw = False
            while not self._ending.is_set():
                if self._serve(master, [], raw=raw) == RESET:
                    return
                os.write(master, b"MPY: soft reboot\r\n")
                raw = True
        finally:
            self._link.unlink()
            os.close(slave)
            os.close(master)

    def _serve(self, master: int, words: list[str], *, raw: bool = False) -> int:
        """Run MicroPython, its terminal passed on to the port, until it ends."""
        inner, end = pty.openpty()
        tty.setraw(end)
        process = subprocess.Popen(
            [micropython(), "-X", "heapsize=192K", *words],
            cwd=self._flash,
            env={
                **os.environ,
                "MICROPYPATH": f"{HERE}:{self._flash}",
                "STRAP": "1" if self._strap else "",
            },
            stdin=end,
            stdout=end,
            stderr=end,
        )
        os.close(end)
        if raw:
            os.write(inner, b"\r\x01")
        try:
            while not self._ending.is_set():
                ready, _, _ = select.select([master, inner], [], [], 0.2)
                if inner in ready and not _pass_on(inner, master):
                    break
                if master in ready and not _pass_on(master, inner):
                    break
            if self._ending.is_set():
                process.kill()
            return process.wait(10)
        finally:
            process.kill()
            process.wait(10)
            os.close(inner)


def _pass_on(source: int, target: int) -> bool:
    """Pass bytes on; whether the source is still there."""
    try:
        data = os.read(source, 4_096)
        os.write(target, data)
    except OSError:
        return False
    return bool(data)
