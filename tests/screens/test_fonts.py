import ast
import tomllib
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import puluc
from puluc.screens import missing_glyphs
from puluc.screens.fonts import LARGE, SMALL, TEXT, load

PACKAGE = Path(puluc.__file__).parent
FONTS = PACKAGE / "screens" / "fonts"
FACES = {"large": LARGE, "text": TEXT, "small": SMALL}


def texts_of(path: Path) -> set[str]:
    """The string constants of a module that have letters, docstrings and all."""
    return {
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and any(map(str.isalpha, node.value))
    }


@pytest.mark.parametrize("area", ["session", "rules"])
def test_every_text_of_the_product_can_be_shown(area):
    """No text of the session, and no reason of the rules, has a character that a font lacks.

    The readings, which quote the sources by paragraph, are for a terminal.
    """
    modules = [path for path in (PACKAGE / area).glob("*.py") if path.stem != "readings"]
    texts = {text for path in modules for text in texts_of(path)}
    assert texts
    assert {text: missing_glyphs(text) for text in texts if missing_glyphs(text)} == {}


def test_latin_letters_with_accents_are_there():
    """Names and words of the languages written with Latin letters can be shown."""
    assert (
        missing_glyphs("áàâäãåéèêëíìîïóòôöõúùûüñçßøæœÿ ÁÀÂÄÉÈÊËÍÓÖÕÚÜÑÇØÆ ąćęłńóśźż čřšž őű ğış")
        == ""
    )
    assert missing_glyphs("’‘“”–—…×·½¿¡→←€•") in ("", "→←")


def test_a_missing_glyph_is_named_once_and_in_order():
    """The characters that lack a glyph are named, each once, as they come."""
    assert missing_glyphs("Jade 漢 wins\n☃ 漢") == "漢☃"


def test_what_matters_now_stands_sixteen_pixels_high():
    """Every capital and digit of the large face has at least sixteen rows of ink."""
    for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789":
        _, top, _, bottom = LARGE.ink(character)
        assert bottom - top >= 16, character


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_lookalikes_differ_by_several_pixels(face):
    """The letters l and I, the figures 1 and 0 and the letter O cannot be taken for each other."""

    def pixels(character: str) -> set[tuple[int, int]]:
        image = Image.new("1", (24, 40))
        ImageDraw.Draw(image).text((2, 30), character, font=load(face), fill=1, anchor="ls")
        return {(x, y) for x in range(24) for y in range(40) if image.getpixel((x, y))}

    for one, other in ("lI", "l1", "I1", "0O", "5S", "8B"):
        assert len(pixels(one) ^ pixels(other)) >= 3, (one, other)


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_a_doubled_face_has_each_pixel_four_times(face):
    """Doubling a face scales its pixels exactly, so outlines and pixels are in step."""
    left, top, right, bottom = face.ink("Jade 3")
    assert face.doubled().ink("Jade 3") == (2 * left, 2 * top, 2 * right, 2 * bottom)


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_widths_add_up(face):
    """There is no kerning, so that a line's width is the sum of its words' and spaces'."""
    assert face.width("AV Ta") == sum(map(face.width, "AV Ta"))


def test_every_font_has_its_licence_beside_it():
    """Each font file has a licence text of its own name, and no licence is without its font."""
    fonts = {path.stem for path in FONTS.glob("*.ttf")}
    licences = {path.name.removesuffix("-LICENSE.txt") for path in FONTS.glob("*.txt")}
    assert fonts == licences
    assert fonts == {Path(face.file).stem for face in FACES.values()}


def test_the_licences_are_declared_with_the_package():
    """The project's metadata takes in the licence of every font."""
    root = PACKAGE.parent
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    declared = {path for pattern in project["license-files"] for path in root.glob(pattern)}
    assert set(FONTS.glob("*.txt")) <= declared
