"""Serves the page inside a loop that already runs, and stops without a fuss."""

import asyncio
import socket
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager, closing, contextmanager, suppress

from uvicorn import Config, Server

from puluc.errors import PulucError
from puluc.web.messages import LONGEST
from puluc.web.page import create_app
from puluc.web.table import Table

HOST = "127.0.0.1"
"""The only address served: a simulated board is for who sits at this machine."""

LAST_WORDS_S = 1
"""How long an end waits for browsers that do not read; the others go at once."""

KEEPALIVE_S = 5.0
"""A browser that does not answer a ping for so long is gone, and its fingers with it."""


class PortError(PulucError, OSError):
    """The page's port cannot be had."""


TICK_S = 1.0
"""How often the date in the answers is brought up to date."""


class _Server(Server):
    """uvicorn's server, leaving SIGINT and SIGTERM to the app that owns the loop.

    It sleeps while nothing happens: uvicorn's own wakes ten times a second to see whether it is
    to end.
    """

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self._ended = asyncio.Event()

    def end(self) -> None:
        """Stop serving soon."""
        self.should_exit = True
        self._ended.set()

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), TICK_S)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


@asynccontextmanager
async def serving(table: Table, *, port: int) -> AsyncIterator[int]:
    """Serve a board's page for as long as the context lasts.

    Connections are taken from the moment it is entered. When it is left they are closed, which
    releases what they hold down: about 0.3 s, and 1.3 s with a browser that does not read.

    Args:
        table: The board.
        port: The TCP port on 127.0.0.1; 0 for any that is free.

    Yields:
        The port that is served.

    Raises:
        PortError: the port is in use, or may not be used by this user.
    """
    with closing(_listen(port)) as listener:
        served: int = listener.getsockname()[1]
        server = _Server(
            Config(
                create_app(table, port=served),
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws_max_size=4 * LONGEST,  # UTF-8 takes up to four bytes a character
                ws_ping_interval=KEEPALIVE_S,
                ws_ping_timeout=KEEPALIVE_S,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=LAST_WORDS_S,
            )
        )
        task = asyncio.create_task(server.serve(sockets=[listener]), name="page")
        try:
            yield served
        finally:
            server.end()
            await task


def _listen(port: int) -> socket.socket:
    """A socket that already queues connections, so that a browser opened at once finds it."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen()
    except (OSError, OverflowError) as error:
        listener.close()
        reason = error.strerror if isinstance(error, OSError) else error
        raise PortError(f"port {port} on {HOST}: {reason}; --port chooses another") from error
    return listener
