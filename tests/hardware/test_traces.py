"""The traces of vectors/traces.json, played on CPython and on MicroPython."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.hardware import traces
from tests.micropython import micropython

PROJECT = Path(__file__).parents[2]
VECTORS = Path(__file__).parent / "vectors" / "traces.json"
TRACES = json.loads(VECTORS.read_text())


def by_name(kind: str) -> list[object]:
    return [pytest.param(trace, id=trace["what"]) for trace in TRACES[kind]]


def expected() -> dict[str, list[dict[str, object]]]:
    return {
        "debounce": [
            {"changes": trace["changes"], "idle": trace["idle"]} for trace in TRACES["debounce"]
        ],
        "shake": [{"shakes": trace["shakes"]} for trace in TRACES["shake"]],
        "restless": [{"changes": trace["changes"]} for trace in TRACES["restless"]],
        "made": [{"line": trace["line"]} for trace in TRACES["made"]],
        "wire": [
            {"lines": trace["lines"], "damaged": trace["damaged"]} for trace in TRACES["wire"]
        ],
    }


@pytest.mark.parametrize("trace", by_name("debounce"))
def test_debounce(trace):
    """A pin's edges become the presses and releases of the vectors."""
    outcome = traces.debounced(trace)
    assert outcome == {"changes": trace["changes"], "idle": trace["idle"]}


@pytest.mark.parametrize("trace", by_name("shake"))
def test_shake(trace):
    """A tilt switch's edges become the shakes of the vectors."""
    assert traces.shaken(trace) == {"shakes": trace["shakes"]}


@pytest.mark.parametrize("trace", by_name("restless"))
def test_restless(trace):
    """A tilt switch that fires on and on is broken, and well again, at the vectors' times."""
    assert traces.believed(trace) == {"changes": trace["changes"]}


@pytest.mark.parametrize("trace", by_name("made"))
def test_made(trace):
    """Numbers and fields become the vectors' lines."""
    assert traces.made(trace) == {"line": trace["line"]}


@pytest.mark.parametrize("trace", by_name("wire"))
def test_wire(trace):
    """Bytes become the lines of the vectors."""
    assert traces.read(trace) == {"lines": trace["lines"], "damaged": trace["damaged"]}


def test_micropython():
    """MicroPython, with the memory of a Pico, makes the same of all traces."""
    run = subprocess.run(
        [micropython(), "-X", "heapsize=128K", "tests/hardware/traces.py", str(VECTORS)],
        cwd=PROJECT,
        env={**os.environ, "MICROPYPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert json.loads(run.stdout) == expected()
