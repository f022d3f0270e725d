"""Who may talk to the page."""

import httpx
import pytest
from starlette.applications import Starlette

from puluc.web.page import create_app
from tests.web.browser import HOST, PORT, Browser, on_a_loop
from tests.web.fakes import FakeTable

OWN_HOSTS = ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:8000"]
FOREIGN_HOSTS = [
    "evil.example:8000",
    "localhost",
    "localhost:8001",
    "127.0.0.1",
    "127.0.0.2:8000",
    "localhost:8000.evil.example",
    "evil.example, localhost:8000",
    "localhost.:8000",
    "",
]


def client(app: Starlette) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url=f"http://127.0.0.1:{PORT}"
    )


@pytest.mark.parametrize("host", OWN_HOSTS)
@on_a_loop
async def test_own_names_are_served(host):
    """This machine's own names with our port get the page and the board."""
    app = create_app(FakeTable(), port=PORT)
    async with client(app) as http:
        assert (await http.get("/", headers={"host": host})).status_code == 200
    async with Browser(app, [("host", host)]) as browser:
        assert browser.heard()


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
@on_a_loop
async def test_foreign_names_get_nothing(host):
    """Any other name, as in DNS rebinding, gets neither page nor board."""
    table = FakeTable()
    app = create_app(table, port=PORT)
    async with client(app) as http:
        answer = await http.get("/", headers={"host": host})
    assert (answer.status_code, answer.text) == (421, f"the host {host!r} is not this board\n")
    async with Browser(app, [("host", host)]) as browser:
        assert browser.closed is not None
        assert not browser.heard()
    assert not table.looked


@pytest.mark.parametrize("hosts", [[], [HOST, HOST], [HOST, ("host", "evil.example")]])
@on_a_loop
async def test_one_host_is_named(hosts):
    """A request that names no host, or two, is refused."""
    async with Browser(create_app(FakeTable(), port=PORT), hosts) as browser:
        assert browser.closed is not None


@on_a_loop
async def test_the_default_port_may_be_left_out():
    """On port 80 a browser names the host alone."""
    app = create_app(FakeTable(), port=80)
    async with client(app) as http:
        assert (await http.get("/", headers={"host": "localhost"})).status_code == 200
        assert (await http.get("/", headers={"host": "localhost:80"})).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://localhost:8000",  # ours by another name: no page of ours asks so
        "http://127.0.0.1",
        "http://127.0.0.1:8001",
        "https://127.0.0.1:8000",
        "http://127.0.0.1:8000.evil.example",
        "null",
        "",
    ],
)
@on_a_loop
async def test_a_foreign_origin_reaches_no_board(origin, caplog):
    """A WebSocket from another page is refused before it opens, and logged."""
    table = FakeTable()
    async with Browser(create_app(table, port=PORT), [HOST, ("origin", origin)]) as browser:
        await browser.say({"press": 3})
        assert [one["type"] for one in browser.sent] == ["websocket.close"]
        assert browser.closed == (1008, f"the origin {origin!r} is not this board's page")
    assert not table.done
    assert "is not this board's page" in caplog.text


@on_a_loop
async def test_the_own_page_and_programs_reach_the_board():
    """Our page's origin is let in, and so is no origin at all, which no browser sends."""
    app = create_app(FakeTable(), port=PORT)
    for headers in ([HOST, ("origin", "http://127.0.0.1:8000")], [HOST]):
        async with Browser(app, headers) as browser:
            assert browser.heard()


@pytest.mark.parametrize("path", ["/", "/board.js", "/nowhere"])
@pytest.mark.parametrize("host", ["127.0.0.1:8000", "evil.example"])
@on_a_loop
async def test_every_answer_carries_the_headers(path, host):
    """Page, script, error and refusal alike forbid foreign content, guessing and keeping."""
    async with client(create_app(FakeTable(), port=PORT)) as http:
        headers = (await http.get(path, headers={"host": host})).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"


@on_a_loop
async def test_a_server_may_tell_of_its_start_and_end():
    """A server that speaks ASGI's lifespan protocol, which names no host, is answered."""
    said: list[str] = []
    told = iter(["lifespan.startup", "lifespan.shutdown"])

    async def receive():
        return {"type": next(told)}

    async def send(message):
        said.append(message["type"])

    await create_app(FakeTable(), port=PORT)({"type": "lifespan"}, receive, send)
    assert said == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
