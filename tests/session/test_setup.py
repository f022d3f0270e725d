"""What is set up at a table, and which game is gone on with."""

from dataclasses import replace

import pytest

from puluc.rules.contests import Finished, contest
from puluc.rules.units import Side
from puluc.session.game import Game, Throw
from puluc.session.opening import Setup


@pytest.mark.parametrize(("spaces", "fits"), [(18, False), (19, True)])
def test_a_contest_fits_when_all_its_games_do(spaces: int, fits: bool) -> None:
    """The longest track counts."""
    assert Setup(spaces, contest()).fits(contest("bul")) is fits


@pytest.mark.parametrize(
    ("rules", "begun", "asked", "goes_on"),
    [
        ("classic", False, False, True),
        ("classic", True, True, True),
        ("jaques", True, False, True),
        ("jaques", False, False, False),
        ("jaques", True, True, False),
    ],
)
def test_a_game_by_other_rules_gives_way_when_not_begun_or_when_others_are_asked_for(
    rules: str, begun: bool, asked: bool, goes_on: bool
) -> None:
    """A game by the rules that are set up is always gone on with."""
    game = Game.begin(contest(rules).rules, Side.JADE)
    if begun:
        lots = ((True,) + (False,) * (game.rules.lots - 1),)
        game = game.cast(Throw(lots))
    setup = Setup(11, contest(), asked=asked)
    assert setup.goes_on_with(game, None) is goes_on


def test_a_match_in_progress_is_gone_on_with_before_its_next_game_begins() -> None:
    """Nothing has been thrown in its second game, but the match has begun."""
    match = contest("jaques-three").with_game(Finished(Side.JADE, (3, 0)))
    game = Game.begin(match.rules, None)
    assert Setup(11, contest()).goes_on_with(game, match)
    assert not Setup(11, contest()).goes_on_with(game, replace(match, finished=()))
