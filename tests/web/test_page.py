"""The files of the page, and that there is nothing else."""

import re
from importlib.resources import files

import pytest

from puluc.web.page import FILES, create_app
from tests.web.browser import PORT, Browser, on_a_loop
from tests.web.fakes import FakeTable
from tests.web.test_guard import client

STATIC = files("puluc.web") / "static"


def text_of(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES)
@on_a_loop
async def test_each_file_is_served_as_it_is(path):
    """The package's own file arrives with its type, by GET and by HEAD."""
    name, media_type = FILES[path]
    async with client(create_app(FakeTable(), port=PORT)) as http:
        answer = await http.get(path)
        assert answer.status_code == 200
        assert answer.content == (STATIC / name).read_bytes()
        assert answer.headers["content-type"].split(";")[0] == media_type
        assert (await http.head(path)).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/board.js/", 404),
        ("GET", "/static/board.js", 404),
        ("GET", "/%2e%2e/page.py", 404),
        ("GET", "/board", 404),
        ("POST", "/", 405),
        ("DELETE", "/board.js", 405),
    ],
)
@on_a_loop
async def test_there_is_nothing_else(method, path, status):
    """No other path, and no other method, does anything."""
    async with client(create_app(FakeTable(), port=PORT)) as http:
        assert (await http.request(method, path)).status_code == status


@on_a_loop
async def test_there_is_one_websocket():
    """A WebSocket to any other path is refused."""
    async with Browser(create_app(FakeTable(), port=PORT), path="/other") as browser:
        assert browser.closed is not None


def test_every_static_file_is_served():
    """No file lies about unserved."""
    assert {entry.name for entry in STATIC.iterdir()} == {name for name, _ in FILES.values()}


@pytest.mark.parametrize("name", [name for name, _ in FILES.values()])
def test_no_file_names_an_outside_host(name):
    """Nothing is loaded from elsewhere: the only address is SVG's own name."""
    text = text_of(name).replace("http://www.w3.org/2000/svg", "")
    text = text.replace("ws://${location.host}/board", "")
    assert not re.findall(r"//\w[^\s]*", text)
    assert not re.findall(r"@import|data:|blob:", text)


def test_the_page_keeps_to_its_own_policy():
    """No script, style or handler stands in the page itself, which the policy would block."""
    html = text_of("index.html")
    assert not re.findall(r"\sstyle=|\son\w+=|<style|javascript:", html)
    assert re.findall(r"<script[^>]*>(.*?)</script>", html, re.DOTALL) == [""]
    assert "innerHTML" not in text_of("board.js")


def test_every_reference_is_served():
    """What the page and its style refer to is there."""
    references = re.findall(r'(?:src|href)="([^"#][^"]*)"', text_of("index.html"))
    references += re.findall(r'url\("([^"]+)"\)', text_of("board.css"))
    assert references
    assert {f"/{reference}" for reference in references} <= set(FILES)


def test_what_browser_tests_look_for_is_there():
    """The page has the ids that tests and tools go by."""
    ids = set(re.findall(r'\bid="([^"]+)"', text_of("index.html")))
    assert {"tray", "menu", "oled", "hand-J", "hand-C", "kills-J", "kills-C"} <= ids
