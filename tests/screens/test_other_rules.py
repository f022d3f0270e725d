"""Screens of every rule set: no warrior is left out, whoever owns it and wherever it goes."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puluc.rules.presets import PRESETS, rule_set
from puluc.rules.units import Heading, Player, Side, Space, side_of
from puluc.screens.band import band
from puluc.screens.columns import Span
from puluc.screens.drawing import lay_out
from puluc.screens.fonts import LARGE, TALL
from puluc.screens.parts import (
    Arrow,
    Bar,
    Chip,
    Embers,
    Flame,
    House,
    Lamp,
    Lot,
    More,
    Text,
)  # fmt: skip
from puluc.screens.piles import mark
from puluc.screens.values import GameScreen, PileScreen
from tests.screens.test_layout import SIZES, WORDS, check
from tests.screens.variants import C3, CINNABAR, J1, J2, JADE, casts, lit, position

USUAL = (128, 64)
NAMES = (
    "Åsa", "Zoë", "Maximiliane", "Bartholomäus", "Guðmundsína", "Agnieszka", "Żółcisława",
    "Françoise-Ém", "Øyvind Åsen", "Nuñez Íñigo", "Őrs Ágoston",
)  # fmt: skip


def with_piles(rules, spaces):
    """A position with piles, given as lists of a list of owners and whether they go home."""
    track = {
        number: " ".join(
            "".join(f"{side_of(owner).value}{mark(owner)}" for owner in map(Player, owners))
            + ("~" if homeward else "")
            for owners, homeward in piles
        )
        for number, piles in spaces.items()
    }
    return position(rules, track)


SEATS = st.sampled_from([2, 4, 6, 10, 16])


@st.composite
def games(draw, seats=SEATS):
    """A screen of some rule set with any piles, some of them on shared spaces or going home."""
    players = draw(seats)
    rules = rule_set(
        draw(st.sampled_from(["ant", "fire", "kekchi-homeward", "classic"])),
        seats=players,
        track=draw(st.integers(6, 30)),
    )
    shared = 3 if players > 2 else 1
    pile = st.tuples(st.lists(st.integers(0, players - 1), min_size=1, max_size=6), st.booleans())
    spaces = draw(
        st.dictionaries(
            st.integers(1, rules.track),
            st.lists(pile, min_size=1, max_size=shared),
            max_size=players + 4,
        )
    )
    player = Player(draw(st.integers(0, players - 1)))
    thrown = draw(st.sampled_from([(), ("xoxo",), ("xoxo", "ooox"), ("xxoxx", "xxxxx")]))
    name = draw(st.sampled_from(["J2", *NAMES]))
    return GameScreen(
        position=with_piles(rules, spaces),
        headline=" ".join([name, "3 5"[: 2 * len(thrown)].strip()]).strip(),
        words=draw(st.sampled_from(WORDS)),
        side=side_of(player),
        player=player,
        casts=casts(*thrown),
        used=draw(st.sampled_from([frozenset(), frozenset({0})])),
        lit=draw(st.frozensets(st.integers(1, rules.track).map(Space), max_size=5)),
        focus=draw(st.none() | st.integers(1, rules.track).map(Space)),
        homes=draw(st.booleans()),
        lit_homes=draw(st.frozensets(st.sampled_from(Side))),
    )


def on_track(screen, size):
    """The parts of a screen but for its band."""
    return [part for part in lay_out(screen, size) if part not in band(screen, size[0])]


def standing(at):
    return [owner for piles in at.track for pile in piles for owner in pile.warriors]


@given(games(), st.sampled_from(SIZES))
def test_nothing_is_clipped_or_covered(screen, size):
    """In games of any players on any track all parts keep to the panel and apart."""
    check(lay_out(screen, size), size)


@given(games(), st.sampled_from(SIZES))
def test_every_warrior_is_shown_or_counted(screen, size):
    """The chips, and the numbers that stand for chips, add up to the warriors on the track."""
    parts = on_track(screen, size)
    chips = [part for part in parts if isinstance(part, Chip)]
    counted = sum(part.count for part in parts if isinstance(part, More))
    assert len(chips) + counted == len(standing(screen.position))
    if not counted:
        figures = screen.position.rules.seats > 2
        assert Counter((chip.side, chip.mark) for chip in chips) == Counter(
            (side_of(owner), mark(owner) if figures else "") for owner in standing(screen.position)
        )


@given(games(st.just(2)))
def test_two_players_see_the_whole_track(screen):
    """Two players, of five warriors each, see every space, every lamp and each pile's heading."""
    parts = on_track(screen, USUAL)
    rules = screen.position.rules
    assert sum(isinstance(part, Bar | Embers) for part in parts) == rules.track
    lamps = len(screen.lit) + (len(screen.lit_homes) if screen.homes else 0)
    assert sum(isinstance(part, Lamp) for part in parts) == lamps
    homeward = [
        pile.side is JADE
        for piles in screen.position.track
        for pile in piles
        if pile.heading is Heading.HOMEWARD
    ]
    assert Counter(part.leftward for part in parts if isinstance(part, Arrow)) == Counter(homeward)


