"""``puluc run`` on a board that is a Pico: the real firmware, in real time, on a pty."""

import asyncio
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from hardware.attendant import UNPLUGGED
from tests.app.test_service import Bench
from tests.bench.live_board import LiveBoard, live_board


def bench_at(folder: Path, port: str) -> Bench:
    """A service whose board is on that port."""
    bench = Bench(folder, "pico")
    board = replace(bench.config.board, serial_port=port)
    bench.config = replace(
        bench.config, board=board, display=replace(bench.config.display, driver="none")
    )
    return bench


def seen(pico: LiveBoard, quiet_s: float = 0.3) -> list[int]:
    """All changes of the lamps, up to so much quiet."""
    found = []
    while (lamps := pico.lamps(quiet_s)) is not None:
        found.append(lamps[1])
    return found


def test_a_pico(tmp_path: Path) -> None:
    """The service finds its board, casts when a space is held, and leaves it dark."""
    lit: list[int] = []
    with live_board("live.py", "11") as pico:
        bench = bench_at(tmp_path, pico.path)

        async def meanwhile() -> None:
            await bench.until("STATUS=all is well")
            await asyncio.to_thread(seen, pico)
            pico.hold(1 << 4)
            lit.extend(await asyncio.to_thread(seen, pico, 2.0))
            pico.hold(0)

        with closing(bench.systemd):
            assert bench.run(meanwhile) == 0
        after = seen(pico)
    assert any(lit)
    assert after[-1] == 0


def test_no_pico(tmp_path: Path) -> None:
    """Without its board the service comes up, says so, and waits for it."""
    bench = bench_at(tmp_path, str(tmp_path / "ttyACM0"))
    heard: list[str] = []

    async def meanwhile() -> None:
        heard.append(await bench.until("READY=1"))
        if UNPLUGGED not in heard[0]:
            heard.append(await bench.until(UNPLUGGED))

    with closing(bench.systemd):
        assert bench.run(meanwhile) == 0
    assert UNPLUGGED in heard[-1]
