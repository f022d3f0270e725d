"""A session between host and board: what is lost on the way is made up for."""

import pytest

from hardware.buzzer import TUNES
from hardware.serial_link import Begun, Hello, KeyMoved, Link, PartFailed, TrayShaken
from hardware.wire import Lines, line
from puluc.board import wire_timing
from puluc.config import Timing
from tests.lockstep.pair import Pair


def lost(_data: bytes) -> bytes:
    """Nothing of it arrives."""
    return b""


def first_lost(way, times: int = 1):
    """What is sent is lost so many times, and then arrives."""

    def pass_on(data: bytes) -> bytes:
        nonlocal times
        times -= 1
        return way(data) if times < 0 else b""

    return pass_on


@pytest.fixture
def pair():
    """A session that has begun."""
    pair = Pair(now_us=7_000_000)
    pair.advance(10)
    pair.told.clear()
    pair.sent.clear()
    return pair


def keys(pair: Pair) -> list[tuple[int, bool]]:
    """The keys' moves that were told."""
    return [(each.number, each.is_down) for each in pair.told if isinstance(each, KeyMoved)]


# The beginning


def test_hello():
    """The board says what it is, and how its keys are; then the session has begun."""
    pair = Pair(19)
    pair.press(0)
    pair.press(19)
    pair.advance(100)
    pair.switch_on()
    pair.greet()
    pair.told.clear()
    pair.exchange()
    inputs = frozenset({"keys", "menu", "tilt", "buzzer"})
    assert pair.told == [Begun(Hello("1.0", "1.0.0", 19, inputs), frozenset({0, 19}))]
    assert pair.link.has_begun
    assert pair.link.is_settled


@pytest.mark.parametrize("way", ["to_board", "to_host"])
def test_hello_is_repeated(way):
    """A greeting, or its answer, that is lost is sent again after 100 ms."""
    pair = Pair()
    setattr(pair, way, first_lost(getattr(pair, way)))
    pair.advance(99)
    assert pair.kinds() == ["HELLO"]
    pair.advance(2)
    assert pair.kinds() == ["HELLO", "HELLO"]
    assert [type(each) for each in pair.told] == [Begun]


@pytest.mark.parametrize(
    ("protocol", "trouble"),
    [
        ("1.0", ""),
        ("1.7", ""),
        ("0.9", "the board speaks protocol 0, Puluc 1: run `puluc flash`"),
        ("2.0", "the board speaks protocol 2, Puluc 1: update Puluc"),
        ("x", "the board speaks protocol x, Puluc 1: update Puluc"),
    ],
)
def test_versions(protocol, trouble):
    """Another minor version is played with; another major is refused, and which side is older."""
    link = Link(0)
    answer = line(0, "HELLO", protocol, "9.9.9", 11, "keys", 1, "more")
    link.receive(answer, 0)
    assert link.hello is not None
    assert link.hello.trouble == trouble


def test_a_hello_that_says_other_things():
    """Of a board of another major version no more is understood than that."""
    link = Link(0)
    link.receive(line(0, "HELLO", "2.3"), 0)
    assert link.hello is not None
    assert link.hello.trouble == "the board speaks protocol 2, Puluc 1: update Puluc"
    assert not link.has_begun


def test_an_echo():
    """MicroPython's prompt, which gives back whatever it is sent, is no board."""
    link = Link(0)
    for at_us in range(0, 3_000_000, 100_000):
        assert link.receive(link.outgoing(), at_us) == ()
        link.poll(at_us)
    assert link.hello is None


def test_a_host_of_another_major_gets_no_session():
    """The board answers it with what it is, and nothing else."""
    pair = Pair()
    pair.board.receive(0, line(5, "HELLO", "2.0"))
    (answer,) = pair.board.lines()
    assert b"HELLO,1.0,1.0.0,11,keys+menu+tilt+buzzer,5*" in answer
    pair.board.receive(0, line(6, "LAMPS", "1"))
    assert b"HELLO" in pair.board.lines()[0]
    assert pair.board.lit(10_000_000) == 0


def test_timing_is_told():
    """A builder's timing is told the board when the session begins."""
    usual, slow = Timing(), Timing(debounce_confirm_ms=9, debounce_deaf_ms=200)
    assert wire_timing(usual) == ""
    pair = Pair(timing=wire_timing(slow))
    pair.advance(10)
    assert pair.kinds() == ["HELLO", "TIMING"]
    pair.press(3)
    pair.advance(8)
    assert keys(pair) == []
    pair.advance(4)
    assert keys(pair) == [(3, True)]
    pair.release(3)
    pair.advance(150)
    assert keys(pair) == [(3, True)]


def test_timing_while_a_key_is_deaf():
    """A key that moves while it is not listened to is told all the same by a new timing."""
    pair = Pair()
    pair.advance(10)
    pair.press(3)
    pair.advance(5)
    pair.release(3)
    pair.advance(2)
    pair.greet(wire_timing(Timing(debounce_deaf_ms=30)))
    pair.advance(100)
    assert keys(pair)[-1] == (3, False)


# Events


def test_keys(pair):
    """Keys are told with the time at which they moved."""
    at_us = pair.now_us
    pair.tap(4)
    pair.tap(0)
    assert keys(pair) == [(4, True), (4, False), (0, True), (0, False)]
    times = [each.at_us for each in pair.told]
    expected = [at_us + ms * 1000 for ms in (1, 51, 101, 151)]
    assert all(abs(a - b) <= 2_000 for a, b in zip(times, expected, strict=True))


