"""Painting on one display: luma's own pixels, in fewer bytes, over every fault."""

import atexit
import errno

import pytest
from hypothesis import given, settings
from luma.core.interface.serial import i2c
from luma.oled import device as drivers
from PIL import Image

from hardware.oled import Controller
from hardware.oled.painter import DisplayGoneError, Painter
from hardware.oled.rest import HIDDEN, Light
from hardware.simulated.oled import Oled, Ssd1306
from hardware.simulated.smbus import FakeSMBus
from tests.hardware.oled.pictures import GAME, films
from tests.hardware.oled.rig import ADDRESS, ERRNOS, MODULES

BRIGHT = Light(207)
HOME = (0, 0)

every_controller = pytest.mark.parametrize("controller", list(Controller))
every_errno = pytest.mark.parametrize("error", ERRNOS, ids=[errno.errorcode[e] for e in ERRNOS])
luma_reads_pixels_the_old_way = pytest.mark.filterwarnings(
    "ignore:Image.Image.getdata is deprecated:DeprecationWarning"
)


def setting(controller: Controller) -> tuple[FakeSMBus, Oled, Painter]:
    bus, module = FakeSMBus(), MODULES[controller]()
    bus.attach(ADDRESS, module)
    return bus, module, Painter(bus.open, "I2C bus 1", ADDRESS, controller)


def shows(module: Oled, image: Image.Image) -> bool:
    return module.light() > 0 and module.pixels().tobytes() == image.tobytes()


class Reference:
    """The same module under luma's unmodified driver."""

    def __init__(self, controller: Controller) -> None:
        self.bus, self.module = FakeSMBus(), MODULES[controller]()
        self.bus.attach(ADDRESS, self.module)
        driver = getattr(drivers, controller.value)
        self.device = driver(i2c(bus=self.bus.open(), address=ADDRESS))


@luma_reads_pixels_the_old_way
@every_controller
@settings(max_examples=25, deadline=None)
@given(film=films())
def test_the_same_pixels_as_luma(controller: Controller, film: list[Image.Image]) -> None:
    """Frame by frame, the module shows the same as under luma's unmodified driver."""
    reference = Reference(controller)
    _, module, painter = setting(controller)
    for image in film:
        reference.device.display(image)
        painter.paint(image, BRIGHT, HOME)
        assert module.pixels().tobytes() == reference.module.pixels().tobytes() == image.tobytes()
    painter.close()


@luma_reads_pixels_the_old_way
@every_controller
def test_a_game_in_fewer_bytes(controller: Controller) -> None:
    """A game's pictures cost less than 0.4 of what luma sends, and show the same."""
    reference = Reference(controller)
    bus, module, painter = setting(controller)
    painter.paint(GAME[0], BRIGHT, HOME)
    ours_before, luma_before = bus.bytes_sent, reference.bus.bytes_sent
    for image in GAME[1:]:
        reference.device.display(image)
        painter.paint(image, BRIGHT, HOME)
        assert module.pixels().tobytes() == reference.module.pixels().tobytes()
    assert bus.bytes_sent - ours_before < 0.4 * (reference.bus.bytes_sent - luma_before)


@every_controller
def test_nothing_changed_sends_nothing(controller: Controller) -> None:
    """The same picture in the same light is no byte on the bus."""
    bus, _, painter = setting(controller)
    painter.paint(GAME[1], BRIGHT, HOME)
    before = bus.bytes_sent, bus.bytes_read
    painter.paint(GAME[1].copy(), BRIGHT, HOME)
    assert (bus.bytes_sent, bus.bytes_read) == before


@every_controller
def test_a_whole_frame_is_sent_once_when_it_is_built(controller: Controller) -> None:
    """Setting the display up costs one frame, the set-up and a few commands."""
    bus, module, painter = setting(controller)
    painter.paint(GAME[1], BRIGHT, HOME)
    assert shows(module, GAME[1])
    assert bus.bytes_sent < 1_200


@every_controller
def test_nothing_of_the_old_picture_flashes_up(controller: Controller) -> None:
    """While a display is built, the first thing to be seen is the whole picture."""
    bus, module, painter = setting(controller)
    seen: set[bytes] = set()
    bus.trace = lambda write: seen.add(module.pixels().tobytes())
    painter.paint(GAME[1], BRIGHT, HOME)
    assert seen == {Image.new("1", (128, 64)).tobytes(), GAME[1].tobytes()}


