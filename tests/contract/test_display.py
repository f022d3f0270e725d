"""What every display does, whichever it is: one suite over all of them."""

import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from hardware.oled import Controller
from hardware.protocols import Display
from puluc.session.events import Back, Lost, Part
from puluc.session.frame import Brightness
from tests.hardware.oled.rig import ADDRESS, Rig

MAKES: dict[str, Callable[[], Rig]] = {
    f"{controller.value} {'threaded' if threaded else 'at once'}": partial(
        Rig, controller, threaded=threaded
    )
    for controller in Controller
    for threaded in (True, False)
}


@pytest.fixture(params=MAKES)
def rig(request: pytest.FixtureRequest) -> Rig:
    return MAKES[request.param]()


@pytest.fixture
def started(rig: Rig) -> Iterator[Rig]:
    with rig:
        yield rig


def test_it_is_a_display(rig: Rig) -> None:
    """The type checker holds the protocol; this holds the names while the tests run."""
    display: Display = rig.display
    assert all(callable(getattr(display, name)) for name in ("start", "show", "close"))


def test_it_is_dark_until_the_first_frame(started: Rig) -> None:
    """A display that has started shows nothing yet, and is well."""
    assert started.module.pixels().getbbox() is None
    assert started.events == []


def test_it_shows_what_the_frame_says(started: Rig) -> None:
    """Each frame's screen is what is seen, whatever was there before."""
    for headline in ("Jade casts", "Jade 3", "Jade 3", "", "Cinnabar casts"):
        started.show(headline, "space 4: your own pile")
        assert started.shows(headline, "space 4: your own pile")


def test_the_same_again_is_silent(started: Rig) -> None:
    """A frame that looks the same sends nothing."""
    started.show("Jade 3")
    before = started.bus.bytes_sent
    started.show("Jade 3")
    assert started.bus.bytes_sent == before


def test_a_change_is_less_than_a_frame(started: Rig) -> None:
    """A changed word is sent without the rest."""
    started.show("Jade 3", "Jade enters at 1.")
    before = started.bus.bytes_sent
    started.show("Jade 4", "Jade enters at 1.")
    assert 0 < started.bus.bytes_sent - before < 100


def test_it_dims_hides_and_wakes(started: Rig) -> None:
    """Nobody there, it gives less light, then none; a touch brings it back."""
    started.show("Jade 3")
    bright = started.module.light()
    started.advance_ms(31_000)
    dimmed = started.module.light()
    started.advance_ms(270_000)
    assert bright > dimmed > started.module.light() == 0
    started.show("Jade 3")
    assert started.shows("Jade 3")
    assert started.module.light() == bright


def test_it_has_three_brightnesses(started: Rig) -> None:
    """Low, medium and high are three lights, in this order."""
    lights = []
    for brightness in (Brightness.LOW, Brightness.MEDIUM, Brightness.HIGH):
        started.show("Jade 3", brightness=brightness)
        lights.append(started.module.light())
    assert 0 < lights[0] < lights[1] < lights[2]


def test_it_goes_and_comes_back(started: Rig) -> None:
    """Unplugged it is lost, plugged in it is back with the latest frame; each is said once."""
    started.show("one")
    started.bus.unplug(ADDRESS)
    started.show("two")
    started.show("three")
    assert started.module.light() == 0
    started.bus.plug_in(ADDRESS)
    started.advance_ms(30_000)
    started.show("three")
    assert started.shows("three")
    lost, back = started.events
    assert isinstance(lost, Lost)
    assert isinstance(back, Back)
    assert lost.part is back.part is Part.DISPLAY


def test_events_come_on_the_loop(rig: Rig) -> None:
    """Nothing is emitted but while the loop runs, and on the thread that runs it."""
    threads = []
    rig.bus.unplug(ADDRESS)
    rig.display.start(lambda event: threads.append(threading.current_thread()))
    rig.display.settle()
    assert threads == []
    rig.reactor.advance_us(0)
    assert threads == [threading.current_thread()]
    rig.display.close()


def test_closed_it_is_dark_and_has_no_thread(started: Rig) -> None:
    """Closed it gives no light, runs no thread, has no timer; closing again is harmless."""
    started.show("Jade 3")
    started.display.close()
    assert started.module.light() == 0
    assert all(thread.name != "oled" for thread in threading.enumerate())
    started.reactor.advance_us(0)
    assert started.reactor.next_us is None
    started.display.close()


def test_closed_while_gone(started: Rig) -> None:
    """One that has gone is closed without a word."""
    started.show("Jade 3")
    started.bus.unplug(ADDRESS)
    started.display.close()
    assert started.events == []
    assert not started.bus.is_open
