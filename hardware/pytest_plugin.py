"""A pytest plugin: the simulated board as a fixture, for anybody's tests (see docs/testing.md).

It is loaded into every pytest run of an environment that has Puluc, so it imports nothing but
pytest until a test asks for a fixture.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from hardware.simulated.board import SimulatedBoard
    from hardware.simulated.clock import SimulatedReactor


@pytest.fixture
def puluc_clock() -> "SimulatedReactor":
    """A loop whose time stands still until the test moves it: ``puluc_clock.advance_ms(20)``."""
    from hardware.simulated.clock import SimulatedReactor  # noqa: PLC0415 - loads when asked for

    return SimulatedReactor()


@pytest.fixture
def puluc_board(puluc_clock: "SimulatedReactor") -> "Iterator[SimulatedBoard]":
    """A board of the ``direct`` wiring on ``puluc_clock``, its pins gpiozero's mock pins."""
    from hardware.simulated.board import SimulatedBoard  # noqa: PLC0415 - loads when asked for
    from hardware.wiring import DIRECT  # noqa: PLC0415

    board = SimulatedBoard(DIRECT, puluc_clock)
    yield board
    board.close()
