"""Pin factories by name, and the sentence that helps when one can't be had."""

import builtins
import os
import subprocess
import sys
import types

import pytest

from hardware.pins import KINDS, Chip, FactoryError, pin_factory
from hardware.pins.revision import HEADER_40, revision_of
from tests.hardware.pins.fake_gpiod import FakeGpiod


def chip(path, label="pinctrl-bcm2711"):
    return Chip(path, label, ())


@pytest.fixture
def pi(tmp_path):
    return chip(tmp_path / "gpiochip0")


@pytest.fixture
def without(monkeypatch):
    """Makes a module that can't be imported, or one that raises."""

    def hide(*names, error=None):
        real = builtins.__import__

        def imports(name, globals=None, locals=None, fromlist=(), level=0):
            wanted = {name, *(f"{name}.{each}" for each in fromlist or ())}
            if wanted & set(names):
                raise error or ModuleNotFoundError(f"No module named {name!r}", name=name)
            return real(name, globals, locals, fromlist, level)

        for name in names:
            monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.setattr(builtins, "__import__", imports)

    return hide


def refused(kind, *args):
    with pytest.raises(FactoryError) as error:
        pin_factory(kind, *args)
    assert error.value.kind == kind
    return error.value


def test_the_usual_one_comes_first():
    """What a Pi has, lgpio, is the first."""
    assert KINDS == ("lgpio", "gpiod", "rpigpio")


def test_gpiod(pi, tmp_path, monkeypatch):
    """The factory of our own, on the chip's path."""
    kernel = FakeGpiod()
    opened = []
    kernel.Chip = lambda path: opened.append(path) or kernel
    monkeypatch.setitem(sys.modules, "gpiod", kernel)
    factory = pin_factory("gpiod", pi, tmp_path)
    assert opened == [str(pi.path)]
    factory.close()


def test_gpiod_is_not_installed(pi, tmp_path, without):
    """The package to install is named."""
    without("gpiod")
    error = refused("gpiod", pi, tmp_path)
    assert "can't be loaded" in error.cause
    assert error.remedy == 'pip install "puluc[gpiod]"'


def test_gpiod_of_the_old_kind(pi, tmp_path, monkeypatch):
    """Debian's python3-libgpiod 1 has the same name and speaks otherwise."""
    monkeypatch.setitem(sys.modules, "gpiod", types.ModuleType("gpiod"))
    assert "older than 2" in refused("gpiod", pi, tmp_path).cause


def test_gpiod_without_the_chip(pi, tmp_path):
    """The real library, and no chip: the path and the cause are told."""
    error = refused("gpiod", pi, tmp_path)
    assert error.cause.startswith("gpiochip0 (pinctrl-bcm2711): ")


