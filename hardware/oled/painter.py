"""Paints pictures on a display: opens it when need be, sends what changed, says when it is gone.

It has no thread and no clock, so that tests can call it as they like.
"""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from PIL import Image

from hardware.bus import Bus
from hardware.oled.changes import Pages, blank, changes, pages_of
from hardware.oled.device import Controller, Device
from hardware.oled.rest import HIDDEN, Light, Shift
from puluc.errors import PulucError


class DisplayGoneError(PulucError, ConnectionError):
    """The display can't be reached; the message is for people and names the address and the bus."""


class Painter:
    """Shows pictures on one display, for one thread.

    Example:
        >>> painter = Painter(smbus(1), "I2C bus 1", 0x3C, Controller.SSD1306)
        >>> painter.paint(Image.new("1", (128, 64), 1), Light(207), (0, 0))
        >>> painter.close()
    """

    def __init__(
        self,
        open_bus: Callable[[], Bus],
        bus_name: str,
        address: int,
        controller: Controller,
        size: tuple[int, int] = (128, 64),
    ) -> None:
        """Say where the display is; nothing is opened yet.

        Raises:
            ValueError: for an address or a size that no such display has.
        """
        if not 0x08 <= address <= 0x77:
            raise ValueError(f"OLED address 0x{address:02X}: I2C has 0x08 to 0x77")
        if size not in controller.sizes:
            known = ", ".join(f"{width}x{height}" for width, height in sorted(controller.sizes))
            raise ValueError(
                f"OLED of {size[0]}x{size[1]} pixels: with {controller.value} there is {known}"
            )
        self.size = size
        self._open_bus = open_bus
        self._bus_name = bus_name
        self._name = f"OLED at 0x{address:02X} on {bus_name}"
        self._address = address
        self._controller = controller
        self._device: Device | None = None
        self._pages = blank(size)
        self._light = HIDDEN

    def paint(self, image: Image.Image, light: Light, shift: Shift) -> None:
        """Show an image of mode ``1``, moved by ``shift``; with no light, hide the display.

        Raises:
            DisplayGoneError: and the next call opens the display anew and sends everything.
        """
        with self._while_there():
            if light == HIDDEN:
                self._hide()
            else:
                self._show(pages_of(_moved(image, shift)), light)

    def check(self) -> None:
        """Ask a display that has been opened whether it is still there and as it was set up.

        Raises:
            DisplayGoneError: when it isn't.
        """
        with self._while_there():
            if self._device is not None and not self._device.check():
                raise DisplayGoneError(f"{self._name}: has been without power")

    def close(self) -> None:
        """Switch the display off, if it can be, and close the bus; may be called twice."""
        if self._device is not None:
            with suppress(DisplayGoneError), self._while_there():
                self._device.hide()
        self._let_go()

    def _show(self, pages: Pages, light: Light) -> None:
        if self._device is None or not self._device.is_on:
            # One that was dark may have lost its power unseen: wake it as a new one.
            self._open(pages)
        else:
            addressing = self._controller.addressing
            self._device.send(changes(self._pages, pages, addressing), pages)
            self._pages = pages
        if light != self._light and self._device is not None:
            self._device.contrast(light)
            self._light = light

    def _hide(self) -> None:
        device = self._device or self._open(blank(self.size))
        if device.is_on:
            device.hide()

    def _open(self, pages: Pages) -> Device:
        self._drop()
        bus = self._open_bus()
        try:
            self._device = Device(bus, self._address, self._controller, self.size, pages)
        except BaseException:
            bus.close()
            raise
        self._pages, self._light = pages, HIDDEN
        return self._device

    def _drop(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            device.close()

    @contextmanager
    def _while_there(self) -> Iterator[None]:
        """Turn every way in which a display fails into `DisplayGoneError`, and let go of it."""
        from luma.core.error import Error as LumaError  # noqa: PLC0415 - as in device.py

        try:
            yield
        except DisplayGoneError:
            self._let_go()
            raise
        except (OSError, LumaError) as error:
            self._let_go()
            raise DisplayGoneError(self._reason(error)) from error

    def _let_go(self) -> None:
        with suppress(OSError):  # closing a bus that has vanished may fail, and has closed it then
            self._drop()

    def _reason(self, error: Exception) -> str:
        """What to tell people, who look for a plug and not for an errno."""
        match error:
            case FileNotFoundError():
                return f"{self._bus_name}: there is none; is I2C switched on?"
            case PermissionError():
                return f"{self._bus_name}: not permitted; is the user in the group i2c?"
            case OSError(errno=errno.ETIMEDOUT):
                return f"{self._name}: the bus hangs"
            case OSError(errno=int() as code) if code not in _NO_ANSWER:
                return f"{self._name}: {os.strerror(code).lower()}"
            case _:
                return f"{self._name}: no answer"


_NO_ANSWER = frozenset({errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ENODEV})
"""What adapters report when nobody acknowledges, each its own."""


def _moved(image: Image.Image, shift: Shift) -> Image.Image:
    """The image moved right and down over black; what leaves it is cut off."""
    if shift == (0, 0):
        return image
    moved = Image.new("1", image.size)
    moved.paste(image, shift)
    return moved
