"""Serves the port of a serial board: looks for it, greets it, talks with it, notices its loss.

All of it is on one thread, or, in simulated time, done by who calls ``step``.
"""

import logging
import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.serial_link import Begun, Link, Told
from hardware.serial_port import Port, PortError

LOOK_US: Final = 1_000_000
"""How often a board that isn't there is looked for: a folder is read."""
REFUSED_US: Final = 3_000_000
"""How long a port is left alone whose board can't be played with."""
GREETING_US: Final = 1_000_000
"""A board that has not answered for so long is none, or another program's."""
GOODBYE_US: Final = 300_000
CLOSE_S: Final = 1.0
STUCK_S: Final = 30.0
"""No step takes so long: a port that takes nothing is given up after half a second."""
WAITING: Final = 4
"""As many tunes wait at most; later ones matter more."""

UNPLUGGED: Final = "board unplugged"

log = logging.getLogger(__name__)

Wait = Callable[[Port | None, int], None]
"""Waits until a port, if there is one, has bytes, for so many microseconds at most."""


class Attendant:
    """Serves the port of one board, whichever that is at the time.

    ``light`` and ``play`` may be called on any thread and never wait. What the board tells, and
    why there is none, goes to ``tell``, on the attendant's thread.
    """

    def __init__(
        self,
        spaces: int,
        now_us: Callable[[], int],
        find: Callable[[], Sequence[str]],
        open_port: Callable[[str], Port],
        tell: Callable[[Told | str], None],
        timing: str = "",
        *,
        wait: Wait | None = None,
    ) -> None:
        """Set up; nothing is looked for yet.

        Args:
            spaces: How many the board must have.
            now_us: The clock.
            find: Gives the ports that the board may be on.
            open_port: Opens one; raises PortError.
            tell: Takes what the board tells; a text is why there is no board.
            timing: The arguments of ``TIMING``.
            wait: Waits in simulated time; then there is no thread, and `step` is called by who
                moves the time, once the attendant is started.
        """
        self._spaces = spaces
        self._now_us = now_us
        self._find = find
        self._open_port = open_port
        self._tell = tell
        self._timing = timing
        self._lamps: str | None = None
        self._tunes: deque[Sequence[str]] = deque(maxlen=WAITING)
        self._unsure = False
        self._wait = wait or self._select
        self._threaded = wait is None
        self.is_started = False
        """Whether it looks for a board, or serves one."""
        self._closed = threading.Event()
        self._wake: tuple[int, int] | None = None
        self._thread: threading.Thread | None = None
        self._stepped_s = time.monotonic()
        # From here on the thread's alone.
        self._port: Port | None = None
        self._link: Link | None = None
        self._greeted_us = 0  # since when the board is greeted
        self._look_us = now_us()
        self._left: deque[str] = deque()  # ports still to be tried
        self._trouble = ""  # why those tried before were none
        self._told = ""  # and what was told of it
        self._refused: dict[str, int] = {}  # ports to be left alone, until when
        self._path = ""

    # On any thread

    @property
    def is_alive(self) -> bool:
        """Whether the thread is at work."""
        if self._thread is None or self._closed.is_set():
            return True
        return self._thread.is_alive() and time.monotonic() - self._stepped_s < STUCK_S

    def start(self) -> None:
        """Begin; harmless when it has begun."""
        if self.is_started or self._closed.is_set():
            return
        self.is_started = True
        if self._threaded:
            self._wake = os.pipe()
            for end in self._wake:
                os.set_blocking(end, False)
            self._thread = threading.Thread(target=self._run, name="board", daemon=True)
            self._thread.start()

    def light(self, lamps: str) -> None:
        """Have these lamps lit, a letter a space; the latest counts."""
        if lamps != self._lamps:
            self._lamps = lamps
            self._rouse()

    def play(self, notes: Sequence[str]) -> None:
        """Have a tune played, ``880:60`` for each note."""
        self._tunes.append(notes)
        self._rouse()

    def make_sure(self) -> None:
        """Have `InStep` told once everything up to now has come."""
        self._unsure = True
        self._rouse()

    def close(self) -> None:
        """Let the board go dark, and the port; may be called twice. Waits for a second at most."""
        if self._closed.is_set():
            return
        self._closed.set()
        self.is_started = False
        if self._thread is None:
            self._finish()
            return
        self._rouse()
        self._thread.join(CLOSE_S)
        if self._thread.is_alive():
            log.warning("the board's port hangs; left alone")
            return
        wake, self._wake = self._wake, None
        for end in wake or ():
            os.close(end)

    def _rouse(self) -> None:
        """Wake the thread."""
        if self._wake is not None:
            with suppress(BlockingIOError):  # full: it is awake
                os.write(self._wake[1], b"\0")

    # On the thread

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self.step()
                self._wait(self._port, self.due_us - self._now_us())
            except Exception as error:
                log.exception("serving the board's port failed")
                self._lose(f"{type(error).__name__}: {error}")
        self._finish()

    def _select(self, port: Port | None, wait_us: int) -> None:
        """Wait until bytes come or somebody rouses, for so long at most."""
        assert self._wake is not None
        files = [self._wake[0], *([] if port is None else [port.fileno()])]
        readable, _, _ = select.select(files, [], [], max(0, wait_us) / 1_000_000)
        if self._wake[0] in readable:
            with suppress(BlockingIOError):
                os.read(self._wake[0], 1_024)

    @property
    def due_us(self) -> int:
        """When `step` is to be called next, if nothing comes before."""
        if self._link is None:
            return self._look_us
        if not self._link.has_begun:
            return min(self._link.due_us, self._greeted_us + GREETING_US)
        return self._link.due_us

    def step(self) -> None:
        """Do what is to be done now."""
        self._stepped_s = time.monotonic()
        now_us = self._now_us()
        if self._link is None and now_us >= self._look_us:
            self._look(now_us)
        link, port = self._link, self._port
        if link is None or port is None:
            return
        try:
            self._serve(link, port, now_us)
        except PortError as error:
            log.info("%s: %s", self._path, error)
            self._lose(UNPLUGGED)

    def _look(self, now_us: int) -> None:
        """Try the next port that a board may be on."""
        if not self._left:
            self._trouble = ""
            paths = self._find()
            self._refused = {path: at for path, at in self._refused.items() if path in paths}
            self._left.extend(path for path in paths if self._refused.get(path, 0) <= now_us)
            if not paths:
                self._lose(UNPLUGGED)
        while self._left and self._link is None:
            self._path = self._left.popleft()
            try:
                self._port = self._open_port(self._path)
            except PortError as error:
                self._lose(str(error))
            else:
                self._link = Link(now_us, self._timing)
                self._greeted_us = now_us
        self._look_us = now_us + LOOK_US

    def _serve(self, link: Link, port: Port, now_us: int) -> None:
        told = link.receive(port.read(), now_us)
        refusal = self._refusal(link)
        if refusal:
            self._refuse(refusal, now_us)
            return
        if self._lamps is not None:
            link.light(self._lamps, now_us)
        for each in told:
            if isinstance(each, Begun):
                self._trouble = self._told = ""
            self._tell(each)
        while self._tunes:
            link.play(self._tunes.popleft(), now_us)
        if self._unsure:
            self._unsure = False
            link.make_sure(now_us)
        if link.has_begun:
            self._greeted_us = now_us  # should it know nothing of a session, from here on anew
        link.poll(now_us)
        out = link.outgoing()
        if out:
            port.write(out)
        if not link.has_begun and now_us - self._greeted_us >= GREETING_US:
            name = Path(self._path).name
            self._lose(f"{name} doesn't answer: does it need `puluc flash`?")
        elif link.is_lost(now_us):
            self._lose(UNPLUGGED)

    def _refusal(self, link: Link) -> str:
        """Why the board that has answered can't be played with."""
        hello = link.hello
        if hello is None:
            return ""
        if hello.trouble:
            return hello.trouble
        if hello.spaces != self._spaces:
            return (
                f"the board has {hello.spaces} spaces, the configuration {self._spaces}"
                " (board.spaces)"
            )
        return ""

    def _refuse(self, reason: str, now_us: int) -> None:
        """Leave this port alone for a while."""
        self._refused[self._path] = now_us + REFUSED_US
        self._lose(reason)

    def _lose(self, reason: str) -> None:
        """Close the port, and say why there is no board, once no other port is left to try.

        The port is closed before anything is looked for: a board that comes back while it is held
        would get another name (pyserial's issue 36).
        """
        self._drop()
        self._look_us = self._now_us() if self._left else self._now_us() + LOOK_US
        self._trouble = self._trouble or reason
        if not self._left and self._trouble != self._told:
            self._told = self._trouble
            self._tell(self._trouble)

    def _drop(self) -> None:
        port, self._port = self._port, None
        self._link = None
        if port is not None:
            port.close()

    def _finish(self) -> None:
        """Say goodbye, and see that it is heard."""
        link, port = self._link, self._port
        if link is not None and port is not None and link.has_begun:
            until_us = self._now_us() + GOODBYE_US
            link.end(self._now_us())
            with suppress(PortError):
                port.write(link.outgoing())
                while not link.is_settled and self._now_us() < until_us:
                    self._wait(port, min(until_us, link.due_us) - self._now_us())
                    link.receive(port.read(), self._now_us())
                    link.poll(self._now_us())
                    port.write(link.outgoing())
        self._drop()
