"""The display over time: resting, failing, coming back, with its thread and without."""

import logging
import threading

import pytest
from PIL import Image

from hardware.oled import Bus, display
from hardware.oled.rest import DIMMED, full_light
from hardware.simulated.smbus import FakeSMBus
from puluc.screens.values import MessageScreen, Screen
from puluc.session.events import Back, Lost, Milliseconds, Part
from puluc.session.frame import Brightness, Frame
from tests.hardware.oled.pictures import render
from tests.hardware.oled.rig import ADDRESS, ERRNOS, Rig

both = pytest.mark.parametrize("threaded", [True, False], ids=["thread", "at once"])


def kinds(rig: Rig) -> list[str]:
    return [type(event).__name__ for event in rig.events]


@both
def test_a_display_that_works_says_nothing(threaded: bool) -> None:
    """A display that is there from the start emits no event, however long it runs."""
    with Rig(threaded=threaded) as rig:
        rig.show("Hello")
        rig.advance_ms(600_000)
        assert rig.events == []


@both
def test_it_rests_and_wakes(threaded: bool) -> None:
    """Bright for 30 s, dimmed and moved until 5 min, hidden then; a touch brings all of it back."""
    with Rig(threaded=threaded) as rig:
        rig.show("Hello", "there")
        rig.advance_ms(29_999)
        assert rig.module.light() == full_light(Brightness.HIGH)
        assert rig.shows("Hello", "there")
        rig.advance_ms(1)
        assert rig.module.light() == DIMMED
        assert not rig.shows("Hello", "there")
        assert rig.module.pixels().crop((1, 0, 128, 64)).tobytes() == (
            render(MessageScreen("Hello", ("there",)), (128, 64)).crop((0, 0, 127, 64)).tobytes()
        )
        rig.advance_ms(269_999)
        assert rig.module.light() == DIMMED
        rig.advance_ms(1)
        assert rig.module.light() == 0
        rig.show("Hello", "there")
        assert rig.shows("Hello", "there")
        assert rig.module.light() == full_light(Brightness.HIGH)


@both
def test_a_frame_without_a_touch_wakes_nothing(threaded: bool) -> None:
    """What happens by itself doesn't light a hidden display; its picture is there at the touch."""
    with Rig(threaded=threaded) as rig:
        rig.show("one")
        rig.advance_ms(400_000)
        rig.show("two", touched=0)
        assert rig.module.light() == 0
        rig.show("two")
        assert rig.shows("two")


@both
def test_brightness_is_the_frames(threaded: bool) -> None:
    """The light goes with the frame's brightness."""
    with Rig(threaded=threaded) as rig:
        lights = []
        for brightness in Brightness:
            rig.show("Hello", brightness=brightness)
            lights.append(rig.module.light())
        assert lights == [full_light(brightness) for brightness in Brightness]


@both
def test_an_idle_display_hardly_wakes_the_loop(threaded: bool) -> None:
    """Half an hour of rest takes one timer every five seconds, and a few for the rest."""
    with Rig(threaded=threaded) as rig:
        rig.show("Hello")
        timers = 0
        while (next_us := rig.reactor.next_us) is not None and next_us <= 1_800_000_000:
            rig.reactor.run_until(next_us)
            rig.settle()
            timers += 1
        assert 360 <= timers <= 370


@both
@pytest.mark.parametrize("error", ERRNOS)
def test_lost_once_and_back_once(threaded: bool, error: int) -> None:
    """Unplugged for ten minutes, the display is lost once, back once, and shows the last frame."""
    with Rig(threaded=threaded) as rig:
        rig.show("one")
        rig.bus.unplug(ADDRESS, error)
        rig.show("two")
        assert kinds(rig) == ["Lost"]
        lost = rig.events[0]
        assert isinstance(lost, Lost)
        assert lost.part is Part.DISPLAY
        assert lost.reason.startswith("OLED at 0x3C on I2C bus 1: ")
        rig.advance_ms(600_000)
        rig.show("three")
        rig.bus.plug_in(ADDRESS)
        rig.advance_ms(30_000)
        assert kinds(rig) == ["Lost", "Back"]
        rig.show("three")
        assert rig.shows("three")


