"""The host's side of a session with a serial board: bytes and times in, messages and bytes out.

Pure: it knows neither port nor clock. docs/protocol.md says what is sent, and why.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hardware.wire import NUMBERS, Lines, line, steps

MAJOR: Final = 1
PROTOCOL: Final = f"{MAJOR}.0"

REPEAT_US: Final = 100_000
"""A line that isn't answered in this time is sent again."""
ALIVE_US: Final = 1_000_000
"""How often the board hears that its host is there."""
LOSS_US: Final = 3_000_000
"""A board that says nothing for so long is lost."""
LATE_US: Final = 250_000
"""No line is under way for longer; an event that must be asked for again takes up to `AGAIN_US`."""
AGAIN_US: Final = 1_500_000
SURE_US: Final = 20_000
"""So exactly are the board's times known."""
CLOCKS: Final = 4
"""By so many of the latest ``STATE`` lines the board's clock is known."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What a board says of itself."""

    protocol: str
    """``1.0``: major and minor."""
    firmware: str
    """``1.0.0``."""
    spaces: int
    inputs: frozenset[str]
    """``keys``, ``menu``, ``tilt``, ``buzzer``."""

    @property
    def trouble(self) -> str:
        """Why nobody can play with it; empty when somebody can."""
        major = self.protocol.partition(".")[0]
        if major == str(MAJOR):
            return ""
        if major.isdigit() and int(major) < MAJOR:
            return f"the board speaks protocol {major}, Puluc {MAJOR}: run `puluc flash`"
        return f"the board speaks protocol {major}, Puluc {MAJOR}: update Puluc"


@dataclass(frozen=True, slots=True)
class Begun:
    """A session has begun, the first or one with a board that was restarted."""

    hello: Hello
    down: frozenset[int]
    """The keys that are down; 0 is the menu button."""


@dataclass(frozen=True, slots=True)
class KeyMoved:
    """A key went down or up, bouncing removed."""

    number: int
    """The space, or 0 for the menu button."""
    is_down: bool
    at_us: int


@dataclass(frozen=True, slots=True)
class TrayShaken:
    """The tray was shaken and has come to rest."""

    began_us: int
    ended_us: int


@dataclass(frozen=True, slots=True)
class PartFailed:
    """A part of the board is broken, or well again."""

    part: str
    """``TILT`` or ``LAMPS``."""
    is_broken: bool


@dataclass(frozen=True, slots=True)
class InStep:
    """Up to this time no event is missing: what is down was down then."""

    at_us: int


Told = Begun | KeyMoved | TrayShaken | PartFailed | InStep


@dataclass(slots=True)
class _Open:
    """A line that has not been answered yet."""

    number: int
    made: bytes
    sent_us: int


