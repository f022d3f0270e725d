"""The simulated board on the real loop, as the simulated board's page runs it."""

import asyncio
from itertools import pairwise

from hardware.gpio import GpioPanel
from hardware.simulated.board import SimulatedBoard
from hardware.wiring import DIRECT
from puluc.loop import LoopReactor
from puluc.screens.values import MessageScreen
from puluc.session.events import Pressed, Released, Shaken
from puluc.session.frame import Frame, Lamp


def test_real_time():
    """On asyncio's clock, too, a tap is a press and a release, a shake a shake; lamps blink."""

    async def play():
        reactor = LoopReactor(asyncio.get_running_loop())
        board = SimulatedBoard(DIRECT, reactor)
        panel = GpioPanel(DIRECT, board.factory, reactor)
        events, blinked = asyncio.Queue(), asyncio.Queue()
        panel.start(events.put_nowait)
        board.watch(lambda: blinked.put_nowait(board.lamps()[0]))
        began_ms = reactor.now_us() // 1000
        board.tap(3, ms=40)
        board.shake(ms=400)
        panel.show(Frame((Lamp.FAST,), MessageScreen(""), touched=0))
        async with asyncio.timeout(10):
            told = [await events.get() for _ in range(3)]
            seen = [await blinked.get() for _ in range(4)]
        panel.close()
        board.close()
        return began_ms, told, seen

    began_ms, told, seen = asyncio.run(play())
    assert [type(event) for event in told] == [Pressed, Released, Shaken]
    assert told[0].at - began_ms >= 1
    assert told[1].at - told[0].at >= 39
    assert told[2].at - told[2].began >= 600
    assert all(before != after for before, after in pairwise(seen))
