"""The doctor on a board that is a Pico."""

import pytest

from hardware.serial_link import Hello
from hardware.serial_port import PortError
from puluc import cli
from puluc.config import Board
from puluc.doctor.finding import bad, ok
from puluc.doctor.pico import Desk, desk_of, with_pico
from puluc.flash.files import version

PICO = Board(profile="pico", spaces=19)
A = "/dev/serial/by-id/usb-MicroPython_A"
ALL = frozenset({"keys", "menu", "tilt", "buzzer"})


def told(desk: Desk) -> list[str]:
    """What is said of the Pico."""
    pip = "sudo /opt/puluc/venv-1/bin/python -m pip"
    return [str(each) for each in with_pico(PICO, (), lambda _board: desk, pip)]


def answering(*answers: object) -> Desk:
    """A machine with ports A, B ... of which each answers so."""
    ports = [A[:-1] + chr(ord("A") + number) for number in range(len(answers))]

    def ask(port: str) -> Hello | None:
        answer = answers[ports.index(port)]
        if isinstance(answer, PortError):
            raise answer
        return answer

    return Desk(True, lambda: ports, ask)


def hello(spaces: int = 19, protocol: str = "1.0", firmware: str = "") -> Hello:
    return Hello(protocol, firmware or version(), spaces, ALL)


NO_PYSERIAL = (
    "bad   Pico: pyserial is not installed; to mend it: sudo /opt/puluc/venv-1/bin/python -m pip"
    " install 'puluc[serial]'"
)
WELL = f"ok    Pico: {A}, firmware {version()}, 19 spaces"

SAID = [
    ((hello(),), [WELL]),
    (
        (),
        [
            "bad   Pico: there is none on any serial port; to mend it: plug it in, with a cable"
            " that carries data; a new one needs: puluc flash"
        ],
    ),
    ((None,), [f"bad   Pico: {A} doesn't answer as a board; to mend it: puluc flash"]),
    (
        (hello(11),),
        [
            f"bad   Pico: {A} is wired for 11 spaces, the configuration has 19; to mend it: set"
            " spaces under [board], or: puluc flash"
        ],
    ),
    (
        (hello(protocol="0.9"),),
        ["bad   Pico: the board speaks protocol 0, Puluc 1; to mend it: puluc flash"],
    ),
    (
        (hello(protocol="2.0"),),
        ["bad   Pico: the board speaks protocol 2, Puluc 1; to mend it: update Puluc"],
    ),
    (
        (hello(firmware="0.9.1"),),
        [
            f"warn  Pico: {A} has firmware 0.9.1, this Puluc brings {version()}; to mend it:"
            " puluc flash"
        ],
    ),
    (
        (PortError("A: another program has it"),),
        [f"ok    Pico: {A}, at play (to have it asked: sudo systemctl stop puluc)"],
    ),
    (
        (PortError("A: not permitted; is the user in the group dialout?"),),
        [
            "bad   Pico: A: not permitted; is the user in the group dialout?; to mend it:"
            " sudo puluc doctor tells more"
        ],
    ),
    ((hello(), None), [WELL]),
]
"""What is on the ports, and what the doctor says of it."""


@pytest.mark.parametrize(("answers", "lines"), SAID)
def test_the_pico(answers, lines):
    """What is on the ports is told in a line, with what mends it; others don't matter beside it."""
    assert told(answering(*answers)) == lines


def test_without_pyserial():
    """Where pyserial is missing nothing else is looked at."""
    assert told(Desk(False, lambda: [A], lambda _port: None)) == [NO_PYSERIAL]


def test_what_else_is_told():
    """Where a Pico is the board the header's lines don't matter; elsewhere nothing is left out."""
    found = (ok("model", "a laptop"), bad("GPIO chip", "none"), bad("pin factory", "none"))
    assert with_pico(Board(), found) == found
    said = with_pico(PICO, found, lambda _board: answering(hello()))
    assert [each.subject for each in said] == ["model", "Pico"]


def test_a_broken_installation(monkeypatch, tmp_path):
    """An installation that has lost its firmware says so."""
    desk = answering(hello(firmware="1.0.0"))
    monkeypatch.setattr("puluc.flash.files.firmware_folder", lambda: tmp_path)
    (line,) = told(desk)
    assert "this Puluc brings none" in line


def test_this_machine(tmp_path, capsys):
    """The command asks the port that the configuration names."""
    config = tmp_path / "config.toml"
    config.write_text(f'[board]\nprofile = "pico"\nserial_port = "{tmp_path}/tty"\n')
    cli.main(["doctor", "--config", str(config)])
    assert f"bad   Pico: there is none on {tmp_path}/tty" in capsys.readouterr().out
    assert desk_of(PICO).has_pyserial
