"""What is played at a table: games one after another, and matches that are decided."""

import pytest

from puluc.rules.contests import Contest, Finished, contest
from puluc.rules.errors import RuleSetError
from puluc.rules.presets import MATCHES, PRESETS, rule_set
from puluc.rules.units import Side

JADE, CINNABAR = Side


def after(begun: Contest, *games: tuple[Side | None, int, int]) -> Contest:
    """The contest after games that ended so: the winner, Jade's kills and Cinnabar's."""
    for winner, jade, cinnabar in games:
        begun = begun.with_game(Finished(winner, (jade, cinnabar)))
    return begun


@pytest.mark.parametrize("name", [name for name in PRESETS if name not in MATCHES])
def test_a_rule_set_is_played_again_and_again(name: str) -> None:
    """It is no match: no game is kept, nothing is ever decided, the set stays the same."""
    played = contest(name)
    assert not played.is_match
    then = after(played, (JADE, 5, 0), (CINNABAR, 0, 5), (None, 1, 1))
    assert then == played
    assert (then.rules, then.number, then.score) == (rule_set(name), 1, (0, 0))
    assert (then.decided, then.winner) == (False, None)


def test_bul_plays_the_five_animal_games_in_order() -> None:
    """Each game has the next rule set, and its number; after the fifth the match is decided."""
    match = contest("bul")
    seen = []
    for number in range(1, 6):
        assert (match.decided, match.number) == (False, number)
        seen.append(match.rules.name)
        match = after(match, (JADE, 1, 0))
    assert seen == ["ant", "eagle", "scorpion", "army-ants", "fire"]
    assert match.decided


@pytest.mark.parametrize(
    ("last", "score", "winner"),
    [((3, 2), (16, 15), JADE), ((2, 3), (15, 16), CINNABAR), ((2, 2), (15, 15), None)],
)
def test_bul_is_won_by_the_kills_of_all_games(
    last: tuple[int, int], score: tuple[int, int], winner: Side | None
) -> None:
    """Kills are added up, however many games were won; equal kills are a draw."""
    games = [(JADE, 4, 3), (JADE, 3, 2), (JADE, 5, 1), (CINNABAR, 1, 7)]
    match = after(contest("bul"), *games)
    assert (match.score, match.winner, match.decided) == ((13, 13), None, False)
    match = after(match, (winner, *last))
    assert (match.score, match.winner, match.decided) == (score, winner, True)


def test_a_lead_decides_nothing_before_the_last_game() -> None:
    """However far a team leads, all five games of bul are played."""
    match = after(contest("bul"), *[(JADE, 15, 0)] * 4)
    assert (match.winner, match.decided) == (JADE, False)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("lost", [0, 1, 2])
def test_three_wins_decide_the_best_of_five(side: Side, lost: int) -> None:
    """Whoever first has won three has won, after three games or up to five; kills don't count."""
    games = [(side.enemy, 9, 9)] * lost + [(side, 0, 0)] * 2
    match = after(contest("jaques-three"), *games)
    assert not match.decided
    match = after(match, (side, 0, 0))
    assert (match.decided, match.winner) == (True, side)
    assert sorted(match.score) == [lost, 3]


def test_draws_of_the_best_of_five_count_for_neither() -> None:
    """After five games with draws among them the match goes on with the same set."""
    match = after(contest("jaques-three"), *[(None, 2, 2)] * 3, (JADE, 3, 0), (CINNABAR, 0, 3))
    assert (match.score, match.winner, match.decided) == ((1, 1), None, False)
    assert (match.number, match.rules) == (6, rule_set("jaques-three"))


def test_a_match_begins_anew() -> None:
    """All its games are forgotten, its rule sets kept."""
    match = contest("bul", seats=4)
    assert after(match, (JADE, 3, 1), (None, 2, 2)).anew() == match


def test_changes_apply_to_each_game() -> None:
    """What is changed in a match is in all of its games, and what follows follows in each."""
    match = contest("bul", seats=12, warriors=3)
    assert [(rules.name, rules.seats, rules.warriors, rules.track) for rules in match.games] == [
        (name, 12, 3, 24) for name in MATCHES["bul"].games
    ]
    assert match.games[-1].fire == (12, 13)
    assert {rules.cap for rules in contest("jaques-three", cap=99).games} == {99}
    assert contest("classic", track=9).rules == rule_set("classic", track=9)


def test_classic_is_played_unless_something_else_is_named() -> None:
    """The default is the page's."""
    assert contest() == Contest("classic", (rule_set("classic"),))


@pytest.mark.parametrize(
    ("name", "changes"),
    [("no-such", {}), ("bul", {"colour": "red"}), ("bul", {"seats": 3}), ("village", {"track": 1})],
)
def test_a_contest_that_makes_no_game_is_refused(name: str, changes: dict[str, object]) -> None:
    """A name, a field or a value that isn't there, or games that can't be played."""
    with pytest.raises(RuleSetError):
        contest(name, **changes)
