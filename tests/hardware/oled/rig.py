"""A display on an emulated module and a loop in simulated time, with all that a test looks at."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from hardware.oled import Bus, Controller, OledDisplay
from hardware.oled.display import Render
from hardware.simulated.clock import SimulatedReactor
from hardware.simulated.oled import Oled, Sh1106, Ssd1306, Ssd1309
from hardware.simulated.smbus import FakeSMBus
from puluc.screens.values import MessageScreen
from puluc.session.events import Event, Milliseconds
from puluc.session.frame import Brightness, Frame
from tests.hardware.oled.pictures import render

ADDRESS = 0x3C
ERRNOS = (5, 6, 19, 110, 121)
"""EIO, ENXIO, ENODEV, ETIMEDOUT, EREMOTEIO: what is known to come from a bus."""

MODULES: dict[Controller, Callable[[], Oled]] = {
    Controller.SSD1306: Ssd1306,
    Controller.SSD1309: Ssd1309,
    Controller.SH1106: Sh1106,
}


class Rig:
    """A display, its module, and what it has emitted; a context that closes it."""

    def __init__(
        self,
        controller: Controller = Controller.SSD1306,
        *,
        threaded: bool = True,
        absent: bool = False,
        render: Render = render,
        open_bus: Callable[[], Bus] | None = None,
    ) -> None:
        self.reactor = SimulatedReactor()
        self.module = MODULES[controller]()
        self.bus = FakeSMBus()
        self.bus.attach(ADDRESS, self.module, absent=absent)
        self.events: list[Event] = []
        self.display = OledDisplay(
            self.reactor,
            render,
            open_bus or self.bus.open,
            address=ADDRESS,
            controller=controller,
            threaded=threaded,
        )

    def __enter__(self) -> Self:
        self.display.start(self.events.append)
        self.settle()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.display.close()

    def show(
        self,
        headline: str,
        *words: str,
        touched: int | None = None,
        brightness: Brightness = Brightness.HIGH,
    ) -> None:
        """Show a message, touched now unless said otherwise, and wait until it is drawn."""
        now_ms = self.reactor.now_us() // 1000
        self.display.show(
            Frame(
                lamps=(),
                screen=MessageScreen(headline, words),
                touched=Milliseconds(now_ms if touched is None else touched),
                brightness=brightness,
            )
        )
        self.settle()

    def settle(self) -> None:
        """Wait for the drawing, and let the loop take what the thread has handed over."""
        self.display.settle()
        self.reactor.advance_us(0)

    def advance_ms(self, ms: int) -> None:
        """Let time go by, from one of the display's timers to the next."""
        end_us = self.reactor.now_us() + ms * 1000
        while (next_us := self.reactor.next_us) is not None and next_us <= end_us:
            self.reactor.run_until(next_us)
            self.settle()
        self.reactor.run_until(end_us)

    def shows(self, headline: str, *words: str) -> bool:
        """Whether the module shows this message where it belongs, and gives light."""
        wanted = render(MessageScreen(headline, words), self.module.size)
        return self.module.light() > 0 and self.module.pixels().tobytes() == wanted.tobytes()
