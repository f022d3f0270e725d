"""The bench measures: each piece at its smallest gives numbers, whatever they are."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench import idle, oled_bytes, plies, press, serial_line, solving, start, thinking
from tests.bench.figure import Figure

PIECES = {
    press: lambda folder: press.measure(folder, count=1, warm_up=0),
    oled_bytes: lambda folder: oled_bytes.measure(folder, games=1),
    start: lambda folder: start.measure(folder, runs=1),
    idle: lambda folder: idle.measure(folder, seconds=0.1),
    serial_line: lambda folder: serial_line.measure(folder, count=1, games=1),
    plies: lambda folder: plies.measure(seconds=0.01),
    thinking: lambda folder: thinking.measure(count=1, steps=100),
    solving: lambda folder: solving.measure(folder, runs=1, games=100),
}


MARKS = {solving: [pytest.mark.system]}
"""What needs more than Python: a C compiler, for the floor of the solver."""


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's own driver
@pytest.mark.parametrize(
    "measure",
    [
        pytest.param(measure, id=piece.__name__, marks=MARKS.get(piece, []))
        for piece, measure in PIECES.items()
    ],
)
def test_each_piece_measures(tmp_path: Path, measure: Callable[[Path], list[Figure]]) -> None:
    """Every figure is a number with a floor beside it, and has a line that says so."""
    figures = measure(tmp_path)
    assert figures
    for figure in figures:
        assert math.isfinite(figure.value)
        assert figure.value >= 0
        assert figure.floor is not None
        assert figure.name in figure.line()
        assert figure.unit in figure.line()


@pytest.mark.parametrize(
    ("figure", "ratio", "is_met"),
    [
        (Figure("lamp", 3.0, "ms", 2.0, ratio_aim=1.5), 1.5, True),
        (Figure("lamp", 3.1, "ms", 2.0, ratio_aim=1.5), 1.55, False),
        (Figure("wake-ups", 5.0, "/s", 0.0, value_aim=5), None, True),
        (Figure("wake-ups", 5.1, "/s", 0.0, value_aim=5), None, False),
        (Figure("games", 20.0, "/s", least_aim=20), None, True),
        (Figure("games", 19.9, "/s", least_aim=20), None, False),
        (Figure("memory", 4.0, "MB", 2.0), 2.0, None),
    ],
)
def test_an_aim_is_a_limit(figure: Figure, ratio: float | None, is_met: bool | None) -> None:
    """An aim is met up to the limit itself, by the ratio or by the value, and missed above."""
    assert figure.ratio == pytest.approx(ratio)
    assert figure.is_met is is_met
