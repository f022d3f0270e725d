"""Who may talk to the page, and the headers that every answer carries.

The server listens on 127.0.0.1 only, which keeps other machines out but not the other pages in
the same browser. Two checks do:

- A ``Host`` other than this machine's own names with our port is refused, so that a foreign name
  made to point at 127.0.0.1 (DNS rebinding) gets nothing.
- A WebSocket whose ``Origin`` is not the page's own is refused. Every browser sends an ``Origin``
  with a WebSocket's handshake (RFC 6455, section 4.1), so one without it comes from a program on
  this machine, such as a test, which could write any ``Origin`` it liked: it is let in.

The pages themselves are the same for everybody and change nothing, so they need no ``Origin``.
"""

import logging

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAMES = ("localhost", "127.0.0.1", "[::1]")
"""The names that this machine has for itself."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    # An update must show at the next reload; the files are a few kB from this very machine.
    "Cache-Control": "no-store",
}

_log = logging.getLogger(__name__)


class Guard:
    """Middleware that refuses foreign hosts and origins and sets ``HEADERS``."""

    def __init__(self, app: ASGIApp, *, port: int) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in NAMES}
        if port == 80:
            self._hosts.update(NAMES)  # browsers leave out a scheme's own port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        reason = self._refusal(scope)
        if reason is None:
            await self._app(scope, receive, send_with_headers)
            return
        _log.warning("refused %s %r: %s", scope["type"], scope["path"], reason)
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
        else:
            answer = PlainTextResponse(f"{reason}\n", status_code=421)
            await answer(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> str | None:
        """Why a request is refused; none when it is not."""
        headers = Headers(scope=scope)
        hosts = [host.lower() for host in headers.getlist("host")]
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return f"the host {', '.join(hosts)!r} is not this board"
        origins = headers.getlist("origin")
        if scope["type"] == "websocket" and origins not in ([], [f"http://{hosts[0]}"]):
            return f"the origin {', '.join(origins)!r} is not this board's page"
        return None