if sys.version_info < (3, 13):  # for 3.13 there is no wheel of lgpio

    def test_lgpio_without_the_chip(tmp_path):
        """The real library, and no chip; its pipe is in the runtime folder, not in ours."""
        code = (
            "import os, sys\n"
            "from pathlib import Path\n"
            "from hardware.pins import Chip, FactoryError, pin_factory\n"
            "try:\n"
            "    chip = Chip(Path('/dev/gpiochip7'), 'pinctrl-rp1')\n"
            "    pin_factory('lgpio', chip, Path(sys.argv[1]))\n"
            "except FactoryError as error:\n"
            "    print(error)\n"
        )
        (tmp_path / "here").mkdir()
        runtime = tmp_path / "run" / "puluc"
        run = subprocess.run(
            [sys.executable, "-c", code, str(runtime)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            cwd=tmp_path / "here",
            env={**os.environ, "PYTHONPATH": os.getcwd()},  # noqa: PTH109 - the tree under test
        )
        assert run.stdout.startswith("pins lgpio: gpiochip7 (pinctrl-rp1): can not open gpiochip;")
        assert list((tmp_path / "here").iterdir()) == []
        assert [path.name[:8] for path in runtime.iterdir()] == [".lgd-nfy"]


def test_lgpio_is_not_installed(pi, tmp_path, without):
    """Both ways to get it are named: there is no wheel for every Python."""
    without("lgpio", "gpiozero.pins.lgpio")
    error = refused("lgpio", pi, tmp_path)
    assert "can't be loaded" in error.cause
    assert "python3-lgpio" in error.remedy
    assert "puluc[rpi]" in error.remedy


def test_lgpio_has_nowhere_to_write(pi, tmp_path):
    """The folder is named, and what sets another."""
    (tmp_path / "file").touch()
    error = refused("lgpio", pi, tmp_path / "file" / "run")
    assert str(tmp_path / "file" / "run") in error.cause
    assert "RUNTIME_DIRECTORY" in error.remedy


@pytest.fixture
def real_rpigpio(monkeypatch):
    monkeypatch.setattr("hardware.pins.factories.find_spec", lambda name: object())
    monkeypatch.delenv("RPI_LGPIO_CHIP", raising=False)


@pytest.mark.usefixtures("real_rpigpio")
def test_rpigpio_on_a_pi_5(tmp_path):
    """The real RPi.GPIO can't reach the header there."""
    error = refused("rpigpio", chip(tmp_path, "pinctrl-rp1"), tmp_path, "6.1.0")
    assert "no Pi 5" in error.cause
    assert "lgpio" in error.remedy


@pytest.mark.usefixtures("real_rpigpio")
@pytest.mark.parametrize("release", ["6.6.0", "6.12.25+rpt-rpi-v8", "7.0-rc1"])
def test_rpigpio_on_a_new_kernel(pi, tmp_path, release):
    """The real RPi.GPIO can't watch lines there; the kernel is named."""
    error = refused("rpigpio", pi, tmp_path, release)
    assert release in error.cause
    assert "gpiod" in error.remedy


@pytest.mark.usefixtures("real_rpigpio")
def test_rpigpio_off_a_pi(pi, tmp_path, without):
    """What it says as it is imported is told, and that a laptop needs none."""
    without(
        "RPi", "gpiozero.pins.rpigpio",
        error=RuntimeError("This module can only be run on a Raspberry Pi!"),
    )  # fmt: skip
    error = refused("rpigpio", pi, tmp_path, "6.1.21-v8+")
    assert "can only be run on a Raspberry Pi" in error.cause
    assert "puluc play" in error.remedy


def test_rpigpio_is_not_installed(pi, tmp_path, without, monkeypatch):
    """The extra is named, and the other factory."""
    monkeypatch.setenv("RPI_LGPIO_CHIP", "0")
    without("RPi", "gpiozero.pins.rpigpio")
    error = refused("rpigpio", pi, tmp_path, "6.1.21-v8+")
    assert "puluc[rpigpio]" in error.remedy


NAMES = """IN OUT I2C SPI HARD_PWM SERIAL UNKNOWN
PUD_UP PUD_DOWN PUD_OFF BOTH RISING FALLING BCM"""


def fake_rpigpio(monkeypatch):
    """A module with the names of RPi.GPIO that gpiozero asks for."""
    gpio = types.ModuleType("RPi.GPIO")
    for value, name in enumerate(NAMES.split()):
        setattr(gpio, name, value)
    gpio.said = []
    for name in ("setmode", "setwarnings", "setup", "cleanup"):
        setattr(gpio, name, lambda *args, name=name, **kwargs: gpio.said.append(name))
    package = types.ModuleType("RPi")
    package.GPIO = gpio
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", gpio)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    monkeypatch.delattr("gpiozero.pins.rpigpio", raising=False)
    return gpio


def test_rpi_lgpio_in_its_place_works_on_any_kernel(tmp_path, monkeypatch):
    """rpi-lgpio has RPi.GPIO's name, and is told which chip was found."""
    gpio = fake_rpigpio(monkeypatch)
    monkeypatch.setenv("RPI_LGPIO_CHIP", "")
    monkeypatch.delenv("RPI_LGPIO_CHIP")
    factory = pin_factory("rpigpio", chip(tmp_path / "gpiochip4", "pinctrl-rp1"), tmp_path, "6.12")
    assert os.environ["RPI_LGPIO_CHIP"] == "4"
    assert factory.pin(4) is factory.pin(4)
    factory.close()
    assert gpio.said[-1] == "cleanup"
    again = pin_factory("rpigpio", chip(tmp_path / "gpiochip4"), tmp_path, "6.12")
    assert again.pins == {}
    again.close()


def test_rpigpio_fails_as_it_is_set_up(pi, tmp_path, monkeypatch):
    """What it says then is told, too."""
    gpio = fake_rpigpio(monkeypatch)

    def fails(*_):
        raise RuntimeError("Cannot determine SOC peripheral base address")

    gpio.setmode = fails
    error = refused("rpigpio", pi, tmp_path, "6.1")
    assert "Cannot determine SOC" in error.cause


def test_the_revision_of_a_machine_that_has_none(monkeypatch):
    """A header is a header: the pins have the numbers of a Pi's."""
    assert revision_of() == HEADER_40
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xD04170)
    assert revision_of() == 0xD04170
