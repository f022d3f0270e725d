"""Emulated OLED controllers, which decode the real I2C byte stream into what a person would see.

They stand for a whole module as it is sold, 128 pixels wide and 64 or 32 high: the glass stands
upright with segments and COM lines remapped (A1h, C8h), as all the usual drivers set it up. Section
numbers are of the makers' datasheets: Solomon Systech SSD1306 rev 1.5, Sino Wealth SH1106 V2.3.
"""

from abc import ABC, abstractmethod
from typing import ClassVar, Final

from PIL import Image

from puluc.errors import PulucError

WIDTH: Final = 128
LINES: Final = 64
"""COM lines of a controller, and rows of its RAM."""
PAGES: Final = LINES // 8

_OFF_BIT: Final = 0x40
"""Bit 6 of the status byte: the display is off (SSD1306 table 9-2, SH1106 command 17)."""


class UnknownCommandError(PulucError, ValueError):
    """A byte was sent that the emulated controller has no meaning for."""


class Oled(ABC):
    """What the emulated controllers share: the I2C framing, the common commands, the glass."""

    name: ClassVar[str]
    columns: ClassVar[int]
    """Width of the display RAM."""
    margin: ClassVar[int]
    """How many columns of the RAM lie beyond the glass on each side."""
    arguments: ClassVar[dict[int, int]]
    """How many bytes follow each command that takes any."""
    identity: ClassVar[int]
    """The low bits of the status byte, by which drivers tell controllers apart."""
    power_on_contrast: ClassVar[int]

    def __init__(self, height: int = LINES) -> None:
        """Build a module whose glass is 128 pixels wide and ``height`` high, and give it power."""
        self.size = (WIDTH, height)
        self.power_on()

    def power_on(self) -> None:
        """Take the state after power comes: set-up at its reset values, the RAM holding noise.

        The noise is the same each time; it shows a driver that trusts the RAM to be empty.
        """
        self.contrast = self.power_on_contrast
        self.is_on = False
        self._all_on = False
        self._inverted = False
        self._segments_remapped = False
        self._coms_remapped = False
        self._start_line = 0
        self._offset = 0
        self._lines = LINES
        self._page = 0
        self._column = 0
        self._command: list[int] = []
        self._ram = [
            bytearray(
                (37 * page + 101 * column + column * column // 7) & 0xFF
                for column in range(self.columns)
            )
            for page in range(PAGES)
        ]

    # The bus

    def write(self, message: bytes) -> None:
        """Take one I2C write, without its address byte.

        It begins with a control byte (SSD1306 8.1.5.2): 00h, commands follow; 40h, data follow;
        with bit 7 set only one byte of either follows, and then another control byte.

        Raises:
            UnknownCommandError: for a command or a control byte without a meaning.
        """
        rest = memoryview(message)
        while rest:
            control, rest = rest[0], rest[1:]
            if control & 0x3F:
                raise UnknownCommandError(
                    f"{self.name}: control byte {control:02X}h, low bits must be 0"
                )
            one_only, is_data = control & 0x80, control & 0x40
            load, rest = (rest[:1], rest[1:]) if one_only else (rest, rest[:0])
            take = self._take_data if is_data else self._take_command
            for byte in load:
                take(byte)

    def read(self) -> int:
        """Answer a read of one byte: the status, whose bit 6 says that the display is off."""
        return self.identity | (0 if self.is_on else _OFF_BIT)

    # What is seen

    def light(self) -> int:
        """How bright the pixels are, 0 (dark) to 255: the contrast, while the display is lit."""
        return self.contrast if self._is_lit() else 0

    def pixels(self) -> Image.Image:
        """The pixels as a person sees them, mode ``1``; black while the display is off."""
        if not self._is_lit():
            return Image.new("1", self.size)
        rows = self._ram_rows()
        dark, bright = bytes(WIDTH // 8), b"\xff" * (WIDTH // 8)
        seen = []
        for com in reversed(range(self.size[1])):  # COM0 is at the bottom of the glass
            line = self._lines - 1 - com if self._coms_remapped else com
            if not 0 <= line < self._lines:
                seen.append(dark)
            elif self._all_on:
                seen.append(bright)
            else:
                row = rows[(line + self._start_line + self._offset) % LINES]
                seen.append(bytes(byte ^ 0xFF for byte in row) if self._inverted else row)
        return Image.frombytes("1", self.size, b"".join(seen))

    def _is_lit(self) -> bool:
        return self.is_on and self._is_supplied()

    @abstractmethod
    def _is_supplied(self) -> bool:
        """Whether the pixels have the voltage that they need."""

    def _ram_rows(self) -> list[bytes]:
        """The visible part of the RAM by rows of pixels, the leftmost pixel in the highest bit."""
        first, behind = self.margin, self.margin + WIDTH
        upright = b"".join(
            bytes(self._ram[page][column] for page in reversed(range(PAGES)))
            for column in range(first, behind)
        )
        lying = Image.frombytes("1", (LINES, WIDTH), upright)
        packed = lying.transpose(Image.Transpose.ROTATE_90).tobytes()
        return [packed[at : at + WIDTH // 8] for at in range(0, len(packed), WIDTH // 8)]

    # Data and commands

    def _take_data(self, byte: int) -> None:
        # Segment remap acts on writing and leaves what the RAM holds alone (SSD1306 10.1.8). The
        # glass has the last segment on its left, so that a remapped column stands where it counts.
        column = self._column
        seen = column if self._segments_remapped else self.columns - 1 - column
        self._ram[self._page][seen] = byte
        self._advance()

    def _take_command(self, byte: int) -> None:
        # A command and what belongs to it may come in any grouping of writes.
        self._command.append(byte)
        if len(self._command) > self.arguments.get(self._command[0], 0):
            code, *values = self._command
            self._command = []
            if not self._shared(code, values):
                self._own(code, values)

    def _shared(self, code: int, values: list[int]) -> bool:
        """Obey a command that all controllers have; False when it isn't one."""
        match code:
            case _ if 0x40 <= code <= 0x7F:
                self._start_line = code & 0x3F
            case 0x81:
                self.contrast = values[0]
            case 0xA0 | 0xA1:
                self._segments_remapped = code == 0xA1
            case 0xA4 | 0xA5:
                self._all_on = code == 0xA5
            case 0xA6 | 0xA7:
                self._inverted = code == 0xA7
            case 0xA8:
                self._lines = (values[0] & 0x3F) + 1
            case 0xAE | 0xAF:
                self.is_on = code == 0xAF
            case _ if 0xC0 <= code <= 0xCF:
                self._coms_remapped = bool(code & 0x08)
            case 0xD3:
                self._offset = values[0] & 0x3F
            case 0xD5 | 0xD9 | 0xDA | 0xDB | 0xE3:
                pass  # clock, precharge, COM pins, VCOM level, nothing: none of them is to be seen
            case _:
                return False
        return True

    @abstractmethod
    def _own(self, code: int, values: list[int]) -> None:
        """Obey a command of this controller only, or raise `UnknownCommandError`."""

    @abstractmethod
    def _advance(self) -> None:
        """Move the address on after a byte of data."""


class Ssd1306(Oled):
    """SSD1306: three addressing modes, windows of columns and pages, a charge pump.

    Commands: section 9, table 9-1. Scrolling (26h to 2Fh) isn't emulated, only its end (2Eh).
    """

    name = "SSD1306"
    columns = WIDTH
    margin = 0
    arguments: ClassVar[dict[int, int]] = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1,
        0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip
    identity = 0x03
    power_on_contrast = 0x7F

    def power_on(self) -> None:
        """Take the reset state: page addressing, whole windows, charge pump off (section 8.5)."""
        super().power_on()
        self._mode = 2
        self._first_column, self._last_column = 0, self.columns - 1
        self._first_page, self._last_page = 0, PAGES - 1
        self._page_mode_column = 0
        self._pump_on = False

    def _is_supplied(self) -> bool:
        return self._pump_on  # a module has no other supply (section 8.9)

    def _own(self, code: int, values: list[int]) -> None:
        match code:
            case _ if code <= 0x0F:
                self._start_column((self._page_mode_column & 0xF0) | code)
            case _ if code <= 0x1F:
                self._start_column((self._page_mode_column & 0x0F) | (code & 0x0F) << 4)
            case 0x20:
                self._mode = values[0] & 0x03
                if self._mode == 3:
                    raise UnknownCommandError(f"{self.name}: addressing mode 3 of command 20h")
            case 0x21:
                first, last = (value & 0x7F for value in values)
                self._check_window("columns", first, last)
                self._first_column, self._last_column, self._column = first, last, first
            case 0x22:
                first, last = (value & 0x07 for value in values)
                self._check_window("pages", first, last)
                self._first_page, self._last_page, self._page = first, last, first
            case 0x2E:
                pass  # scrolling ends; none is emulated
            case 0x8D:
                self._pump_on = bool(values[0] & 0x04)
            case _ if 0xB0 <= code <= 0xB7:
                if self._mode == 2:
                    self._page = code & 0x07
            case _:
                raise UnknownCommandError(f"{self.name}: command {code:02X}h")

    def _start_column(self, column: int) -> None:
        self._page_mode_column = column & 0x7F
        if self._mode == 2:
            self._column = self._page_mode_column

    def _check_window(self, what: str, first: int, last: int) -> None:
        if first > last:
            raise UnknownCommandError(f"{self.name}: {what} from {first} to {last}")

    def _advance(self) -> None:
        # Sections 10.1.3 (page), 10.1.4 and 10.1.5 (windows): at its end each address goes back to
        # its start, and takes the other one along.
        match self._mode:
            case 0:
                self._column, wrapped = _next(self._column, self._first_column, self._last_column)
                if wrapped:
                    self._page, _ = _next(self._page, self._first_page, self._last_page)
            case 1:
                self._page, wrapped = _next(self._page, self._first_page, self._last_page)
                if wrapped:
                    self._column, _ = _next(self._column, self._first_column, self._last_column)
            case _:
                self._column, _ = _next(self._column, self._page_mode_column, self.columns - 1)


class Ssd1309(Ssd1306):
    """SSD1309: the SSD1306's commands; the pixels are supplied from outside, without a pump."""

    name = "SSD1309"

    def _is_supplied(self) -> bool:
        return True


class Sh1106(Oled):
    """SH1106: 132 columns, of which a module shows the middle 128; page addressing only.

    It has neither windows nor the commands 20h and 8Dh; drivers made for the SSD1306 send them all
    the same, and a real one takes no notice (the byte after them counts as a command of its own).
    """

    name = "SH1106"
    columns = 132
    margin = 2
    arguments: ClassVar[dict[int, int]] = {
        0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip
    identity = 0x08
    power_on_contrast = 0x80

    def power_on(self) -> None:
        """Take the reset state; the converter that supplies the pixels is on (command 11)."""
        super().power_on()
        self._converter_on = True

    def _is_supplied(self) -> bool:
        return self._converter_on

    def _own(self, code: int, values: list[int]) -> None:
        match code:
            case _ if code <= 0x0F:
                self._column = (self._column & 0xF0) | code
            case _ if code <= 0x1F:
                self._column = (self._column & 0x0F) | (code & 0x0F) << 4
            case 0x20 | 0x8D | 0x30 | 0x31 | 0x32 | 0x33:
                pass  # the SSD1306's, or the pump's voltage
            case 0xAD:
                self._converter_on = bool(values[0] & 0x01)
            case _ if 0xB0 <= code <= 0xB7:
                self._page = code & 0x07
            case _:
                raise UnknownCommandError(f"{self.name}: command {code:02X}h")

    def _take_data(self, byte: int) -> None:
        # Past the last column nothing is written until another address is set (command 1 and 2).
        if self._column < self.columns:
            super()._take_data(byte)

    def _advance(self) -> None:
        self._column += 1


def _next(now: int, first: int, last: int) -> tuple[int, bool]:
    """The address after ``now`` in a window, and whether it went back to the start."""
    return (first, True) if now == last else (now + 1, False)
