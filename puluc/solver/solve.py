"""Solving a rule set: layer by layer, sweep by sweep, on all cores, until nothing changes."""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial

import numpy as np

from puluc.errors import PulucError
from puluc.opponent.ranking import Layer, Ranking
from puluc.solver.checkpoint import NEW, Floats, State
from puluc.solver.kernel import sweep, sweep_of
from puluc.solver.layout import layout
from puluc.solver.pace import Pace, Progress
from puluc.solver.settling import Settling
from puluc.solver.sizes import DOUBLE, slices

MOST_SWEEPS = 5_000
"""A layer that isn't solved by then never will be."""

MANY = 500_000
"""For more positions than that the rules are compiled in, and what is kept are 32-bit floats."""

ALONE = 300_000
"""Layers with fewer positions are swept in one call, by one thread."""

SAVED_EVERY_S = 120.0
"""How often what is done is kept."""

Clock = Callable[[], float]
Save = Callable[[tuple[slice, ...], State], None]


class SolveError(PulucError, ArithmeticError):
    """Values that don't settle, or that don't fulfil their own equation."""


def _forget(_parts: tuple[slice, ...], _state: State) -> None:
    """Keep nothing."""


class Solver:
    """The values of a ranking's positions while they are being worked out."""

    def __init__(self, ranking: Ranking, positions: int, threads: int) -> None:
        """Begin with even chances for the first ``positions``, up to the end of a layer."""
        self._ranking = ranking
        rules, self._tables = layout(ranking)
        self._swept = sweep_of(rules) if positions > MANY else partial(sweep, rules)
        self._threads = threads
        self.values: Floats = (
            np.full(positions, 0.5, np.float32)
            if positions > MANY
            else np.full(positions, 0.5, np.float64)
        )
        self.layers: tuple[Layer, ...] = tuple(
            layer
            for layer in ranking.layers
            if layer[0] <= layer[1] and ranking.bases[*layer, 0, 0] < positions
        )
        """Those to solve, in order; each stands for that with the sides exchanged, too."""

    def slices(self, layer: Layer) -> tuple[slice, ...]:
        """Where the values of a layer are, and of that with the sides exchanged."""
        return slices(self._ranking, layer)

    def solve(
        self,
        tell: Callable[[Progress], None],
        state: State = NEW,
        save: Save = _forget,
        clock: Clock = time.monotonic,
    ) -> float:
        """Solve all layers that aren't yet; returns the seconds in all.

        Whatever stops it, Ctrl-C for example, what is done is kept first.

        Args:
            tell: hears of each sweep.
            state: how far ``values`` have come already.
            save: keeps ``values``, of which these parts have changed since the last time.
            clock: seconds.

        Raises:
            SolveError: a layer doesn't settle.
            OSError: what is done can't be kept.
        """
        self._compile()
        began = saved = clock()
        before = state.seconds
        pace = Pace([self.size(layer) for layer in self.layers])
        unsaved: set[Layer] = set()
        with ExitStack() as stack:
            stack.callback(lambda: save(self._parts(unsaved), state))
            pool = stack.enter_context(ThreadPoolExecutor(self._threads))
            for layer in self.layers[state.layers :]:
                unsaved.add(layer)
                with self._work(layer) as work:
                    settling = Settling(work.itemsize)
                    while not settling.settled:
                        swept = clock()
                        change = self._approach(work, layer, settling, pool)
                        seconds = before + clock() - began
                        state = replace(state, sweeps=state.sweeps + 1, seconds=seconds)
                        tell(pace.swept(layer, state, change, settling, clock() - swept))
                        if state.sweeps >= MOST_SWEEPS:
                            raise SolveError(f"{layer}: {change} after {MOST_SWEEPS} sweeps")
                        if clock() - saved > SAVED_EVERY_S:
                            self._take_over(layer, work)
                            save(self._parts(unsaved), state)
                            unsaved, saved = {layer}, clock()
                state = State(state.layers + 1, 0, state.seconds)
        return state.seconds

    def sweep_layer(self, layer: Layer) -> float:
        """Sweep a layer once more; returns the largest change."""
        with ThreadPoolExecutor(self._threads) as pool:
            return self._sweep(self.values, layer, pool, store=True)

    def residual(self) -> float:
        """The most by which a value differs from what its own equation makes of the others."""
        with ThreadPoolExecutor(self._threads) as pool:
            return max(self._sweep(self.values, layer, pool, store=False) for layer in self.layers)

    def size(self, layer: Layer) -> int:
        """How many positions a layer has, with those with the sides exchanged."""
        return sum(part.stop - part.start for part in self.slices(layer))

    def _compile(self) -> None:
        """Sweep nothing, so that the time that compiling takes counts for no sweep."""
        for kind in {np.float64, self.values.dtype.type}:
            self._swept(np.zeros(1, kind), *self._tables, 1, 1, 1, 0, 0, 0, 0, 1, False)

    def _parts(self, layers: Iterable[Layer]) -> tuple[slice, ...]:
        return tuple(part for layer in layers for part in self.slices(layer))

    @contextmanager
    def _work(self, layer: Layer) -> Iterator[Floats]:
        """The values to work on: in double precision where they are few."""
        end = max(part.stop for part in self.slices(layer))
        if end > DOUBLE:
            yield self.values
            return
        work = self.values[:end].astype(np.float64)
        try:
            yield work
        finally:
            self._take_over(layer, work)

    def _take_over(self, layer: Layer, work: Floats) -> None:
        """Keep the values of a layer that were worked on."""
        if work is not self.values:
            for part in self.slices(layer):
                self.values[part] = work[part]

    def _approach(self, work: Floats, layer: Layer, settling: Settling, pool: Executor) -> float:
        """Sweep a layer once, and leap where that is worth it; returns the largest change."""
        parts = [work[part] for part in self.slices(layer)]
        old = [part.copy() for part in parts] if settling.may_leap else []
        change = self._sweep(work, layer, pool, store=True)
        settling.swept(change)
        if old and (times := settling.leap()):
            for new, way in zip(parts, old, strict=True):
                np.subtract(new, way, out=way)
                np.multiply(way, times, out=way)
                np.add(new, way, out=new)
                np.clip(new, 0, 1, out=new)
        return change

    def _sweep(self, values: Floats, layer: Layer, pool: Executor, store: bool) -> float:
        """Sweep a layer once; returns the largest change."""
        tables = self._tables
        stages = len(tables.stages) - 1
        alive = sum(layer)
        if self._threads == 1 or self.size(layer) < ALONE:
            alone = (*tables, *layer, 0, alive, 0, stages - 1, 0, 1, store)
            return pool.submit(self._swept, values, *alone).result()
        firsts = tables.spaces[tables.stages[:-1], 0]
        worst = 0.0
        for in_hand in range(alive + 1):
            for stage in range(stages):
                if int(firsts[stage]).bit_count() > alive - in_hand:
                    break
                parts = [
                    pool.submit(
                        self._swept, values, *tables, *layer,
                        in_hand, in_hand, stage, stage, part, self._threads, store,
                    )
                    for part in range(self._threads)
                ]  # fmt: skip
                worst = max(worst, *(part.result() for part in parts))
        return worst
