"""How often a board wakes the processor while nobody plays and no browser looks."""

import time
from pathlib import Path

from tests.bench.figure import Figure
from tests.bench.process import APP, IMPORTS, running

SETTLE_S = 1.0


def measure(folder: Path, seconds: float) -> list[Figure]:
    """Wake-ups a second of all threads, and of each; the floor is a process that waits."""
    with running(APP, folder) as app, running(IMPORTS, folder) as floor:
        floor.wait_for("imported")
        app.wait_for("Puluc is on")
        time.sleep(SETTLE_S)
        before, floor_before = app.wake_ups(), floor.wake_ups()
        time.sleep(seconds)
        woken, floor_woken = app.wake_ups() - before, floor.wake_ups() - floor_before
        names = app.end()
    threads = ", ".join(f"{names.get(task, '?')} {woken[task] / seconds:.1f}" for task in names)
    return [
        Figure(
            "wake-ups when idle",
            woken.total() / seconds,
            "/s",
            floor_woken.total() / seconds,
            value_aim=5,
            note=f"over {seconds:g} s: {threads}",
        )
    ]
