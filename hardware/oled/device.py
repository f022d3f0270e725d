"""One OLED as luma drives it, but sent only what we choose: built once, and closed when it fails.

luma gives each controller's set-up, and the commands. Three things of it are done otherwise here:

- ``display`` always sends whole frames, and reads the pixels with a call that Pillow 14 drops;
  `send` takes pieces.
- The constructor clears the RAM between the set-up and switching on. Here it is filled with the
  picture wanted next, so that the display wakes with it, and a whole frame goes over the bus once.
- Each device leaves an atexit hook behind, which holds it for ever; a display that wobbles for a
  night would pile up thousands. Ours registers none: whoever opens a `Device` closes it.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Final, Protocol, cast

from hardware.bus import Bus
from hardware.oled.changes import ONE_PAGE, WINDOWS, Addressing, Pages, Piece, full

_NOTHING: Final = 0xE3
"""The command that does nothing (SSD1306 table 9-1, SH1106 command 19)."""
_OFF_BIT: Final = 0x40
"""Bit 6 of the status: the display is off (SSD1306 table 9-2, SH1106 command 17)."""
_SH1106_MARGIN: Final = 2
"""The RAM has 132 columns, of which a module's glass shows the middle 128."""


class Controller(Enum):
    """The chip on the panel."""

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"
    SSD1309 = "ssd1309"

    @property
    def sizes(self) -> frozenset[tuple[int, int]]:
        """Width and height in pixels of the panels that are driven with it."""
        if self is Controller.SH1106:
            return frozenset({(128, 64)})
        return frozenset({(128, 64), (128, 32)})

    @property
    def addressing(self) -> Addressing:
        """How it is told where data go."""
        return ONE_PAGE if self is Controller.SH1106 else WINDOWS


class Luma(Protocol):
    """What is called on a device of luma."""

    def command(self, *cmd: int) -> None:
        """Send commands in one write."""

    def data(self, data: list[int]) -> None:
        """Send data, in writes of 32 bytes."""

    def contrast(self, level: int) -> None:
        """Set the contrast."""

    def hide(self) -> None:
        """Switch the display off."""


class Device:
    """A display that has answered and been set up; switched on, with a picture.

    Every method raises what the bus and luma raise: OSError, `luma.core.error.Error`. After one
    has, what the display holds is unknown, and the device is fit only to be closed.
    """

    def __init__(
        self,
        bus: Bus,
        address: int,
        controller: Controller,
        size: tuple[int, int],
        picture: Pages,
    ) -> None:
        """Set the display up, on a bus that is open and from now on the device's own."""
        self._bus = bus
        self._address = address
        self._addressing = controller.addressing
        before: list[bool | None] = []

        def fill(luma: Luma) -> None:
            before.append(self._reads_off())
            _send(luma, full(picture, self._addressing), picture, self._addressing)

        # The first write, the set-up, is also the probe: nobody there, no acknowledgement.
        self._luma = _built(bus, address, controller, size, fill)
        self.is_on = True
        # Not every adapter and clone can be read. The status is believed if it has followed.
        self._status_is_true = [*before, self._reads_off()] == [True, False]

    def send(self, pieces: Iterable[Piece], pages: Pages) -> None:
        """Send pieces of a picture."""
        _send(self._luma, pieces, pages, self._addressing)

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255."""
        self._luma.contrast(level)

    def hide(self) -> None:
        """Switch the display off; it keeps its RAM while it has power."""
        self._luma.hide()
        self.is_on = False

    def check(self) -> bool:
        """Whether the display is still as it was set up; raises when it doesn't answer.

        One that has lost its power and got it back answers, but is off. Where the status can't be
        read, an answer has to do.
        """
        if not self._status_is_true:
            self._luma.command(_NOTHING)
            return True
        return bool(self._bus.read_byte(self._address) & _OFF_BIT) != self.is_on

    def close(self) -> None:
        """Give the bus back, whatever the display's state."""
        self._bus.close()

    def _reads_off(self) -> bool | None:
        """What the status says now; none when it can't be read."""
        try:
            return bool(self._bus.read_byte(self._address) & _OFF_BIT)
        except OSError:
            return None


def _built(
    bus: Bus,
    address: int,
    controller: Controller,
    size: tuple[int, int],
    fill: Callable[[Luma], None],
) -> Luma:
    """The device of luma for a controller; ``fill`` is called where luma clears the RAM."""
    # luma is loaded here, so that a laptop without hardware never does.
    import luma.oled.device as drivers  # noqa: PLC0415
    from luma.core.device import device  # noqa: PLC0415
    from luma.core.interface.serial import i2c  # noqa: PLC0415

    driver: Any = getattr(drivers, controller.value)

    class Unregistered(device):  # type: ignore[misc] # luma has no types
        """Takes the place of luma's base class in a driver's constructor: all but the hook."""

        def __init__(self, const: object, serial_interface: object) -> None:
            self._const = const
            self._serial_interface = serial_interface

    class Filled(driver, Unregistered):  # type: ignore[misc] # luma has no types
        """A driver whose RAM begins with our picture."""

        def clear(self) -> None:
            fill(cast("Luma", self))

    build: Any = Filled
    width, height = size
    return cast("Luma", build(i2c(bus=bus, address=address), width=width, height=height))


def _send(luma: Luma, pieces: Iterable[Piece], pages: Pages, addressing: Addressing) -> None:
    for piece in pieces:
        if addressing.has_windows:
            luma.command(
                0x21, piece.first_column, piece.last_column,
                0x22, piece.first_page, piece.last_page,
            )  # fmt: skip
        else:
            column = piece.first_column + _SH1106_MARGIN
            luma.command(0xB0 | piece.first_page, column & 0x0F, 0x10 | column >> 4)
        luma.data(list(piece.cut(pages)))
