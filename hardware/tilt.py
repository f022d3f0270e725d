"""The tray on its tilt switch: raw edges in; shakes out, and whether the switch can be believed."""

from collections.abc import Callable

from hardware.protocols import Emit, Reactor, Timer
from hardware.shake import Restless, Shake
from puluc.session.events import Back, Lost, Milliseconds, Part, Shaken

RESTLESS = "the tilt switch fires on and on"
"""What people are told of a switch that is broken."""


class Tilt:
    """The tray, on the loop; no timer while it is at rest.

    ``Lost`` says that the switch fires on and on, ``Back`` that it has paused.
    """

    def __init__(self, reactor: Reactor, emit: Emit, *, shake: Callable[[], Shake] = Shake) -> None:
        self._reactor = reactor
        self._emit = emit
        self._shake = shake()
        self._restless = Restless()
        self._closed = False
        self._timer: Timer | None = None
        self._timer_us: int | None = None

    def edge(self, at_us: int) -> None:
        """Take an edge of the switch, either way."""
        if self._closed:  # it was under way then
            return
        self._shaken(self._shake.edge(at_us))
        if self._restless.edge(at_us):
            self._emit(Lost(Milliseconds(at_us // 1000), Part.TRAY, RESTLESS))
        self._plan()

    def close(self) -> None:
        """Forget the tray; may be called twice."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    def _wake(self) -> None:
        """The timer: see whether a shake, or a fault, is over."""
        self._timer_us = None
        now_us = self._reactor.now_us()
        self._shaken(self._shake.poll(now_us))
        pause_us = self._restless.due_us
        if pause_us is not None and self._restless.poll(now_us):
            self._emit(Back(Milliseconds(pause_us // 1000), Part.TRAY))
        self._plan()

    def _shaken(self, over: tuple[int, int] | None) -> None:
        """Emit a shake that is over; one of a switch that can't be believed is none."""
        if over is not None and not self._restless.broken:
            began_us, ended_us = over
            self._emit(Shaken(Milliseconds(ended_us // 1000), Milliseconds(began_us // 1000)))

    def _plan(self) -> None:
        """Have a timer at the time of what is due first, or none.

        An edge puts both off, and a tray that is shaken makes many: a timer that is early is let
        be, and asks for the next one when it wakes.
        """
        dues = [due for due in (self._shake.due_us, self._restless.due_us) if due is not None]
        due_us = min(dues, default=None)
        if due_us is None or (self._timer_us is not None and self._timer_us <= due_us):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._reactor.call_at(due_us, self._wake)
        self._timer_us = due_us
