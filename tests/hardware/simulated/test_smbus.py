"""The fake bus: what arrives, what it counts, and how it fails."""

import errno

import pytest

from hardware.simulated.smbus import FakeSMBus, Write


class Ear:
    """A device that notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.power_ons = 0

    def power_on(self) -> None:
        self.power_ons += 1

    def write(self, message: bytes) -> None:
        self.heard.append(message)

    def read(self) -> int:
        return 0x5A


def setting() -> tuple[FakeSMBus, Ear]:
    bus, ear = FakeSMBus(), Ear()
    bus.attach(0x3C, ear)
    bus.open()
    return bus, ear


def test_every_call_arrives_as_the_bytes_after_the_address() -> None:
    """Blocks, bytes with and without a register, and an empty write reach the device; reads too."""
    bus, ear = setting()
    bus.write_i2c_block_data(0x3C, 0x40, [1, 2, 3])
    bus.write_byte_data(0x3C, 0x00, 0xAF)
    bus.write_byte(0x3C, 7)
    bus.write_quick(0x3C)
    assert ear.heard == [b"\x40\x01\x02\x03", b"\x00\xaf", b"\x07", b""]
    assert bus.read_byte(0x3C) == 0x5A


def test_bytes_are_counted_as_on_the_wires() -> None:
    """A write counts its address, its register and its data; a read its address and its answer."""
    bus, _ = setting()
    bus.write_i2c_block_data(0x3C, 0x40, list(range(32)))
    assert (bus.bytes_sent, bus.writes) == (34, 1)
    bus.read_byte(0x3C)
    assert (bus.bytes_sent, bus.bytes_read) == (34, 2)


def test_a_block_has_32_bytes_at_most() -> None:
    """More than 32 bytes is a ValueError, as with smbus2."""
    bus, ear = setting()
    with pytest.raises(ValueError, match="33 bytes in a block"):
        bus.write_i2c_block_data(0x3C, 0x40, [0] * 33)
    assert ear.heard == []


def test_the_trace_comes_before_the_device() -> None:
    """A trace sees each write that arrives, before the device has taken it, and no other."""
    bus, ear = setting()
    seen: list[tuple[Write, int]] = []
    bus.trace = lambda write: seen.append((write, len(ear.heard)))
    bus.write_byte(0x3C, 7)
    bus.disturb(0x3C)
    with pytest.raises(OSError, match="Remote I/O error"):
        bus.write_byte(0x3C, 8)
    assert seen == [(Write(0x3C, b"\x07"), 0)]


def test_nobody_at_an_address() -> None:
    """An address without a device doesn't acknowledge."""
    bus, _ = setting()
    with pytest.raises(OSError, match="Remote I/O error"):
        bus.write_quick(0x3D)


@pytest.mark.parametrize("error", [5, 6, 19, 110, 121])
def test_gone_at_the_nth_write(error: int) -> None:
    """So many writes arrive yet; then every access fails with the errno, until it is plugged in."""
    bus, ear = setting()
    bus.unplug(0x3C, error, after_writes=2)
    bus.write_byte(0x3C, 1)
    bus.write_byte(0x3C, 2)
    for access in (lambda: bus.write_byte(0x3C, 3), lambda: bus.read_byte(0x3C)):
        with pytest.raises(OSError, match=rf"\[Errno {error}\]"):
            access()
    assert ear.heard == [b"\x01", b"\x02"]
    bus.plug_in(0x3C)
    bus.write_byte(0x3C, 4)
    assert ear.heard[-1] == b"\x04"
    assert ear.power_ons == 2  # dark when it goes, new when it comes


def test_a_disturbed_write_fails_alone() -> None:
    """One write fails and the device, which has kept its power, takes the next."""
    bus, ear = setting()
    bus.disturb(0x3C, errno.EIO, after_writes=1)
    bus.write_byte(0x3C, 1)
    with pytest.raises(OSError, match="Input/output error"):
        bus.write_byte(0x3C, 2)
    bus.write_byte(0x3C, 3)
    assert ear.heard == [b"\x01", b"\x03"]
    assert ear.power_ons == 0


def test_absent_until_it_is_plugged_in() -> None:
    """A device may come later than the bus."""
    bus, ear = FakeSMBus(), Ear()
    bus.attach(0x3C, ear, absent=True)
    bus.open()
    with pytest.raises(OSError, match="Remote I/O error"):
        bus.write_byte(0x3C, 1)
    bus.plug_in(0x3C)
    bus.write_byte(0x3C, 2)
    assert ear.heard == [b"\x02"]


def test_a_bus_that_is_not_open_takes_nothing() -> None:
    """Before it is opened, and after it is closed, the bus is no use; closing twice is harmless."""
    bus, ear = FakeSMBus(), Ear()
    bus.attach(0x3C, ear)
    with pytest.raises(OSError, match="not open"):
        bus.write_byte(0x3C, 1)
    opened = bus.open()
    opened.close()
    opened.close()
    for each in (bus, opened):
        with pytest.raises(OSError, match="not open"):
            each.write_byte(0x3C, 1)
    assert ear.heard == []
    assert bus.openings == 1


def test_two_who_have_opened_it_do_not_close_each_others() -> None:
    """As two files of one device: the display's bus stays open when the expander's is closed."""
    bus, ear = FakeSMBus(), Ear()
    bus.attach(0x3C, ear)
    first, second = bus.open(), bus.open()
    first.close()
    second.write_byte(0x3C, 7)
    second.write_byte_data(0x3C, 0, 8)
    second.write_quick(0x3C)
    assert ear.heard == [b"\x07", b"\x00\x08", b""]
    assert second.read_byte(0x3C) == second.read_byte_data(0x3C, 5) == 0x5A
    assert ear.heard[-1] == b"\x05"
    with pytest.raises(OSError, match="not open"):
        first.write_byte(0x3C, 1)
    assert bus.is_open
    second.close()
    assert not bus.is_open


def test_the_bus_goes_and_comes() -> None:
    """A bus that is taken away fails its holder, can't be opened, and comes back shut."""
    bus, _ = setting()
    bus.remove()
    with pytest.raises(OSError, match="No such device"):
        bus.write_byte(0x3C, 1)
    with pytest.raises(FileNotFoundError, match="/dev/i2c-1"):
        bus.open()
    bus.restore()
    with pytest.raises(OSError, match="not open"):
        bus.write_byte(0x3C, 1)
    bus.open().write_byte(0x3C, 1)
