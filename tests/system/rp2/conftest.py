"""The firmware's image, one for all tests."""

import pytest

from tests.system.rp2.image import emulator, image


@pytest.fixture(scope="session")
def program() -> tuple[str, ...]:
    """What runs the firmware on an emulated RP2040."""
    return emulator(image())
