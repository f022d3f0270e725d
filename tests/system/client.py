"""A person at the page without a browser: speaks its WebSocket, and remembers all it has seen."""

import json
from base64 import b64decode
from contextlib import ExitStack, suppress
from random import Random
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.system.expected import Sight

PATIENCE_S = 10
PRESS_S = 0.06
"""How long a finger stays on a button."""
SLIP_S = 1.2
"""Held for so long, the press takes back the move that it made."""
SETTLED_S = 0.06
"""The display draws in less; when nothing has changed for so long, nothing will."""


class Look(NamedTuple):
    """What is seen at one time."""

    lamps: tuple[bool, ...]
    pixels: bytes


class Client:
    """Plays for both sides, by what is lit.

    Args:
        address: of the page.
        chance: what it presses.
    """

    def __init__(self, address: str, chance: Random) -> None:
        self.looks: list[Look] = []
        self._chance = chance
        self._pressed_last: int | None = None
        self._closing = ExitStack()
        self._socket = self._closing.enter_context(
            connect(f"ws://{urlsplit(address).netloc}/board", compression=None)
        )
        self._known: dict[str, object] = {}
        self._read(monotonic() + PATIENCE_S)

    @property
    def now(self) -> Look:
        """What is seen now."""
        return self.looks[-1]

    def await_sight(self, wanted: Sight) -> None:
        """Wait until something of a sight is seen; what was seen before is forgotten."""
        until = monotonic() + PATIENCE_S
        while self.now.lamps not in wanted.lamps or self.now.pixels not in wanted.pixels:
            assert self._read(until), "the board doesn't come to show what its journal says"
        self.looks = [self.now]

    def act(self) -> None:
        """Press what is lit, shake when nothing is, and wait for what comes of it."""
        since = len(self.looks)
        space = self.begin()
        if space is not None and self._chance.random() < 0.15:
            self._until_lamps_change(since)
            self.watch(SLIP_S)
        elif space is not None:
            self.watch(PRESS_S)
        if space is not None:
            self._say({"release": space})
        self._until_lamps_change(since)
        self._settle()
        self._pressed_last = space

    def begin(self) -> int | None:
        """Put a finger on what is lit, or shake; returns the space, which is still held down."""
        lit = [space for space, on in enumerate(self.now.lamps, 1) if on]
        if not lit:
            self._say({"shake": True})
            return None
        # A press that left something lit may have narrowed; the same again would only widen.
        others = [space for space in lit if space != self._pressed_last]
        space = self._chance.choice(others or lit)
        self._say({"press": space})
        return space

    def watch(self, seconds: float) -> None:
        """See what happens within some time."""
        until = monotonic() + seconds
        while self._read(until):
            pass

    def drain(self) -> None:
        """See all that was sent by a board that is no more."""
        with suppress(ConnectionClosed):
            while self._read(monotonic() + PATIENCE_S):
                pass
        self.close()

    def close(self) -> None:
        """Leave the page; may be done twice."""
        self._closing.close()

    def _until_lamps_change(self, since: int) -> None:
        until = monotonic() + PATIENCE_S
        before = self.looks[since - 1].lamps
        while all(look.lamps == before for look in self.looks[since:]):
            assert self._read(until), f"nothing comes of it; the lamps are still {before}"

    def _settle(self) -> None:
        while self._read(monotonic() + SETTLED_S):
            pass

    def _say(self, message: dict[str, object]) -> None:
        self._socket.send(json.dumps(message))

    def _read(self, until: float) -> bool:
        """Take one more message; returns whether one came in time."""
        try:
            text = self._socket.recv(timeout=max(0.0, until - monotonic()))
        except TimeoutError:
            return False
        self._known.update(json.loads(text))
        lamps, pixels = self._known["lamps"], self._known["pixels"]
        assert isinstance(lamps, list)
        assert isinstance(pixels, str)
        self.looks.append(Look(tuple(lamps), b64decode(pixels)))
        return True