@given(games(st.sampled_from([4, 6, 10, 16])), st.sampled_from(SIZES))
def test_in_teams_the_player_and_the_player_s_hand_are_told(screen, size):
    """The chip with the player's figure stands beside the headline and beside its own hand."""
    parts = band(screen, size[0])
    chips = [part for part in parts if isinstance(part, Chip) and part.mark]
    assert [(chip.side, chip.mark) for chip in chips] == [(screen.side, mark(screen.player))] * 2
    own = str(screen.position.hand[screen.player])
    assert any(isinstance(part, Text) and part.text == own and part.face.cap == 8 for part in parts)


def test_a_game_on_nineteen_spaces_with_six_players_is_shown_whole():
    """Six free warriors and their prisoners, four deep, are all there beside a line of words."""
    at = position(
        rule_set("ant"),
        {4: "C1C2J1~", 6: "J2 J3~", 11: "J1J2C3~", 16: "C2C1J3C1", 19: "C2"},
    )
    screen = GameScreen(
        at, "J1 3 5", "Press a lit space", JADE, casts("xxox", "oooo"), lit(1, 4), player=J1
    )
    parts = on_track(screen, USUAL)
    assert sum(isinstance(part, Bar) for part in parts) == 19
    assert not any(isinstance(part, More) for part in parts)
    assert sum(isinstance(part, Arrow) for part in parts) == 3
    assert {part.text for part in parts if isinstance(part, Text)} == {
        "Press a lit space", "1", "5", "10", "15", "19",
    }  # fmt: skip


