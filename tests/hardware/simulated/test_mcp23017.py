"""The emulated expander: its registers as the datasheet has them."""

from hardware.simulated.mcp23017 import Mcp23017


def read(chip, register):
    chip.write(bytes([register]))
    return chip.read()


def test_power_on():
    """All pins are inputs, all latches low: nothing is driven."""
    chip = Mcp23017()
    assert (read(chip, 0x00), read(chip, 0x01), read(chip, 0x14)) == (0xFF, 0xFF, 0x00)
    assert not any(chip.high())


def test_an_output_is_high_with_its_latch():
    """A latch drives its pin only while that is an output."""
    chip = Mcp23017()
    chip.write(b"\x14\x03\x80")
    assert not any(chip.high())
    chip.write(b"\x00\xfe\x7f")
    assert [pin for pin, high in enumerate(chip.high()) if high] == [0, 15]
    assert (read(chip, 0x12), read(chip, 0x13)) == (0x01, 0x80)
    chip.power_on()
    assert not any(chip.high())


def test_writing_the_port_writes_the_latch():
    """As 3.5.10 has it."""
    chip = Mcp23017()
    chip.write(b"\x12\x55")
    assert read(chip, 0x14) == 0x55


def test_registers_follow_each_other():
    """Reads and writes go on to the next register, and from the last to the first."""
    chip = Mcp23017()
    chip.write(b"\x15\x01\x02\x03")
    assert (read(chip, 0x15), chip.read(), chip.read()) == (0x01, 0x02, 0x03)


def test_one_register_has_two_numbers_and_some_can_only_be_read():
    """IOCON (3.5.6), and the flags of interrupts; a write of nothing does nothing."""
    chip = Mcp23017()
    chip.write(b"\x0b\x20")
    assert read(chip, 0x0A) == 0x20
    chip.write(b"\x0e\xff")
    assert read(chip, 0x0E) == 0
    chip.write(b"")