@every_controller
@every_errno
def test_gone_at_every_write_of_a_change(controller: Controller, error: int) -> None:
    """Unplugged at any write of a frame, the display is gone, and back it shows what is right."""
    before, after = GAME[3], GAME[8]
    bus, _, painter = setting(controller)
    painter.paint(before, BRIGHT, HOME)
    start = bus.writes
    painter.paint(after, BRIGHT, HOME)
    writes = bus.writes - start
    assert writes > 5
    for n in range(writes):
        bus, module, painter = setting(controller)
        painter.paint(before, BRIGHT, HOME)
        bus.unplug(ADDRESS, error, after_writes=n)
        with pytest.raises(DisplayGoneError, match=r"^OLED at 0x3C on I2C bus 1: "):
            painter.paint(after, BRIGHT, HOME)
        assert module.light() == 0
        assert not bus.is_open
        with pytest.raises(DisplayGoneError):
            painter.paint(after, BRIGHT, HOME)
        bus.plug_in(ADDRESS)
        painter.paint(after, BRIGHT, HOME)
        assert shows(module, after)
        painter.close()
        assert not bus.is_open


@every_controller
@every_errno
def test_disturbed_at_every_write_of_a_building(controller: Controller, error: int) -> None:
    """Whichever write fails while the display is set up, the next try shows the picture."""
    bus, _, painter = setting(controller)
    painter.paint(GAME[1], BRIGHT, HOME)
    for n in range(bus.writes):
        bus, module, painter = setting(controller)
        bus.disturb(ADDRESS, error, after_writes=n)
        with pytest.raises(DisplayGoneError):
            painter.paint(GAME[1], BRIGHT, HOME)
        assert not bus.is_open
        painter.paint(GAME[1], BRIGHT, HOME)
        assert shows(module, GAME[1])


@every_controller
def test_moved_pictures(controller: Controller) -> None:
    """A shift moves the picture right and down over black, and costs a frame at most."""
    bus, module, painter = setting(controller)
    painter.paint(GAME[7], BRIGHT, HOME)
    before = bus.bytes_sent
    painter.paint(GAME[7], BRIGHT, (1, 1))
    assert bus.bytes_sent - before <= 1_144
    moved = module.pixels()
    assert moved.crop((1, 1, 128, 64)).tobytes() == GAME[7].crop((0, 0, 127, 63)).tobytes()
    assert moved.crop((0, 0, 128, 1)).getbbox() is None
    assert moved.crop((0, 0, 1, 64)).getbbox() is None
    painter.paint(GAME[7], BRIGHT, HOME)
    assert shows(module, GAME[7])


@every_controller
def test_light_and_dark(controller: Controller) -> None:
    """Light is the contrast; without any the display is off and the bus is quiet."""
    bus, module, painter = setting(controller)
    painter.paint(GAME[1], Light(99), HOME)
    assert module.light() == 99
    before = bus.bytes_sent
    painter.paint(GAME[1], Light(8), HOME)
    assert module.light() == 8
    assert bus.bytes_sent - before == 4
    painter.paint(GAME[1], HIDDEN, HOME)
    assert module.light() == 0
    before = bus.bytes_sent
    painter.paint(GAME[2], HIDDEN, HOME)
    assert bus.bytes_sent == before
    painter.paint(GAME[2], Light(99), HOME)
    assert module.light() == 99
    assert shows(module, GAME[2])


@every_controller
def test_back_while_hidden_stays_dark(controller: Controller) -> None:
    """A display that is opened to be hidden never shows a picture."""
    bus, module, painter = setting(controller)
    seen: set[bytes] = set()
    bus.trace = lambda write: seen.add(module.pixels().tobytes())
    painter.paint(GAME[1], HIDDEN, HOME)
    assert module.light() == 0
    assert seen == {Image.new("1", (128, 64)).tobytes()}


@every_controller
def test_a_display_without_power_for_a_moment_is_found_out(controller: Controller) -> None:
    """Unplugged and back unseen, it is dark; a check tells, and the next picture is whole."""
    bus, module, painter = setting(controller)
    painter.paint(GAME[1], BRIGHT, HOME)
    painter.check()
    bus.plug_in(ADDRESS)
    with pytest.raises(DisplayGoneError, match="has been without power"):
        painter.check()
    painter.paint(GAME[1], BRIGHT, HOME)
    assert shows(module, GAME[1])


@every_controller
def test_a_hidden_display_that_lost_its_power_wakes_whole(controller: Controller) -> None:
    """Power lost while hidden can't be seen; the picture is whole all the same."""
    bus, module, painter = setting(controller)
    painter.paint(GAME[1], BRIGHT, HOME)
    painter.paint(GAME[1], HIDDEN, HOME)
    bus.plug_in(ADDRESS)
    painter.check()
    painter.paint(GAME[1], BRIGHT, HOME)
    assert shows(module, GAME[1])


