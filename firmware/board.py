"""The board's side of the protocol: levels and bytes in; lines, lamps and tones out.

Pure: pins, port and clock are the caller's, so that it runs on any Python. Times are integer
microseconds. docs/protocol.md says what is sent, and why.
"""

from debounce import Debouncer
from shake import Restless, Shake
from wire import Lines, line, steps

MAJOR = "1"
PROTOCOL = MAJOR + ".0"
VERSION = "1.0.0"
"""The firmware's own; `puluc flash` compares it."""

STATE_US = 500000
"""How often the board says how it is, in a session."""
SILENCE_US = 5000000
"""How long without a line ends a session, and lets the board go dark."""
SLOW_US = 500000
FAST_US = 125000
"""How long a blinking lamp is lit, and then dark."""
SWEEP_US = 40000
"""How long each lamp is lit, one after the other, when the board is switched on."""
EVENTS = 16
"""How many events are kept to be repeated."""
WAITING = 32
"""As many lines wait at most for a host that doesn't read; it will ask for what it has missed."""
REMEMBERED = 8
"""So many of the host's lines are known again when they are repeated."""


class Board:
    r"""A board: it tells of its keys and its tray; its lamps and its buzzer do as they are told.

        board = Board(11, "keys+menu+tilt", at_us=0, keys=0, tilt=0)
        board.receive(1000, b"$1,HELLO,1.0*103417DB\n")
        board.sample(2000, 1 << 4, 0)      # key 4 is down
        board.lines()                      # what is to be sent now
        board.lit(2000)                    # which lamps are lit, bit 4 for space 4's

    Attributes:
        wants_prompt: Whether the host wants MicroPython's prompt instead of this program.
    """

    def __init__(self, spaces, inputs, at_us, keys, tilt):
        self.wants_prompt = False
        self._spaces = spaces
        self._inputs = inputs
        self._reader = Lines()
        self._out = []
        self._number = 0  # the latest event's
        self._events = []  # the latest ones: number and fields
        self._in_session = False
        self._done = []  # the host's lines that were done lately
        self._heard_us = at_us
        self._state_us = at_us
        self._levels = keys
        self._tilt = tilt
        self._keys = [
            Debouncer(down=bool(keys >> key & 1), at_us=at_us) for key in range(spaces + 1)
        ]
        self._shake = Shake()
        self._restless = Restless()
        self._faults = []
        self._lamps = "." * spaces
        self._on = self._slow = self._fast = 0
        self._sweep_us = at_us
        self._tune = []  # when each note ends, and its frequency
        self._plan()

    def receive(self, at_us, data):
        """Take what the host has sent."""
        for number, fields in self._reader.feed(data):
            self._heard_us = at_us
            kind = fields[0]
            if kind == "HELLO":
                self._greet(at_us, number, fields)
            elif kind == "UPDATE":
                self._send("ACK", number)
                self._end()
                self.wants_prompt = True
            elif not self._in_session:
                self._introduce()
            elif kind == "STATE":
                self._repeat(fields)
                self._tell_state(at_us)
            else:
                self._send("ACK", number)
                if number not in self._done:
                    self._done.append(number)
                    if len(self._done) > REMEMBERED:
                        self._done.pop(0)
                    try:
                        self._do(at_us, fields)
                    except ValueError:  # arguments of another minor version
                        pass

    def sample(self, at_us, keys, tilt):
        """Take the levels as they are now, and do what is due.

        Args:
            at_us: Now.
            keys: The keys that read down: bit 0 the menu's, bit 1 space 1's, and so on.
            tilt: The tilt switch's level.
        """
        changed = keys ^ self._levels
        if changed or (self._keys_us is not None and self._keys_us <= at_us):
            self._levels = keys
            self._feed(at_us, changed)
        if tilt != self._tilt:
            self._tilt = tilt
            self._shaken(self._shake.edge(at_us))
            if self._restless.edge(at_us):
                self.fault(at_us, "TILT", True)
        else:
            due_us = self._shake.due_us
            if due_us is not None and due_us <= at_us:
                self._shaken(self._shake.poll(at_us))
            due_us = self._restless.due_us
            if due_us is not None and due_us <= at_us and self._restless.poll(at_us):
                self.fault(at_us, "TILT", False)
        if self._in_session:
            if at_us - self._heard_us >= SILENCE_US:
                self._end()
            elif at_us >= self._state_us:
                self._tell_state(at_us)

    def fault(self, at_us, part, is_broken):
        """Tell that a part is broken, or well again; nothing when that is known."""
        if is_broken != (part in self._faults):
            if is_broken:
                self._faults.append(part)
            else:
                self._faults.remove(part)
            self._event("FAULT", part, int(is_broken), at_us // 1000)

    def lit(self, at_us):
        """The lamps that are lit now: bit 1 is space 1's, and so on."""
        if self._sweep_us is not None:
            space = (at_us - self._sweep_us) // SWEEP_US + 1
            if space <= self._spaces:
                return 1 << space
            self._sweep_us = None
        lit = self._on
        if self._slow and at_us // SLOW_US % 2 == 0:
            lit |= self._slow
        if self._fast and at_us // FAST_US % 2 == 0:
            lit |= self._fast
        return lit

    def tone(self, at_us):
        """The frequency in Hz that the buzzer sounds now; 0 is silence."""
        while self._tune and self._tune[0][0] <= at_us:
            self._tune.pop(0)
        return self._tune[0][1] if self._tune else 0

    def lines(self):
        """The lines to send; each is given once."""
        out = self._out
        if out:
            self._out = []
        return out

    def due_us(self, at_us):
        """When something is to be done next if no level changes; None when nothing is."""
        dues = [self._keys_us, self._shake.due_us, self._restless.due_us]
        if self._in_session:
            dues += [self._state_us, self._heard_us + SILENCE_US]
        if self._sweep_us is not None:
            dues.append(at_us + SWEEP_US - (at_us - self._sweep_us) % SWEEP_US)
        if self._slow:
            dues.append((at_us // SLOW_US + 1) * SLOW_US)
        if self._fast:
            dues.append((at_us // FAST_US + 1) * FAST_US)
        if self._tune:
            dues.append(self._tune[0][0])
        known = [due for due in dues if due is not None]
        return min(known) if known else None

    # The session

    def _greet(self, at_us, number, fields):
        """Begin a session, unless the host's protocol is another."""
        self._end()
        if len(fields) > 1 and fields[1].split(".")[0] == MAJOR:
            self._in_session = True
            self._done = []
        self._introduce(number)
        if self._in_session:
            self._tell_state(at_us)

    def _introduce(self, answered=""):
        """Say what this board is, by itself or in answer to a line of the host's."""
        self._send("HELLO", PROTOCOL, VERSION, self._spaces, self._inputs, answered)

    def _end(self):
        """End the session: dark and silent."""
        self._in_session = False
        self._sweep_us = None
        self._show("")
        self._tune = []

    def _do(self, at_us, fields):
        """Do what a line says; what isn't known is of a later minor version."""
        kind = fields[0]
        if kind == "LAMPS":
            self._show(fields[1] if len(fields) > 1 else "")
        elif kind == "PLAY":
            self._play(at_us, fields[1:])
        elif kind == "TIMING":
            self._time(at_us, [int(field) * 1000 for field in fields[1:12]])
        elif kind == "BYE":
            self._end()

    def _show(self, lamps):
        """Have these lamps, a letter a space."""
        self._lamps = lamps = (lamps + "." * self._spaces)[: self._spaces]
        self._on = self._slow = self._fast = 0
        for space, lamp in enumerate(lamps, 1):
            if lamp == "1":
                self._on |= 1 << space
            elif lamp == "s":
                self._slow |= 1 << space
            elif lamp == "f":
                self._fast |= 1 << space

    def _play(self, at_us, notes):
        """Sound a tune from now on."""
        self._tune = []
        for note in notes:
            hz, ms = note.split(":")
            at_us += int(ms) * 1000
            self._tune.append((at_us, int(hz)))

    def _time(self, at_us, times):
        """Tell presses and shakes from noise by other times."""
        confirm_us, window_us, deaf_us = times[:3]
        edges, shake_us, slices, slice_us, quiet_us, refractory_us, limit_us, noise_us = times[3:]
        self._keys = [
            Debouncer(
                down=key.down,
                at_us=at_us,
                confirm_us=confirm_us,
                window_us=window_us,
                deaf_us=deaf_us,
            )
            for key in self._keys
        ]
        self._shake = Shake(
            edges=edges // 1000,
            window_us=shake_us,
            slices=slices // 1000,
            slice_us=slice_us,
            quiet_us=quiet_us,
            refractory_us=refractory_us,
            limit_us=limit_us,
            noise_us=noise_us,
        )
        # A key that moved while the old debouncer was deaf has no edge to come.
        self._feed(at_us, (1 << self._spaces + 1) - 1)

    # What is told

    def _feed(self, at_us, changed):
        """Feed the keys that changed, and those that are to be sampled."""
        levels = self._levels
        for number, key in enumerate(self._keys):
            due_us = key.due_us
            if changed >> number & 1 or (due_us is not None and due_us <= at_us):
                change = key.feed(at_us, bool(levels >> number & 1))
                if change is not None:
                    self._event("KEY", number, int(change), at_us // 1000)
        self._plan()

    def _plan(self):
        """Note when the first key is to be sampled."""
        dues = [key.due_us for key in self._keys if key.due_us is not None]
        self._keys_us = min(dues) if dues else None

    def _shaken(self, over):
        """Tell of a shake that is over, if the switch can be believed."""
        if over is not None and not self._restless.broken:
            self._event("SHAKE", over[0] // 1000, over[1] // 1000)

    def _event(self, *fields):
        self._number = (self._number + 1) % 1000
        self._events.append((self._number, fields))
        if len(self._events) > EVENTS:
            self._events.pop(0)
        if self._in_session:
            self._send(*fields)

    def _repeat(self, fields):
        """Send the events again that came after the one the host has."""
        if len(fields) < 2 or not fields[1].isdigit():
            return
        missing = steps(self._number, int(fields[1]))
        if 0 < missing <= len(self._events):
            for number, event in self._events[-missing:]:
                self._put(line(number, *event))

    def _tell_state(self, at_us):
        down = 0
        for number, key in enumerate(self._keys):
            if key.down:
                down |= 1 << number
        self._send(
            "STATE",
            at_us // 1000,
            f"{down:X}",
            self._lamps,
            "+".join(self._faults),
            len(self._events),
        )
        self._state_us = at_us + STATE_US

    def _send(self, *fields):
        """Send a line with the latest event's number."""
        self._put(line(self._number, *fields))

    def _put(self, made):
        if len(self._out) >= WAITING:
            self._out = []
        self._out.append(made)
