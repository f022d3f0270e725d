"""From a process's start to its first frame, and the most memory it takes."""

from pathlib import Path
from statistics import median

from tests.bench.figure import Figure
from tests.bench.process import APP, IMPORTS, running


def measure(folder: Path, runs: int) -> list[Figure]:
    """Medians of so many starts and bare imports in turn; one of each warms up, and compiles."""
    ours, floor = [], []
    for _ in range(runs + 1):
        with running(APP, folder) as process:
            took_s = process.wait_for("first frame")
            process.wait_for("Puluc is on")
            ours.append((1e3 * took_s, process.peak_mb()))
            process.end()
        with running(IMPORTS, folder) as process:
            floor.append((1e3 * process.wait_for("imported"), process.peak_mb()))
    (took, memory), (least, least_memory) = (
        map(median, zip(*each[1:], strict=True)) for each in (ours, floor)
    )
    note = f"median of {runs} starts"
    return [
        Figure("start to the first frame", took, "ms", least, ratio_aim=1.5, note=note),
        Figure("peak memory, page served", memory, "MB", least_memory, note=note),
    ]
