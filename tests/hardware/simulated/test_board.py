"""The simulated board: what its pins do when hands or faults are at work."""

import errno
from contextlib import closing
from itertools import pairwise

import pytest

from hardware.gpio import GpioPanel
from hardware.simulated.board import OLED_ADDRESS, SimulatedBoard
from hardware.simulated.clock import SimulatedReactor
from hardware.wiring import DIRECT
from puluc.session.events import Held, Pressed, Released


class Watch:
    """The edges of one line, as a driver that watches it gets them."""

    def __init__(self, board, clock, line):
        from gpiozero import DigitalInputDevice

        self.edges = []
        self._clock = clock
        self.device = DigitalInputDevice(line, pull_up=True, pin_factory=board.factory)
        self.device.pin.when_changed = self._changed

    def _changed(self, _ticks, state):
        self.edges.append((self._clock.now_us(), not state))


@pytest.fixture
def button(puluc_board, puluc_clock):
    """Space 3's button, watched."""
    watch = Watch(puluc_board, puluc_clock, DIRECT.buttons[2])
    yield watch
    watch.device.close()


@pytest.fixture
def tray(puluc_board, puluc_clock):
    """The tilt switch, watched."""
    watch = Watch(puluc_board, puluc_clock, DIRECT.tilt)
    yield watch
    watch.device.close()


def test_bounces(puluc_board, puluc_clock, button):
    """Each press and each release bounces for 1 to 8 ms, and ends where it was to go."""
    for _ in range(50):
        for move, down in ((puluc_board.press, True), (puluc_board.release, False)):
            began_us = puluc_clock.now_us()
            move(3)
            assert button.edges == [(began_us, down)]
            puluc_clock.advance_ms(50)
            last_us, last = button.edges[-1]
            assert last is down
            assert 1_000 <= last_us - began_us <= 8_000
            assert len(button.edges) in {3, 5, 7}
            button.edges.clear()


def test_no_bounce(puluc_board, puluc_clock, button):
    """Bouncing can be switched off."""
    puluc_board.bounce = False
    puluc_board.tap(3, ms=30)
    puluc_clock.advance_ms(50)
    assert button.edges == [(0, True), (30_000, False)]


def test_seed(puluc_clock):
    """The same seed bounces the same way; another one differs."""
    edges = []
    for seed in (1, 1, 2):
        board = SimulatedBoard(DIRECT, puluc_clock, seed=seed)
        watch = Watch(board, puluc_clock, DIRECT.buttons[2])
        began_us = puluc_clock.now_us()
        board.press(3)
        puluc_clock.advance_ms(50)
        edges.append([(at_us - began_us, down) for at_us, down in watch.edges])
        watch.device.close()
        board.close()
    assert edges[0] == edges[1] != edges[2]


def test_let_go_while_bouncing(puluc_board, puluc_clock, button):
    """A button that is let go, or pressed, while it still bounces ends where it is to go."""
    for ms in range(12):
        for move, down in ((puluc_board.press, True), (puluc_board.release, False)):
            move(3)
            puluc_clock.advance_ms(ms)
            assert button.edges or down
        puluc_clock.advance_ms(50)
        assert button.device.value == 0
        puluc_board.tap(3, ms)
        puluc_clock.advance_ms(50)
        assert button.device.value == 0


def test_pressed_twice(puluc_board, puluc_clock, button):
    """Pressing what is down already, or letting go what is up, does nothing."""
    puluc_board.release(3)
    puluc_clock.advance_ms(50)
    assert button.edges == []
    puluc_board.press(3)
    puluc_clock.advance_ms(50)
    count = len(button.edges)
    puluc_board.press(3)
    puluc_clock.advance_ms(50)
    assert len(button.edges) == count


def test_release_before_the_tap_ends(puluc_board, puluc_clock, button):
    """A tap that is cut short does not let go of the next press."""
    puluc_board.tap(3, ms=100)
    puluc_clock.advance_ms(50)
    puluc_board.release(3)
    puluc_clock.advance_ms(20)
    puluc_board.press(3)
    puluc_clock.advance_ms(200)
    assert button.device.value == 1


def test_held_for_the_shortest_time(puluc_board, puluc_clock, button):
    """A release that comes at once with its press can be made to wait; a later one doesn't."""
    puluc_board.press(3)
    puluc_board.release(3, held_ms=30)
    puluc_clock.advance_ms(29)
    assert button.device.value == 1
    puluc_clock.advance_ms(10)
    assert button.device.value == 0
    puluc_board.press(3)
    puluc_clock.advance_ms(40)
    puluc_board.release(3, held_ms=30)
    puluc_clock.advance_ms(10)
    assert button.device.value == 0


