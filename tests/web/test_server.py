"""The page on a real port, inside a loop that runs already."""

import asyncio
import json
import signal
import socket
import time

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from puluc.web.server import PortError, serving
from tests.web.browser import on_a_loop, turns
from tests.web.fakes import FakeTable


@on_a_loop
async def test_the_page_and_the_board_are_served():
    """A browser gets the page, what is seen, and its presses through, on a free port."""
    table = FakeTable()
    async with serving(table, port=0) as port:
        async with httpx.AsyncClient() as http:
            answer = await http.get(f"http://127.0.0.1:{port}/")
            assert answer.status_code == 200
            assert "server" not in answer.headers
        async with connect(f"ws://127.0.0.1:{port}/board") as browser:
            assert set(json.loads(await browser.recv())) >= {"lamps", "pixels"}
            await browser.send('{"press": 4}')
            table.light(2)
            assert json.loads(await browser.recv())["lamps"][1] is True
        for origin in ("http://evil.example", f"http://localhost:{port}"):
            with pytest.raises(InvalidStatus, match="403"):
                await connect(f"ws://127.0.0.1:{port}/board", origin=origin)
    assert table.done == [("press", 4), ("release", 4)]


@on_a_loop
async def test_a_malformed_message_is_answered_with_the_reason():
    """Over a real connection, too, the close frame says what was wrong; so does a long one's."""
    table = FakeTable()
    async with serving(table, port=0) as port:
        for message, code in (('{"press": 99}', 1008), ("x" * 10_000, 1009)):
            async with connect(f"ws://127.0.0.1:{port}/board") as browser:
                await browser.recv()
                await browser.send(message)
                with pytest.raises(ConnectionClosed) as closed:
                    await browser.recv()
                assert closed.value.rcvd.code == code
    assert not table.done


@on_a_loop
async def test_a_stop_is_quick_and_lets_go():
    """With browsers connected and a button held the end comes in under a second, all released."""
    table = FakeTable()
    async with serving(table, port=0) as port:
        browsers = [await connect(f"ws://127.0.0.1:{port}/board") for _ in range(3)]
        for browser in browsers:
            await browser.recv()
        await browsers[0].send('{"press": 4}')
        while not table.done:
            await turns(1)
        began = time.monotonic()
    assert time.monotonic() - began < 1
    assert table.done == [("press", 4), ("release", 4)]
    assert not table.watchers
    for browser in browsers:
        with pytest.raises(ConnectionClosed):
            await browser.recv()
        assert browser.close_code == 1012


@on_a_loop
async def test_a_stop_does_not_wait_for_who_does_not_read():
    """A browser that hangs with the line full delays the end by its second and no more."""
    table = FakeTable()
    async with serving(table, port=0) as port:
        hung = socket.create_connection(("127.0.0.1", port))
        hung.sendall(
            f"GET /board HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        while not table.watchers:
            await turns(1)
        sent = -1
        while sent != table.looked:  # until the sockets' buffers are full and nothing more is sent
            sent = table.looked
            for fill in range(2_000):
                table.change(pixels=fill.to_bytes(2, "big") * 512)
                await turns(2)
        began = time.monotonic()
    assert time.monotonic() - began < 2
    assert not table.watchers
    hung.close()


@on_a_loop
async def test_the_apps_signals_are_left_alone():
    """SIGINT and SIGTERM stay with the app that owns the loop, while serving and after."""
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    async with serving(FakeTable(), port=0):
        await turns()
        during = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    after = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    assert before == during == after


@on_a_loop
async def test_only_this_machine_is_served():
    """The port is bound to 127.0.0.1, not to every address."""
    async with serving(FakeTable(), port=0) as port:
        with socket.socket() as other:
            other.bind(("127.0.0.2", port))  # would fail if all addresses were taken


@on_a_loop
async def test_a_port_that_cannot_be_had_is_named():
    """A port in use, or no port at all, is an error that names it."""
    async with serving(FakeTable(), port=0) as port:
        with pytest.raises(PortError, match=f"port {port} on 127.0.0.1: .*in use"):
            async with serving(FakeTable(), port=port):
                pass
    with pytest.raises(PortError, match=r"port 70000 on 127\.0\.0\.1"):
        async with serving(FakeTable(), port=70000):
            pass


@on_a_loop
async def test_the_port_can_be_had_again_at_once():
    """A restart right after a stop finds its port free, though a browser was connected."""
    async with serving(FakeTable(), port=0) as port:
        browser = await connect(f"ws://127.0.0.1:{port}/board")
        await browser.recv()
    async with (
        asyncio.timeout(2),
        serving(FakeTable(), port=port),
        connect(f"ws://127.0.0.1:{port}/board") as again,
    ):
        await again.recv()
    await browser.wait_closed()
