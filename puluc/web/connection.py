"""One browser at the board: its presses in, what has changed out."""

import asyncio
import json
import logging
from typing import Literal, assert_never

from starlette.websockets import WebSocket, WebSocketDisconnect

from puluc.rules.units import Space
from puluc.web.messages import Menu, MessageError, Press, Shake, news, read
from puluc.web.table import Look, Table

Key = Space | Literal["menu"]
"""A button of the board."""

POLICY_VIOLATION = 1008
"""The close code for a message that breaks the agreement (RFC 6455, section 7.4.1)."""

_log = logging.getLogger(__name__)


class Keys:
    """The buttons, under the fingers of several browsers: down with the first, up with the last."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._holders: dict[Key, set[WebSocket]] = {}

    def press(self, key: Key, holder: WebSocket) -> None:
        """Put a browser's finger on a button; harmless when it is there already."""
        holders = self._holders.setdefault(key, set())
        if not holders:
            if key == "menu":
                self._table.press_menu()
            else:
                self._table.press(key)
        holders.add(holder)

    def release(self, key: Key, holder: WebSocket) -> None:
        """Take a browser's finger off a button; harmless when it is not there."""
        holders = self._holders.get(key, set())
        if holder not in holders:
            return
        holders.discard(holder)
        if not holders:
            if key == "menu":
                self._table.release_menu()
            else:
                self._table.release(key)

    def release_all(self, holder: WebSocket) -> None:
        """Take all of a browser's fingers off."""
        for key in list(self._holders):
            self.release(key, holder)


async def converse(socket: WebSocket, table: Table, keys: Keys) -> None:
    """Serve one browser until it goes, or until it sends what is not a message.

    Whatever it holds down then comes up.
    """
    await socket.accept()
    async with asyncio.TaskGroup() as tasks:
        telling = tasks.create_task(_tell(socket, table))
        try:
            refused = await _listen(socket, table, keys)
        finally:
            keys.release_all(socket)
        telling.cancel()
    if refused is not None:
        _log.warning("closed a page's connection: %s", refused)
        await socket.close(POLICY_VIOLATION, str(refused))


async def _listen(socket: WebSocket, table: Table, keys: Keys) -> MessageError | None:
    """Do what the browser asks for, in its order; what ended that, or none when it went."""
    while True:
        packet = await socket.receive()
        if packet["type"] == "websocket.disconnect":
            return None
        text = packet.get("text")
        if text is None:
            return MessageError("a binary message: only JSON text is read")
        try:
            message = read(text, table.spaces)
        except MessageError as error:
            return error
        match message:
            case Press(space, down=True):
                keys.press(space, socket)
            case Press(space):
                keys.release(space, socket)
            case Menu(down=True):
                keys.press("menu", socket)
            case Menu():
                keys.release("menu", socket)
            case Shake():
                table.shake()
            case _:
                assert_never(message)


async def _tell(socket: WebSocket, table: Table) -> None:
    """Send all that is seen, then each change until the browser goes.

    A change only sets a flag, and what is seen is looked up when the socket takes a message: of
    many changes in one turn of the loop, or while a browser is slow, the latest is sent.
    """
    changed = asyncio.Event()
    unwatch = table.watch(changed.set)
    told: Look | None = None
    try:
        while True:
            changed.clear()
            now = table.look()
            message = news(told, now)
            if message:
                await socket.send_text(json.dumps(message, separators=(",", ":")))
            told = now
            await changed.wait()
    except WebSocketDisconnect:
        return  # _listen hears of it too, and ends the conversation
    finally:
        unwatch()
