"""Who has which line of a GPIO chip: asked of the kernel, without taking any (Linux 5.10 on)."""

import fcntl
import os
from pathlib import Path
from struct import Struct
from typing import Final

_CHIP_INFO: Final = Struct("=32s32sI")
"""``struct gpiochip_info`` of linux/gpio.h: name, label, number of lines."""
_GET_CHIP_INFO: Final = 0x8044B401
_LINE_INFO: Final = Struct("=32s32sIIQ176x")
"""``struct gpio_v2_line_info``: name, consumer, offset, number of attributes, flags."""
_GET_LINE_INFO: Final = 0xC100B405
_USED: Final = 1
"""``GPIO_V2_LINE_FLAG_USED``: a program or the kernel has the line."""


def held_lines(device: Path) -> dict[int, str]:
    """The lines of a chip that are in use, each with the name that its user gave, if any.

    Raises:
        OSError: the chip's device, ``/dev/gpiochip0``, say, can't be opened, or is none.
    """
    file = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
    try:
        _, _, lines = _CHIP_INFO.unpack(fcntl.ioctl(file, _GET_CHIP_INFO, bytes(_CHIP_INFO.size)))
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