class Link:
    """A session, from the first ``HELLO`` until the board is lost; times are the host's.

    Example::

        link = Link(now_us)
        port.write(link.outgoing())                # HELLO
        told = link.receive(port.read(), now_us)   # (Begun(...),)
        link.light("1.s........", now_us)
        port.write(link.outgoing())
        link.poll(now_us)                          # at `due_us`

    Attributes:
        hello: What the board said of itself; None until it has answered.
        damaged: How many lines came damaged.
        sent: How many bytes went out so far.
    """

    def __init__(self, at_us: int, timing: str = "") -> None:
        """Begin by greeting whoever is there.

        Args:
            at_us: Now.
            timing: The arguments of ``TIMING``, where they are not the board's own.
        """
        self.hello: Hello | None = None
        self.sent = 0
        self._timing = timing
        self._lines = Lines()
        self._out = bytearray()
        self._number = 0
        self._open: dict[str, _Open] = {}
        self._lamps: str | None = None
        self._last: int | None = None  # the latest event that was taken; none before a STATE
        self._down: frozenset[int] = frozenset()
        self._faults: frozenset[str] = frozenset()
        self._sure_us: int | None = None
        self._heard_us = at_us
        self._alive_us = at_us + ALIVE_US
        self._clocks: deque[int] = deque(maxlen=CLOCKS)
        self._event_us = at_us
        self._ask("HELLO", at_us, PROTOCOL)

    @property
    def damaged(self) -> int:
        """How many lines came damaged."""
        return self._lines.damaged

    @property
    def has_begun(self) -> bool:
        """Whether the session has begun."""
        return self._last is not None

    @property
    def is_settled(self) -> bool:
        """Whether every line has been answered."""
        return not self._open

    def is_lost(self, at_us: int) -> bool:
        """Whether the board has been silent for too long."""
        return at_us - self._heard_us >= LOSS_US

    @property
    def due_us(self) -> int:
        """When `poll` is to be called next."""
        dues = [each.sent_us + REPEAT_US for each in self._open.values()]
        if self.has_begun:
            dues.append(self._alive_us)
        return min(*dues, self._heard_us + LOSS_US) if dues else self._heard_us + LOSS_US

    def outgoing(self) -> bytes:
        """The bytes to send now; each is given once."""
        out = bytes(self._out)
        self._out.clear()
        self.sent += len(out)
        return out

    def light(self, lamps: str, at_us: int) -> None:
        """Have the board light its lamps so: a letter a space, as in ``LAMPS``."""
        if lamps != self._lamps:
            self._lamps = lamps
            if self.has_begun:
                self._ask("LAMPS", at_us, lamps)

    def play(self, notes: Sequence[str], at_us: int) -> None:
        """Have the board play a tune: ``880:60`` for each note, as in ``PLAY``."""
        if self.has_begun:
            self._ask("PLAY", at_us, *notes)

    def make_sure(self, at_us: int) -> None:
        """Have `InStep` told as soon as everything up to now has come."""
        if self.has_begun:
            self._sure_us = at_us
            self._ask_state(at_us)

    def end(self, at_us: int) -> None:
        """Say goodbye; what is not answered yet is no matter any more."""
        if self.has_begun:
            self._open.clear()
            self._ask("BYE", at_us)

    def want_prompt(self, at_us: int) -> None:
        """Have the board leave its program for MicroPython's prompt."""
        self._open.clear()
        self._ask("UPDATE", at_us)

    def poll(self, at_us: int) -> None:
        """Repeat what isn't answered, and tell the board that its host is there."""
        for kind, each in list(self._open.items()):
            if at_us - each.sent_us < REPEAT_US:
                continue
            if kind == "STATE":  # some events may have come since it was asked for
                self._ask(kind, at_us, self._last)
            else:
                each.sent_us = at_us
                self._out += each.made
        if self.has_begun and at_us >= self._alive_us:
            self._alive_us = at_us + ALIVE_US
            self._ask("ALIVE", at_us)

    def receive(self, data: bytes, at_us: int) -> tuple[Told, ...]:
        """Take bytes from the board; returns what it tells by them."""
        told: list[Told] = []
        for number, fields in self._lines.feed(data):
            self._heard_us = at_us
            try:
                told += self._take(number, fields, at_us)
            except (ValueError, IndexError):  # arguments of another minor version
                continue
        return tuple(told)

    def _take(self, number: int, fields: list[str], at_us: int) -> list[Told]:
        match fields:
            case ["HELLO", protocol, firmware, spaces, inputs, answered, *_]:
                hello = Hello(protocol, firmware, int(spaces), frozenset(inputs.split("+")))
                self._greeted(hello, answered, at_us)
            case ["HELLO", protocol, *_] if protocol.partition(".")[0] != str(MAJOR):
                # Of a version that says other things of itself. Of ours it is no board's: a prompt
                # gives back whatever it is sent, our own greeting too.
                self.hello = Hello(protocol, "", 0, frozenset())
            case ["ACK", answered, *_]:
                self._answered(int(answered))
                self._check(number, at_us)
            case ["STATE", ms, down, lamps, faults, kept, *_]:
                keys = int(down, 16)
                return self._state(
                    number,
                    int(ms),
                    frozenset(key for key in range(keys.bit_length()) if keys >> key & 1),
                    lamps,
                    frozenset(faults.split("+")) - {""},
                    int(kept),
                    at_us,
                )
            case ["KEY" | "SHAKE" | "FAULT", *_] if self._is_next(number, at_us):
                return [self._event(fields, at_us)]
        return []

    # Events

    def _is_next(self, number: int, at_us: int) -> bool:
        """Whether an event is the one that comes next, and so is taken."""
        if self._last is None:
            return False
        ahead = steps(number, self._last)
        if ahead == 1:
            return True
        if 1 < ahead < NUMBERS // 2:
            self._ask_state(at_us)
        return False

    def _check(self, number: int, at_us: int) -> None:
        """See by another line's number whether events were lost."""
        if self._last is not None and number != self._last:
            self._ask_state(at_us)

    def _ask_state(self, at_us: int) -> None:
        if "STATE" not in self._open and self._last is not None:
            self._ask("STATE", at_us, self._last)

    def _event(self, fields: list[str], at_us: int) -> Told:
        """An event whose turn it is."""
        assert self._last is not None
        told: Told
        match fields:
            case ["KEY", number, ("0" | "1") as level, ms, *_]:
                told = KeyMoved(int(number), level == "1", self._time(int(ms), at_us))
                self._down = self._down - {told.number} | ({told.number} if told.is_down else set())
            case ["SHAKE", began_ms, ended_ms, *_]:
                ended_us = self._time(int(ended_ms), at_us)
                told = TrayShaken(ended_us - (int(ended_ms) - int(began_ms)) * 1000, ended_us)
            case ["FAULT", part, ("0" | "1") as level, *_]:
                told = PartFailed(part, level == "1")
                self._faults = self._faults | {part} if told.is_broken else self._faults - {part}
            case _:
                raise ValueError(f"event {','.join(fields)!r}")
        self._last = (self._last + 1) % NUMBERS
        return told

    def _state(
        self,
        number: int,
        ms: int,
        down: frozenset[int],
        lamps: str,
        faults: frozenset[str],
        kept: int,
        at_us: int,
    ) -> list[Told]:
        """The board says how it is."""
        if self.hello is None:
            return []
        self._clocks.append(at_us - ms * 1000)
        first = self._last is None
        missing = 0 if self._last is None else steps(number, self._last)
        asked = self._open.pop("STATE", None)
        if missing and missing <= kept:
            if asked is not None:
                self._open["STATE"] = asked  # this one was under way already, or one more was lost
            else:
                self._ask_state(at_us)
            return []
        self._last = number
        told: list[Told] = []
        if first:
            told.append(Begun(self.hello, down))
            if self._timing:
                self._ask("TIMING", at_us, self._timing)
            if self._lamps is not None:
                self._ask("LAMPS", at_us, self._lamps)
        else:
            told += [KeyMoved(key, key in down, at_us) for key in sorted(down ^ self._down)]
            if self._lamps is not None and lamps != self._lamps and "LAMPS" not in self._open:
                self._ask("LAMPS", at_us, self._lamps)
        told += [PartFailed(part, part in faults) for part in sorted(faults ^ self._faults)]
        self._down, self._faults = down, faults
        return told + self._surely(self._time(ms, at_us), at_us)

    def _surely(self, known_us: int, at_us: int) -> list[Told]:
        """Tell that nothing is missing up to this time, if somebody wants to know."""
        if self._sure_us is None:
            return []
        if known_us < self._sure_us - SURE_US:  # it was under way already
            self._ask_state(at_us)
            return []
        self._sure_us = None
        return [InStep(known_us)]

    def _time(self, ms: int, at_us: int) -> int:
        """When something was by the host's clock: neither before another event nor to come."""
        offset = min(*self._clocks, at_us - ms * 1000) if self._clocks else at_us - ms * 1000
        late_us = AGAIN_US if "STATE" in self._open else LATE_US
        self._event_us = max(self._event_us, at_us - late_us, min(at_us, ms * 1000 + offset))
        return self._event_us

    # Lines out

    def _greeted(self, hello: Hello, answered: str, at_us: int) -> None:
        asked = self._open.get("HELLO")
        if asked is not None and answered == str(asked.number):
            del self._open["HELLO"]
            self.hello = hello
        elif asked is None and not answered:
            # It knows nothing of a session: it was restarted, or has not heard of us for too long.
            self._last = None
            self._open.clear()
            self._clocks.clear()
            self._faults = frozenset()
            self._ask("HELLO", at_us, PROTOCOL)

    def _answered(self, number: int) -> None:
        for kind, each in list(self._open.items()):
            if each.number == number:
                del self._open[kind]

    def _ask(self, kind: str, at_us: int, *fields: object) -> None:
        """Send a line, and again until it is answered; it replaces one of its kind."""
        self._number = (self._number + 1) % NUMBERS
        made = line(self._number, kind, *fields)
        self._open[kind] = _Open(self._number, made, at_us)
        self._out += made
