"""Casts from the caster, through pins, to the display and the journal."""

from dataclasses import replace
from pathlib import Path
from random import Random

from PIL import Image

from puluc.caster import draw_lots
from puluc.config import Config
from puluc.config.sections import Players
from puluc.rules.presets import rule_set
from puluc.screens.fonts import LARGE
from tests.app.reader import sees
from tests.app.rig import Rig

Lots = tuple[bool, ...]

CASTS = 2_000
BAND = 16
"""Rows of the display's band, in which the cast stands."""
SIDE = 7
"""Pixels of a lot's side in the band."""


class Kept:
    """The program's caster, and a note of what it drew."""

    def __init__(self) -> None:
        self.drawn: list[Lots] = []

    def __call__(self, count: int) -> Lots:
        self.drawn.append(draw_lots(count))
        return self.drawn[-1]


def journaled(rig: Rig) -> list[Lots]:
    """The casts of all games, as the journal has them."""
    rows = [
        row
        for game in rig.journal.games()
        for row in rig.journal.entries(game.number)
        if row.kind == "cast"
    ]
    return [tuple(up == "1" for up in lots) for row in rows for lots in row.data["lots"]]


def shown(rig: Rig) -> Lots:
    """The four lots on the display: in two rows at the band's ends, each full or hollow."""
    picture = rig.picture().convert("L")
    upper, lower = 0, BAND - SIDE
    corners = [
        left
        for left in range(picture.width - 2 * SIDE - 1)
        if all(
            framed(picture, left + column * (SIDE + 1), top)
            for column in (0, 1)
            for top in (upper, lower)
        )
    ]
    assert len(corners) == 1, corners
    (left,) = corners
    return tuple(
        bool(picture.getpixel((left + column * (SIDE + 1) + SIDE // 2, top + SIDE // 2)))
        for top in (upper, lower)
        for column in (0, 1)
    )


def framed(picture: Image.Image, left: int, top: int) -> bool:
    """Whether a lot's outline stands there: a square without its corners."""
    last = SIDE - 1
    edges = {
        (column, row)
        for column in range(SIDE)
        for row in range(SIDE)
        if column in (0, last) or row in (0, last)
    }
    corners = {(0, 0), (0, last), (last, 0), (last, last)}
    return all(
        bool(picture.getpixel((left + column, top + row))) is ((column, row) not in corners)
        for column, row in edges
    )


def value_shown(rig: Rig) -> list[int]:
    """The numbers in large on the display's band."""
    picture = rig.picture()
    band = picture.crop((0, 0, picture.width, BAND))
    return [value for value in range(1, 6) if sees(band, str(value), (LARGE,))]


def test_every_cast_shown_and_kept_is_the_one_drawn(tmp_path: Path) -> None:
    """Two thousand shakes of the tray: lots and number on the display, and the journal's rows."""
    caster, chance = Kept(), Random(5)
    scores = rule_set("classic").scores
    names = replace(
        Config(), players=Players(("A", "B"))
    )  # short, so that all lots stand in one place
    with Rig(tmp_path, config=names, draw=caster) as rig:
        while len(caster.drawn) < CASTS:
            lit = rig.lit()
            if lit:
                rig.tap(chance.choice(lit))
                continue
            before = len(caster.drawn)
            rig.shake()
            if len(caster.drawn) > before:
                drawn = caster.drawn[-1]
                assert len(caster.drawn) == before + 1
                assert shown(rig) == drawn
                assert value_shown(rig) == [scores[sum(drawn)]]
        assert journaled(rig) == caster.drawn


def test_another_cast_would_be_seen(tmp_path: Path) -> None:
    """A display or a journal with other lots than those drawn is told apart, each lot of them."""
    seen = set()
    for number in range(16):
        lots = tuple(bool(number >> place & 1) for place in range(4))
        folder = tmp_path / str(number)
        folder.mkdir()
        with Rig(folder, draw=lambda count, lots=lots: lots) as rig:
            rig.shake()
            assert shown(rig) == lots
            assert journaled(rig) == [lots]
            seen.add(shown(rig))
    assert len(seen) == 16