@both
def test_the_retries_grow_rarer(threaded: bool) -> None:
    """It is looked for after 1, 2, 4, 8, 16 and then every 30 s, whatever is shown in between."""
    with Rig(threaded=threaded, absent=True) as rig:
        seen, tried_s = rig.bus.openings, []
        for second in range(1, 130):
            rig.advance_ms(1_000)
            rig.show(f"at {second}")
            if rig.bus.openings != seen:
                seen = rig.bus.openings
                tried_s.append(second)
        assert tried_s == [1, 3, 7, 15, 31, 61, 91, 121]
        assert kinds(rig) == ["Lost"]


@both
def test_a_second_loss_is_told_again_and_retried_soon(threaded: bool) -> None:
    """Each time the display goes is one pair of events, and begins with a retry after a second."""
    with Rig(threaded=threaded) as rig:
        rig.show("one")
        for _ in range(3):
            rig.bus.unplug(ADDRESS)
            rig.show("two")
            rig.show("three")
            rig.bus.plug_in(ADDRESS)
            rig.advance_ms(1_000)
            assert rig.shows("three")
        assert kinds(rig) == ["Lost", "Back"] * 3


@both
def test_unplugged_while_nothing_happens(threaded: bool) -> None:
    """A display that goes while nothing is drawn is missed within five seconds."""
    with Rig(threaded=threaded) as rig:
        rig.show("one")
        rig.bus.unplug(ADDRESS)
        rig.advance_ms(5_000)
        assert kinds(rig) == ["Lost"]


@both
def test_replugged_between_two_moves(threaded: bool) -> None:
    """Out and in again within a second, the display is lit anew though nothing was drawn."""
    with Rig(threaded=threaded) as rig:
        rig.show("one")
        rig.bus.unplug(ADDRESS)
        rig.bus.plug_in(ADDRESS)
        rig.advance_ms(6_000)
        assert rig.shows("one")
        assert kinds(rig) == ["Lost", "Back"]


@both
def test_absent_at_the_start(threaded: bool) -> None:
    """A display that isn't there at the start is lost at once, and back when it comes."""
    with Rig(threaded=threaded, absent=True) as rig:
        assert rig.events == [
            Lost(rig.events[0].at, Part.DISPLAY, "OLED at 0x3C on I2C bus 1: no answer")
        ]
        rig.show("one")
        rig.bus.plug_in(ADDRESS)
        rig.advance_ms(1_000)
        assert rig.events[1:] == [Back(rig.events[1].at, Part.DISPLAY)]
        assert rig.shows("one")


@both
def test_no_bus_yet(threaded: bool) -> None:
    """A bus that isn't there is the same kind of fault, with words of its own."""
    rig = Rig(threaded=threaded)
    rig.bus.remove()
    with rig:
        rig.show("one")
        assert [event.reason for event in rig.events if isinstance(event, Lost)] == [
            "I2C bus 1: there is none; is I2C switched on?"
        ]
        rig.bus.restore()
        rig.advance_ms(1_000)
        assert rig.shows("one")


@both
def test_the_bus_vanishes(threaded: bool) -> None:
    """An adapter that is pulled out and put back is opened anew."""
    with Rig(threaded=threaded) as rig:
        rig.show("one")
        rig.bus.remove()
        rig.show("two")
        rig.bus.restore()
        rig.advance_ms(1_000)
        assert rig.shows("two")
        assert kinds(rig) == ["Lost", "Back"]


class Gate:
    """A renderer that waits at each picture until the test lets it go on."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.is_drawing = threading.Semaphore(0)
        self.may_go_on = threading.Semaphore(0)

    def render(self, screen: Screen, size: tuple[int, int]) -> Image.Image:
        assert isinstance(screen, MessageScreen)
        self.is_drawing.release()
        assert self.may_go_on.acquire(timeout=5)
        self.drawn.append(screen.headline)
        return render(screen, size)


def frame(headline: str) -> Frame:
    return Frame((), MessageScreen(headline), touched=Milliseconds(0))


def test_the_latest_frame_wins() -> None:
    """Frames that come while one is drawn replace each other; `show` waits for none of them."""
    gate = Gate()
    with Rig(render=gate.render) as rig:
        rig.display.show(frame("one"))
        assert gate.is_drawing.acquire(timeout=5)
        for headline in ("two", "three", "four"):
            rig.display.show(frame(headline))
        gate.may_go_on.release(2)
        rig.settle()
        assert gate.drawn == ["one", "four"]
        assert rig.shows("four")


@both
def test_a_screen_is_drawn_once(threaded: bool) -> None:
    """Dimming, moving and other lamps don't draw the same screen again."""
    drawn = []

    def counting(screen: Screen, size: tuple[int, int]) -> Image.Image:
        drawn.append(screen)
        return render(screen, size)

    with Rig(threaded=threaded, render=counting) as rig:
        rig.show("one")
        rig.show("one")
        rig.advance_ms(200_000)
        assert len(drawn) == 1


