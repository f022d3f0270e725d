"""The application behind the page: its files and its one WebSocket."""

from importlib.resources import files

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from puluc.web.connection import Keys, converse
from puluc.web.guard import Guard
from puluc.web.table import Table

FILES = {
    "/": ("index.html", "text/html"),
    "/board.css": ("board.css", "text/css"),
    "/board.js": ("board.js", "text/javascript"),
    "/wood.svg": ("wood.svg", "image/svg+xml"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
"""Path, file in ``static/`` and media type of all that is served; there is nothing else."""


def create_app(table: Table, *, port: int) -> Starlette:
    """The page of a simulated board.

    Args:
        table: The board; all calls to it are made on the loop that serves the application.
        port: The TCP port that it is served on, which a request's ``Host`` must name.
    """
    keys = Keys(table)

    async def board(socket: WebSocket) -> None:
        await converse(socket, table, keys)

    routes: list[BaseRoute] = [_file(path, *what) for path, what in FILES.items()]
    routes.append(WebSocketRoute("/board", board))
    app = Starlette(routes=routes, middleware=[Middleware(Guard, port=port)])
    app.router.redirect_slashes = False
    return app


def _file(path: str, name: str, media_type: str) -> Route:
    """A route to one of the package's files, read once."""
    content = files("puluc.web").joinpath("static", name).read_bytes()

    async def send(_: Request) -> Response:
        return Response(content, media_type=media_type)

    return Route(path, send, name=name)
