"""A panel whose chip is missing at the start, goes away and comes back."""

import errno
from types import SimpleNamespace

import pytest

from hardware.attached import AttachedPanel, ChipPanel
from hardware.gpio import GpioPanel
from hardware.pins import BoardInUseError, Chip, FactoryError, HeldChip
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.clock import SimulatedReactor
from hardware.wiring import DIRECT, Wiring
from puluc.screens.values import MessageScreen
from puluc.session.events import Back, Lost, Part, Pressed, Released
from puluc.session.frame import Frame, Lamp


class FakeChip:
    """A chip that may be gone."""

    chip = "gpiochip0"

    def __init__(self):
        self.gone = False
        self.closed = False

    def check(self):
        if self.gone:
            raise OSError(errno.ENODEV, "No such device")

    def close(self):
        self.closed = True


class Rig:
    """A board whose chip a test can take away."""

    def __init__(self):
        self.clock = SimulatedReactor(1_000_000)
        self.board = SimulatedBoard(DIRECT, self.clock)
        self.error = None
        self.chips = []
        self.wirings = []
        self.events = []
        self.panel = AttachedPanel(self.attach, DIRECT, self.clock)

    def attach(self, wiring):
        self.wirings.append(wiring)
        if self.error is not None:
            raise self.error
        self.chips.append(FakeChip())
        self.factory = SimpleNamespace(close=lambda: None, is_listening=True)  # the board keeps its
        panel = GpioPanel(wiring, self.board.factory, self.clock)
        return ChipPanel(self.chips[-1], self.factory, panel)

    def start(self):
        self.panel.start(self.events.append)

    def light(self, *lamps):
        self.panel.show(Frame(lamps, MessageScreen(""), touched=0))

    def wait(self, ms):
        self.clock.advance_ms(ms)

    def lit(self):
        return [space for space, on in enumerate(self.board.lamps(), 1) if on]

    def take_away(self):
        """The chip goes, and none is to be had."""
        self.chips[-1].gone = True
        self.error = FactoryError("lgpio", "no GPIO chip", "is this a Raspberry Pi?")
        for line in range(2, 28):
            self.board.break_line(line)

    def give_back(self):
        self.error = None
        for line in range(2, 28):
            self.board.factory.wire(line).error = None


@pytest.fixture
def rig():
    rig = Rig()
    yield rig
    rig.panel.close()
    rig.board.close()


def test_a_board_that_is_there(rig):
    """Events come, lamps light, nothing is told as lost; the panel is asked now and then only."""
    rig.start()
    rig.light(Lamp.ON)
    rig.board.tap(3)
    rig.wait(500)
    assert [type(event) for event in rig.events] == [Pressed, Released]
    assert rig.lit() == [1]
    assert rig.panel.is_alive
    assert rig.clock.next_us == 6_000_000


def test_no_chip_at_the_start(rig, caplog):
    """It is told once, in the log with what helps; it is looked for, and taken when it comes."""
    rig.error = FactoryError("lgpio", "no GPIO chip", "is this a Raspberry Pi?")
    rig.start()
    rig.light(Lamp.OFF, Lamp.ON)
    rig.wait(30_000)
    assert rig.events == [Lost(1_000, Part.PANEL, "no GPIO chip")]
    assert caplog.text.count("pins lgpio: no GPIO chip; is this a Raspberry Pi?") == 1
    assert rig.panel.is_alive
    rig.error = None
    rig.wait(3_000)
    assert rig.events[1:] == [Back(34_000, Part.PANEL)]
    assert rig.lit() == [2]
    rig.board.tap(3)
    rig.wait(500)
    assert [type(event) for event in rig.events[2:]] == [Pressed, Released]


def test_another_reason_is_told(rig):
    """What keeps the board from being taken may change."""
    rig.error = FactoryError("lgpio", "no GPIO chip", "-")
    rig.start()
    rig.wait(3_000)
    rig.error = OSError(errno.EIO, "Input/output error")
    rig.wait(3_000)
    rig.error = BoardInUseError("in use")
    rig.wait(3_000)
    assert [event.reason for event in rig.events] == [
        "no GPIO chip",
        "no GPIO chip: Input/output error",
        "another Puluc has the board",
    ]


def test_the_chip_goes_and_comes_back(rig):
    """Told within 5 s; everything of it is let go; back, it shows what is to be seen by then."""
    rig.start()
    rig.light(Lamp.ON)
    rig.take_away()
    rig.wait(5_000)
    assert rig.events[-1].reason == "the GPIO chip has gone"
    assert rig.chips[0].closed
    rig.light(Lamp.OFF, Lamp.OFF, Lamp.ON)
    rig.give_back()
    rig.wait(3_000)
    assert [type(event) for event in rig.events[-1:]] == [Back]
    assert rig.lit() == [3]
    assert len(rig.chips) == 2
    rig.board.tap(5)
    rig.wait(500)
    assert [type(event) for event in rig.events[-2:]] == [Pressed, Released]


