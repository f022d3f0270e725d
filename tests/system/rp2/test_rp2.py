"""The firmware frozen into an RP2 image, on an emulated RP2040, its USB port served by pyserial.

Time is simulated on both sides, as in ``tests/lockstep``; nothing but the chip differs from there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from hardware.serial_board import SerialPanel
from hardware.wire import line
from puluc.config import Config
from puluc.rules.contests import contest
from puluc.screens.values import MessageScreen
from puluc.session.events import Back, Event, Lost, MenuPressed, Pressed, Released, Shaken
from puluc.session.frame import Frame, Lamp
from tests.app.player import play_games
from tests.lockstep.table import pico_rig
from tests.lockstep.world import CountedPort, LockstepReactor, PicoHands, lockstep

pytestmark = pytest.mark.system

DARK = (False,) * 11
SHORT_GAME = {"track": 5, "warriors": 2, "kills_to_win": 2}


@dataclass
class Bench:
    """A panel with an emulated Pico."""

    panel: SerialPanel
    hands: PicoHands
    reactor: LockstepReactor
    events: list[Event] = field(default_factory=list)

    @property
    def port(self) -> CountedPort:
        assert self.reactor.port is not None
        return self.reactor.port

    def show(self, *lamps: Lamp) -> None:
        """Show these lamps, the others off."""
        dark = (Lamp.OFF,) * (11 - len(lamps))
        self.panel.show(Frame((*lamps, *dark), MessageScreen(""), touched=0))

    def lit(self) -> list[int]:
        """The spaces whose lamps glow."""
        return [space for space, on in enumerate(self.hands.lamps(), 1) if on]

    def until(self, holds: Callable[[], bool], within_ms: int) -> int:
        """Wait until something holds; returns after how many milliseconds it did."""
        for ms in range(0, within_ms + 1, 5):
            if holds():
                return ms
            self.reactor.advance_ms(5)
        raise AssertionError(f"not within {within_ms} ms; told: {self.events}")


@pytest.fixture
def bench(program: tuple[str, ...]) -> Iterator[Bench]:
    """A panel that has found its board."""
    with lockstep(program=program) as (panel, hands, reactor):
        bench = Bench(panel, hands, reactor)
        panel.start(bench.events.append)
        reactor.advance_ms(1_200)
        yield bench


def test_hello(bench: Bench) -> None:
    """The board says what it is, and nothing else happens."""
    link = bench.panel.attendant._link
    assert link is not None
    assert link.hello is not None
    assert link.hello.trouble == ""
    assert link.hello.spaces == 11
    assert link.hello.inputs == {"keys", "menu", "tilt", "buzzer"}
    assert link.damaged == 0
    assert [event for event in bench.events if not isinstance(event, Lost | Back)] == []


def test_presses_that_bounce(bench: Bench) -> None:
    """Each press and each release is told once, however the key's contact bounces."""
    bench.events.clear()
    for space in range(1, 12):
        bench.hands.tap(space, ms=60)
        bench.reactor.advance_ms(110)
    assert [type(event) for event in bench.events] == [Pressed, Released] * 11
    assert [event.space for event in bench.events[::2]] == list(range(1, 12))
    bench.hands.press_menu()
    bench.reactor.advance_ms(50)
    bench.hands.release_menu()
    bench.reactor.advance_ms(50)
    assert isinstance(bench.events[22], MenuPressed)


def test_a_spike(bench: Bench) -> None:
    """Fifty microseconds on a line tell nothing."""
    bench.events.clear()
    for space in range(1, 12):
        bench.hands.spike(space, us=50)
        bench.reactor.advance_ms(20)
    assert bench.events == []


def test_lamps(bench: Bench) -> None:
    """Every lamp is lit by its own pin, within 20 ms, and blinks by the board's clock."""
    for space in range(1, 12):
        bench.show(*[Lamp.OFF] * (space - 1), Lamp.ON)
        bench.until(lambda space=space: bench.lit() == [space], within_ms=20)
    bench.show(Lamp.ON, Lamp.SLOW, Lamp.FAST)
    seen = set()
    for _ in range(100):
        bench.reactor.advance_ms(10)
        seen.add(tuple(bench.lit()))
    assert seen == {(1,), (1, 2), (1, 3), (1, 2, 3)}


