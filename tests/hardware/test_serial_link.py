"""A session between host and board: what is lost on the way is made up for."""

import pytest

from hardware.serial_link import SURE_US, Begun, Hello, InStep, Link, PartFailed, TrayShaken
from hardware.wire import Lines, line
from puluc.board import wire_timing
from puluc.config import Timing
from tests.lockstep.pair import Pair, first_lost, lost, whole


@pytest.fixture
def pair():
    """A session that has begun."""
    pair = Pair(now_us=7_000_000)
    pair.advance(10)
    pair.told.clear()
    pair.sent.clear()
    return pair


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
    assert pair.moves() == []
    pair.advance(4)
    assert pair.moves() == [(3, True)]
    pair.release(3)
    pair.advance(150)
    assert pair.moves() == [(3, True)]


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
    assert pair.moves()[-1] == (3, False)


# Events


def test_keys(pair):
    """Keys are told with the time at which they moved."""
    at_us = pair.now_us
    pair.tap(4)
    pair.tap(0)
    assert pair.moves() == [(4, True), (4, False), (0, True), (0, False)]
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
    assert pair.moves() == [(4, True), (5, True)]
    assert pair.kinds() == ["STATE"]


def test_the_last_event_is_lost(pair):
    """An event with nothing after it is told within half a second, by the board's STATE."""
    at_us = pair.now_us
    pair.to_host = first_lost(pair.to_host)
    pair.press(4)
    pair.advance(505)
    assert pair.moves() == [(4, True)]
    assert pair.told[0].at_us <= at_us + 2_000


def test_events_that_are_lost_again(pair):
    """Events repeated and lost again are asked for again, and each is told once."""
    pair.to_host = lost
    for key in (1, 2, 3):
        pair.tap(key)
    pair.to_host = first_lost(lambda data: data, times=4)
    pair.advance(2_000)
    assert pair.moves() == [(key, down) for key in (1, 2, 3) for down in (True, False)]


def test_it_is_asked_from_what_has_come(pair):
    """A request that is repeated asks for what is missing by then, so that it can be had."""
    pair.to_host = lost
    for key in (1, 2):
        pair.tap(key)
    keys = iter((True, False, False, False))  # of what is repeated the first arrives

    def first_of_the_keys(data: bytes) -> bytes:
        return data if b",KEY," not in data or next(keys) else b""

    pair.to_host = first_of_the_keys
    while not pair.moves():
        pair.advance(1)
    pair.to_host = pair.to_board = lost
    for key in range(3, 9):
        pair.tap(key)
    pair.press(9)
    pair.advance(30)  # 17 since what was asked for, 16 since what has come: so many are kept
    pair.to_host = pair.to_board = whole
    pair.advance(700)
    expected = [(key, down) for key in range(1, 9) for down in (True, False)]
    assert pair.moves() == [*expected, (9, True)]


def test_in_step(pair):
    """That nothing is missing is told by a state of that time, not by one that was under way."""
    held: list[bytes] = []
    pair.to_host = lambda data: held.append(data) or b""
    pair.advance(560)
    pair.to_host = whole
    asked_us = pair.now_us
    pair.link.make_sure(pair.now_us)
    assert any(b",STATE," in each for each in held)
    assert pair.link.receive(b"".join(held), pair.now_us) == ()
    pair.exchange()
    (told,) = pair.told
    assert isinstance(told, InStep)
    assert abs(told.at_us - asked_us) <= SURE_US
    pair.advance(2_000)
    assert len(pair.told) == 1


def test_more_than_the_board_keeps(pair):
    """When the board has forgotten what was lost, the keys are taken as they are."""
    pair.to_host = lost
    for _ in range(12):
        pair.tap(4)
    pair.press(7)
    pair.advance(10)
    pair.to_host = lambda data: data
    pair.advance(600)
    assert pair.moves() == [(7, True)]
    pair.tap(2)
    assert pair.moves() == [(7, True), (2, True), (2, False)]


def test_numbers_begin_anew(pair):
    """After number 999 comes 0, with nothing lost or told twice."""
    for count in range(1_100):
        pair.tap(1 + count % 11)
    assert pair.moves() == [(1 + n % 11, down) for n in range(1_100) for down in (True, False)]


def test_an_event_twice(pair):
    """A line of the board that comes twice is told once."""
    pair.to_host = lambda data: data * 2
    pair.tap(4)
    assert pair.moves() == [(4, True), (4, False)]


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
    assert pair.moves() == [(4, True), (4, False)]


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
    assert pair.moves() == [(4, True), (4, False)]
