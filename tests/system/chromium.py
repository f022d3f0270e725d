"""Debian's Chromium at the program's page: a person's eyes and fingers, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PIL import Image

from puluc.screens.fonts import LARGE
from tests.app.reader import sees

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
KEYS = (*(f"Digit{number}" for number in (*range(1, 10), 0)), "Minus", "Equal")
"""The keys of spaces 1 to 12."""
SIZE = (128, 64)
EYES = Path(__file__).with_name("eyes.js")


@contextmanager
def launched() -> "Iterator[Browser]":
    """A running Chromium."""
    # Imported here: `make test` collects this folder too, and installs no browser's driver.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


class BoardPage:
    """The page in a window of its own.

    Args:
        browser: the browser.
        address: of the page.
        options: for the window, as of playwright's ``new_context``.
    """

    def __init__(self, browser: "Browser", address: str, **options: object) -> None:
        self._host = urlsplit(address).netloc
        self.complaints: list[str] = []
        """Errors that the page logged, and requests that failed or went elsewhere."""
        context = browser.new_context(**{"has_touch": True, **options})
        context.add_init_script(path=EYES)
        self.page: Page = context.new_page()
        self.page.on("console", lambda said: self._logged(said.type, said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("requestfailed", lambda request: self.complaints.append(request.url))
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda socket: self._asked(socket.url))
        self.page.goto(address)
        self.wait_connected()

    def _logged(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def _asked(self, url: str) -> None:
        if urlsplit(url).netloc != self._host:
            self.complaints.append(f"asked {url}")

    def close(self) -> None:
        self.page.context.close()

    # Eyes

    def look(self) -> tuple[str, str]:
        """Lamps and display, a 1 for each that is lit."""
        lamps, dots = self.page.evaluate("eyes.look()")
        return lamps, dots

    def lit(self) -> list[int]:
        """The spaces whose lamps glow."""
        return [space for space, lamp in enumerate(self.look()[0], 1) if lamp == "1"]

    def picture(self) -> Image.Image:
        """The display's pixels."""
        return picture_of(self.look()[1])

    def headline_says(self, *words: str) -> bool:
        """Whether one of the words stands in the large line of the display."""
        picture = self.picture()
        line = picture.crop((0, 0, picture.width, LARGE.cap + LARGE.drop))
        return any(sees(line, word, (LARGE,)) for word in words)

    def warriors(self) -> list[str]:
        """The pile on each space, bottom to top: ``JC`` is Cinnabar over Jade."""
        spaces = self.page.locator("#track .space")
        return spaces.evaluate_all("spaces => spaces.map((space) => space.dataset.warriors)")

    def wait_connected(self) -> None:
        """Wait until the page shows the board."""
        self.page.wait_for_selector('body[data-connected="true"]')
        self.page.wait_for_function("() => document.getElementById('oled').dataset.light > 0")

    def wait_changed(self, before: tuple[str, str]) -> None:
        """Wait until lamps and display both show something else than before, fully drawn."""
        self.page.wait_for_function(
            "eyes.lookChanged", arg=list(before), polling=20, timeout=10_000
        )

    def wait_until(self, look: tuple[str, str]) -> None:
        """Wait until exactly that is seen."""
        self.page.wait_for_function("eyes.looksLike", arg=list(look), polling=20, timeout=10_000)

    def wait_lit(self, space: int) -> None:
        """Wait until a space glows."""
        self.page.wait_for_selector(f'[data-space="{space}"] .lamp[data-lit="true"]')

    # Fingers

    def middle(self, space: int) -> tuple[float, float]:
        """The middle of a space on the page."""
        return self._middle_of(f'[data-space="{space}"]')

    def _middle_of(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).bounding_box()
        assert box is not None, f"{selector} is not to be seen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, space: int) -> None:
        self.page.mouse.click(*self.middle(space))

    def touch(self, space: int) -> None:
        self.page.touchscreen.tap(*self.middle(space))

    def key(self, space: int) -> None:
        self.page.keyboard.press(KEYS[space - 1])

    def shake(self) -> None:
        """Click the tray."""
        self.page.mouse.click(*self._middle_of("#tray"))

    def touch_tray(self) -> None:
        self.page.touchscreen.tap(*self._middle_of("#tray"))

    def shake_by_key(self) -> None:
        self.page.keyboard.press("s")

    @contextmanager
    def holding(self, space: int) -> Iterator[None]:
        """Keep the mouse button down on a space."""
        self.page.mouse.move(*self.middle(space))
        self.page.mouse.down()
        yield
        self.page.mouse.up()

    def press_first_lit(self) -> None:
        """Click the first space that glows, and wait for what comes of it."""
        before = self.look()
        self.click(self.lit()[0])
        self.wait_changed(before)

    def cast(self) -> None:
        """Shake, and wait for what the lots show."""
        before = self.look()
        self.shake()
        self.wait_changed(before)


def picture_of(dots: str) -> Image.Image:
    """The picture of dots as the page gives them."""
    return Image.frombytes("1", SIZE, int(dots, 2).to_bytes(len(dots) // 8, "big"))


def dots_of(picture: Image.Image) -> str:
    """The reverse."""
    data = picture.tobytes()
    return f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}"
