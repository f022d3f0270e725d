"""Measures the board on this machine and prints a line for each figure: ``python -m tests.bench``.

It measures and judges nothing: the exit code is 0 whether aims are met or not, and 1 when
something could not be measured.
"""

import platform
import sys
import tempfile
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from os import cpu_count
from pathlib import Path

from tests.bench import idle, oled_bytes, plies, press, serial_line, solving, start, thinking
from tests.bench.figure import Figure

BUILD = Path("build")
"""On the disk that the tree is on: in memory a commit would cost nothing."""


def measures(folder: Path) -> list[Callable[[], list[Figure]]]:
    """What is measured, in order; each in a folder of its own where it needs one."""

    def new(name: str) -> Path:
        (folder / name).mkdir()
        return folder / name

    return [
        partial(press.measure, new("press"), count=200),
        partial(oled_bytes.measure, new("oled"), games=10),
        partial(start.measure, new("start"), runs=15),
        partial(idle.measure, new("idle"), seconds=10),
        partial(serial_line.measure, new("serial"), count=200, games=5),
        partial(plies.measure, seconds=3),
        partial(thinking.measure, count=100, steps=200_000),
        partial(solving.measure, new("solving"), runs=7, games=40_000),
    ]


def main() -> int:
    """Measure all; returns the exit code."""
    print(f"{datetime.now(UTC):%Y-%m-%d}, {machine()}")
    failed = 0
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD, prefix="bench-") as folder:
        for measure in measures(Path(folder).absolute()):
            try:
                for figure in measure():
                    print(figure.line(), flush=True)
            except Exception:  # noqa: BLE001 - one failure must not hide the other figures
                traceback.print_exc()
                failed = 1
    return failed


def machine() -> str:
    """The kind of machine: cores, processor and kernel."""
    cpus = Path("/proc/cpuinfo").read_text().splitlines()
    models = [line.partition(":")[2].strip() for line in cpus if line.startswith("model name")]
    model = models[0] if models else platform.machine()
    versions = f"Linux {platform.release()}, Python {platform.python_version()}"
    return f"{cpu_count()} cores, {model}, {versions}"


if __name__ == "__main__":
    sys.exit(main())
