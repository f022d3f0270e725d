"""A browser's WebSocket, played by hand: the application sees ASGI and nothing of a network."""

import asyncio
import functools
import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from starlette.applications import Starlette

PORT = 8000
HOST = ("host", f"127.0.0.1:{PORT}")


def on_a_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run an asynchronous test on a loop of its own."""

    @functools.wraps(test)
    def run(*args: object, **kwargs: object) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def turns(count: int = 20) -> None:
    """Let the loop turn, which takes no time to speak of."""
    for _ in range(count):
        await asyncio.sleep(0)


class Browser:
    """One connection to ``/board``; ``async with`` opens it and makes it go away."""

    def __init__(
        self, app: Starlette, headers: Iterable[tuple[str, str]] = (HOST,), path: str = "/board"
    ) -> None:
        self._app = app
        self._scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers],
            "subprotocols": [],
        }
        self._to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[dict[str, Any]] = []
        """All that the application has sent, as ASGI."""
        self.reading = asyncio.Event()
        """Cleared while the browser does not read."""
        self.reading.set()

    async def __aenter__(self) -> "Browser":
        self._to_app.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app(self._scope, self._to_app.get, self._send))
        await turns()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.go()

    async def _send(self, message: dict[str, Any]) -> None:
        await self.reading.wait()
        self.sent.append(message)

    async def say(self, message: object) -> None:
        """Send a message, as JSON if it is not a string or bytes."""
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        kind = "bytes" if isinstance(text, bytes) else "text"
        self._to_app.put_nowait({"type": "websocket.receive", kind: text})
        await turns()

    async def go(self) -> None:
        """Go away without a word, whatever is held down."""
        self._to_app.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await self._task

    def heard(self) -> list[dict[str, Any]]:
        """The messages heard since the last call."""
        messages = [json.loads(one["text"]) for one in self.sent if one["type"] == "websocket.send"]
        self.sent.clear()
        return messages

    @property
    def closed(self) -> tuple[int, str] | None:
        """The code and reason that the application closed or refused with."""
        for one in self.sent:
            if one["type"] == "websocket.close":
                return one["code"], one["reason"]
        return None
