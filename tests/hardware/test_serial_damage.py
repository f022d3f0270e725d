"""Ten thousand lines of which many are damaged: nothing wrong is told, nothing is lost."""

import json
import os
from pathlib import Path
from random import Random

import pytest

from puluc.screens.values import MessageScreen
from puluc.session.events import Back, Event, Lost, Pressed, Released, Shaken
from puluc.session.frame import Frame, Lamp
from tests.lockstep.damage import Damage
from tests.lockstep.world import CountedPort, lockstep

LINES = 10_000
SHARE = 0.25
PATIENCE_MS = 2_000
"""What is shown must be lit after so long at the latest, and what is pressed be told."""


class DamagedPort:
    """A port to the real firmware, damaged in both directions."""

    def __init__(self, port: CountedPort, out: Damage, back: Damage) -> None:
        self._port = port
        self._out = out
        self._back = back
        self.fileno = port.fileno
        self.close = port.close

    def read(self) -> bytes:
        return self._back(self._port.read())

    def write(self, data: bytes) -> None:
        self._port.write(self._out(data))


def test_damage() -> None:
    """Whatever happens to a quarter of all lines, keys, shakes and lamps come through in order."""
    play_through(20261130)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_other_damage(seed: int) -> None:
    """Two hundred thousand lines, damaged otherwise."""
    play_through(seed)


def play_through(seed: int) -> None:
    """Press, shake and light until so many lines went over the port; then see what came of it."""
    chance = Random(seed)
    out, back = (Damage(chance, SHARE) for _ in range(2))
    events: list[Event] = []
    told_ms: list[int] = []
    lit_ms: list[int] = []
    expected: list[tuple[type, int | None]] = []
    with lockstep(now_us=1_000_000) as (panel, hands, reactor):
        opens = reactor.open_port
        panel.attendant._open_port = lambda path: DamagedPort(opens(path), out, back)
        panel.start(events.append)
        reactor.advance_ms(2_000)
        events.clear()
        while out.lines + back.lines < LINES:
            if chance.random() < 0.05:
                hands.shake(ms=600)
                reactor.advance_ms(1_600)  # until another one is believed
                expected.append((Shaken, None))
            else:
                space = chance.randint(1, 11)
                hands.tap(space, ms=60)
                reactor.advance_ms(60)
                expected += [(Pressed, space), (Released, space)]
            shown = tuple(chance.choice((Lamp.OFF, Lamp.ON)) for _ in range(11))
            panel.show(Frame(shown, MessageScreen(""), touched=0))
            wanted = tuple(lamp is Lamp.ON for lamp in shown)
            began_ms = reactor.now_us() // 1000
            lit = told = False
            while not (lit and told):
                waited_ms = reactor.now_us() // 1000 - began_ms
                assert waited_ms < PATIENCE_MS, (lit, told)
                if not lit and hands.lamps() == wanted:
                    lit = True
                    lit_ms.append(waited_ms)
                if not told and len(events) >= len(expected):
                    told = True
                    told_ms.append(waited_ms)
                reactor.advance_ms(25)
            assert hands.lamps() == wanted
        reactor.advance_ms(5_000)
        assert hands.lamps() == wanted
    assert not [event for event in events if isinstance(event, Lost | Back)]
    told = [(type(event), getattr(event, "space", None)) for event in events]
    wrong = next((n for n, (a, b) in enumerate(zip(told, expected, strict=False)) if a != b), None)
    assert wrong is None, events[wrong - 5 : wrong + 5]
    assert len(told) == len(expected)
    assert min(out.done.values(), default=0) > 50
    assert len(out.done) == len(back.done) == 5
    record(
        {
            "lines": {"to the board": out.lines, "to the host": back.lines},
            "damaged": dict(out.done + back.done),
            "events": len(expected),
            "lamp states": len(lit_ms),
            "ms until told": told_ms,
            "ms until lit": lit_ms,
        }
    )


def record(figures: dict[str, object]) -> None:
    """Keep what was measured, where somebody asks for it."""
    if "PULUC_FIGURES" in os.environ:
        Path(os.environ["PULUC_FIGURES"]).write_text(json.dumps(figures))
