"""A panel on a serial board, with the real firmware: what the contract doesn't ask."""

from dataclasses import replace

import pytest

from hardware.attendant import UNPLUGGED
from hardware.serial_board import NO_LAMPS, SerialPanel
from hardware.serial_link import Begun, Hello, PartFailed
from hardware.serial_port import PortError
from hardware.tilt import RESTLESS
from hardware.wiring import PICO, Line, pico
from puluc.board import serial_panel_of, wire_timing
from puluc.config import Board, Config, Timing
from puluc.screens.values import MessageScreen
from puluc.session.events import Back, Event, Held, Lost, MenuPressed, Part, Pressed, Released
from puluc.session.frame import Frame, Lamp, Sound
from tests.lockstep.world import LockstepReactor, PicoHands, lockstep


class Desk:
    """A started panel, the hands at its board, and what was told."""

    def __init__(self, panel: SerialPanel, hands: PicoHands, reactor: LockstepReactor) -> None:
        self.panel = panel
        self.hands = hands
        self.reactor = reactor
        self.events: list[Event] = []
        panel.start(self.events.append)
        self.advance(100)

    def advance(self, ms: int) -> None:
        self.reactor.advance_ms(ms)

    def light(self, *lamps: Lamp, sound: Sound | None = None, sound_id: int = 0) -> None:
        dark = (Lamp.OFF,) * (self.hands.spaces - len(lamps))
        shown = Frame((*lamps, *dark), MessageScreen(""), touched=0, sound=sound, sound_id=sound_id)
        self.panel.show(shown)
        self.advance(1)

    def lit(self) -> list[int]:
        return [space for space, on in enumerate(self.hands.lamps(), 1) if on]

    def told(self) -> list[object]:
        """What was told, by kind and what it is about."""
        found: list[object] = []
        for event in self.events:
            match event:
                case Pressed(space=space) | Released(space=space):
                    found.append((type(event), space))
                case Held(space=space, held_ms=held_ms):
                    found.append((Held, space, held_ms))
                case Lost(part=part, reason=reason):
                    found.append((Lost, part, reason))
                case Back(part=part):
                    found.append((Back, part))
                case _:
                    found.append(type(event))
        return found


@pytest.fixture
def desk():
    """An eleven-space board at work."""
    with lockstep() as parts:
        yield Desk(*parts)


LOST, BACK = (Lost, Part.PANEL, UNPLUGGED), (Back, Part.PANEL)


def test_unplugged(desk):
    """An unplugged board is told at once, and so is its return; its lamps are as shown last."""
    desk.light(Lamp.ON, Lamp.OFF, Lamp.ON)
    desk.hands.unplug()
    desk.advance(20)
    assert desk.told() == [LOST]
    desk.light(Lamp.OFF, Lamp.ON)
    desk.advance(10_000)
    desk.hands.plug_in()
    desk.advance(1_100)
    assert desk.told() == [LOST, BACK]
    assert desk.lit() == [2]
    desk.hands.tap(5)
    desk.advance(300)
    assert desk.told()[2:] == [(Pressed, 5), (Released, 5)]


def test_unplugged_while_a_space_is_held(desk):
    """A space held while the plug is pulled gives no hold, but is told if still held later."""
    desk.hands.press(4)
    desk.advance(500)
    desk.hands.unplug()
    desk.advance(5_000)
    assert desk.told() == [(Pressed, 4), LOST]
    desk.hands.plug_in()
    desk.advance(1_100)
    assert desk.told()[2:] == [BACK, (Held, 4, 0)]
    desk.hands.release(4)
    desk.advance(100)
    assert desk.told()[4:] == [(Released, 4)]


def test_not_there_at_the_start():
    """A board that isn't there at the start is told once, and taken when it comes."""
    with lockstep() as (panel, hands, reactor):
        hands.unplug()
        desk = Desk(panel, hands, reactor)
        desk.light(Lamp.ON)
        desk.advance(60_000)
        assert desk.told() == [LOST]
        hands.plug_in()
        desk.advance(1_100)
        assert desk.told() == [LOST, BACK]
        assert desk.lit() == [1]


def test_a_board_of_another_length():
    """A board of another length is refused, telling the key to be changed."""
    with lockstep(19) as (_, hands, reactor):
        other = SerialPanel(PICO, reactor, reactor.find, reactor.open_port, wait=reactor.wait)
        reactor.panel = other
        desk = Desk(other, hands, reactor)
        desk.advance(1_000)
        reason = "the board has 19 spaces, the configuration 11 (board.spaces)"
        assert desk.told() == [(Lost, Part.PANEL, reason)]
        other.close()


@pytest.mark.parametrize("spaces", [5, 12, 19, 30])
def test_other_lengths(spaces):
    """Boards of 5 to 30 spaces: the first and last space and the menu button, keys and lamps."""
    with lockstep(spaces) as parts:
        desk = Desk(*parts)
        for space in (1, spaces):
            desk.hands.tap(space)
            desk.advance(300)
        desk.hands.press_menu()
        desk.advance(100)
        desk.hands.release_menu()
        desk.advance(100)
        assert desk.told() == [
            (Pressed, 1),
            (Released, 1),
            (Pressed, spaces),
            (Released, spaces),
            MenuPressed,
        ]
        desk.light(*[Lamp.OFF] * (spaces - 1), Lamp.ON)
        assert desk.lit() == [spaces]


