"""Which Pi this is, as gpiozero numbers them; it only wants to know which lines the header has."""

from typing import Any, Final

HEADER_40: Final = 0xC03114
"""A Pi 4's: the 40-pin header has the same lines on every Pi that has one."""


def revision_of(_factory: Any = None) -> int:
    """The Pi's revision; of a machine that doesn't tell, that of a Pi with the usual header.

    It may stand for a factory's ``_get_revision``: the chip has been found by then, so a machine
    that says nothing of itself is no reason to give up.
    """
    from gpiozero.exc import PinUnknownPi  # noqa: PLC0415 - a laptop needs no gpiozero
    from gpiozero.pins.local import get_pi_revision  # noqa: PLC0415

    try:
        revision: int = get_pi_revision()
    except (PinUnknownPi, OSError):
        return HEADER_40
    return revision
