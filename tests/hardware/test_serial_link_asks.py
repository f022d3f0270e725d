"""What a host asks of its board is done, and either side's silence is noticed."""

import pytest

from hardware.buzzer import TUNES
from hardware.serial_link import Begun
from hardware.wire import line
from tests.lockstep.pair import Pair, first_lost, lost


@pytest.fixture
def pair():
    """A session that has begun."""
    pair = Pair(now_us=7_000_000)
    pair.advance(10)
    pair.told.clear()
    pair.sent.clear()
    return pair


# To the board


def test_lamps(pair):
    """Lamps are as they were last asked for, blinking by the board's clock."""
    pair.link.light("1.sf.......", pair.now_us)
    seen = set()
    for _ in range(200):
        pair.advance(5)
        seen.add(pair.lit)
    assert seen == {0b10, 0b1010, 0b10010, 0b11010}
    pair.link.light("..........1", pair.now_us)
    pair.advance(5)
    assert pair.lit == 1 << 11


@pytest.mark.parametrize("way", ["to_board", "to_host"])
def test_lamps_are_repeated(pair, way):
    """Lamps, or their answer, that are lost are sent again after 100 ms, with the same number."""
    setattr(pair, way, first_lost(getattr(pair, way), times=3))
    pair.link.light("1..........", pair.now_us)
    pair.advance(350)
    assert pair.lit == 0b10
    assert pair.link.is_settled
    assert len(set(pair.sent)) == 1
    assert pair.kinds() == ["LAMPS"] * 4


def test_only_the_latest_lamps_are_repeated(pair):
    """Lamps that were asked for and replaced are not sent again."""
    pair.to_board = lost
    pair.link.light("1..........", pair.now_us)
    pair.advance(50)
    pair.link.light(".1.........", pair.now_us)
    pair.advance(10)
    pair.to_board = lambda data: data
    pair.sent.clear()
    pair.advance(200)
    assert pair.kinds() == ["LAMPS"]
    assert pair.lit == 0b100


def test_a_board_that_has_other_lamps(pair):
    """Should the board's STATE tell other lamps than were sent, they are sent again."""
    pair.link.light("1..........", pair.now_us)
    pair.advance(10)
    pair.board.receive(pair.now_us, line(77, "LAMPS", "..1"))
    pair.advance(600)
    assert pair.lit == 0b10


def test_a_tune_that_comes_twice(pair):
    """A tune is played once, however often its line comes."""
    pair.to_host = first_lost(pair.to_host, times=3)
    pair.link.play(["880:60", "0:30", "440:20"], pair.now_us)
    heard = []
    for _ in range(400):
        pair.advance(1)
        heard.append(pair.board.tone(pair.now_us))
    assert heard.count(880) == pytest.approx(60, abs=2)
    assert heard.count(440) == pytest.approx(20, abs=2)


def test_every_tune_fits():
    """Each of the board's sounds is a line that isn't too long."""
    for tune in TUNES.values():
        assert line(999, "PLAY", *[f"{note.hz}:{note.ms}" for note in tune])


def test_longest_lines():
    """Thirty lamps with everything broken, and the longest timing, make lines that can be sent."""
    pair = Pair(30)
    pair.advance(10)
    pair.link.light("s" * 30, pair.now_us)
    pair.board.fault(pair.now_us, "TILT", True)
    pair.board.fault(pair.now_us, "LAMPS", True)
    pair.keys = (1 << 31) - 1
    pair.now_us = 10**16  # three hundred years
    pair.exchange()
    pair.advance(600)
    assert pair.link.is_settled
    assert line(999, "TIMING", *[99_999] * 11)


# Silence


def test_alive(pair):
    """In quiet the host says once a second that it is there, and the board twice how it is."""
    pair.advance(10_000)
    assert pair.kinds() == ["ALIVE"] * 10
    assert pair.told == []


def test_the_board_is_lost(pair):
    """A board that says nothing for 3 s is lost."""
    pair.to_host = lost
    pair.advance(2_400)
    assert not pair.link.is_lost(pair.now_us)
    pair.advance(600)
    assert pair.link.is_lost(pair.now_us)


def test_the_host_is_lost(pair):
    """A board that hears nothing for 5 s is dark and silent; another session begins anew."""
    pair.link.light("1s.........", pair.now_us)
    pair.link.play(["880:60000"], pair.now_us)
    pair.advance(10)
    pair.to_board = lost
    pair.advance(4_900)
    assert pair.board.tone(pair.now_us) == 880
    assert pair.lit & 0b10
    pair.advance(200)
    assert pair.lit == 0
    assert pair.board.tone(pair.now_us) == 0
    pair.to_board = lambda data: data
    pair.greet()
    pair.link.light("1s.........", pair.now_us)
    pair.advance(10)
    assert pair.lit & 0b10


def test_the_board_was_restarted(pair):
    """A board that knows nothing of a session is greeted again, and gets its lamps."""
    pair.link.light("1..........", pair.now_us)
    pair.tap(4)
    pair.told.clear()
    pair.switch_on()
    pair.advance(1_200)
    assert [type(each) for each in pair.told] == [Begun]
    assert pair.lit == 0b10
    pair.tap(5)
    assert pair.moves() == [(5, True), (5, False)]


def test_goodbye(pair):
    """After goodbye the board is dark, and says nothing by itself."""
    pair.link.light("1..........", pair.now_us)
    pair.advance(10)
    pair.link.end(pair.now_us)
    pair.exchange()
    assert pair.link.is_settled
    assert pair.lit == 0
    pair.press(4)
    pair.board.sample(pair.now_us + 1_000_000, pair.keys, pair.tilt)
    assert pair.board.lines() == []


@pytest.mark.parametrize("begun", [False, True])
def test_update(begun):
    """UPDATE is taken with or without a session, and acknowledged."""
    pair = Pair()
    if begun:
        pair.advance(10)
    else:
        pair.link.outgoing()
    pair.link.want_prompt(pair.now_us)
    pair.exchange()
    assert pair.board.wants_prompt
    assert pair.link.is_settled
