"""The booted system, one for all the modules that use it.

A boot takes longer than most tests, so there is one machine for the whole run. Each module leaves
it as it found it: at play, with all well; ``test_power.py``, the last one, switches it off.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.vm.board import Board
from tests.system.vm.image import image
from tests.system.vm.machine import Machine


@pytest.fixture(scope="session")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The image's folder."""
    return image(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="session")
def machine(disk: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine, booted, whose service is ready."""
    with Machine(disk, tmp_path_factory.mktemp("machine")) as machine:
        boot(machine)
        yield machine


@pytest.fixture(scope="session")
def board(machine: Machine) -> Board:
    """That machine's board, at rest."""
    board = Board(machine)
    board.settle()
    return board


def boot(machine: Machine, words: str = "") -> None:
    """Give a machine power, and wait until the service is ready."""
    machine.power_on(words)
    machine.until("systemctl is-active puluc")


def status(machine: Machine) -> str:
    """What the service tells systemd of itself."""
    return machine.show("puluc", "StatusText")["StatusText"]


def until_status(machine: Machine, words: str, timeout_s: float = 60) -> None:
    """Wait until the service tells that."""
    machine.until(f"systemctl show -P StatusText puluc | grep -qi '{words}'", timeout_s)