def test_a_shake(bench: Bench) -> None:
    """A shake is told once the tray has come to rest, a knock is not."""
    bench.events.clear()
    bench.hands.knock()
    bench.reactor.advance_ms(500)
    assert bench.events == []
    bench.hands.shake(ms=400)
    bench.until(lambda: bool(bench.events), within_ms=1_200)
    (shaken,) = bench.events
    assert isinstance(shaken, Shaken)


def test_a_tone(bench: Bench) -> None:
    """The buzzer sounds the frequency that it is told, and is silent afterwards."""
    bench.panel.attendant.play(["880:60", "440:60"])
    heard = []
    for _ in range(40):
        bench.reactor.advance_ms(5)
        assert bench.hands.firmware is not None
        heard.append(bench.hands.firmware.hz)
    sounded = [hz for before, hz in zip([0, *heard], heard, strict=False) if hz != before]
    assert [round(hz, -1) for hz in sounded] == [880, 440, 0]


def test_garbage(bench: Bench) -> None:
    """Ctrl-C, ``AT``, cut lines and a wrong CRC change nothing; what comes after them is heard."""
    bench.show(Lamp.ON)
    bench.until(lambda: bench.lit() == [1], within_ms=50)
    bench.events.clear()
    for garbage in (
        b"\x03\x03\x04\x01\x00\xff",
        b"AT\r\nAT+GCAP\r\n",
        b"$12,LAMPS,1111",
        b"$$$garbage***\r\n",
        line(900, "LAMPS", "11111111111").replace(b"*", b"*0"),
        Random(7).randbytes(300).replace(b"$", b"\x03"),
    ):
        bench.port.write(garbage)
        bench.reactor.advance_ms(30)
    assert bench.lit() == [1]
    bench.show(Lamp.OFF, Lamp.ON)
    bench.until(lambda: bench.lit() == [2], within_ms=200)
    assert bench.events == []


def test_a_silent_host(bench: Bench) -> None:
    """A board whose host has stopped without a word is dark after five seconds, not before."""
    bench.show(Lamp.ON)
    bench.until(lambda: bench.lit() == [1], within_ms=50)
    bench.reactor.panel = None  # nobody serves the port any more
    bench.reactor.advance_ms(3_900)
    assert bench.lit() == [1]
    bench.until(lambda: bench.hands.lamps() == DARK, within_ms=1_200)


def test_unplugged_and_plugged_in_again(bench: Bench) -> None:
    """The loss is told, the board is found again, shows what was shown, and its keys are heard."""
    bench.show(Lamp.ON, Lamp.OFF, Lamp.ON)
    bench.until(lambda: bench.lit() == [1, 3], within_ms=50)
    bench.events.clear()
    bench.hands.unplug()
    bench.until(lambda: any(isinstance(event, Lost) for event in bench.events), within_ms=200)
    bench.reactor.advance_ms(700)
    bench.show(Lamp.OFF, Lamp.ON)
    bench.hands.plug_in()
    bench.until(lambda: isinstance(bench.events[-1], Back), within_ms=3_000)
    bench.until(lambda: bench.lit() == [2], within_ms=100)
    bench.hands.tap(4)
    bench.until(lambda: isinstance(bench.events[-1], Released), within_ms=300)
    assert [type(event) for event in bench.events] == [Lost, Back, Pressed, Released]


def test_goodbye(bench: Bench) -> None:
    """A panel that is closed leaves a dark board."""
    bench.show(*[Lamp.ON] * 11)
    bench.until(lambda: len(bench.lit()) == 11, within_ms=50)
    bench.panel.close()
    assert bench.hands.lamps() == DARK


def test_a_short_game(program: tuple[str, ...], tmp_path: Path) -> None:
    """A game is played to its end by what lamps and display show; the journal has all of it."""
    config = Config(contest=contest("classic", **SHORT_GAME))
    with pico_rig(tmp_path, program=program, seed=1, config=config) as rig:
        play_games(rig, games=1, seed=1)
