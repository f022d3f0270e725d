"""One browser at the board, and several."""

import pytest

from puluc.web.page import create_app
from tests.web.browser import PORT, Browser, on_a_loop, turns
from tests.web.fakes import FakeTable


@on_a_loop
async def test_presses_and_releases_keep_their_order():
    """What a browser does reaches the board once each, in its order."""
    table = FakeTable()
    async with Browser(create_app(table, port=PORT)) as browser:
        for message in (
            {"press": 1},
            {"press": 11},
            {"release": 1},
            {"press": 1},
            {"release": 11},
            {"release": 1},
            {"menu": True},
            {"menu": False},
            {"shake": True},
            {"shake": True},
        ):
            await browser.say(message)
    assert table.done == [
        ("press", 1),
        ("press", 11),
        ("release", 1),
        ("press", 1),
        ("release", 11),
        ("release", 1),
        ("press menu", None),
        ("release menu", None),
        ("shake", None),
        ("shake", None),
    ]


@on_a_loop
async def test_a_button_goes_down_and_up_once():
    """A press of what is down and a release of what is up do nothing."""
    table = FakeTable()
    async with Browser(create_app(table, port=PORT)) as browser:
        for message in ({"release": 3}, {"press": 3}, {"press": 3}, {"release": 3}, {"release": 3}):
            await browser.say(message)
    assert table.done == [("press", 3), ("release", 3)]


@on_a_loop
async def test_a_browser_that_goes_lets_go():
    """Whatever a browser holds down comes up when it goes, and nothing else happens."""
    table = FakeTable()
    async with Browser(create_app(table, port=PORT)) as browser:
        for message in ({"press": 1}, {"press": 11}, {"menu": True}, {"press": 5}, {"release": 5}):
            await browser.say(message)
        table.done.clear()
    assert sorted(table.done, key=str) == [("release menu", None), ("release", 1), ("release", 11)]
    assert not table.watchers


@on_a_loop
async def test_two_browsers_share_the_buttons():
    """A button is down while any browser holds it; one that goes lets go of its own only."""
    table = FakeTable()
    app = create_app(table, port=PORT)
    async with Browser(app) as one, Browser(app) as other:
        await one.say({"press": 3})
        await other.say({"press": 3})
        await one.say({"release": 3})
        await other.say({"press": 4})
        assert table.done == [("press", 3), ("press", 4)]
        await one.go()
        assert table.done == [("press", 3), ("press", 4)]
        await other.say({"release": 3})
        assert table.done[2:] == [("release", 3)]
        one._to_app.put_nowait({"type": "websocket.disconnect"})


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("not json", "not JSON: 'not json'"),
        ({"press": 12}, "press of space 12: the board has 11"),
        ({"push": 1}, """not a message: '{"push": 1}'"""),
        (b'{"press": 1}', "a binary message: only JSON text is read"),
    ],
)
@on_a_loop
async def test_a_malformed_message_ends_the_connection(message, reason, caplog):
    """It is closed with the reason and logged; what was held comes up, what follows is not done."""
    table = FakeTable()
    async with Browser(create_app(table, port=PORT)) as browser:
        await browser.say({"press": 2})
        await browser.say(message)
        await browser.say({"press": 3})
        assert browser.closed == (1008, reason)
    assert table.done == [("press", 2), ("release", 2)]
    assert not table.watchers
    assert reason in caplog.text


@on_a_loop
async def test_a_malformed_message_leaves_the_other_browsers_alone():
    """One browser's mistake closes that browser's connection only."""
    table = FakeTable()
    app = create_app(table, port=PORT)
    async with Browser(app) as good, Browser(app) as bad:
        await good.say({"press": 2})
        await bad.say("?")
        await good.say({"release": 2})
        assert bad.closed is not None
        assert good.closed is None
    assert table.done == [("press", 2), ("release", 2)]


@on_a_loop
async def test_all_is_told_at_first_and_then_the_changes():
    """A browser hears everything once, then each change, and nothing when nothing changed."""
    table = FakeTable()
    async with Browser(create_app(table, port=PORT)) as browser:
        [everything] = browser.heard()
        assert set(everything) == {"lamps", "pixels", "size", "light", "position"}
        table.light(3)
        await turns()
        [change] = browser.heard()
        assert set(change) == {"lamps"}
        assert [n for n, lit in enumerate(change["lamps"], 1) if lit] == [3]
        table.change(light=255)
        await turns()
        assert browser.heard() == []


@on_a_loop
async def test_changes_of_one_turn_are_told_as_one():
    """However much changes in one turn of the loop, one message tells the latest."""
    table = FakeTable()
    async with Browser(create_app(table, port=PORT)) as browser:
        browser.heard()
        table.looked = 0
        for light in range(200):
            table.change(light=light)
            table.light(1 + light % 11)
        await turns()
        [change] = browser.heard()
        assert change == {"lamps": [n == 1 + 199 % 11 for n in range(1, 12)], "light": 199}
        assert table.looked == 1


@on_a_loop
async def test_a_slow_browser_gets_the_latest_and_stops_nobody():
    """While a browser does not read, nothing queues up, its presses and other browsers go on."""
    table = FakeTable()
    app = create_app(table, port=PORT)
    async with Browser(app) as slow, Browser(app) as quick:
        slow.heard(), quick.heard()
        slow.reading.clear()
        for light in range(100):
            table.change(light=light)
            await turns(3)
        await slow.say({"press": 7})
        assert table.done == [("press", 7)]
        assert quick.heard()[-1] == {"light": 99}
        slow.reading.set()
        await turns()
        assert slow.heard() == [{"light": 0}, {"light": 99}]


@on_a_loop
async def test_a_slow_browser_that_goes_lets_go():
    """A browser that goes while a message waits for it is forgotten like any other."""
    table = FakeTable()
    async with Browser(create_app(table, port=PORT)) as browser:
        await browser.say({"press": 7})
        browser.reading.clear()
        table.change(light=1)
        await turns()
    assert table.done == [("press", 7), ("release", 7)]
    assert not table.watchers


@on_a_loop
async def test_a_browser_whose_line_broke_lets_go():
    """A send that fails, because the line broke, ends quietly and lets go as well."""
    table = FakeTable()
    browser = Browser(create_app(table, port=PORT))

    async def broken(message):
        if message["type"] == "websocket.send":
            raise OSError(32, "Broken pipe")

    browser._send = broken
    async with browser:
        await browser.say({"press": 7})
    assert table.done == [("press", 7), ("release", 7)]
    assert not table.watchers