def test_sounds(desk):
    """A sound is played once, by the board; the first frame's is where things stood."""
    desk.light(sound=Sound.CAST, sound_id=1)
    assert desk.hands.firmware.hz == 0
    desk.light(sound=Sound.CAST, sound_id=2)
    assert desk.hands.firmware.hz > 0
    desk.advance(5_000)
    desk.light(sound=Sound.CAST, sound_id=2)
    assert desk.hands.firmware.hz == 0


def test_no_sound_is_made_up_for(desk):
    """A sound that fell due while there was no board is not played when it is back."""
    desk.light(sound_id=1)
    desk.hands.unplug()
    desk.advance(100)
    desk.light(sound=Sound.CAST, sound_id=2)
    desk.hands.plug_in()
    for _ in range(200):
        desk.advance(10)
        assert desk.hands.firmware.hz == 0


def test_rewired(desk):
    """After a self-test has found keys and lamps exchanged, each is where it is."""
    buttons, lamps = list(PICO.buttons), list(PICO.lamps)
    buttons[0], buttons[1] = buttons[1], buttons[0]
    lamps[4], lamps[5] = lamps[5], lamps[4]
    desk.light(Lamp.OFF, Lamp.OFF, Lamp.OFF, Lamp.OFF, Lamp.ON)
    assert desk.lit() == [5]
    changed = replace(
        PICO,
        buttons=tuple(map(Line, buttons)),
        lamps=tuple(map(Line, lamps)),
    )
    desk.panel.rewire(changed)
    desk.advance(1)
    assert desk.lit() == [6]
    assert desk.panel.wiring is changed
    desk.hands.tap(1)
    desk.advance(300)
    assert desk.told() == [(Pressed, 2), (Released, 2)]


def test_parts_that_fail(desk):
    """What the board says of its parts is told in words; what isn't known is only logged."""
    for part in ("TILT", "LAMPS", "HEATER"):
        desk.panel.attendant._tell(PartFailed(part, True))
    desk.advance(1)
    desk.panel.attendant._tell(PartFailed("TILT", False))
    desk.advance(1)
    assert desk.told() == [
        (Lost, Part.TRAY, RESTLESS),
        (Lost, Part.PANEL, NO_LAMPS),
        (Back, Part.TRAY),
    ]


def test_a_builders_timing():
    """The board tells presses from noise as the configuration has it."""
    slow = Timing(debounce_confirm_ms=10, debounce_window_ms=50)
    with lockstep(timing=wire_timing(slow)) as parts:
        desk = Desk(*parts)
        began = desk.reactor.now_us() // 1000
        desk.hands.tap(4, ms=200)
        desk.advance(500)
        pressed, _ = desk.events
        assert began + 9 <= pressed.at <= began + 40


def test_a_release_that_is_lost(desk):
    """While a release may be missing no hold is told, and none was when the release was early."""
    port = desk.reactor.port
    desk.hands.press(4)
    desk.advance(100)
    arrived = port.read
    port.read = lambda: arrived() and b""
    desk.hands.release(4)
    desk.advance(1_500)
    assert desk.told() == [(Pressed, 4)]
    port.read = arrived
    desk.advance(1_000)
    assert desk.told() == [(Pressed, 4), (Released, 4)]


def test_a_hold_that_is_told_late(desk):
    """A hold whose confirmation is lost is told when it is certain, with its own time."""
    port = desk.reactor.port
    desk.hands.press(4)
    desk.advance(900)
    arrived = port.read
    port.read = lambda: arrived() and b""
    desk.advance(300)
    assert desk.told() == [(Pressed, 4)]
    port.read = arrived
    desk.hands.release(4)
    desk.advance(600)
    pressed, held, released = desk.events
    assert held == Held(pressed.at + 1_000, 4, 1_000)
    assert isinstance(released, Released)


def test_a_hold_from_before_a_board_began_anew(desk):
    """Of a board that begins anew nobody knows what was held meanwhile: no hold is told."""
    port = desk.reactor.port
    desk.hands.press(4)
    desk.advance(900)
    arrived = port.read
    port.read = lambda: arrived() and b""
    desk.advance(300)
    desk.panel._told(Begun(Hello("1.0", "1.0.0", 11, frozenset()), frozenset()))
    assert desk.told() == [(Pressed, 4), (Released, 4)]


def test_from_the_configuration(monkeypatch, tmp_path):
    """The panel of a configuration looks on the port that is named there."""
    opened = []

    def refuse(path):
        opened.append(path)
        raise PortError("not today")

    monkeypatch.setattr("hardware.serial_port.open_port", refuse)
    named = tmp_path / "ttyACM7"
    named.touch()
    config = Config(board=Board(profile="pico", spaces=19, serial_port=str(named)))
    panel = serial_panel_of(config, pico(19), LockstepReactor())
    assert panel.is_alive
    panel.attendant.step()
    assert opened == [str(named)]
    panel.close()
