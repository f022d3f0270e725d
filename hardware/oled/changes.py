"""Which bytes of a display's RAM have to be sent, and in which pieces that is cheapest. Pure.

A display's RAM has pages of eight rows; one byte is a column of eight pixels, the top one in bit
0. Each piece needs an address first, so that two changes near each other go better as one piece
with the unchanged bytes between them. Costs are in bytes on the wire, as `FakeSMBus` counts them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, NewType

from PIL import Image

Pages = NewType("Pages", tuple[bytes, ...])
"""What a display's RAM holds: a page each, from the top, a byte for each column."""

BLOCK: Final = 32
"""Data bytes in one write: what SMBus allows, and what luma sends on a bus it is given."""

_WRITE: Final = 2
"""What each write costs besides what it carries: the address byte and the control byte."""


@dataclass(frozen=True, slots=True)
class Addressing:
    """How a controller is told where data go."""

    cost: int
    """Bytes on the wire to set an address."""
    has_windows: bool
    """Whether one address may open a window over several pages."""


WINDOWS: Final = Addressing(cost=_WRITE + 6, has_windows=True)
"""SSD1306 and SSD1309: 21h with two columns, 22h with two pages."""

ONE_PAGE: Final = Addressing(cost=_WRITE + 3, has_windows=False)
"""SH1106: one byte for the page and two for the column."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A rectangle of the RAM; the ends count as inside."""

    first_page: int
    last_page: int
    first_column: int
    last_column: int

    def cut(self, pages: Pages) -> bytes:
        """Its bytes, page by page from the left, as a window takes them."""
        columns = slice(self.first_column, self.last_column + 1)
        return b"".join(pages[page][columns] for page in range(self.first_page, self.last_page + 1))

    def cost(self, addressing: Addressing) -> int:
        """Bytes on the wire to send it, its address included."""
        columns = self.last_column - self.first_column + 1
        data = columns * (self.last_page - self.first_page + 1)
        return addressing.cost + data + _WRITE * -(-data // BLOCK)

    def around(self, other: "Piece") -> "Piece":
        """The smallest rectangle that holds both."""
        return Piece(
            min(self.first_page, other.first_page),
            max(self.last_page, other.last_page),
            min(self.first_column, other.first_column),
            max(self.last_column, other.last_column),
        )


def pages_of(image: Image.Image) -> Pages:
    """An image of mode ``1``, its height a multiple of 8, as a display's RAM holds it."""
    # Turned clockwise, each column is a row whose bytes are its pages from the bottom up, with the
    # lowest pixel in the highest bit: the RAM's own order.
    turned = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    pages = image.height // 8
    return Pages(tuple(turned[pages - 1 - page :: pages] for page in range(pages)))


def blank(size: tuple[int, int]) -> Pages:
    """The RAM of a dark image."""
    width, height = size
    return Pages((bytes(width),) * (height // 8))


def whole(pages: Pages) -> Piece:
    """All of it, as one rectangle."""
    return Piece(0, len(pages) - 1, 0, len(pages[0]) - 1)


def changes(old: Pages, new: Pages, addressing: Addressing) -> list[Piece]:
    """The pieces that make ``new`` of ``old``, from the top; none when nothing changed."""
    pieces: list[Piece] = []
    for page, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after:
            pieces += _in_page(page, before, after, addressing)
    if not addressing.has_windows or len(pieces) < 2:
        return pieces
    around_all = reduce(Piece.around, pieces)
    joined = _joined(pieces, addressing)
    if around_all.cost(addressing) <= sum(piece.cost(addressing) for piece in joined):
        return [around_all]
    return joined


def full(pages: Pages, addressing: Addressing) -> list[Piece]:
    """The pieces of a whole frame."""
    everything = whole(pages)
    if addressing.has_windows:
        return [everything]
    return [Piece(page, page, 0, everything.last_column) for page in range(len(pages))]


def _in_page(page: int, before: bytes, after: bytes, addressing: Addressing) -> list[Piece]:
    """The pieces of one page, neighbours joined where that is no dearer."""
    pieces: list[Piece] = []
    for column, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        piece = Piece(page, page, column, column)
        if pieces and _gain(pieces[-1], piece, addressing) >= 0:
            piece = pieces.pop().around(piece)
        pieces.append(piece)
    return pieces


def _joined(pieces: Sequence[Piece], addressing: Addressing) -> list[Piece]:
    """The pieces with those joined, one after another, whose window is cheaper than they are."""
    joined: list[Piece] = []
    for new in pieces:
        piece = new
        while joined:
            gain, best = max(
                (_gain(other, piece, addressing), index) for index, other in enumerate(joined)
            )
            if gain <= 0:
                break
            piece = joined.pop(best).around(piece)
        joined.append(piece)
    return joined


def _gain(one: Piece, other: Piece, addressing: Addressing) -> int:
    """How many bytes it saves to send two pieces as one."""
    apart = one.cost(addressing) + other.cost(addressing)
    return apart - one.around(other).cost(addressing)