class Unreadable(Ssd1306):
    """A clone whose status says nothing."""

    def read(self) -> int:
        return 0xFF


class Unwilling(Ssd1306):
    """A clone that doesn't answer reads."""

    def read(self) -> int:
        raise OSError(errno.EREMOTEIO, "no answer")


@pytest.mark.parametrize("clone", [Unreadable, Unwilling])
def test_a_status_that_means_nothing_is_not_believed(clone: type[Ssd1306]) -> None:
    """A clone without a status is checked by a write that does nothing."""
    bus, module = FakeSMBus(), clone()
    bus.attach(ADDRESS, module)
    painter = Painter(bus.open, "I2C bus 1", ADDRESS, Controller.SSD1306)
    painter.paint(GAME[1], BRIGHT, HOME)
    painter.check()
    assert shows(module, GAME[1])
    bus.unplug(ADDRESS)
    with pytest.raises(DisplayGoneError, match="no answer"):
        painter.check()


def test_closing_switches_off() -> None:
    """A closed display is off, not only blank; its bus is closed; closing again is harmless."""
    bus, module, painter = setting(Controller.SSD1306)
    painter.paint(GAME[1], BRIGHT, HOME)
    painter.close()
    assert not module.is_on
    assert not bus.is_open
    writes = bus.writes
    painter.close()
    assert bus.writes == writes


@every_errno
def test_closing_one_that_is_gone(error: int) -> None:
    """A display that has gone is closed without a word."""
    bus, _, painter = setting(Controller.SSD1306)
    painter.paint(GAME[1], BRIGHT, HOME)
    bus.unplug(ADDRESS, error)
    painter.close()
    assert not bus.is_open


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (FileNotFoundError(2, "no", "/dev/i2c-1"), "I2C bus 1: there is none; is I2C switched on?"),
        (PermissionError(13, "no"), "I2C bus 1: not permitted; is the user in the group i2c?"),
        (OSError(errno.EMFILE, "no"), "OLED at 0x3C on I2C bus 1: too many open files"),
        (OSError(errno.ETIMEDOUT, "no"), "OLED at 0x3C on I2C bus 1: the bus hangs"),
        (OSError(errno.ENXIO, "no"), "OLED at 0x3C on I2C bus 1: no answer"),
    ],
)
def test_a_bus_that_cannot_be_opened(error: OSError, reason: str) -> None:
    """What keeps the bus closed is said in words, with the bus's name."""

    def fail() -> FakeSMBus:
        raise error

    painter = Painter(fail, "I2C bus 1", ADDRESS, Controller.SSD1306)
    with pytest.raises(DisplayGoneError) as gone:
        painter.paint(GAME[1], BRIGHT, HOME)
    assert str(gone.value) == reason
    painter.close()


def test_no_hooks_pile_up() -> None:
    """Building a display, however often, leaves nothing for the end of the process to do."""
    bus, _, painter = setting(Controller.SSD1306)
    painter.paint(GAME[1], BRIGHT, HOME)
    before = atexit._ncallbacks()
    for _ in range(5):
        bus.disturb(ADDRESS)
        with pytest.raises(DisplayGoneError):
            painter.paint(GAME[2], BRIGHT, HOME)
        painter.paint(GAME[1], BRIGHT, HOME)
    assert atexit._ncallbacks() == before


def test_half_the_height() -> None:
    """A module of 128x32 shows a picture of its size."""
    bus, module = FakeSMBus(), Ssd1306(height=32)
    bus.attach(ADDRESS, module)
    painter = Painter(bus.open, "I2C bus 1", ADDRESS, Controller.SSD1306, (128, 32))
    for picture in GAME:
        image = picture.crop((0, 32, 128, 64))
        painter.paint(image, BRIGHT, HOME)
        assert shows(module, image)


def test_what_no_display_has_is_refused() -> None:
    """A wrong address or size is an error that quotes it, before anything is opened."""
    bus = FakeSMBus()
    with pytest.raises(ValueError, match="OLED address 0x78"):
        Painter(bus.open, "I2C bus 1", 0x78, Controller.SSD1306)
    with pytest.raises(ValueError, match="OLED of 64x48 pixels: with sh1106 there is 128x64"):
        Painter(bus.open, "I2C bus 1", ADDRESS, Controller.SH1106, (64, 48))
    assert bus.openings == 0
