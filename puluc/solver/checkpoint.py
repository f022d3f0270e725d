"""What is kept of a solve while it runs, so that it can be stopped and gone on with.

Beside the table to come, ``FILE``, stand ``FILE.values``, the values as they are, and
``FILE.state``, a JSON text that says of what. Floats of finished layers are on the disk before the
state says that they are finished; those of the layer being worked on may be of different sweeps,
which does no harm, since a sweep may begin with any values.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from puluc.errors import PulucError
from puluc.opponent.ranking import Ranking, plays

Floats: TypeAlias = "npt.NDArray[np.float32] | npt.NDArray[np.float64]"

VERSION = 1


class CheckpointError(PulucError, ValueError):
    """What was kept can't be gone on with."""


@dataclass(frozen=True)
class State:
    """How far a solve has come."""

    layers: int = 0
    """How many pairs of layers are done."""
    sweeps: int = 0
    """How many sweeps of the next pair are done."""
    seconds: float = 0.0
    """How long it has taken so far."""


NEW = State()
"""A solve that has yet to begin."""


class Checkpoint:
    """The files of one solve."""

    def __init__(self, table: Path, ranking: Ranking, positions: int) -> None:
        """Keep what leads to a ``table`` of so many of a ranking's positions."""
        self._values = table.with_name(table.name + ".values")
        self._state = table.with_name(table.name + ".state")
        self._of = {
            "version": VERSION,
            "rules": repr(sorted(plays(ranking.rules).items())),
            "positions": positions,
        }
        self._positions = positions

    @property
    def size(self) -> int:
        """How many bytes of values are on the disk already."""
        return self._values.stat().st_size if self._values.exists() else 0

    def load(self, values: Floats) -> State:
        """Fill in what was kept of the same solve; a new state when nothing was.

        Raises:
            CheckpointError: what was kept is of another solve, or damaged.
            OSError: it can't be read.
        """
        try:
            text = self._state.read_text(encoding="ascii")
        except FileNotFoundError:
            return NEW
        try:
            said = json.loads(text)
            state = State(**said.pop("done"))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise CheckpointError(f"{self._state}: damaged; remove it to begin anew") from error
        if said != self._of or self.size != values.nbytes:
            hint = "remove it, or choose another file"
            raise CheckpointError(f"{self._state}: of another solve; {hint}")
        with self._values.open("rb") as file:
            file.readinto(values.view(np.uint8).data)
        return state

    def save(self, values: Floats, changed: tuple[slice, ...], state: State) -> None:
        """Keep the state, and those values that have changed since the last time.

        Raises:
            OSError: the disk refuses.
        """
        new = self.size != values.nbytes
        with self._values.open("wb" if new else "r+b") as file:
            for part in (slice(0, self._positions),) if new else changed:
                file.seek(part.start * values.itemsize)
                file.write(values[part].data)
            file.flush()
            os.fsync(file.fileno())
        fresh = self._state.with_name(self._state.name + ".new")
        with fresh.open("w", encoding="ascii") as text:
            json.dump({**self._of, "done": asdict(state)}, text)
            text.flush()
            os.fsync(text.fileno())
        fresh.replace(self._state)

    def remove(self) -> None:
        """Remove the files."""
        self._state.unlink(missing_ok=True)
        self._values.unlink(missing_ok=True)
