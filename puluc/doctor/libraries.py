"""The checks of Python and of the libraries that drive the pins."""

import re
from collections.abc import Iterator

from puluc.doctor.finding import Finding, bad, ok
from puluc.doctor.system import NEEDS, System

OLDEST = (3, 11)
NO_WHEEL_FROM = (3, 13)
"""lgpio's wheels go up to the Python before this one (November 2026)."""
FIRST_LGPIO = (0, 2, 2, 0)
EDGES_BROKEN_FROM = (6, 6)
"""The Linux from which RPi.GPIO can't watch a line."""
APT_LGPIO = "sudo apt-get install python3-lgpio"
"""Debian's; the installer makes a venv that sees it."""


def check_python(system: System) -> Iterator[Finding]:
    """Whether this Python can run a board."""
    version = ".".join(map(str, system.python))
    if system.python < OLDEST:
        yield bad("python", f"{version} is too old: 3.11 is needed", "use Raspberry Pi OS bookworm")
    else:
        yield ok("python", version)


def check_libraries(system: System) -> Iterator[Finding]:
    """Whether the pin factory and the OLED have what they need, and nothing in its way."""
    have, factory = system.packages, system.factory
    if "RPi.GPIO" in have and "rpi-lgpio" in have:
        yield bad(
            "libraries",
            "RPi.GPIO and rpi-lgpio are both installed, and each overwrites the other's files",
            f"{system.pip} uninstall --yes RPi.GPIO rpi-lgpio && {system.pip} install rpi-lgpio",
        )
        return
    trouble = _factory_trouble(system)
    if trouble is not None:
        yield bad("pin factory", *trouble)
    else:
        library = next((name for name in _providers(factory) if name in have), "")
        version = f" {have[library]}" if library else ""
        yield ok("pin factory", f"{factory}, by {library or NEEDS[factory]}{version}")
    for name in ("gpiozero", "luma.oled", "smbus2"):
        if name not in have:
            yield bad("libraries", f"{name} is not installed", f"{system.pip} install {name}")


def _providers(factory: str) -> tuple[str, ...]:
    return ("RPi.GPIO", "rpi-lgpio") if factory == "rpigpio" else (factory,)


def _factory_trouble(system: System) -> tuple[str, str] | None:
    """Why the pin factory can't work here, and what mends it."""
    factory, have = system.factory, system.packages
    error = system.import_errors.get(NEEDS[factory], "")
    python = ".".join(map(str, system.python))
    if factory == "lgpio":
        if "lgpio" in have and _version(have["lgpio"]) < FIRST_LGPIO:
            said = f"lgpio {have['lgpio']} is an empty stub: 0.2.2.0 or later is needed"
            return said, f"{system.pip} install 'lgpio>=0.2.2.0'"
        if error and system.python >= NO_WHEEL_FROM:
            return f"lgpio is missing, and has no wheel for Python {python} ({error})", APT_LGPIO
        if error:
            return f"lgpio can't be imported: {error}", f"{system.pip} install 'lgpio>=0.2.2.0'"
    if factory == "gpiod" and error:
        return f"gpiod can't be imported: {error}", f"{system.pip} install 'gpiod>=2.1'"
    if factory == "rpigpio":
        new = f'set pins = "lgpio" under [board] in {system.config_file}, then: {system.restart}'
        if "rpi-lgpio" not in have and "Pi 5" in system.model:
            return "RPi.GPIO knows no Pi 5", new
        if "rpi-lgpio" not in have and _version(system.kernel)[:2] >= EDGES_BROKEN_FROM:
            return f"RPi.GPIO can't watch a line on Linux {system.kernel} (6.6 and later)", new
        if error:
            return f"RPi.GPIO can't be imported: {error}", f"{system.pip} install RPi.GPIO"
    return None


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:4])
