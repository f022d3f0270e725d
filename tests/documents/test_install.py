"""docs/install.md names all that the installer changes."""

import re
from pathlib import Path

import pytest

from hardware.wiring import DIRECT
from puluc.install import places
from puluc.install.boot import BootFiles, changed

TEXT = (Path(__file__).parents[2] / "docs" / "install.md").read_text(encoding="utf-8")
SETTINGS = (
    "dtparam=spi=on",
    "dtoverlay=spi1-1cs",
    "dtoverlay=w1-gpio",
    "dtparam=i2s=on",
    "enable_uart=1",
)
"""One of each that holds pins of the wiring direct."""


@pytest.mark.parametrize(
    "path",
    [*places.FILES.values(), places.PROGRAM, places.COMMAND, places.CONFIG, places.GAMES],
)
def test_every_place_is_named(path: str) -> None:
    """Who uninstalls by hand, or only wonders, finds each file in the page."""
    assert f"`{path}`" in TEXT


def test_every_change_of_the_boot_files_is_named() -> None:
    """What is turned on or off stands in the table, by the name that the installer gives it."""
    used = frozenset(line for line, _use in DIRECT.uses())
    files = BootFiles("\n".join(SETTINGS) + "\n", "console=serial0,115200 console=tty1\n")
    new, said = changed(files, used)
    turned = {name for words in said for name in re.findall(r"turn (.*?) off", words)}
    assert len(turned) == len(SETTINGS) + 1  # and the console
    for name in turned:
        assert f"| {name} off |" in TEXT
    for setting in re.findall(r"^(?:dtparam|enable_uart)=.*", new.config, re.MULTILINE):
        assert f"`{setting}`" in TEXT
