"""How far a solve is, and how much longer it takes."""

from collections.abc import Sequence
from dataclasses import dataclass

from puluc.opponent.ranking import Layer
from puluc.solver.checkpoint import State
from puluc.solver.settling import Settling

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

    def __init__(self, sizes: Sequence[int]) -> None:
        """A solve of layers of some ``sizes``."""
        self._sizes = tuple(sizes)
        self._sweeps = USUAL_SWEEPS
        self._seconds = 0.0
        self._positions = 0

    def swept(
        self, layer: Layer, state: State, change: float, settling: Settling, seconds: float
    ) -> Progress:
        """A sweep of the layer that ``state`` is in is done: how far things are."""
        size = self._sizes[state.layers]
        self._seconds += seconds
        self._positions += size
        more = settling.sweeps_left
        if more is None:
            more = max(self._sweeps - state.sweeps, 1.0)
        elif more:
            more = min(more, 2 * max(self._sweeps - state.sweeps, 8.0))
        else:
            self._sweeps = state.sweeps
        later = sum(self._sizes[state.layers + 1 :]) * self._sweeps
        left = more * size + later
        done = sum(self._sizes[: state.layers]) * self._sweeps + state.sweeps * size
        speed = self._seconds / self._positions
        return Progress(
            layer, state.sweeps, change, done / (done + left), state.seconds, left * speed
        )
