"""Lines: what is made is read again, and what is damaged is none."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.wire import LONGEST, Lines, LineTooLongError, check, line, steps

ALIVE = b"$7,ALIVE*A18BEE11\n"

fields = st.lists(st.text(st.sampled_from("ABC019.:+sf"), max_size=12), min_size=1, max_size=5)
numbers = st.integers(0, 999)


def read(*chunks: bytes) -> list[tuple[int, list[str]]]:
    """The lines that a new reader finds in these bytes."""
    lines = Lines()
    return [found for chunk in chunks for found in lines.feed(chunk)]


def test_a_line():
    """A line is as docs/protocol.md shows it."""
    assert line(7, "LAMPS", "1.s") == b"$7,LAMPS,1.s*B9812193\n"
    assert line(7, "ALIVE") == ALIVE


@given(numbers, fields)
def test_round_trip(number, fields):
    """What is made is read as the same number and fields."""
    assert read(line(number, *fields)) == [(number, fields)]


@given(numbers, fields, st.lists(st.integers(0, 200), max_size=5))
def test_in_pieces(number, fields, cuts):
    """A line may come in any pieces."""
    made = line(number, *fields) * 2
    places = [0, *sorted(min(cut, len(made)) for cut in cuts), len(made)]
    chunks = [made[a:b] for a, b in pairwise(places)]
    assert read(*chunks) == [(number, fields)] * 2


def test_too_long():
    """A line of 96 bytes can be sent and read, a longer one is refused when it is made."""
    longest = line(7, "A" * (LONGEST - len(line(7, ""))))
    assert len(longest) == LONGEST
    assert read(longest) == [(7, [longest[3:-10].decode()])]
    with pytest.raises(LineTooLongError, match="97 bytes"):
        line(7, "A" * (LONGEST - len(line(7, "")) + 1))


@pytest.mark.parametrize(
    "noise",
    [
        b"AT\r",
        b"AT+GCAP\r\n",
        b"\x03\x04\x00\xff",
        b"$",
        b"$7,ALI",
        b"$$$7,ALIVE*",
        b"garbage***\r\n",
        b"$7,ALIVE*00000000\n",
        b"$" + b"A" * 500,
        b"\n\n\r",
    ],
)
def test_noise(noise):
    """Whatever comes before a line, the line is read."""
    assert read(noise + ALIVE) == [(7, ["ALIVE"])]


@pytest.mark.parametrize(
    "body",
    [b"07,ALIVE", b"+7,ALIVE", b"1000,ALIVE", b"7", b"", b",ALIVE", b"x,ALIVE", b"-1,ALIVE"],
)
def test_a_wrong_number(body):
    """A line whose number is no number as they are written is none, though its CRC is right."""
    assert read(b"$" + body + b"*" + check(body).encode() + b"\n" + ALIVE) == [(7, ["ALIVE"])]


@pytest.mark.parametrize("other", [b"a18bee11", b"A18BEE1", b"0xA18BEE11", b" A18BEE11"])
def test_the_crc_is_text(other):
    """Another spelling of the right CRC is wrong."""
    assert read(b"$7,ALIVE*" + other + b"\n") == []


def test_either_end():
    """A carriage return ends a line as well as a line feed, and both end it once."""
    assert read(ALIVE[:-1] + b"\r\n" + ALIVE[:-1] + b"\r") == [(7, ["ALIVE"])] * 2


def test_any_flipped_bit():
    """A line with one bit flipped is not read as another, and the line after it is read."""
    good = line(412, "KEY", 11, 1, 52110)
    for bit in range((len(good) - 1) * 8):
        damaged = bytearray(good)
        damaged[bit // 8] ^= 1 << bit % 8
        assert read(bytes(damaged) + ALIVE) == [(7, ["ALIVE"])]


def test_damage_is_counted():
    """Lines that were begun and came to nothing are counted, noise between lines is not."""
    lines = Lines()
    lines.feed(b"AT\r$7,ALIV" + ALIVE + b"$7,ALIVE*A18BEE10\n" + b"$\x00" + ALIVE)
    assert lines.damaged == 3


def test_no_memory():
    """An endless line takes no memory."""
    lines = Lines()
    lines.feed(b"$")
    for _ in range(1_000):
        lines.feed(random.Random(1).randbytes(100).replace(b"$", b"x"))
    assert len(lines._body) <= LONGEST


def test_steps():
    """0 comes after 999."""
    assert steps(1, 999) == 2
    assert steps(999, 999) == 0
    assert steps(999, 0) == 999
