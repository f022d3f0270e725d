"""Writes SVG: a card with its own colours, light or dark as the reader's, and shapes on it."""

from html import escape
from typing import Final, Literal

from puluc.diagrams.contacts import Kind

Anchor = Literal["start", "middle", "end"]
"""Which end of a text is at the place that is given."""

WIDTH: Final = 960
"""Units across each drawing, which is about what a page of documents gives it in pixels."""
FONT: Final = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"

_COLOURS: Final = {
    Kind.BUTTON: ("#2563a8", "#dfeaf7", "#6aa5e8", "#1d3350"),
    Kind.LAMP: ("#a87400", "#fcefc9", "#e8b339", "#463613"),
    Kind.TRAY: ("#2f7d4f", "#dcf0e3", "#62bd87", "#1b3a29"),
    Kind.MENU: ("#7a4fa3", "#ece2f6", "#b48be0", "#35264a"),
    Kind.BUS: ("#0c7880", "#d8eff0", "#4fbcc4", "#123a3e"),
    Kind.BUZZER: ("#ac3f68", "#f9e0e9", "#e07fa5", "#45202f"),
    Kind.STRAP: ("#7a6a2e", "#eeead2", "#c9b867", "#3a3419"),
    Kind.POWER: ("#bf4a17", "#fce3d7", "#ee8656", "#4a2615"),
    Kind.GROUND: ("#3b3a37", "#e6e3dc", "#a8a59d", "#3a3935"),
    Kind.FREE: ("#a29e94", "#f4f1ea", "#6b6860", "#272622"),
}
"""For each kind its strong and its pale colour, on a light page and on a dark one."""


def _style() -> str:
    rules: list[str] = [
        f"text{{font-family:{FONT};fill:#26241f}}",
        ".card{fill:#fffdf8;stroke:#d9d4c7}",
        ".quiet{fill:#6a665c}",
        ".paper{fill:#fffdf8}",
        ".pi{fill:#e3eee2;stroke:#9fbd9e}",
        ".body{fill:#efece3;stroke:#8d897d}",
        ".ink{stroke:#26241f;fill:none}",
        ".lens{fill:#ffd257;stroke:#a87400}",
        ".on{fill:#fffdf8}",
        ".resistor{fill:#e6cfa4;stroke:#9c865a}",
        ".screen{fill:#10151c}",
        ".glow{fill:#bfe3ff}",
    ]
    dark = [
        "text{fill:#efece4}",
        ".card{fill:#1b1a18;stroke:#3f3d38}",
        ".quiet{fill:#a8a59d}",
        ".paper{fill:#1b1a18}",
        ".pi{fill:#223024;stroke:#53745a}",
        ".body{fill:#33312c;stroke:#8d897d}",
        ".ink{stroke:#efece4}",
        ".lens{fill:#e8b339;stroke:#fcefc9}",
        ".on{fill:#1b1a18}",
        ".glow{fill:#bfe3ff}",
    ]
    for kind, (strong, pale, dark_strong, dark_pale) in _COLOURS.items():
        name = kind.value
        rules += [
            f".{name}{{fill:{strong}}}",
            f".{name}-pale{{fill:{pale}}}",
            f".{name}-wire{{stroke:{strong};fill:none}}",
        ]
        dark += [
            f".{name}{{fill:{dark_strong}}}",
            f".{name}-pale{{fill:{dark_pale}}}",
            f".{name}-wire{{stroke:{dark_strong}}}",
        ]
    return "\n".join([*rules, "@media (prefers-color-scheme:dark){", *dark, "}"])


class Drawing:
    """An SVG at work.

    Args:
        height: in units; the width is always the same.
        title: what it shows, for people who hear it read.
    """

    def __init__(self, height: int, title: str) -> None:
        self._shapes: list[str] = []
        self._height = height
        self._title = title
        self.box(1, 1, WIDTH - 2, height - 2, "card", radius=14)

    def __str__(self) -> str:
        """The whole file."""
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self._height}"'
                f' width="{WIDTH}" height="{self._height}" role="img">',
                f"<title>{escape(self._title)}</title>",
                f"<style>\n{_style()}\n</style>",
                *self._shapes,
                "</svg>\n",
            ]
        )

    def box(
        self, left: float, top: float, width: float, height: float, look: str, radius: float = 0
    ) -> None:
        """A rectangle."""
        self._shapes.append(
            f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
            f' rx="{radius:g}" class="{look}"/>'
        )

    def band(self, left: float, top: float, width: float, height: float, colour: str) -> None:
        """A stripe of a colour that is the same by day and by night."""
        self._shapes.append(
            f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
            f' fill="{colour}"/>'
        )

    def disc(self, x: float, y: float, radius: float, look: str) -> None:
        """A circle."""
        self._shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" class="{look}"/>')

    def path(self, way: str, look: str, width: float = 2.5) -> None:
        """A line, as SVG's path data has it."""
        self._shapes.append(
            f'<path d="{way}" class="{look}" stroke-width="{width:g}"'
            ' stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def shape(self, way: str, look: str) -> None:
        """A filled shape."""
        self._shapes.append(f'<path d="{way}" class="{look}"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: int = 15,
        anchor: Anchor = "start",
        look: str = "",
        bold: bool = False,
    ) -> None:
        """Words on one line; ``y`` is the baseline."""
        weight = ' font-weight="600"' if bold else ""
        named = f' class="{look}"' if look else ""
        self._shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"'
            f"{weight}{named}>{escape(words)}</text>"
        )
