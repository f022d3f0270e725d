"""GPIO chips and gpiozero pin factories on them: each built by name, never by fall-through."""

from hardware.pins.chips import BoardInUseError, Chip, HeldChip, chips, find_chip
from hardware.pins.errors import FactoryError
from hardware.pins.factories import KINDS, Kind, pin_factory

__all__ = [
    "KINDS",
    "BoardInUseError",
    "Chip",
    "FactoryError",
    "HeldChip",
    "Kind",
    "chips",
    "find_chip",
    "pin_factory",
]
