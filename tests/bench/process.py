"""Processes that the bench starts and looks at from outside, as ``/proc`` shows them."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE_S = 20.0

APP = ("-m", "tests.bench.first_frame")
IMPORTS = (
    "-c",
    "import gpiozero, luma.oled.device, PIL.Image, PIL.ImageDraw, PIL.ImageFont, sys;"
    "print('imported', flush=True); sys.stdin.read()",
)
"""What a program needs at the least to have pins, an OLED and pictures."""


class ProcessError(RuntimeError):
    """A process that ended before it said what was waited for."""


class Process:
    """A Python process that says on its output how far it is."""

    def __init__(self, arguments: tuple[str, ...], folder: Path) -> None:
        self._began = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(folder),
            text=True,
        )

    def wait_for(self, word: str) -> float:
        """Read its output up to a line that begins so; the seconds since its start."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(word):
                return time.perf_counter() - self._began
        raise ProcessError(f"{self._process.args}: ended without saying {word!r}")

    def peak_mb(self) -> float:
        """The most memory that it has had, in MB (10^6 bytes)."""
        return _field(Path(f"/proc/{self._process.pid}/status"), "VmHWM") * 1024 / 1e6

    def wake_ups(self) -> Counter[int]:
        """How often each of its threads has gone to sleep by itself."""
        tasks = Path(f"/proc/{self._process.pid}/task")
        name = "voluntary_ctxt_switches"
        return Counter({int(task.name): _field(task / "status", name) for task in tasks.iterdir()})

    def end(self) -> dict[int, str]:
        """End it as a service manager does; the names of the threads that it had."""
        self._process.send_signal(signal.SIGTERM)
        output, _ = self._process.communicate(timeout=PATIENCE_S)
        lines = (line.split(maxsplit=2) for line in output.splitlines())
        return {int(line[1]): line[2] for line in lines if line[0] == "thread"}

    def close(self) -> None:
        """End it in any case; may be called twice."""
        self._process.kill()
        self._process.communicate()


@contextmanager
def running(arguments: tuple[str, ...], folder: Path) -> Iterator[Process]:
    """A process for as long as the context lasts."""
    process = Process(arguments, folder)
    try:
        yield process
    finally:
        process.close()


def _environment(folder: Path) -> dict[str, str]:
    """The files of the app in a folder, and compiled modules too: kept, as an installed one's."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {
        **kept,
        "STATE_DIRECTORY": str(folder),
        "RUNTIME_DIRECTORY": str(folder),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
    }


def _field(status: Path, name: str) -> int:
    """A number of a status file of the kernel."""
    for line in status.read_text().splitlines():
        key, _, value = line.partition(":")
        if key == name:
            return int(value.split()[0])
    raise ProcessError(f"{status}: no {name}")
