"""Pin factories on a kernel's own GPIO: each plays a game; how often each wakes at rest.

The tests of this module are one story, told in order; gpiod, which rests, is left in use.
"""

import subprocess
import sys

import pytest

from tests.system.vm.board import Board, play
from tests.system.vm.conftest import status, until_status
from tests.system.vm.machine import Machine

pytestmark = pytest.mark.system

CONFIG = "/etc/puluc/config.toml"
DROP_IN = "/etc/systemd/system/puluc.service.d/python.conf"
OWN = "/opt/puluc/current"
IDLE_S = 10
WORK = "import time; sum(i * i for i in range(1_000_000)); print(time.process_time())"
"""Work for a Python, and how many seconds of a processor it took."""
FIGURES = """
pid=$(systemctl show -P MainPID puluc)
figures() {
    cat /proc/$pid/task/*/status | awk '/ctxt_switches/ { n += $2 } END { print n }'
    cut -d ' ' -f 14,15 /proc/$pid/stat
}
"""
"""Of all threads the context switches, voluntary and not; and its CPU in hundredths of a second."""


def test_the_real_rpi_gpio_is_refused_with_what_helps(machine: Machine, board: Board):
    """On a kernel where it hears no edge it isn't tried; service and doctor say what to do."""
    use(machine, "rpigpio", "/opt/rpi-gpio")
    until_status(machine, "RPi.GPIO can.t watch a line on kernel .* (6.6 and later)")
    assert 'set board.pins to "lgpio" or "gpiod"' in machine.run(
        "journalctl --unit puluc --output cat --lines 20"
    )
    _, said = machine.attempt("/opt/rpi-gpio/bin/python -m puluc doctor")
    assert "RPi.GPIO can't watch a line on Linux" in said
    assert f'set pins = "lgpio" under [board] in {CONFIG}' in said


@pytest.mark.parametrize(
    ("pins", "environment"),
    [("lgpio", OWN), ("rpigpio", "/opt/rpi-lgpio"), ("gpiod", OWN)],
    ids=["lgpio", "rpi-lgpio", "gpiod"],
)
def test_each_pin_factory_plays_and_rests(
    machine: Machine, board: Board, pins: str, environment: str
):
    """A whole game is played by pulling lines; then nothing is done, and gpiod hardly wakes."""
    use(machine, pins, environment)
    until_status(machine, "all is well")
    board.settle()
    play(board)
    wakes, cpu = idle(machine)
    slower = slowness(machine)
    print(
        f"{pins} of {environment}: {wakes:.1f} wake-ups a second, {cpu:.2f} % of the emulated core,"
        f" which is {slower:.0f} times as slow as this machine's: {cpu / slower:.3f} % of that"
    )
    if pins == "gpiod":
        assert wakes < 10


def test_two_never_share_a_board(machine: Machine, board: Board):
    """A second Puluc says whose the board is, and ends; the first one plays on."""
    code, said = machine.attempt(f"runuser -u puluc -- {OWN}/bin/puluc run")
    assert code == 1
    assert "in use by another Puluc" in said
    assert "systemctl stop puluc" in said
    assert status(machine) == "all is well"
    play(board, casts=1)


def use(machine: Machine, pins: str, environment: str) -> None:
    """Have the service use a pin factory, with the libraries of an environment."""
    machine.run(f"sed -i 's/^#*pins = .*/pins = \"{pins}\"/' {CONFIG}")
    machine.run(
        f"mkdir -p $(dirname {DROP_IN}); rm -f {DROP_IN}"
        if environment == OWN
        else f"printf '[Service]\\nExecStart=\\nExecStart={environment}/bin/python -m puluc run\\n'"
        f" > {DROP_IN}"
    )
    machine.run("systemctl daemon-reload; systemctl restart puluc")


def idle(machine: Machine) -> tuple[float, float]:
    """Wake-ups a second of a service that nobody touches, and its CPU in per cent."""
    said = machine.run(f"{FIGURES} figures; sleep {IDLE_S}; figures")
    first, second = (list(map(int, said.split()[each : each + 3])) for each in (0, 3))
    wakes, *ticks = (after - before for before, after in zip(first, second, strict=True))
    return wakes / IDLE_S, sum(ticks) / IDLE_S


def slowness(machine: Machine) -> float:
    """How many times as long the emulated processor takes for the same work."""
    here = subprocess.run([sys.executable, "-c", WORK], capture_output=True, text=True, check=True)
    return float(machine.run(f"{OWN}/bin/python -c '{WORK}'")) / float(here.stdout)
