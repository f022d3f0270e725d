"""The keys of a board: raw edges in; presses, releases and holds out."""

from collections.abc import Callable

from hardware.debounce import Debouncer
from hardware.protocols import Emit, Reactor, Timer
from puluc.rules.units import Space
from puluc.session.events import Held, MenuPressed, Milliseconds, Pressed, Released

HOLDS_MS = (Milliseconds(1_000), Milliseconds(2_000), Milliseconds(10_000))
"""How long a space is held for each ``Held``, rising; the last says that the button is stuck."""

Read = Callable[[], bool]
"""Reads a key: whether it is down now."""

MakeDebouncer = Callable[..., Debouncer]
"""Makes a key's debouncer, given ``down`` and ``at_us``: the class, or a partial of it."""


class _Key:
    """One key: its debouncer, the level last known, and the holds that are still to come."""

    __slots__ = ("debouncer", "holds", "level", "read", "since_us", "space")

    def __init__(self, space: Space | None, read: Read, debouncer: Debouncer, at_us: int) -> None:
        self.space = space
        self.read = read
        self.debouncer = debouncer
        self.level = debouncer.down
        self.since_us = at_us
        self.holds: tuple[Milliseconds, ...] = ()

    @property
    def hold_us(self) -> int | None:
        """When the next hold is due, if any."""
        return self.since_us + self.holds[0] * 1000 if self.holds else None

    @property
    def due_us(self) -> int | None:
        """When the key next needs looking at."""
        dues = [due for due in (self.debouncer.due_us, self.hold_us) if due is not None]
        return min(dues, default=None)


class Keys:
    """All keys of one board, on the loop: one timer for all, and none while no key is down.

    A key that is down from the start gives no ``Pressed`` but at once a ``Held`` of 0 ms, and no
    short holds; it does give the last hold, by which it is known to be stuck, and ``Released``.

    Edges may come late, when the loop was busy: each carries its own time, and what was due
    before it is made up for first, at its own time and with the level that was known then. So a
    short press during a slow commit is still a press, and its holds are measured rightly.
    """

    def __init__(
        self,
        reactor: Reactor,
        emit: Emit,
        *,
        debouncer: MakeDebouncer = Debouncer,
        holds_ms: tuple[Milliseconds, ...] = HOLDS_MS,
    ) -> None:
        self._reactor = reactor
        self._emit = emit
        self._debouncer = debouncer
        self._holds_ms = holds_ms
        self._keys: dict[Space | None, _Key] = {}
        self._timer: Timer | None = None
        self._timer_us: int | None = None

    def add(self, space: Space | None, read: Read) -> None:
        """Begin to look after a key: a space's, or (None) the menu's.

        Args:
            space: Which space's button this is; None for the menu button.
            read: Samples the key; called on the loop, and at once.
        """
        now_us = self._reactor.now_us()
        key = _Key(space, read, self._debouncer(down=read(), at_us=now_us), now_us)
        if key.level and space is not None:
            # Who presses before the board is on means nothing by it; that it is stuck counts.
            key.holds = self._holds_ms[-1:]
            self._emit(Held(Milliseconds(now_us // 1000), space, Milliseconds(0)))
        self._keys[space] = key
        self._plan()

    def edge(self, space: Space | None, at_us: int, down: bool) -> None:
        """Take a key's edge: at that time it went down or up, bouncing or not."""
        if space in self._keys:  # else it was under way when the keys were closed
            self._catch_up(at_us)
            self._feed(self._keys[space], at_us, down)
            self._plan()

    def close(self) -> None:
        """Look after no key any more; may be called twice."""
        self._keys.clear()
        self._plan()

    def _wake(self) -> None:
        """The timer: sample the keys that are due."""
        self._timer_us = None
        now_us = self._reactor.now_us()
        for key in self._keys.values():
            due_us = key.due_us
            if due_us is not None and due_us <= now_us and key.read() != key.level:
                self._feed(key, now_us, not key.level)  # its edge was lost, or is on its way
        self._catch_up(now_us)
        self._plan()

    def _catch_up(self, until_us: int) -> None:
        """Do what was due up to a time, in order, each key with the level it is known to have."""
        while True:
            dues = [(due, key) for key in self._keys.values() if (due := key.due_us) is not None]
            if not dues:
                return
            due_us, key = min(dues, key=lambda due: due[0])
            if due_us > until_us:
                return
            if due_us == key.debouncer.due_us:
                self._feed(key, due_us, key.level)
            else:
                self._hold(key, due_us)

    def _feed(self, key: _Key, at_us: int, level: bool) -> None:
        """Feed a key's debouncer, and emit what comes of it."""
        key.level = level
        change = key.debouncer.feed(at_us, level)
        if change is None:
            return
        at = Milliseconds(at_us // 1000)
        key.holds = ()
        if key.space is None:
            if change:
                self._emit(MenuPressed(at))
        elif change:
            key.since_us = at_us
            key.holds = self._holds_ms
            self._emit(Pressed(at, key.space))
        else:
            self._emit(Released(at, key.space))

    def _hold(self, key: _Key, at_us: int) -> None:
        """Emit the hold that is due."""
        assert key.space is not None  # the menu button has no holds
        held_ms, *later = key.holds
        key.holds = tuple(later)
        self._emit(Held(Milliseconds(at_us // 1000), key.space, held_ms))

    def _plan(self) -> None:
        """Have one timer at the time of what is due first, or none."""
        dues = [due for key in self._keys.values() if (due := key.due_us) is not None]
        due_us = min(dues, default=None)
        if due_us == self._timer_us:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if due_us is None else self._reactor.call_at(due_us, self._wake)
        self._timer_us = due_us
