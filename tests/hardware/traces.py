"""Plays traces to the debouncer, the shake recogniser and the reader of lines, on either Python.

    micropython tests/hardware/traces.py tests/hardware/vectors/traces.json

prints what came of each, as JSON. So it is written in what both have in common.
"""

import json
import sys

from hardware.debounce import Debouncer
from hardware.shake import Restless, Shake
from hardware.wire import Lines, LineTooLongError, line


def debounced(trace):
    """What a debouncer makes of a pin's edges; it samples the pin when it asks to."""
    level = trace.get("down", False)
    key = Debouncer(down=level)
    changes = []

    def feed(at_us):
        change = key.feed(at_us, level)
        if change is not None:
            changes.append([at_us, change])

    for edge in trace["edges"] + [[trace["until"], None, "lost"]]:
        while key.due_us is not None and key.due_us <= edge[0]:
            feed(key.due_us)
        level = edge[1]
        if len(edge) == 2:
            feed(edge[0])
    return {"changes": changes, "idle": key.due_us is None}


def shaken(trace):
    """What the recogniser makes of a tilt switch's edges, and of the quiet after them."""
    shake = Shake()
    shakes = []
    edges = [start + gap * n for start, gap, count in trace["trains"] for n in range(count)]
    for at_us in sorted(edges):
        over = shake.edge(at_us)
        if over is not None:
            shakes.append(list(over))
    while shake.due_us is not None:
        shakes.append(list(shake.poll(shake.due_us)))
    return {"shakes": shakes}


def believed(trace):
    """When a tilt switch is found to be broken by its edges, and well by the quiet after them."""
    restless = Restless()
    changes = []
    edges = [start + gap * n for start, gap, count in trace["trains"] for n in range(count)]
    edges.sort()
    edges.append(None)
    for at_us in edges:
        due_us = restless.due_us
        if due_us is not None and (at_us is None or due_us <= at_us) and restless.poll(due_us):
            changes.append([due_us, False])
        if at_us is not None and restless.edge(at_us):
            changes.append([at_us, True])
    return {"changes": changes}


def made(trace):
    """The line that is made of a number and fields; none of what is too long."""
    try:
        return {"line": line(trace["number"], *trace["fields"]).decode()}
    except LineTooLongError:
        return {"line": None}


def read(trace):
    """What the reader makes of bytes, each given as the character of that number."""
    reader = Lines()
    lines = []
    for chunk in trace["bytes"]:
        lines.extend(reader.feed(bytes([ord(each) for each in chunk])))
    return {"lines": [list(found) for found in lines], "damaged": reader.damaged}


def results(vectors):
    """What came of all traces, in their order."""
    return {
        "debounce": [debounced(trace) for trace in vectors["debounce"]],
        "shake": [shaken(trace) for trace in vectors["shake"]],
        "restless": [believed(trace) for trace in vectors["restless"]],
        "wire": [read(trace) for trace in vectors["wire"]],
        "made": [made(trace) for trace in vectors["made"]],
    }


if __name__ == "__main__":
    with open(sys.argv[1]) as file:  # noqa: PTH123 - MicroPython has no pathlib
        print(json.dumps(results(json.load(file))))
