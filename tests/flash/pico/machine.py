"""The module ``machine`` of a Pico on which nothing is pressed, for MicroPython's Unix port."""

import os
import sys

RESET = 7
"""How the process ends that is to be started anew."""


class Memory:
    """Registers: all pins read 1, but the strap where the environment has it."""

    def __getitem__(self, address):
        return 0x3FFFFFFF & ~(1 << 27) if STRAP else 0x3FFFFFFF


class Pin:
    """A pin that is connected to nothing."""

    IN = OUT = PULL_UP = 0

    def __init__(self, number, *_args, **_options):
        self.number = number

    init = value = lambda self, *_args, **_options: 0


class PWM:
    """A buzzer that nobody hears."""

    def __init__(self, pin):
        self.pin = pin

    freq = duty_u16 = lambda self, _value: None


class I2C:
    """A bus on which everything answers."""

    def __init__(self, *_args, **_options):
        pass

    def writeto_mem(self, *_args):
        pass


def reset():
    """Start anew."""
    sys.exit(RESET)


mem32 = Memory()
STRAP = bool(os.getenv("STRAP"))