def test_a_shake(pair):
    """A shake is told once, from its beginning to its rest."""
    at_us = pair.now_us
    pair.shake()
    (shaken,) = [each for each in pair.told if isinstance(each, TrayShaken)]
    assert abs(shaken.began_us - at_us) <= 2_000
    assert shaken.ended_us > shaken.began_us + 600_000


def test_a_lost_event_is_asked_for(pair):
    """An event that is lost is told when the next line shows it, before what comes after."""
    pair.to_host = first_lost(pair.to_host)
    pair.press(4)
    pair.advance(5)
    assert pair.told == []
    pair.to_host = lambda data: data
    pair.press(5)
    pair.advance(5)
    assert keys(pair) == [(4, True), (5, True)]
    assert pair.kinds() == ["STATE"]


def test_the_last_event_is_lost(pair):
    """An event with nothing after it is told within half a second, by the board's STATE."""
    at_us = pair.now_us
    pair.to_host = first_lost(pair.to_host)
    pair.press(4)
    pair.advance(505)
    assert keys(pair) == [(4, True)]
    assert pair.told[0].at_us <= at_us + 2_000


def test_events_that_are_lost_again(pair):
    """Events repeated and lost again are asked for again, and each is told once."""
    pair.to_host = lost
    for key in (1, 2, 3):
        pair.tap(key)
    pair.to_host = first_lost(lambda data: data, times=4)
    pair.advance(2_000)
    assert keys(pair) == [(key, down) for key in (1, 2, 3) for down in (True, False)]


def test_more_than_the_board_keeps(pair):
    """When the board has forgotten what was lost, the keys are taken as they are."""
    pair.to_host = lost
    for _ in range(12):
        pair.tap(4)
    pair.press(7)
    pair.advance(10)
    pair.to_host = lambda data: data
    pair.advance(600)
    assert keys(pair) == [(7, True)]
    pair.tap(2)
    assert keys(pair) == [(7, True), (2, True), (2, False)]


def test_numbers_begin_anew(pair):
    """After number 999 comes 0, with nothing lost or told twice."""
    for count in range(1_100):
        pair.tap(1 + count % 11)
    assert keys(pair) == [(1 + n % 11, down) for n in range(1_100) for down in (True, False)]


def test_an_event_twice(pair):
    """A line of the board that comes twice is told once."""
    pair.to_host = lambda data: data * 2
    pair.tap(4)
    assert keys(pair) == [(4, True), (4, False)]


def test_no_time_to_come(pair):
    """No event is of the future, or before the one before it, however late the lines are."""
    told, held = [], []

    def late(data: bytes) -> bytes:
        held.append(data)
        return b"" if len(held) % 3 else b"".join(held[-3:])

    pair.to_host = late
    for key in range(1, 9):
        pair.tap(key)
        told += [each.at_us for each in pair.told]
        assert all(at_us <= pair.now_us for at_us in told)
        pair.told.clear()
    assert told == sorted(told)


def test_faults(pair):
    """A part that breaks is told, and when it is well again; a new session tells what is broken."""
    pair.board.fault(pair.now_us, "LAMPS", True)
    pair.board.fault(pair.now_us, "LAMPS", True)
    pair.advance(5)
    assert pair.told == [PartFailed("LAMPS", True)]
    pair.told.clear()
    pair.greet()
    pair.exchange()
    assert [type(each) for each in pair.told] == [Begun, PartFailed]
    pair.board.fault(pair.now_us, "LAMPS", False)
    pair.advance(5)
    assert pair.told[-1] == PartFailed("LAMPS", False)


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
    assert keys(pair) == [(5, True), (5, False)]


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


# What isn't of this protocol


def test_modem_manager(pair):
    """What ModemManager sends a new port is passed over by the board, answering nothing."""
    pair.board.receive(pair.now_us, b"AT\rAT+GCAP\r\x7e\x00\x78\xf0\x7e~ATE1 E0\r")
    assert pair.board.lines() == []


@pytest.mark.parametrize(
    "fields",
    [
        ("KEY", "x", "1", "5"),
        ("KEY", "4", "2", "5"),
        ("KEY", "4"),
        ("STATE", "1", "zz", "", "", "0"),
        ("ACK", "x"),
        ("ACK",),
        ("SONG", "la"),
    ],
)
def test_lines_that_mean_nothing(pair, fields):
    """A right line whose arguments mean nothing is passed over by the host."""
    pair.to_host = lambda data: data
    pair.told += pair.link.receive(line(1, *fields), pair.now_us)
    pair.advance(1_000)
    assert pair.told == []
    pair.tap(4)
    assert keys(pair) == [(4, True), (4, False)]


@pytest.mark.parametrize(
    "fields",
    [("PLAY", "a:b"), ("PLAY", "5"), ("TIMING", "1"), ("STATE", "-"), ("SONG", "la"), ("",)],
)
def test_lines_that_mean_nothing_to_the_board(pair, fields):
    """The board answers a right line whose arguments mean nothing, and goes on."""
    pair.board.receive(pair.now_us, line(500, *fields))
    answers = [Lines().feed(each)[0][1][0] for each in pair.board.lines()]
    assert answers in (["ACK"], ["STATE"])
    pair.tap(4)
    assert keys(pair) == [(4, True), (4, False)]
