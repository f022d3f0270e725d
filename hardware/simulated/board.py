"""A whole board in the machine: gpiozero's mock pins, hands that press and shake, and faults.

The drivers that run on it are the real ones. What hands do reaches them as edges of pins that
bounce as contacts do; what lamps show is read from pins; the display is decoded from I2C bytes.
"""

import errno
import os
import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from hardware.protocols import Reactor, Timer
from hardware.simulated.mcp23017 import Mcp23017
from hardware.simulated.oled import Oled, Ssd1306
from hardware.simulated.smbus import FakeSMBus, I2CDevice, Write
from hardware.wiring import Line, Wiring
from puluc.rules.units import Space

if TYPE_CHECKING:
    from PIL import Image

    from hardware.simulated.pins import BoardPin

OLED_ADDRESS = 0x3C
"""Where most modules with an SSD1306 or SH1106 answer."""

LATE_US = 5_000
"""A change of a contact that the loop comes to so much later has passed unseen."""


class _Contact:
    """A button's or a tilt switch's contact to ground, moved by hands over some time."""

    def __init__(self, pin: "BoardPin", reactor: Reactor) -> None:
        self.pin = pin
        self.closed = False
        """Where it is going; the pin may bounce yet."""
        self.stuck = False
        self.loses_release = False
        self.moved_us = reactor.now_us()
        """When it last was closed or opened."""
        self._reactor = reactor
        self._timers: list[Timer] = []
        self._changes: deque[int] = deque()

    def move(self, closed: bool, at_us: list[int]) -> None:
        """Close or open it, changing over at each of these times."""
        if self.stuck or closed == self.closed:
            return
        self.closed = closed
        self.moved_us = self._reactor.now_us()
        self.pin.edges_lost = self.loses_release and not closed
        self.loses_release = self.loses_release and closed
        if (self.pin.grounded != closed) != (len(at_us) % 2 == 1):
            at_us = at_us[:-1]  # it was still bouncing: one change less leads where it is to go
        self.play(at_us)

    def play(self, at_us: Iterable[int]) -> None:
        """Change over at each of these times; what was still to come before is forgotten."""
        self.stop()
        self._changes = deque(at_us)
        self._catch_up()

    def later(self, at_us: int, call: Callable[[], None]) -> None:
        """Make a call at a time, unless something else is done to the contact before."""
        self._timers.append(self._reactor.call_at(at_us, call))

    def stop(self) -> None:
        """Leave the contact as it is."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _catch_up(self) -> None:
        """Change over as often as the time has come for it."""
        now_us = self._reactor.now_us()
        due_us: list[int] = []
        while self._changes and self._changes[0] <= now_us:
            due_us.append(self._changes.popleft())
        if due_us and now_us - due_us[0] > LATE_US:
            # A slow disk has kept the loop. On a board the driver's thread would have noted these
            # edges at their times; now they would look like new ones, so only the outcome is left.
            del due_us[len(due_us) % 2 :]
        for _ in due_us:
            self.pin.ground(not self.pin.grounded)
        if self._changes:
            self.later(self._changes[0], self._catch_up)


class SimulatedBoard:
    """A board of some wiring, on a loop in simulated or in real time.

    Everything on it happens on the loop; ``press`` and ``release`` make their first edge at once.
    The seed decides how contacts bounce and how the tray rattles, so that a run can be repeated.

    Example, in simulated time::

        reactor = SimulatedReactor()
        board = SimulatedBoard(DIRECT, reactor)
        panel = GpioPanel(board.wiring, board.factory, reactor)
        panel.start(print)
        board.tap(3)
        reactor.advance_ms(200)    # prints Pressed(at=1, space=3), Released(at=..., space=3)
        panel.show(frame)
        board.lamps()              # (True, False, ...)

    Attributes:
        wiring: Which line does what.
        factory: The gpiozero pin factory for the drivers; this board's own, never the global one.
        bus: The I2C bus, with the display at ``OLED_ADDRESS`` and all its faults
            (``board.bus.unplug(OLED_ADDRESS)``).
        oled: The emulated display.
        expander: The emulated expander that the lamps are on, where the wiring has one.
        bounce: Whether contacts bounce, for 1 to 8 ms at each press and release.
    """

    def __init__(
        self,
        wiring: Wiring,
        reactor: Reactor,
        *,
        seed: int = 0,
        bounce: bool = True,
        oled: Oled | None = None,
        trace: Callable[[str], None] | None = None,
    ) -> None:
        """Set up the board, nobody touching it.

        Args:
            wiring: Which line does what.
            reactor: The loop that the board and its drivers run on.
            seed: Decides how contacts bounce and how the tray rattles.
            bounce: Whether contacts bounce.
            oled: The display to have; an SSD1306 unless another is given.
            trace: Called with each write as it happens: of a lamp's pin, ``lamp 3 on``, and to
                the display, ``display 33 bytes``, this one on its driver's thread.
        """
        from hardware.simulated.pins import BoardFactory  # noqa: PLC0415 - imports gpiozero

        self.wiring = wiring
        self.factory = BoardFactory()
        self.bounce = bounce
        self.bus = FakeSMBus(trace=None if trace is None else _display_tracer(trace))
        self.expander = None if wiring.expander is None else Mcp23017()
        self.oled = Ssd1306() if oled is None else oled
        self.bus.attach(OLED_ADDRESS, _Watched(self.oled, self._display_changed))
        if wiring.expander is not None and self.expander is not None:
            watched = _Watched(self.expander, self._expander_changed)
            self.bus.attach(wiring.expander.address, watched)
        self._reactor = reactor
        self._chance = random.Random(seed)
        self._trace = trace
        self._watchers: dict[object, Callable[[], None]] = {}
        self._redraw_asked = False
        self._tray, self._menu, *spaces = (
            _Contact(self.factory.wire(line), reactor)
            for line in (wiring.tilt, wiring.menu, *wiring.buttons)
        )
        self._spaces = dict(enumerate(spaces, 1))
        self._seen = (False,) * wiring.spaces
        self._buzzer = None if wiring.buzzer is None else self.factory.wire(wiring.buzzer)
        self._lamps = [self.factory.wire(line) for line in wiring.lamps]
        for space, pin in enumerate(self._lamps, 1):
            pin.written = self._lamp_writer(space)

    # What people see

    @property
    def spaces(self) -> int:
        """How many spaces the board has."""
        return self.wiring.spaces

    def lamps(self) -> tuple[bool, ...]:
        """Which lamps glow, space 1 first: those whose pin is an output and high."""
        if self.wiring.expander is not None and self.expander is not None:
            high = self.expander.high()
            return tuple(high[output] for output in self.wiring.expander.outputs)
        return tuple(pin.lit for pin in self._lamps)

    def sound(self) -> float:
        """The frequency that the buzzer sounds now; 0 when it is silent, or there is none."""
        return 0 if self._buzzer is None else self._buzzer.hz

    def pixels(self) -> "Image.Image":
        """What the display's glass shows."""
        return self.oled.pixels()

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call ``changed`` on the loop after a lamp or the display has changed.

        Returns:
            What ends that; it may be called twice.
        """
        key = object()
        self._watchers[key] = changed

        def end() -> None:
            self._watchers.pop(key, None)

        return end

    # What hands do

    def press(self, space: Space | int) -> None:
        """Push a space's button down."""
        self._contact(space).move(True, self._bounces())

    def release(self, space: Space | int, *, held_ms: int = 0) -> None:
        """Let a space's button go, as soon as it has been down for so many milliseconds."""
        self._let_go(self._contact(space), held_ms)

    def tap(self, space: Space | int, ms: int = 80) -> None:
        """Push a space's button down and let it go again after some milliseconds."""
        self.press(space)
        at_us = self._reactor.now_us() + ms * 1000
        self._contact(space).later(at_us, lambda: self.release(space))

    def press_menu(self) -> None:
        """Push the menu button down."""
        self._menu.move(True, self._bounces())

    def release_menu(self, *, held_ms: int = 0) -> None:
        """Let the menu button go, as soon as it has been down for so many milliseconds."""
        self._let_go(self._menu, held_ms)

    def shake(self, ms: int = 600) -> None:
        """Shake the tray; its switch changes over every 15 to 45 ms, and rests either way.

        Less than about 300 ms is no shake; over 30 s is a switch that fires on and on.
        """
        until_us = self._reactor.now_us() + ms * 1000
        self._tray.play(takewhile(lambda at_us: at_us <= until_us, self._edges(15_000, 45_000)))

    def close(self) -> None:
        """Take the hands off the board and release its pins; may be called twice."""
        for contact in (*self._spaces.values(), self._menu, self._tray):
            contact.stop()
        self._watchers.clear()
        self.factory.close()

    # What can go wrong

    def spike(self, space: Space | int, us: int = 50) -> None:
        """Let a spike of some microseconds come in on a space's long wire."""
        contact = self._contact(space)
        contact.pin.edges_lost = False
        now_us = self._reactor.now_us()
        contact.play([now_us, now_us + us])

    def knock(self, bounces: int = 12) -> None:
        """Knock once against the tray: its switch rattles, 2 to 4 ms from edge to edge."""
        self._tray.play(islice(self._edges(2_000, 4_000), bounces))

    def stuck(self, space: Space | int) -> None:
        """Let a space's button stick: it goes down, and no release frees it until ``free``."""
        self.press(space)
        self._contact(space).stuck = True

    def free(self, space: Space | int) -> None:
        """Free a button that is stuck, and let it go."""
        self._contact(space).stuck = False
        self.release(space)

    def lose_release(self, space: Space | int) -> None:
        """Let the edges of the next release get lost: the level changes, nobody is called."""
        self._contact(space).loses_release = True

    def refuse(self, line: Line | int, error: Exception | None = None) -> None:
        """Let a line be refused to drivers, by default because another program holds it."""
        busy = OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.factory.refused[line] = busy if error is None else error

    def break_line(self, line: Line | int, error: Exception | None = None) -> None:
        """Let each read and write of a line fail, by default because the chip has gone."""
        gone = OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        self.factory.wire(Line(line)).error = gone if error is None else error

    def _contact(self, space: Space | int) -> _Contact:
        if space not in self._spaces:
            raise ValueError(f"space {space}: the board has {self.spaces}")
        return self._spaces[space]

    def _let_go(self, contact: _Contact, held_ms: int) -> None:
        due_us = contact.moved_us + held_ms * 1000
        if due_us <= self._reactor.now_us():
            contact.move(False, self._bounces())
        else:
            contact.later(due_us, lambda: contact.move(False, self._bounces()))

    def _bounces(self) -> list[int]:
        """When a contact that is moved now changes over: an odd number of times, over 1 to 8 ms."""
        now_us = self._reactor.now_us()
        if not self.bounce:
            return [now_us]
        last_us = now_us + self._chance.randint(1_000, 8_000)
        between = self._chance.sample(range(now_us + 50, last_us), self._chance.choice((1, 3, 5)))
        return [now_us, *sorted(between), last_us]

    def _edges(self, shortest_us: int, longest_us: int) -> Iterator[int]:
        """Times of a tilt switch's edges from now on."""
        at_us = self._reactor.now_us()
        while True:
            yield at_us
            at_us += self._chance.randint(shortest_us, longest_us)

    def _lamp_writer(self, space: int) -> Callable[[bool], None]:
        def written(level: bool) -> None:
            if self._trace is not None:
                self._trace(f"lamp {space} {'on' if level else 'off'}")
            self._changed()

        return written

    def _expander_changed(self) -> None:
        """The expander took a write: trace each lamp that changed with it."""
        before, self._seen = self._seen, self.lamps()
        for space, (was, on) in enumerate(zip(before, self._seen, strict=True), 1):
            if was != on and self._trace is not None:
                self._trace(f"lamp {space} {'on' if on else 'off'}")
        self._display_changed()

    def _display_changed(self) -> None:
        """The display took a write, on its driver's thread: let the watchers know, on the loop."""
        if self._watchers and not self._redraw_asked:
            self._redraw_asked = True
            self._reactor.hand_over(self._redrawn)

    def _redrawn(self) -> None:
        self._redraw_asked = False
        self._changed()

    def _changed(self) -> None:
        for changed in list(self._watchers.values()):
            changed()


def _display_tracer(trace: Callable[[str], None]) -> Callable[[Write], None]:
    def traced(write: Write) -> None:
        if write.address == OLED_ADDRESS:
            trace(f"display {len(write.message)} bytes")

    return traced


class _Watched:
    """A device as the bus sees it, telling of every write that it has taken."""

    def __init__(self, device: I2CDevice, changed: Callable[[], None]) -> None:
        self._device = device
        self._changed = changed

    def power_on(self) -> None:
        self._device.power_on()
        self._changed()

    def write(self, message: bytes) -> None:
        self._device.write(message)
        self._changed()

    def read(self) -> int:
        return self._device.read()