class BusyLoop(SimulatedReactor):
    """A loop that a commit to a slow disk can keep, on a machine where each edge takes its time.

    As on asyncio's, what is handed over comes after all timers that are due.
    """

    def keep_ms(self, ms):
        self._now_us += ms * 1000

    def hand_over(self, call):
        self.call_at(self._now_us, call)
        self.keep_ms(2)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kept_ms", [6, 25, 60, 400])
def test_bounces_while_the_loop_is_kept(seed, kept_ms):
    """A press that keeps the loop for long is one press, and its release one release.

    Edges that the loop comes to late must not look as if the contact had bounced just then.
    """
    clock = BusyLoop()
    events = []

    def take(event):
        events.append(event)
        clock.keep_ms(kept_ms)

    with closing(SimulatedBoard(DIRECT, clock, seed=seed)) as board:
        panel = GpioPanel(DIRECT, board.factory, clock)
        panel.start(take)
        for _ in range(3):
            board.press(3)
            clock.advance_ms(100)
            board.release(3)
            clock.advance_ms(100)
        panel.close()
    kinds = [type(event) for event in events if not isinstance(event, Held)]
    assert kinds == [Pressed, Released] * 3


def test_down_before_the_driver(puluc_board, puluc_clock):
    """A button that is down when its line is taken reads down, whatever pulls the line up."""
    puluc_board.press(3)
    puluc_clock.advance_ms(50)
    watch = Watch(puluc_board, puluc_clock, DIRECT.buttons[2])
    assert watch.device.value == 1
    puluc_board.release(3)
    puluc_clock.advance_ms(50)
    assert watch.device.value == 0
    watch.device.close()


def test_shake(puluc_board, puluc_clock, tray):
    """A shake is a train of edges 15 to 45 ms apart, for as long as was asked."""
    puluc_board.shake(ms=600)
    puluc_clock.advance_ms(2_000)
    times = [at_us for at_us, _ in tray.edges]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert times[0] == 0
    assert 555_000 <= times[-1] <= 600_000
    assert all(15_000 <= gap <= 45_000 for gap in gaps)


def test_knock(puluc_board, puluc_clock, tray):
    """A knock has as many bounces as asked, all within 50 ms."""
    puluc_board.knock(bounces=12)
    puluc_clock.advance_ms(50)
    assert len(tray.edges) == 12
    puluc_clock.advance_ms(2_000)
    assert len(tray.edges) == 12


def test_spike(puluc_board, puluc_clock, button):
    """A spike is down and up again so many microseconds later; upside down on a key held down."""
    puluc_board.spike(3, us=70)
    puluc_clock.advance_ms(50)
    assert button.edges == [(0, True), (70, False)]
    puluc_board.press(3)
    puluc_clock.advance_ms(50)
    button.edges.clear()
    puluc_board.spike(3)
    puluc_clock.advance_ms(50)
    assert button.edges == [(100_000, False), (100_050, True)]


def test_stuck(puluc_board, puluc_clock, button):
    """A button that sticks stays down until it is freed, whoever lets it go."""
    puluc_board.stuck(3)
    puluc_clock.advance_ms(50)
    puluc_board.release(3)
    puluc_board.tap(3)
    puluc_clock.advance_ms(500)
    assert button.device.value == 1
    puluc_board.free(3)
    puluc_clock.advance_ms(50)
    assert button.device.value == 0


def test_lose_release(puluc_board, puluc_clock, button):
    """A lost release changes the level without an edge, once."""
    puluc_board.lose_release(3)
    puluc_board.press(3)
    puluc_clock.advance_ms(50)
    assert button.edges
    button.edges.clear()
    puluc_board.release(3)
    puluc_clock.advance_ms(50)
    assert button.edges == []
    assert button.device.value == 0
    puluc_board.tap(3)
    puluc_clock.advance_ms(200)
    assert button.edges[-1][1] is False


def test_spike_after_a_lost_release(puluc_board, puluc_clock, button):
    """Only the release is lost, not what comes after it."""
    puluc_board.lose_release(3)
    puluc_board.tap(3)
    puluc_clock.advance_ms(200)
    button.edges.clear()
    puluc_board.spike(3)
    puluc_clock.advance_ms(50)
    assert len(button.edges) == 2


