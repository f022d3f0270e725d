"""The messages between a page and the board."""

import json
from base64 import b64decode
from dataclasses import replace

import pytest

from puluc.rules.ruleset import RuleSet
from puluc.web.messages import Menu, MessageError, Press, Shake, news, read
from tests.web.fakes import FakeTable, piled, position_with


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"press": 3}', Press(3, down=True)),
        ('{"release": 11}', Press(11, down=False)),
        ('{"menu": true}', Menu(down=True)),
        ('{"menu": false}', Menu(down=False)),
        ('{"shake": true}', Shake()),
    ],
)
def test_each_message_is_read(text, message):
    """What our page sends is understood."""
    assert read(text, 11) == message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON: ''"),
        ("press 3", "not JSON: 'press 3'"),
        ('{"press": 3', "not JSON"),
        ("[" * 64, "not JSON"),
        ("3", "not a message: '3'"),
        ("null", "not a message"),
        ('["press", 3]', "not a message"),
        ("{}", "not a message"),
        ('{"press": 3, "shake": true}', "not a message"),
        ('{"push": 3}', "not a message"),
        ('{"press": "3"}', "not a message"),
        ('{"press": 3.0}', "not a message"),
        ('{"press": true}', "not a message"),
        ('{"press": NaN}', "not a message"),
        ('{"press": null}', "not a message"),
        ('{"menu": 1}', "not a message"),
        ('{"shake": false}', "not a message"),
        ('{"shake": 1}', "not a message"),
        ('{"press": 0}', "press of space 0: the board has 11"),
        ('{"press": -1}', "press of space -1: the board has 11"),
        ('{"release": 12}', "release of space 12: the board has 11"),
        (" " * 65, "a message of 65 characters: at most 64 are read"),
    ],
)
def test_anything_else_is_refused_with_the_reason(text, reason):
    """What our page never sends is refused, quoting it."""
    with pytest.raises(MessageError) as refusal:
        read(text, 11)
    assert reason in str(refusal.value)


def test_a_reason_fits_a_close_frame():
    """The longest reason fits the 123 bytes of a WebSocket's close frame, whatever was sent."""
    for text in ("\x00" * 64, "\U0001f600" * 64, '{"press": ' + "9" * 53 + "}"):
        with pytest.raises(MessageError) as refusal:
            read(text, 11)
        assert len(str(refusal.value).encode()) <= 123


def test_the_first_news_is_everything():
    """A page that has been told nothing is told all of a look."""
    look = replace(FakeTable().look(), pixels=bytes(range(256)) * 4, light=7)
    told = json.loads(json.dumps(news(None, look)))
    assert told["lamps"] == [False] * 11
    assert (b64decode(told["pixels"]), told["size"]) == (look.pixels, [128, 64])
    assert told["light"] == 7
    assert told["position"]["sides"]["J"] == {"hand": ["J1"] * 5, "kills": 0, "out": 0}
    assert (told["position"]["lots"], told["position"]["seats"]) == (4, 2)


def test_later_news_are_what_changed():
    """A page that has been told is told no part of a look again."""
    look = FakeTable().look()
    assert news(look, look) == {}
    lit = (True,) + (False,) * 10
    assert news(look, replace(look, lamps=lit)) == {"lamps": lit}
    assert news(look, replace(look, light=0)) == {"light": 0}
    assert news(look, replace(look, position=None)) == {"position": None}
    assert set(news(look, replace(look, pixels=b"\xff" * 1024))) == {"pixels", "size"}
    assert set(news(look, replace(look, size=(256, 32)))) == {"pixels", "size"}


def spaces_of(look):
    return news(None, look)["position"]["spaces"]


def test_piles_are_told_bottom_to_top_by_owner():
    """A page can draw each pile in its order, whose each piece is, and which way it goes."""
    rules = RuleSet(name="ant", track=19, seats=6, fire=(10,))
    position = position_with(
        (5, piled("02")),
        (5, piled("4", homeward=True)),
        (8, piled("135")),
        rules=rules,
        hand=(5, 4, 3, 2, 1, 0),
        kills=(2, 7),
    )
    look = replace(FakeTable(19).look(), position=position)
    spaces = spaces_of(look)
    assert spaces[4]["piles"] == [
        {"warriors": ["J1", "J2"], "homeward": False},
        {"warriors": ["J3"], "homeward": True},
    ]
    assert spaces[7]["piles"] == [{"warriors": ["C1", "C2", "C3"], "homeward": False}]
    assert [number for number, space in enumerate(spaces, 1) if space["fire"]] == [10]
    cinnabar = news(None, look)["position"]["sides"]["C"]
    assert cinnabar == {"hand": ["C1"] * 4 + ["C2"] * 2, "kills": 7, "out": 0}


def test_a_short_track_lies_in_the_middle_of_the_board():
    """Nine spaces of eleven are the board's 2 to 10, and the two ends are told to be free."""
    position = position_with((1, piled("0")), (9, piled("1")), rules=RuleSet(track=9))
    spaces = spaces_of(replace(FakeTable().look(), position=position))
    assert [space["used"] for space in spaces] == [False] + [True] * 9 + [False]
    assert [number for number, space in enumerate(spaces, 1) if space["piles"]] == [2, 10]
