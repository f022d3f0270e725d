"""The emulated controllers, against the datasheets' words."""

import pytest
from PIL import Image

from hardware.simulated.oled import Oled, Sh1106, Ssd1306, Ssd1309, UnknownCommandError

every = pytest.mark.parametrize("kind", [Ssd1306, Ssd1309, Sh1106])
with_windows = pytest.mark.parametrize("kind", [Ssd1306, Ssd1309])

UPRIGHT = (0xA1, 0xC8)
PUMP = (0x8D, 0x14)
ON = 0xAF


def command(oled: Oled, *codes: int) -> None:
    oled.write(bytes([0x00, *codes]))


def data(oled: Oled, *values: int) -> None:
    oled.write(bytes([0x40, *values]))


def black(kind: type[Oled]) -> Oled:
    """An upright, lit module whose RAM is empty."""
    oled = kind()
    command(oled, *UPRIGHT)
    if kind is not Sh1106:
        command(oled, *PUMP)
    for page in range(8):
        command(oled, 0xB0 | page, 0x00, 0x10)
        data(oled, *bytes(oled.columns))
    command(oled, ON)
    return oled


def lit(oled: Oled) -> set[tuple[int, int]]:
    """The pixels that give light, across and down."""
    image = oled.pixels()
    width, height = image.size
    return {(x, y) for y in range(height) for x in range(width) if image.getpixel((x, y))}


def byte_at(x: int, page: int, byte: int) -> set[tuple[int, int]]:
    return {(x, 8 * page + bit) for bit in range(8) if byte >> bit & 1}


@every
def test_power_on_is_dark_and_noisy(kind: type[Oled]) -> None:
    """After power comes the display is off, and its RAM isn't empty."""
    oled = kind()
    assert oled.light() == 0
    assert lit(oled) == set()
    command(oled, *PUMP, ON)
    assert lit(oled)


@every
def test_a_byte_stands_upright_from_the_top(kind: type[Oled]) -> None:
    """Bit 0 of a byte is the top pixel of its page; the column counts from the left."""
    oled = black(kind)
    column = 5 + oled.margin
    command(oled, 0xB2, column & 0x0F, 0x10 | column >> 4)
    data(oled, 0b1000_0101)
    assert lit(oled) == byte_at(5, 2, 0b1000_0101)


@every
def test_unturned_it_stands_on_its_head(kind: type[Oled]) -> None:
    """Without the remapping of A1h and C8h the usual glass shows it turned by half."""
    oled = kind()
    command(oled, *PUMP, 0xA0, 0xC0)
    for page in range(8):
        command(oled, 0xB0 | page, 0x00, 0x10)
        data(oled, *bytes(oled.columns))
    command(oled, ON, 0xB0, oled.margin, 0x10)
    data(oled, 0x01)
    assert lit(oled) == {(127, 63)}


@with_windows
def test_segment_remap_leaves_the_ram_alone(kind: type[Oled]) -> None:
    """A0h and A1h act on what is written after them (SSD1306 10.1.8)."""
    oled = black(kind)
    command(oled, 0xB0, 0x00, 0x10)
    data(oled, 0x01)
    command(oled, 0xA0)
    assert lit(oled) == {(0, 0)}


@with_windows
def test_horizontal_addressing_fills_a_window_by_rows(kind: type[Oled]) -> None:
    """Mode 0 goes right, then to the next page of the window, then back to its start."""
    oled = black(kind)
    command(oled, 0x20, 0x00, 0x21, 10, 12, 0x22, 3, 4)
    data(oled, 1, 2, 4, 8, 16, 32, 64)
    want = byte_at(10, 3, 64) | byte_at(11, 3, 2) | byte_at(12, 3, 4)
    want |= byte_at(10, 4, 8) | byte_at(11, 4, 16) | byte_at(12, 4, 32)
    assert lit(oled) == want


@with_windows
def test_vertical_addressing_fills_a_window_by_columns(kind: type[Oled]) -> None:
    """Mode 1 goes down the pages, then to the next column of the window, then back."""
    oled = black(kind)
    command(oled, 0x20, 0x01, 0x21, 10, 11, 0x22, 3, 4)
    data(oled, 1, 2, 4, 8, 16)
    want = byte_at(10, 3, 16) | byte_at(10, 4, 2) | byte_at(11, 3, 4) | byte_at(11, 4, 8)
    assert lit(oled) == want


@with_windows
def test_page_addressing_comes_back_in_its_page(kind: type[Oled]) -> None:
    """Mode 2 goes right and from the last column back to the start column, in the same page."""
    oled = black(kind)
    command(oled, 0x20, 0x02, 0xB1, 0x0E, 0x17)
    data(oled, 1, 2, 4)
    assert lit(oled) == byte_at(126, 1, 4) | byte_at(127, 1, 2)


def test_sh1106_shows_the_middle_of_132_columns() -> None:
    """The first two columns and the last two lie beyond the glass."""
    oled = black(Sh1106)
    command(oled, 0xB0, 0x00, 0x10)
    data(oled, 0xFF, 0xFF, 0x01)
    command(oled, 0xB0, 0x01, 0x18)
    data(oled, 0x80, 0xFF, 0xFF)
    assert lit(oled) == {(0, 0), (127, 7)}


