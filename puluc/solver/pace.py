"""How far a solve is, and how much longer it takes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from puluc.opponent.ranking import Layer
from puluc.solver.checkpoint import State

USUAL_SWEEPS = 16.0
"""How many sweeps a layer takes about, before any has been seen to."""


@dataclass(frozen=True)
class Progress:
    """How far a solve is after a sweep."""

    layer: Layer
    """Warriors alive of either side; those of the other way round are meant, too."""
    sweeps: int
    """How many sweeps of that are done."""
    change: float
    """By how much the last one changed a value, at most."""
    share: float
    """How much of the whole work is done, 0 to 1."""
    seconds: float
    """How long it has taken so far."""
    seconds_left: float
    """How much longer it will take, about."""


class Pace:
    """Learns from each sweep how quickly things go."""

    def __init__(self, sizes: Sequence[int], tolerance: float) -> None:
        """A solve of layers of some ``sizes``, each until it changes by no more than that."""
        self._sizes = tuple(sizes)
        self._tolerance = tolerance
        self._sweeps = USUAL_SWEEPS
        self._last = math.inf
        self._seconds = 0.0
        self._positions = 0

    def swept(self, layer: Layer, state: State, change: float, seconds: float) -> Progress:
        """A sweep of the layer that ``state`` is in is done: how far things are."""
        size = self._sizes[state.layers]
        self._seconds += seconds
        self._positions += size
        more = self._more_sweeps(state.sweeps, change)
        if more == 0:
            self._sweeps = state.sweeps
        later = sum(self._sizes[state.layers + 1 :]) * self._sweeps
        left = more * size + later
        done = sum(self._sizes[: state.layers]) * self._sweeps + state.sweeps * size
        speed = self._seconds / self._positions
        return Progress(
            layer, state.sweeps, change, done / (done + left), state.seconds, left * speed
        )

    def _more_sweeps(self, sweeps: int, change: float) -> float:
        """How many more sweeps the layer will take, by how the changes get smaller."""
        ratio = change / self._last if sweeps > 1 else 1.0
        self._last = change
        if change <= self._tolerance:
            return 0
        usual = max(self._sweeps - sweeps, 1)
        if not 0 < ratio < 1:
            return usual
        return min(math.log(self._tolerance / change) / math.log(ratio), 2 * usual)