def test_drawing_is_on_the_displays_own_thread() -> None:
    """The loop's thread draws nothing."""
    names = []

    def naming(screen: Screen, size: tuple[int, int]) -> Image.Image:
        names.append(threading.current_thread().name)
        return render(screen, size)

    with Rig(render=naming) as rig:
        rig.show("one")
    assert names == ["oled"]


@both
def test_a_renderer_that_fails_is_seen_on_the_loop(threaded: bool) -> None:
    """An error in drawing is raised on the loop, and the next screen is drawn all the same."""

    def failing(screen: Screen, size: tuple[int, int]) -> Image.Image:
        if isinstance(screen, MessageScreen) and screen.headline == "bad":
            raise KeyError("no such glyph")
        return render(screen, size)

    with Rig(threaded=threaded, render=failing) as rig:
        with pytest.raises(KeyError, match="no such glyph"):
            rig.show("bad")
        rig.show("good")
        assert rig.shows("good")


@both
def test_closing_is_dark_and_quiet(threaded: bool) -> None:
    """Closed, the display is off, its bus closed, its thread and its timers gone; twice is fine."""
    with Rig(threaded=threaded) as rig:
        rig.show("one")
        rig.display.close()
        assert not rig.module.is_on
        assert not rig.bus.is_open
        assert all(thread.name != "oled" for thread in threading.enumerate())
        writes = rig.bus.writes
        rig.display.close()
        rig.display.show(frame("two"))
        rig.reactor.advance_ms(600_000)
        assert rig.bus.writes == writes
        assert rig.events == []


@both
@pytest.mark.parametrize("error", ERRNOS)
def test_closing_when_gone(threaded: bool, error: int) -> None:
    """A display that has gone, noticed or not, is closed like any other."""
    for is_noticed in (True, False):
        with Rig(threaded=threaded) as rig:
            rig.show("one")
            rig.bus.unplug(ADDRESS, error)
            if is_noticed:
                rig.show("two")
            rig.display.close()
            assert not rig.bus.is_open
            assert all(thread.name != "oled" for thread in threading.enumerate())
            assert kinds(rig) == (["Lost"] if is_noticed else [])


def test_closing_before_the_start() -> None:
    """A display that was never started can be closed."""
    rig = Rig()
    rig.display.close()
    assert rig.bus.openings == 0


def test_a_bus_that_hangs_does_not_keep_the_process(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When a write doesn't return, `close` gives up in time and says so."""
    monkeypatch.setattr(display, "CLOSE_S", 0.01)
    bus, hangs, goes_on = FakeSMBus(), threading.Event(), threading.Event()

    def hanging() -> Bus:
        hangs.set()
        assert goes_on.wait(5)
        return bus.open()

    rig = Rig(open_bus=hanging)
    rig.display.start(rig.events.append)
    assert hangs.wait(5)
    with caplog.at_level(logging.WARNING):
        rig.display.close()
    assert "the display's bus hangs" in caplog.text
    goes_on.set()
    for thread in threading.enumerate():
        if thread.name == "oled":
            thread.join(5)
    assert all(thread.name != "oled" for thread in threading.enumerate())


def test_settle_does_not_wait_for_ever() -> None:
    """Waiting for a drawing that takes too long is an error that names the thread."""
    gate = Gate()
    with Rig(render=gate.render) as rig:
        rig.display.show(frame("one"))
        assert gate.is_drawing.acquire(timeout=5)
        with pytest.raises(TimeoutError, match="thread oled"):
            rig.display.settle(timeout_s=0.001)
        gate.may_go_on.release()
