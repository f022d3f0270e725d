"""Lamps on an expander: what goes over the bus, and how they come back after every fault."""

import errno

import pytest

from hardware.expander import ExpanderLamps
from hardware.faults import Faults
from hardware.simulated.clock import SimulatedReactor
from hardware.simulated.mcp23017 import Mcp23017
from hardware.simulated.smbus import FakeSMBus
from hardware.wiring import Expander
from puluc.session.events import Back, Lost, Part

ADDRESS = 0x21
FIVE = Expander((0, 1, 7, 8, 15), ADDRESS)


class Rig:
    """Five lamps on an emulated expander."""

    def __init__(self, threaded=False, absent=False):
        self.clock = SimulatedReactor()
        self.writes = []
        self.bus = FakeSMBus(trace=lambda write: self.writes.append(write.message))
        self.chip = Mcp23017()
        self.bus.attach(ADDRESS, self.chip, absent=absent)
        self.told = []
        faults = Faults(self.clock)
        faults.listen(self.told.append)
        self.lamps = ExpanderLamps(FIVE, self.bus.open, faults, self.clock, threaded=threaded)

    def light(self, *spaces):
        self.lamps.light([space in spaces for space in range(1, 6)])
        self.clock.advance_ms(0)

    def mend(self):
        self.lamps.mend()
        self.clock.advance_ms(0)

    def start(self):
        self.lamps.start()
        self.clock.advance_ms(0)

    def lit(self):
        high = self.chip.high()
        return [space for space, pin in enumerate(FIVE.outputs, 1) if high[pin]]


@pytest.fixture
def rig():
    rig = Rig()
    rig.start()
    yield rig
    rig.lamps.close()


def test_it_is_set_up_dark(rig):
    """Latches low before any pin is an output; pins without a lamp stay inputs."""
    assert rig.writes == [b"\x14\x00\x00", b"\x00\x7c\x7e"]
    assert rig.lit() == []
    assert rig.lamps.can_light


def test_each_lamp_is_on_its_pin(rig):
    """One write for what changed, none for what didn't."""
    del rig.writes[:]
    rig.light(1, 3, 5)
    assert rig.lit() == [1, 3, 5]
    rig.light(1, 3, 5)
    rig.light(2, 4)
    assert rig.lit() == [2, 4]
    assert rig.writes == [b"\x14\x81\x80", b"\x14\x02\x01"]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EREMOTEIO, "no answer"),
        (errno.ENXIO, "no answer"),
        (errno.ETIMEDOUT, "the bus hangs"),
        (errno.EBUSY, "device or resource busy"),
    ],
)
def test_unplugged_and_back(rig, number, words):
    """Told once; while it is gone nothing is sent; then it lights what it should light by then."""
    rig.light(1)
    rig.bus.unplug(ADDRESS, number)
    rig.light(2)
    assert rig.told == [Lost(0, Part.PANEL, f"lamps at 0x21 on I2C bus 1: {words}")]
    assert not rig.lamps.can_light
    rig.mend()
    rig.light(3)
    assert len(rig.told) == 1
    rig.bus.plug_in(ADDRESS)
    assert rig.lit() == []
    rig.mend()
    assert rig.lit() == [3]
    assert rig.told[1:] == [Back(0, Part.PANEL)]


def test_without_power_for_a_moment(rig):
    """A chip that was reset unseen is found by its registers, and set up anew."""
    rig.light(1, 2)
    rig.chip.power_on()
    assert rig.lit() == []
    rig.mend()
    assert rig.lit() == [1, 2]
    assert rig.told == []


def test_absent_at_the_start():
    """It is told, and taken when it comes, with what is to be lit by then."""
    rig = Rig(absent=True)
    rig.start()
    rig.light(4)
    assert [type(event) for event in rig.told] == [Lost]
    rig.bus.plug_in(ADDRESS)
    rig.mend()
    assert rig.lit() == [4]
    rig.lamps.close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(errno.ENOENT, "-"), "there is no such bus; is I2C switched on?"),
        (PermissionError(errno.EACCES, "-"), "not permitted; is the user in the group i2c?"),
    ],
)
def test_no_bus(error, words):
    """What a builder can do is told."""
    told = []
    clock = SimulatedReactor()
    faults = Faults(clock)
    faults.listen(told.append)

    def no_bus():
        raise error

    lamps = ExpanderLamps(FIVE, no_bus, faults, clock, bus_name="I2C bus 3", threaded=False)
    lamps.start()
    clock.advance_ms(0)
    assert told == [Lost(0, Part.PANEL, f"lamps at 0x21 on I2C bus 3: {words}")]
    lamps.close()


def test_close_is_dark_and_silent(rig):
    """The bus is closed; a fault on the way is no news; it may be called twice."""
    rig.light(1)
    rig.lamps.close()
    assert rig.lit() == []
    assert not rig.bus.is_open
    rig.lamps.close()
    rig.light(2)
    rig.mend()
    assert rig.lit() == []
    assert not rig.lamps.can_light
    other = Rig()
    other.start()
    other.bus.unplug(ADDRESS)
    other.lamps.close()
    other.clock.advance_ms(0)
    assert other.told == []


def test_before_the_start():
    """What is to be lit is lit at the start; one that never starts may be closed."""
    rig = Rig()
    rig.lamps.light([True] + [False] * 4)
    rig.lamps.mend()
    assert rig.lamps.is_alive
    rig.start()
    assert rig.lit() == [1]
    rig.lamps.close()
    Rig().lamps.close()


def test_on_a_thread_of_its_own():
    """As the board has it: the writes are made on a thread, which has ended after close."""
    rig = Rig(threaded=True)
    rig.start()
    rig.lamps.light([True, False, False, False, True])
    rig.lamps._worker.settle(10)
    assert rig.lit() == [1, 5]
    assert rig.lamps.is_alive
    rig.lamps.close()
    assert rig.lit() == []


def test_a_fault_of_our_own_is_raised_on_the_loop():
    """An exception on the thread is seen, and the thread lives on."""
    rig = Rig(threaded=True)
    rig.bus.write_i2c_block_data = lambda *_: 1 / 0
    rig.lamps.start()
    rig.lamps._worker.settle(10)
    with pytest.raises(ZeroDivisionError):
        rig.clock.advance_ms(0)
    assert rig.lamps.is_alive
    del rig.bus.write_i2c_block_data
    rig.lamps.close()


def test_a_bus_that_hangs_is_left_alone(rig, caplog, monkeypatch):
    """The end doesn't wait for it for ever."""
    monkeypatch.setattr(rig.lamps._worker, "close", lambda timeout_s: False)
    rig.lamps.close()
    assert "the bus hangs; left alone" in caplog.text
