"""What must hold of every screen: nothing clipped, nothing covered, nothing left out."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puluc.rules.units import Side, Space
from puluc.screens.drawing import lay_out
from puluc.screens.fonts import LARGE, SMALL, TEXT
from puluc.screens.paint import paint
from puluc.screens.parts import Badge, Bar, Box, Chip, Lamp, Lot, More, Text
from puluc.screens.values import Entry, GameScreen, ListScreen, MessageScreen, PileScreen
from tests.screens.samples import JADE, LONG_WORDS, casts, position, screens

SIZES = ((128, 64), (256, 64), (128, 128))
WORDS = (
    "",
    "Shake",
    "Press a lit space",
    "space 9: Jade has nothing there",
    "5 killed, 96 casts. Press: new game",
    "Cinnabar enters at 11, takes 1: shake",
    LONG_WORDS,
)
HEADLINES = ("Jade", "Cinnabar", "Jade 3", "Cinnabar 5", "Cinnabar won", "A draw")
_ELEVEN = st.just(11)
_FOUR_LOTS = st.sampled_from([(), ("xoxo",), ("xxox",)])


def check(parts, size):
    """Every part within the panel, and no two with a pixel in common."""
    panel = Box(0, 0, *size)
    for part in parts:
        box = part.box
        assert panel.left <= box.left <= box.right <= panel.right, part
        assert panel.top <= box.top <= box.bottom <= panel.bottom, part
    boxes = [part.box for part in parts]
    for one, other in combinations(range(len(boxes)), 2):
        if boxes[one].overlaps(boxes[other]):
            pytest.fail(f"{parts[one]} and {parts[other]} overlap")


@st.composite
def positions(draw, warriors=5, tracks=_ELEVEN):
    """Any piles that so many warriors a side can make, on any spaces."""
    track = draw(tracks)
    order = draw(st.permutations("J" * warriors + "C" * warriors))
    on_track = order[: draw(st.integers(0, len(order)))]
    piles: dict[int, str] = {}
    few = draw(st.lists(st.integers(1, track), min_size=1, max_size=4))
    for owner in on_track:
        space = draw(st.sampled_from(few))
        piles[space] = piles.get(space, "") + owner
    hand = (warriors - on_track.count("J"), warriors - on_track.count("C"))
    kills = (draw(st.integers(0, warriors)), draw(st.integers(0, warriors)))
    return position(piles, hand, kills, track)


def game_screens(at, lots_thrown=_FOUR_LOTS):
    return st.builds(
        GameScreen,
        position=at,
        headline=st.sampled_from(HEADLINES),
        words=st.sampled_from(WORDS),
        side=st.sampled_from([None, *Side]),
        casts=lots_thrown.map(lambda thrown: casts(*thrown)),
        lit=st.frozensets(st.integers(1, 5).map(Space)),
    )


@pytest.mark.parametrize("name", screens())
def test_sample_is_neither_clipped_nor_covered(name):
    """Each sample keeps to its panel, and its parts keep apart."""
    screen, size = screens()[name]
    check(lay_out(screen, size), size)


@pytest.mark.parametrize("name", screens())
def test_parts_light_only_their_own_boxes(name):
    """A part painted alone lights no pixel outside its box, so that boxes can be trusted."""
    screen, size = screens()[name]
    for part in lay_out(screen, size):
        lit = paint([part], size).getbbox()
        if lit is not None:
            box = part.box
            assert box.left <= lit[0], part
            assert box.top <= lit[1], part
            assert lit[2] <= box.right, part
            assert lit[3] <= box.bottom, part


@given(game_screens(positions()))
def test_a_classic_game_is_shown_whole(screen):
    """Every warrior, all words and every lit space of a classic game are on the screen."""
    parts = lay_out(screen, (128, 64))
    check(parts, (128, 64))
    chips = [part for part in parts if isinstance(part, Chip) and part.box.top > 17]
    standing = [
        owner for piles in screen.position.track for pile in piles for owner in pile.warriors
    ]
    assert len(chips) == len(standing)
    assert not any(isinstance(part, More) for part in parts)
    assert sum(isinstance(part, Lamp) for part in parts) == len(screen.lit)
    texts = [part for part in parts if isinstance(part, Text)]
    said = [part.text for part in texts if part.face is TEXT or part.box.top > 16]
    assert " ".join(said) == screen.words
    bars = sorted(part.box.left for part in parts if isinstance(part, Bar))
    assert {right - left for left, right in pairwise(bars)} == {11}


@given(game_screens(positions()))
def test_the_headline_stands_large(screen):
    """Whose cast it is, and the number, are at least sixteen pixels high, the lots beside them."""
    parts = lay_out(screen, (128, 64))
    (headline,) = (part for part in parts if isinstance(part, Text) and part.face is LARGE)
    assert headline.text == screen.headline
    assert headline.box.height >= 16
    if not screen.headline.endswith("won"):
        assert [part.marked for part in parts if isinstance(part, Lot)] == [
            lot for cast in screen.casts for lot in cast
        ]


@given(game_screens(positions()))
def test_a_short_notice_hides_nothing(screen):
    """That nothing is saved is told beside all words and piles of a classic game."""
    parts = lay_out(replace(screen, notice="not saved"), (128, 64))
    check(parts, (128, 64))
    (badge,) = (part for part in parts if isinstance(part, Badge))
    assert " ".join(badge.lines) == "not saved"
    assert not any(isinstance(part, More) for part in parts)


def seven_high():
    """A pile that leaves a longer notice no room beside these words but below its top."""
    return GameScreen(
        position({1: "CC", 8: "JJJJJCC"}, (0, 1), (0, 0), 11),
        "Jade",
        "Cinnabar enters at 11, takes 1: shake",
        None,
    )


@given(game_screens(positions()))
@example(seven_high())
def test_a_longer_notice_hides_nothing_uncounted(screen):
    """One that is longer may cost a high pile its lowest warriors, which are counted then."""
    parts = lay_out(replace(screen, notice="tray: no signal"), (128, 64))
    check(parts, (128, 64))
    (badge,) = (part for part in parts if isinstance(part, Badge))
    assert " ".join(badge.lines) == "tray: no signal"
    chips = sum(isinstance(part, Chip) and part.box.top > 17 for part in parts)
    counted = sum(part.count for part in parts if isinstance(part, More))
    standing = [pile.warriors for piles in screen.position.track for pile in piles]
    assert chips + counted == sum(map(len, standing))


@given(
    game_screens(
        positions(warriors=10, tracks=st.integers(5, 30)),
        st.sampled_from([(), ("xoxox",), ("xoxo", "ooxo")]),
    ),
    st.sampled_from(["", "not saved", "hold any space to cast"]),
    st.sampled_from(SIZES),
)
def test_every_track_and_panel_is_neither_clipped_nor_covered(screen, notice, size):
    """On 5 to 30 spaces, with piles up to twenty, on every panel, parts keep apart."""
    check(lay_out(replace(screen, notice=notice), size), size)


def test_a_pile_too_high_to_show_keeps_its_top():
    """Of twelve warriors the top nine are shown in their order, over the number of the others."""
    screen = GameScreen(position({6: "CCCCCCJCJCJJ"}, (0, 0)), "Jade", "", JADE)
    on_space = [part for part in lay_out(screen, (128, 64)) if part.box.top > 16]
    column = sorted(
        (part for part in on_space if isinstance(part, Chip | More)), key=lambda p: -p.box.top
    )
    assert (type(column[0]), column[0].count) == (More, 3)
    assert "".join(chip.side.value for chip in column[1:]) == "CCCJCJCJJ"


def test_words_too_long_for_any_place_end_in_an_ellipsis():
    """What cannot be shown whole says so, instead of running over the edge."""
    screen = GameScreen(position({}), "Jade", "word " * 60, JADE)
    parts = lay_out(screen, (128, 64))
    check(parts, (128, 64))
    assert any(isinstance(part, Text) and part.text.endswith("…") for part in parts)


def test_a_headline_too_long_for_its_row_becomes_smaller():
    """A headline wider than its place is set smaller, and at last shortened, never clipped."""
    for text in ("A headline of many words", "A headline of far too many words for one row"):
        parts = lay_out(GameScreen(position({}), text, "", JADE, casts("xxxx")), (128, 64))
        check(parts, (128, 64))
    assert parts[0].text.endswith("…")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["no", "go on", "check the pieces", "take back J 10 to 11", "Él jugó", LONG_WORDS]
            ),
            st.none() | st.integers(1, 30).map(Space),
        ),
        min_size=1,
        max_size=7,
    ),
    st.sampled_from(["", "Menu", "Which of these moves is meant?"]),
    st.sampled_from(SIZES),
)
def test_lists_keep_to_the_panel(lines, title, size):
    """Up to seven lines with numbers of one or two digits are all shown, and keep apart."""
    parts = lay_out(ListScreen(title, tuple(Entry(*line) for line in lines)), size)
    check(parts, size)
    numbers = [str(space) for _, space in lines if space is not None]
    assert [part.lines[0] for part in parts if isinstance(part, Badge)] == numbers


def test_a_question_of_two_answers_stands_large():
    """Yes and no have the large face, and the question stands above them."""
    screen = ListScreen("New game?", (Entry("yes", Space(1)), Entry("no", Space(11))))
    texts = {part.text: part.face for part in lay_out(screen, (128, 64)) if isinstance(part, Text)}
    assert texts == {"New game?": TEXT, "yes": LARGE, "no": LARGE}


@given(
    st.text("JC", max_size=20),
    st.integers(1, 11).map(Space),
    st.sampled_from(["empty", "Jade over 2 Cinnabar", "2 Jade over Cinnabar over " * 4 + "Jade"]),
    st.sampled_from(SIZES),
)
def test_the_piece_check_keeps_to_the_panel(letters, space, words, size):
    """Number, words, hint and pile of the piece check keep apart, however high the pile."""
    at = position({space: letters} if letters else {}, (0, 0))
    parts = lay_out(PileScreen(at, space, words, "press 11: next"), size)
    check(parts, size)
    (number,) = (part for part in parts if isinstance(part, Text) and part.face.cap >= 16)
    assert number.text == str(space)


@given(
    st.sampled_from(["Go on?", "Goodbye", "In hand", "Not playing", "Undervoltage"]),
    st.lists(
        st.sampled_from(["any lit space: yes", "menu: check the pieces", "é ñ ü"]), max_size=4
    ),
    st.sampled_from(SIZES),
)
def test_messages_keep_to_the_panel(headline, words, size):
    """A headline of twelve characters and four lines are shown whole, the headline large."""
    parts = lay_out(MessageScreen(headline, tuple(words)), size)
    check(parts, size)
    assert [part.text for part in parts] == [headline, *words]
    assert parts[0].face.cap >= 16
    assert all(part.face in (TEXT, SMALL) for part in parts[1:])
