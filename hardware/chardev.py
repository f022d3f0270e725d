"""What a GPIO chip is, and who has which line: asked of the kernel (Linux 5.10 on)."""

import fcntl
import os
from pathlib import Path
from struct import Struct
from typing import Final

_CHIP_INFO: Final = Struct("=32s32sI")
"""``struct gpiochip_info`` of linux/gpio.h: name, label, number of lines."""
_GET_CHIP_INFO: Final = 0x8044B401
"""``GPIO_GET_CHIPINFO_IOCTL`` of the same file."""
_LINE_INFO: Final = Struct("=32s32sIIQ176x")
"""``struct gpio_v2_line_info``: name, consumer, offset, number of attributes, flags."""
_GET_LINE_INFO: Final = 0xC100B405
_USED: Final = 1
"""``GPIO_V2_LINE_FLAG_USED``: a program or the kernel has the line."""


def chip_info(file: int) -> tuple[bytes, bytes, int]:
    """Name, label and number of lines of the chip that a file of the process is.

    Raises:
        OSError: it is gone, or no GPIO chip.
    """
    told = fcntl.ioctl(file, _GET_CHIP_INFO, bytes(_CHIP_INFO.size))
    name, label, lines = _CHIP_INFO.unpack(told)
    return name, label, lines


def held_lines(device: Path) -> dict[int, str]:
    """The lines of a chip that are in use, each with the name that its user gave, if any.

    Raises:
        OSError: the chip's device, ``/dev/gpiochip0``, say, can't be opened, or is none.
    """
    file = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
    try:
        _, _, lines = chip_info(file)
        held = {}
        for line in range(lines):
            asked = _LINE_INFO.pack(b"", b"", line, 0, 0)
            answer = fcntl.ioctl(file, _GET_LINE_INFO, asked)
            _, consumer, _, _, flags = _LINE_INFO.unpack(answer)
            if flags & _USED:
                held[line] = consumer.partition(b"\0")[0].decode(errors="replace")
        return held
    finally:
        os.close(file)
