"""What can go wrong with a GPIO line, on any gpiozero pin factory, and what it means."""

import errno
import sys


def line_errors() -> tuple[type[Exception], ...]:
    """What a line of any pin factory may raise when it can't be taken, read or written.

    OSError is gpiod's, RuntimeError RPi.GPIO's; lgpio has an error of its own.
    """
    from gpiozero.exc import GPIOZeroError  # noqa: PLC0415 - a laptop needs no gpiozero

    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, RuntimeError, *([lgpio.error] if lgpio is not None else []))


def cause(error: Exception) -> tuple[str, str]:
    """Why a line can't be had: in a word or two, and what that means, where it is known."""
    number = error.errno if isinstance(error, OSError) else None
    name, said = type(error).__name__, str(error).strip("'")
    if name == "GPIOPinInUse" or number == errno.EBUSY or said == "GPIO busy":
        return "busy", "another program holds it"
    if name == "PinInvalidPin" or number in (errno.ENODEV, errno.ENOENT, errno.ENXIO):
        return "missing", "there is no such line, or no chip"
    if number in (errno.EACCES, errno.EPERM) or said == "no permission to access file":
        return "not permitted", "is the user in the group gpio?"
    return name, said