def test_all_that_was_lost_is_back(rig):
    """A tray's line that was lost with the chip is told as back, too."""
    rig.board.refuse(15)
    rig.start()
    assert [event.part for event in rig.events] == [Part.TRAY]
    rig.take_away()
    rig.wait(5_000)
    rig.give_back()
    rig.board.factory.refused.clear()
    del rig.events[:]
    rig.wait(3_000)
    assert {event.part for event in rig.events} == {Part.TRAY, Part.PANEL}
    assert {type(event) for event in rig.events} == {Back}


def test_a_busy_line_is_tried_again(rig):
    """When the other program lets go of it, it works without a restart."""
    rig.board.refuse(17)
    rig.board.refuse(6)
    rig.start()
    rig.light(*[Lamp.ON] * 11)
    rig.wait(10_000)
    assert [type(event) for event in rig.events] == [Lost, Lost]
    rig.board.factory.refused.clear()
    rig.wait(5_000)
    assert [type(event) for event in rig.events[2:]] == [Back, Lost, Back]
    assert rig.lit() == list(range(1, 12))
    rig.board.tap(3)
    rig.wait(500)
    assert [type(event) for event in rig.events[-2:]] == [Pressed, Released]


def test_a_busy_tilt_switch_is_tried_again(rig):
    """It belongs to the tray."""
    rig.board.refuse(15)
    rig.start()
    rig.board.factory.refused.clear()
    rig.wait(5_000)
    assert [(type(event), event.part) for event in rig.events] == [
        (Lost, Part.TRAY),
        (Back, Part.TRAY),
    ]


def test_the_sweep_is_seen_before_the_start(rig):
    """One lamp after the other, each once; then what has been shown meanwhile."""
    rig.panel.sweep()
    seen = []
    for _ in range(11):
        seen += rig.lit()
        rig.wait(40)
    assert seen == list(range(1, 12))
    assert rig.lit() == []
    rig.panel.sweep()
    rig.light(Lamp.ON, Lamp.ON)
    rig.start()
    assert rig.lit() == [1]
    rig.wait(440)
    assert rig.lit() == [1, 2]


def test_a_sweep_without_a_chip(rig):
    """Nothing is lit, and nothing is told before somebody listens."""
    rig.error = FactoryError("lgpio", "no GPIO chip", "-")
    rig.panel.sweep()
    assert rig.events == []
    rig.start()
    assert [event.reason for event in rig.events] == ["no GPIO chip"]


def test_a_board_in_use_is_an_error_at_the_start(rig):
    """Two of our programs would draw over each other: the second ends, and says why."""
    rig.error = BoardInUseError("the board on gpiochip0 is in use by another Puluc")
    with pytest.raises(BoardInUseError):
        rig.panel.sweep()


def test_other_lines(rig):
    """Rewired, it is taken anew on them and shows the same; without a chip it is so later."""
    lamps = (*reversed(DIRECT.lamps),)
    other = Wiring("other", DIRECT.buttons, lamps, DIRECT.tilt, DIRECT.menu)
    rig.start()
    rig.light(Lamp.ON)
    rig.panel.rewire(other)
    assert rig.lit() == [11]
    assert rig.panel.wiring is other
    assert rig.events == []
    rig.take_away()
    rig.wait(5_000)
    rig.panel.rewire(DIRECT)
    rig.give_back()
    rig.wait(3_000)
    assert rig.lit() == [1]
    assert rig.wirings[0] is rig.wirings[-1] is DIRECT


def test_close(rig):
    """Dark, the chip let go, nothing timed and nothing told; it may be called twice."""
    rig.start()
    rig.light(Lamp.SLOW)
    rig.panel.close()
    assert rig.lit() == []
    assert rig.chips[0].closed
    assert rig.clock.next_us is None
    rig.panel.close()
    assert rig.events == []


def test_what_is_not_alive(rig):
    """The watchdog learns of a factory that hears no edges any more."""
    rig.start()
    rig.factory.is_listening = False
    assert not rig.panel.is_alive


def test_a_chip_that_has_gone_is_abandoned_first(rig):
    """The thread of lgpio spins and floods the log from then on: it is stopped before all else."""
    rig.start()
    did = []
    rig.factory.abandon = lambda: did.append("abandoned")
    rig.factory.close = lambda: did.append("closed")
    rig.take_away()
    rig.wait(5_000)
    assert did == ["abandoned", "closed"]


def test_a_factory_that_cannot_be_closed(rig, tmp_path, caplog):
    """Its chip may be gone: the rest is let go all the same."""
    (tmp_path / "gpiochip0").touch()
    chip = Chip(tmp_path / "gpiochip0")

    class Stubborn:
        def close(self):
            raise OSError(errno.ENODEV, "No such device")

    held = HeldChip(chip)
    panel = GpioPanel(DIRECT, rig.board.factory, rig.clock)
    attached = ChipPanel(held, Stubborn(), panel)
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        attached.check()
    attached.close()
    assert "gpiochip0: closing: [Errno 19] No such device" in caplog.text
    HeldChip(chip).close()