def test_piles_that_share_a_space_stand_side_by_side_over_one_line():
    """The earliest stands first, a dark column parts them, and one line runs below both."""
    at = position(rule_set("ant"), {6: "J2C1J2 J3"})
    parts = on_track(GameScreen(at, "J1", "", JADE, player=J1), USUAL)
    piles: dict[tuple[int, int], str] = {}
    for chip in sorted((p for p in parts if isinstance(p, Chip)), key=lambda chip: -chip.box.top):
        across = (chip.box.left, chip.box.right)
        piles[across] = piles.get(across, "") + chip.side.value + chip.mark
    (first, one), (second, other) = sorted(piles.items())
    assert (one, other) == ("J2C1J2", "J3")
    assert second[0] == first[1] + 1
    assert any(
        isinstance(part, Bar) and part.box.left <= first[0] and second[1] <= part.box.right
        for part in parts
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spaces", range(12, 31))
def test_a_long_track_is_numbered(spaces, size):
    """The first space and every fifth have their numbers, each under its own space."""
    screen = GameScreen(position(rule_set("classic", track=spaces), {}), "Jade", "", JADE)
    parts = on_track(screen, size)
    bars = [part.box for part in parts if isinstance(part, Bar)]
    numbers = {int(part.text): part.box for part in parts if isinstance(part, Text)}
    assert {1, *range(5, spaces + 1, 5)} <= numbers.keys() <= {*range(1, spaces + 1)}
    for number, box in numbers.items():
        bar = Span(bars[number - 1].left, bars[number - 1].right)
        assert abs((box.left + box.right) / 2 - bar.middle) <= 4, number


def test_the_numbers_are_the_board_s():
    """A track in the middle of a longer board has the numbers of the board's spaces."""
    at = position(rule_set("classic", track=15), {4: "J"})
    parts = on_track(GameScreen(at, "Jade", "", JADE, houses=2), USUAL)
    bars = [part.box for part in parts if isinstance(part, Bar)]
    numbers = {int(part.text): part.box for part in parts if isinstance(part, Text)}
    assert numbers.keys() == {3, 5, 10, 15, 17}
    assert numbers[10].left < Span(bars[7].left, bars[7].right).middle < numbers[10].right
    (large, *_) = lay_out(PileScreen(at, Space(4), "Jade", "press 6: next", houses=2), USUAL)
    assert large.text == "6"


@pytest.mark.parametrize("spaces", range(5, 12))
def test_a_short_track_needs_no_numbers(spaces):
    """Up to eleven spaces are counted at a glance, and leave the rows to the piles."""
    screen = GameScreen(position(rule_set("classic", track=spaces), {}), "Jade", "", JADE)
    assert not any(isinstance(part, Text) for part in on_track(screen, USUAL))


@pytest.mark.parametrize("piles", [{}, {10: "J1"}, {10: "C2J1~ J3", 11: "C1"}])
def test_the_fire_is_seen_with_piles_and_without(piles):
    """Its spaces have a broken line of their own, and a flame is below."""
    screen = GameScreen(position(rule_set("fire"), piles), "J1", "", JADE, player=J1)
    parts = on_track(screen, USUAL)
    (embers,) = (part for part in parts if isinstance(part, Embers))
    (flame,) = (part for part in parts if isinstance(part, Flame))
    assert sum(isinstance(part, Bar) and part.box.left < embers.box.left for part in parts) == 9
    assert flame.box.left < Span(embers.box.left, embers.box.right).middle < flame.box.right


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_its_first_screen(name):
    """The beginning of a game of each preset is shown with all its spaces."""
    rules = PRESETS[name]
    parts = lay_out(GameScreen(position(rules, {}), "Jade", "Shake", JADE, player=J1), USUAL)
    check(parts, USUAL)
    assert sum(isinstance(part, Bar | Embers) for part in parts) == rules.track


def test_a_track_too_crowded_for_its_panel_shows_what_is_about_the_focus():
    """Of thirty piles of teams those about the focus are shown, the others counted at the ends."""
    rules = rule_set("kekchi-teams", track=30, seats=16, warriors=10)
    at = position(rules, dict.fromkeys(range(1, 31), "J8"))
    for focus in (1, 14, 30):
        screen = GameScreen(at, "C4 3", "Shake", CINNABAR, player=Player(7), focus=Space(focus))
        parts = on_track(screen, USUAL)
        check(parts, USUAL)
        numbers = [int(p.text) for p in parts if isinstance(p, Text) and p.text.isdigit()]
        assert min(numbers) - 1 <= focus <= max(numbers) + 1
        chips = sum(isinstance(part, Chip) for part in parts)
        assert chips >= 14
        counted = [part.count for part in parts if isinstance(part, More)]
        assert chips + sum(counted) == 30
        assert len(counted) == (2 if focus == 14 else 1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("thrown", [(), ("xoxo",), ("xoxo", "ooox")])
@pytest.mark.parametrize("player", [None, C3])
def test_a_name_of_twelve_letters_is_shown_whole(name, thrown, player):
    """The name is not shortened, the lots are all there, and the numbers stand large."""
    at = position(rule_set("ant" if player is not None else "classic"), {})
    numbers = "3 5"[: 2 * len(thrown) - 1] if thrown else ""
    screen = GameScreen(
        at, f"{name} {numbers}".strip(), "", CINNABAR, casts(*thrown), player=player
    )
    parts = lay_out(screen, USUAL)
    check(parts, USUAL)
    texts = {part.text: part.face for part in parts if isinstance(part, Text)}
    assert screen.headline in texts or {name, numbers} <= texts.keys()
    large = numbers if numbers in texts else screen.headline
    assert texts[large] in (LARGE, TALL)
    assert sum(isinstance(part, Lot) for part in parts) == 4 * len(thrown)


def test_a_longer_name_ends_in_an_ellipsis():
    """What is longer than its place is shortened; the chip, the lots and the number are kept."""
    at = position(rule_set("ant"), {})
    screen = GameScreen(
        at, "Wilhelmina-Ottilie 3 5", "", CINNABAR, casts("xoxo", "ooox"), player=C3
    )
    parts = lay_out(screen, USUAL)
    check(parts, USUAL)
    texts = {part.text: part.face for part in parts if isinstance(part, Text)}
    (name,) = (text for text in texts if text.endswith("…"))
    assert name.startswith("Wilhelm")
    assert texts["3 5"] is LARGE
    assert sum(isinstance(part, Lot) for part in parts) == 8


def test_the_lots_of_a_used_cast_are_faint():
    """After the first cast is used its lots are faint, those of the second are not."""
    at = position(rule_set("ant"), {4: "J2"})
    screen = GameScreen(at, "J2 1", "", JADE, casts("xxxo", "ooox"), player=J2, used=frozenset({0}))
    lots = [part for part in lay_out(screen, USUAL) if isinstance(part, Lot)]
    assert [lot.used for lot in lots] == [True] * 4 + [False] * 4
    assert [lot.marked for lot in lots] == [True, True, True, False, False, False, False, True]


@pytest.mark.parametrize("spaces", range(5, 29))
def test_homes_stand_at_both_ends(spaces):
    """Each side has its house beyond its first space, with a triangle where it may be pressed."""
    at = position(rule_set("classic", track=spaces), {1: "J", spaces: "C"})
    screen = GameScreen(
        at, "Jade 3", "", JADE, casts("xxxo"), homes=True, lit_homes=frozenset({CINNABAR})
    )
    parts = on_track(screen, USUAL)
    check(parts, USUAL)
    jade, cinnabar = (part for part in parts if isinstance(part, House))
    bars = [part.box for part in parts if isinstance(part, Bar)]
    assert (jade.side, cinnabar.side) == (JADE, CINNABAR)
    assert jade.box.right < bars[0].left
    assert bars[-1].right < cinnabar.box.left
    (lamp,) = (part for part in parts if isinstance(part, Lamp))
    assert cinnabar.box.left <= lamp.box.left < lamp.box.right <= cinnabar.box.right


@given(
    st.lists(
        st.tuples(st.lists(st.integers(0, 15), min_size=1, max_size=12), st.booleans()),
        max_size=8,
    ),
    st.sampled_from(SIZES),
)
def test_the_piece_check_shows_every_pile_of_a_space(piles, size):
    """Piles that share a space are side by side, with their owners' figures or a number."""
    at = with_piles(rule_set("ant", seats=16), {4: piles})
    parts = lay_out(PileScreen(at, Space(4), "J1 over C2; J2", "press 4: next"), size)
    check(parts, size)
    shown = sum(isinstance(part, Chip) for part in parts)
    counted = sum(part.count for part in parts if isinstance(part, More))
    assert shown + counted == len(standing(at))
    arrows = sum(isinstance(part, Arrow) for part in parts)
    assert arrows == sum(homeward for _, homeward in piles)
