"""The review: what a move gave away, and the luck of the casts."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from puluc.games.review import review, review_text
from puluc.journal import Entry, Journal
from puluc.journal.database import SCHEMA
from puluc.opponent.player import Opponent
from puluc.opponent.thought import Odds, Weighed
from puluc.rules.moves import after, legal_moves
from puluc.rules.outcome import outcome
from puluc.rules.steps import FORFEIT, Move
from puluc.rules.units import Side
from tests.records.command_line import puluc
from tests.records.games import played

Capture = pytest.CaptureFixture[str]


class Counting:
    """Judges by what can be counted: a warrior killed, or carried, makes the odds better."""

    def __init__(self, is_exact: bool = True) -> None:
        self.is_exact = is_exact

    def _jade(self, position) -> float:
        ended = outcome(position)
        if ended is not None:
            return 0.5 if ended.winner is None else float(ended.winner is Side.JADE)
        return 0.5 + 0.05 * (position.kills[0] - position.kills[1]) + 0.002 * position.hand[1]

    def odds(self, position) -> Odds:
        if position.left:
            return self.weigh(position)[0].odds
        odds = Odds(Side.JADE, self._jade(position), self.is_exact)
        return Odds(position.side, odds.of(position.side), self.is_exact)

    def weigh(self, position):
        side = position.side
        found = []
        for step in legal_moves(position) or (FORFEIT,):
            odds = Odds(Side.JADE, self._jade(after(position, step)), self.is_exact)
            found.append(Weighed(step, Odds(side, odds.of(side), self.is_exact)))
        return tuple(sorted(found, key=lambda each: -each.odds.chance))


@pytest.mark.parametrize(("name", "size"), [("classic", 2_000), ("ant", 60), ("kekchi-teams", 80)])
def test_what_was_given_away_and_the_luck_add_up(name: str, size: int) -> None:
    """From the odds at the beginning to those at the end: nothing else changes them."""
    game, judge = played(name, 4, size).game, Counting()
    steps = list(review(game, judge))
    assert len(steps) == len(game.played)
    assert all(each.given >= 0 for each in steps)
    change = 0.0
    for each in steps:
        gained = each.luck - each.given
        change += gained if each.side is Side.JADE else -gained
    first, last = steps[0].played, game.played[-1]
    begun = judge._jade(first.before)
    ended = judge._jade(after(last.before, last.step))
    assert change == pytest.approx(ended - begun)


def test_the_best_step_gives_nothing_away() -> None:
    """Nor does a forfeit, to which there is no other."""
    for each in review(played("classic", 4, 2_000).game, Counting()):
        if each.best == each.played.step or not isinstance(each.played.step, Move):
            assert each.given == 0


def test_a_review_is_told_in_words() -> None:
    """A line a side with the players' names, the costly moves, and what odds leave out."""
    game = played("classic", 4, 2_000).game
    text = review_text(game, review(game, Counting()), ("Ann", ""))
    lines = text.splitlines()
    assert lines[0].startswith("Jade (Ann): ")
    assert lines[1].startswith("Cinnabar: ")
    assert "luck of the casts" in lines[0]
    assert lines[3] == "What cost most:"
    costs = [line for line in lines if "; best: " in line]
    assert 1 <= len(costs) <= 10
    assert lines[-2:] == [
        "All odds are exact, from a table.",
        "Odds are of games without the cap of 240 casts, by which 1 perfect game in 25 is drawn.",
    ]
    full = review_text(game, review(game, Counting(is_exact=False)), every=True)
    assert len(full.splitlines()) == len(game.played) + 6
    assert f"{len(game.played)} of {len(game.played)} steps are judged by search" in full
    assert "-0.0%" not in full


def test_a_game_without_steps_has_a_short_review() -> None:
    """Nothing was given away."""
    game = played("village", 3, 0).game
    text = review_text(game, review(game, Counting()))
    assert "Jade: 0 moves gave away 0.0% of a game, 0.0% each" in text
    assert "No move cost anything to speak of." in text
    assert "Odds are" not in text


def test_the_command_reviews_by_search_and_names_the_board(
    path: Path, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of the journal, with the level that the board played at; a bad table is named."""
    config = tmp_path / "config.toml"
    bad = tmp_path / "bad.puluc"
    bad.write_bytes(b"none")
    config.write_text(f'[opponent]\ntable = "{bad}"\n')
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    with Journal.open(path) as journal:
        number = played("classic", 4, 12).keep(journal, players=["Ann", ""])
        journal.append(Entry("plays", {"J": "", "C": "steady"}, number))
    arguments = ("--journal", path, "--config", config)
    assert puluc("games", "review", 1, *arguments) == 0
    out, error = capsys.readouterr()
    assert error == "puluc: bad.puluc is left out\n"
    assert out.startswith("Jade (Ann): ")
    assert "Cinnabar (the board, steady): " in out
    assert puluc("games", "review", 1, "--all", *arguments) == 0
    assert "   1. " in capsys.readouterr().out
    assert puluc("games", "review", 7, *arguments) == 1
    assert puluc("games", "list", *arguments) == 0
    assert "Ann – the board, steady" in capsys.readouterr().out
    assert puluc("games", "export", 1, *arguments) == 0
    assert '[Cinnabar "the board, steady"]' in capsys.readouterr().out


def test_the_search_can_judge_any_rule_set() -> None:
    """Teams and two casts a turn included."""
    game = played("ant", 2, 4).game
    assert len(list(review(game, Opponent()))) == len(game.played)


def test_a_damaged_entry_of_who_plays_does_not_hide_the_list(path: Path, capsys: Capture) -> None:
    """The damage is told, and the games are listed without it."""
    with Journal.open(path) as journal:
        number = played("classic", 4, 12).keep(journal, players=["Ann", ""])
        journal.append(Entry("plays", {"J": "", "C": "steady"}, number))
        played("classic", 4, 12).keep(journal)  # the last game's entries are always checked
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TRIGGER log_stays")
        database.execute("UPDATE log SET data = '{}' WHERE kind = 'plays'")
        database.execute(next(sql for sql in SCHEMA if "TRIGGER log_stays" in sql))
        database.commit()
    assert puluc("games", "list", "--journal", path) == 0
    out, error = capsys.readouterr()
    assert "Ann – ?" in out
    assert "of the journal is not what was written" in error


def test_who_played_is_told_of_games_that_began_with_the_board(path: Path, capsys: Capture) -> None:
    """Without an entry it is what the game began with; what is not known is nobody's."""
    with Journal.open(path) as journal:
        played("classic", 4, 12).keep(journal, plays={"J": "hasty", "C": "of tomorrow"})
        played("classic", 4, 12).keep(journal, plays="nonsense")
    assert puluc("games", "list", "--journal", path) == 0
    first, second = capsys.readouterr().out.splitlines()[1:]
    assert "the board, hasty – ?" in first
    assert "board" not in second
