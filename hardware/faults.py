"""What of a panel doesn't work now, and telling so: once when it fails, once when it is mended."""

from collections.abc import Hashable

from hardware.protocols import Emit, Reactor
from puluc.session.events import Back, Event, Lost, Milliseconds, Part


def _nobody(_event: Event) -> None:
    """Takes the events of a panel that is not started yet, or closed."""


class Faults:
    """Faults by the thing that has them; ``Lost`` and ``Back`` as they come and go.

    For the players a part is one, so ``Back`` says that all of it works: where another thing of the
    part still doesn't, that is told anew right after it.
    """

    def __init__(self, reactor: Reactor) -> None:
        self._reactor = reactor
        self._emit: Emit = _nobody
        self._known: dict[Hashable, tuple[Part, str]] = {}

    def listen(self, emit: Emit) -> None:
        """Tell what is known already, and from now on what changes."""
        self._emit = emit
        for part, reason in self._known.values():
            self._tell(part, reason)

    def close(self) -> None:
        """Tell nobody any more; may be called twice."""
        self._emit = _nobody

    def lose(self, thing: Hashable, part: Part, reason: str) -> bool:
        """A thing doesn't work; returns whether that is news."""
        if self._known.get(thing) == (part, reason):
            return False
        self._known[thing] = (part, reason)
        self._tell(part, reason)
        return True

    def mend(self, thing: Hashable) -> None:
        """A thing works; nothing is told of one that did before."""
        part, _ = self._known.pop(thing, (None, ""))
        if part is None:
            return
        self._emit(Back(self._now(), part))
        for other, reason in self._known.values():
            if other is part:
                self._tell(part, reason)

    def __contains__(self, thing: Hashable) -> bool:
        """Whether a thing is known not to work."""
        return thing in self._known

    def _tell(self, part: Part, reason: str) -> None:
        self._emit(Lost(self._now(), part, reason))

    def _now(self) -> Milliseconds:
        return Milliseconds(self._reactor.now_us() // 1000)
