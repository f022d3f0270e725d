"""What systemd hears."""

import socket
from pathlib import Path

import pytest

from puluc.notify import Notify


@pytest.fixture
def systemd(tmp_path: Path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.setblocking(False)
        yield heard


def test_lines_go_out_in_one_datagram(systemd: socket.socket, tmp_path: Path) -> None:
    """To the socket that the environment names."""
    Notify({"NOTIFY_SOCKET": str(tmp_path / "notify")}, 1).tell("READY=1", "STATUS=all is well")
    assert systemd.recv(100) == b"READY=1\nSTATUS=all is well"


def test_an_abstract_socket() -> None:
    """Its name begins with an @ in the environment, and with a zero byte for the kernel."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind("\0puluc-test-notify")
        Notify({"NOTIFY_SOCKET": "@puluc-test-notify"}, 1).tell("WATCHDOG=1")
        assert heard.recv(100) == b"WATCHDOG=1"


def test_without_a_systemd_nothing_is_told(tmp_path: Path) -> None:
    """None is named, or nobody listens there."""
    Notify({}, 1).tell("READY=1")
    Notify({"NOTIFY_SOCKET": str(tmp_path / "nobody")}, 1).tell("READY=1")


def test_a_socket_that_is_full_keeps_nobody_waiting(systemd: socket.socket, tmp_path: Path) -> None:
    """The loop never waits for who reads."""
    notify = Notify({"NOTIFY_SOCKET": str(tmp_path / "notify")}, 1)
    for _ in range(3_000):
        notify.tell("WATCHDOG=1")
    assert systemd.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize(
    ("environment", "every"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "8000000"}, 8_000_000),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "7"}, 8_000_000),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_how_often_the_watchdog_is_fed(environment: dict[str, str], every: int | None) -> None:
    """As the unit has it, if it is meant for this process."""
    assert Notify(environment, 7).watchdog_us == every
