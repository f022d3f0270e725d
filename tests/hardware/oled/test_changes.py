"""Which bytes go over the bus."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hardware.oled.changes import (
    ONE_PAGE,
    WINDOWS,
    Addressing,
    Pages,
    Piece,
    blank,
    changes,
    full,
    pages_of,
)
from tests.hardware.oled.pictures import GAME, SIZE, films, noise

either = pytest.mark.parametrize("addressing", [WINDOWS, ONE_PAGE], ids=["windows", "one page"])


def cost(pieces: list[Piece], addressing: Addressing) -> int:
    return sum(piece.cost(addressing) for piece in pieces)


def applied(old: Pages, new: Pages, pieces: list[Piece]) -> Pages:
    """What a RAM holds after the pieces of ``new`` have been written over ``old``."""
    ram = [bytearray(page) for page in old]
    for piece in pieces:
        data = iter(piece.cut(new))
        for page in range(piece.first_page, piece.last_page + 1):
            for column in range(piece.first_column, piece.last_column + 1):
                ram[page][column] = next(data)
        assert next(data, None) is None
    return Pages(tuple(bytes(page) for page in ram))


@given(noise())
def test_a_byte_is_a_column_of_eight_with_the_top_in_bit_0(image: Image.Image) -> None:
    """Pages hold the image's pixels in the order of the datasheets."""
    pages = pages_of(image)
    for x, y in [(0, 0), (127, 0), (0, 63), (127, 63), (5, 17), (64, 40)]:
        assert bool(pages[y // 8][x] >> y % 8 & 1) == bool(image.getpixel((x, y)))


@either
@given(films())
def test_the_pieces_make_the_new_picture(addressing: Addressing, film: list[Image.Image]) -> None:
    """Writing the pieces over the old picture gives the new one, for no more than a whole frame."""
    old = blank(SIZE)
    for image in film:
        new = pages_of(image)
        pieces = changes(old, new, addressing)
        assert applied(old, new, pieces) == new
        assert cost(pieces, addressing) <= cost(full(new, addressing), addressing)
        old = new


@either
@given(noise())
def test_nothing_changed_needs_nothing(addressing: Addressing, image: Image.Image) -> None:
    """The same picture twice needs no piece."""
    assert changes(pages_of(image), pages_of(image), addressing) == []


@given(films())
def test_one_page_pieces_stay_in_their_page(film: list[Image.Image]) -> None:
    """A controller without windows never gets a piece of two pages."""
    old, new = pages_of(film[0]), pages_of(film[1])
    assert all(piece.first_page == piece.last_page for piece in changes(old, new, ONE_PAGE))


@either
@given(st.data())
def test_it_costs_no_more_than_each_change_alone(
    addressing: Addressing, data: st.DataObject
) -> None:
    """Joining never makes dearer what it joins."""
    film = data.draw(films())
    old, new = pages_of(film[0]), pages_of(film[1])
    alone = [
        Piece(page, page, column, column)
        for page in range(8)
        for column in range(128)
        if old[page][column] != new[page][column]
    ]
    assert cost(changes(old, new, addressing), addressing) <= cost(alone, addressing)


def test_near_changes_are_one_piece_and_far_ones_two() -> None:
    """The bytes between two changes are sent when that is no dearer than a second address."""
    old = blank(SIZE)
    for gap, pieces in [(10, 1), (11, 2)]:
        page = bytearray(128)
        page[20] = page[20 + gap + 1] = 0xFF
        new = Pages((bytes(page), *old[1:]))
        assert len(changes(old, new, WINDOWS)) == pieces


def test_one_thing_over_several_pages_is_one_window() -> None:
    """A picture's part that stands across pages goes as one window."""
    old = blank(SIZE)
    page = bytes(30) + b"\xff" * 9 + bytes(89)
    new = Pages((*old[:2], page, page, page, *old[5:]))
    assert changes(old, new, WINDOWS) == [Piece(2, 4, 30, 38)]
    assert len(changes(old, new, ONE_PAGE)) == 3


@either
def test_a_move_of_a_game_costs_a_fraction(addressing: Addressing) -> None:
    """From one picture of a game to the next, 0.4 of a frame of 1,034 bytes is enough."""
    costs = []
    for before, after in pairwise(GAME):
        costs.append(cost(changes(pages_of(before), pages_of(after), addressing), addressing))
    assert sum(costs) / len(costs) <= 0.4 * 1034
