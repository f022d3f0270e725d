"""The booted system, one for all tests of a module."""

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


@pytest.fixture(scope="module")
def machine(disk: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine, booted, whose service is ready."""
    with Machine(disk, tmp_path_factory.mktemp("machine")) as machine:
        boot(machine)
        yield machine


@pytest.fixture(scope="module")
def board(machine: Machine) -> Board:
    """That machine's board, at rest."""
    board = Board(machine)
    board.settle()
    return board


def boot(machine: Machine, words: str = "") -> None:
    """Give a machine power, and wait until the service is ready."""
    machine.power_on(words)
    machine.until("systemctl is-active puluc")
