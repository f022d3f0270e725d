"""Positions drawn in text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puluc.games.drawing import WIDTH, drawing, plain
from puluc.rules.notation import parse_position, short_names
from puluc.rules.presets import PRESETS, rule_set
from tests.records.games import played


def drawn(name: str, line: str, names: tuple[str, ...] = (), **rules) -> str:
    return drawing(parse_position(line, rule_set(name, **rules)), names)


def test_piles_stand_upright_with_an_arrow_at_their_commander() -> None:
    """The lowest warrior is at the bottom; hands, dead and kills stand below."""
    line = "J/3/CJC/4/J/C turn=J left=3 hand=J:1,C:2 fresh=C:2 dead=J:1 out=- kills=C:1 casts=17"
    assert drawn("classic", line, ("Ann", "Bén")) == (
        "            C<\n"
        "            J\n"
        "J> .  .  .  C  .  .  .  .  J> C<\n"
        "1  2  3  4  5  6  7  8  9  10 11\n"
        "> < beside a commander: where its pile goes\n"
        "\n"
        "Jade (Ann)      hand 1  dead 1\n"
        "Cinnabar (Bén)  hand 2  dead 0\n"
        "kills: Jade 0, Cinnabar 1\n"
        "Jade (Ann) has cast 3"
    )


def test_homeward_piles_point_home_and_partners_share_a_space() -> None:
    """Each of the piles on a space has its arrow; the fire is marked."""
    line = (
        "11/C2J2<+J1/7 turn=C1 left=- hand=J1:4,C1:5,J2:4,C2:4 fresh=C1:5 "
        "dead=- out=- kills=- casts=20"
    )
    text = drawn("fire", line, seats=4, one_free=False)
    rows = text.split("\n")
    column = 11 * len("10* ") * " "
    assert rows[:2] == [f"{column}J1>", f"{column}J2<"]
    assert rows[2].split() == [*"." * 11, "C2", *"." * 7]
    assert rows[3].split()[9] == "10*"
    assert rows[5] == "* the fire"
    assert rows[-1] == "C1 is to cast"


def test_the_end_is_told() -> None:
    """Who won, why, and after how many casts."""
    line = "10/CJ turn=J left=- hand=J:4 fresh=- dead=C:4 out=- kills=J:4 casts=80"
    over = "11 turn=C left=- hand=J:5 fresh=- dead=C:5 out=- kills=J:5 casts=81"
    assert drawn("classic", line).endswith("\nJade is to cast")
    assert drawn("classic", over).endswith("\nJade won (kills), 81 casts")


def test_the_retired_are_counted_where_there_are_any() -> None:
    """Only sets that retire captors have a column for them."""
    assert "  out " in drawing(played("jaques-hold").game.position)
    assert "  out " not in drawing(played("classic").game.position)


@settings(max_examples=30, deadline=None)
@given(name=st.sampled_from(sorted(PRESETS)), seed=st.integers(0, 2**32), things=st.integers(0, 90))
def test_every_warrior_on_the_track_is_drawn(name: str, seed: int, things: int) -> None:
    """As many names stand above the numbers as warriors on the track, and no line is too long."""
    position = played(name, seed, things).game.position
    track, _, _ = drawing(position).partition("\n\nJ")
    assert all(len(line) <= WIDTH for line in track.split("\n"))
    names = short_names(position.rules)
    cells = [cell.rstrip("<>") for cell in track.split()]
    standing = [owner for piles in position.track for pile in piles for owner in pile.warriors]
    for seat, short in enumerate(names):
        assert cells.count(short) == standing.count(seat)


def test_a_long_track_is_drawn_in_parts() -> None:
    """29 spaces of warriors with two-letter names are two parts of about the same length."""
    text = drawing(played("ant", seats=16).game.position)
    numbers = [line.split() for line in text.split("\n") if line[:1].isdecimal()]
    assert [len(line) for line in numbers] == [15, 14]


@pytest.mark.parametrize(("text", "shown"), [("Bén ☺", "Bén ☺"), ("a\x1b[2Jb\n", "a�[2Jb�")])
def test_what_commands_a_terminal_is_not_printed(text: str, shown: str) -> None:
    """A name from somebody else's record can't clear the screen."""
    assert plain(text) == shown