def test_refuse(puluc_board):
    """A refused line can't be taken: it is busy, or whatever else was asked."""
    from gpiozero import DigitalOutputDevice

    puluc_board.refuse(17)
    puluc_board.refuse(18, PermissionError(errno.EACCES, "Permission denied"))
    with pytest.raises(OSError, match="busy"):
        DigitalOutputDevice(17, pin_factory=puluc_board.factory)
    with pytest.raises(PermissionError):
        DigitalOutputDevice(18, pin_factory=puluc_board.factory)


def test_break_line(puluc_board, button):
    """A broken line can be neither read nor written."""
    from gpiozero import DigitalOutputDevice

    puluc_board.break_line(DIRECT.buttons[2])
    with pytest.raises(OSError, match="No such device"):
        _ = button.device.value
    with DigitalOutputDevice(17, pin_factory=puluc_board.factory) as lamp:
        puluc_board.break_line(17, RuntimeError("no chip"))
        with pytest.raises(RuntimeError, match="no chip"):
            lamp.on()


def test_lamps(puluc_board):
    """A lamp glows while its pin is an output and high; those who watch are told."""
    from gpiozero import DigitalOutputDevice

    seen = []
    end = puluc_board.watch(lambda: seen.append(puluc_board.lamps()))
    assert puluc_board.lamps() == (False,) * 11
    with DigitalOutputDevice(17, pin_factory=puluc_board.factory) as lamp:
        lamp.on()
        assert puluc_board.lamps() == (False,) * 6 + (True,) + (False,) * 4
        lamp.off()
        lamp.on()
    assert puluc_board.lamps() == (False,) * 11
    assert [lamps[6] for lamps in seen] == [False, True, False, True]
    end()
    end()
    with DigitalOutputDevice(17, pin_factory=puluc_board.factory) as lamp:
        lamp.on()
    assert len(seen) == 4


def test_trace(puluc_clock):
    """Each write of a lamp's pin, and to the display, is traced as it happens."""
    from gpiozero import DigitalOutputDevice

    traced = []
    board = SimulatedBoard(DIRECT, puluc_clock, trace=traced.append)
    with DigitalOutputDevice(17, pin_factory=board.factory) as lamp:
        lamp.on()
        lamp.on()
        lamp.off()
    assert traced == ["lamp 7 off", "lamp 7 on", "lamp 7 on", "lamp 7 off"]
    with closing(board.bus.open()):
        board.bus.write_byte_data(OLED_ADDRESS, 0x00, 0xAF)
    assert traced[4:] == ["display 2 bytes"]
    board.close()


def test_display(puluc_board, puluc_clock):
    """Writes to the display reach its pixels; who watches is told on the loop, once a burst."""
    seen = []
    puluc_board.watch(lambda: seen.append(puluc_board.pixels().getbbox()))
    with closing(puluc_board.bus.open()):
        for command in (0xA1, 0xC8, 0xA5, 0x8D, 0x14, 0xAF):  # all pixels, pump, on
            puluc_board.bus.write_byte_data(OLED_ADDRESS, 0x00, command)
        assert seen == []
        puluc_clock.advance_us(0)
    assert seen == [(0, 0, 128, 64)]
    puluc_board.bus.plug_in(OLED_ADDRESS)
    puluc_clock.advance_us(0)
    assert seen[1:] == [None]


def test_display_unplugged(puluc_board):
    """The display's faults are the bus's."""
    with closing(puluc_board.bus.open()):
        assert isinstance(puluc_board.bus.read_byte(OLED_ADDRESS), int)
        puluc_board.bus.unplug(OLED_ADDRESS, errno.ENXIO)
        with pytest.raises(OSError, match="No such device or address"):
            puluc_board.bus.read_byte(OLED_ADDRESS)


def test_unknown_space(puluc_board):
    """A space that the board doesn't have is refused by its number."""
    with pytest.raises(ValueError, match="space 12: the board has 11"):
        puluc_board.press(12)
    assert puluc_board.spaces == 11


def test_close(puluc_board, puluc_clock, button, tray):
    """After close no hand moves any more, and nothing is timed; it may be called twice."""
    puluc_board.tap(3)
    puluc_board.shake()
    puluc_board.close()
    puluc_board.close()
    assert puluc_clock.next_us is None


def test_states_are_bounded(puluc_board):
    """A pin keeps its last changes only, so that a board may run for weeks."""
    from gpiozero import DigitalOutputDevice

    with DigitalOutputDevice(17, pin_factory=puluc_board.factory) as lamp:
        for _ in range(2_000):
            lamp.toggle()
        lamp.pin.assert_states([True, False] * 500)
        assert len(lamp.pin.states) == 1_000