def test_sh1106_stops_at_the_last_column() -> None:
    """What is written past column 131 is lost."""
    oled = black(Sh1106)
    command(oled, 0xB0, 0x01, 0x18)
    data(oled, *[0xFF] * 10)
    assert lit(oled) == byte_at(127, 0, 0xFF)


@every
def test_off_all_on_inverted_contrast(kind: type[Oled]) -> None:
    """The commands for the whole display do what they say, and leave the RAM alone."""
    oled = black(kind)
    everything = {(x, y) for x in range(128) for y in range(64)}
    command(oled, 0xA7)
    assert lit(oled) == everything
    command(oled, 0xA6)
    assert lit(oled) == set()
    command(oled, 0xA5)
    assert lit(oled) == everything
    command(oled, 0xA4, 0x81, 0x21)
    assert (lit(oled), oled.light()) == (set(), 0x21)
    command(oled, 0xA5, 0xAE)
    assert (lit(oled), oled.light()) == (set(), 0)


def test_what_supplies_the_pixels() -> None:
    """Without its charge pump or converter a module is dark; the SSD1309 has neither."""
    for kind, off in ((Ssd1306, (0x8D, 0x10)), (Sh1106, (0xAD, 0x8A))):
        oled = black(kind)
        assert oled.light() > 0
        command(oled, *off)
        assert oled.light() == 0
    oled = Ssd1309()
    command(oled, ON)
    assert oled.light() > 0


@every
def test_start_line_and_offset_roll_the_picture(kind: type[Oled]) -> None:
    """Start line and display offset each move the picture up, what leaves comes in below."""
    for codes in ((0x40 | 3,), (0xD3, 3), (0x40 | 1, 0xD3, 2)):
        oled = black(kind)
        command(oled, 0xB0, oled.margin, 0x10)
        data(oled, 0b0000_1001)
        command(oled, *codes)
        assert lit(oled) == {(0, 0), (0, 61)}


def test_fewer_lines_are_lit_than_the_glass_has() -> None:
    """With a multiplex of 32 half of a 64-line glass stays dark; a 32-line glass shows them all."""
    for height, rows in ((64, range(32, 64)), (32, range(32))):
        oled = Ssd1306(height)
        command(oled, *UPRIGHT, *PUMP, 0xA8, 31, 0xA5, ON)
        assert {y for _, y in lit(oled)} == set(rows)
        assert oled.pixels().size == (128, height)


@with_windows
def test_what_other_drivers_send_is_taken(kind: type[Oled]) -> None:
    """The end of scrolling, doing nothing, and column and page outside page mode change nothing."""
    oled = black(kind)
    command(oled, 0x2E, 0xE3, 0x20, 0x00, 0x21, 4, 9, 0x22, 2, 3, 0xB7, 0x0F, 0x11)
    data(oled, 1)
    assert lit(oled) == byte_at(4, 2, 1)


@every
def test_the_status_tells_on_from_off(kind: type[Oled]) -> None:
    """Bit 6 of the status is set while the display is off."""
    oled = kind()
    assert oled.read() & 0x40
    command(oled, ON)
    assert not oled.read() & 0x40


@every
def test_framing_does_not_matter(kind: type[Oled]) -> None:
    """Commands may come in one write, in several, or a control byte each; data likewise."""
    a, b, c = black(kind), black(kind), black(kind)
    command(a, 0x81, 0x33, 0xB0, a.margin, 0x10)
    data(a, 1, 2)
    for code in (0x81, 0x33, 0xB0, b.margin, 0x10):
        command(b, code)
    data(b, 1)
    data(b, 2)
    single = [byte for code in (0x81, 0x33, 0xB0, c.margin, 0x10) for byte in (0x80, code)]
    c.write(bytes([*single, 0xC0, 1, 0x40, 2]))
    assert lit(a) == lit(b) == lit(c) == byte_at(0, 0, 1) | byte_at(1, 0, 2)
    assert a.light() == b.light() == c.light() == 0x33


@pytest.mark.parametrize(
    ("kind", "codes", "what"),
    [
        (Ssd1306, (0x26,), "SSD1306: command 26h"),
        (Ssd1309, (0xFF,), "SSD1309: command FFh"),
        (Ssd1306, (0x20, 0x03), "SSD1306: addressing mode 3"),
        (Ssd1306, (0x21, 9, 5), "SSD1306: columns from 9 to 5"),
        (Ssd1306, (0x22, 4, 1), "SSD1306: pages from 4 to 1"),
        (Sh1106, (0x21,), "SH1106: command 21h"),
    ],
)
def test_what_it_does_not_know_is_an_error(
    kind: type[Oled], codes: tuple[int, ...], what: str
) -> None:
    """A command without a meaning is refused, with the byte and the controller."""
    with pytest.raises(UnknownCommandError, match=what):
        command(kind(), *codes)


def test_a_wrong_control_byte_is_an_error() -> None:
    """A control byte has nothing in its low bits."""
    with pytest.raises(UnknownCommandError, match="control byte 41h"):
        Ssd1306().write(b"\x41\x00")


@every
def test_pixels_are_an_image_of_one_bit(kind: type[Oled]) -> None:
    """The pixels come as Pillow has them, a copy each time."""
    oled = black(kind)
    image = oled.pixels()
    assert (image.mode, image.size) == ("1", (128, 64))
    image.paste(1, (0, 0, 128, 64))
    assert oled.pixels().tobytes() == Image.new("1", (128, 64)).tobytes()
