"""Replays in a terminal."""

import io
from pathlib import Path

import pytest

from puluc.games.drawing import drawing
from puluc.games.terminal import step_through, walk
from puluc.rules.presets import rule_set
from puluc.rules.units import Side
from puluc.session.game import Game
from tests.records.command_line import puluc
from tests.records.games import played


def test_every_position_is_drawn_with_what_led_to_it() -> None:
    """One view more than steps; the last is where the game stands."""
    game = played("classic", 4, 60).game
    views = walk(game, ("Ann", "Ben"))
    assert len(views) == len(game.played) + 1
    assert views[0].split("\n")[0] in ("Ann begins", "Ben begins")
    assert views[1].startswith(f"1 of {len(game.played)}: ")
    assert " enters at " in views[1]
    assert views[-1].endswith(drawing(game.position, ("Ann", "Ben")))


def test_a_game_without_steps_has_one_view() -> None:
    """It says that nothing was played."""
    (view,) = walk(Game.begin(rule_set("classic"), Side.JADE), ())
    assert view.startswith("Nothing played\n")


@pytest.mark.parametrize(
    ("answers", "seen"),
    [
        (["", "", ""], [0, 1, 2, 3]),
        (["", "b", "b", "", "q"], [0, 1, 0, 0, 1]),
        (["Q "], [0]),
        ([], [0]),
    ],
)
def test_lines_step_on_and_back(answers: list[str], seen: list[int]) -> None:
    """Enter goes on, b back, q or the end of the input ends it; so does going on at the end."""
    game = played("classic", 4, 60).game
    views = walk(game, ())
    told: list[str] = []
    waiting = iter(answers)

    def ask(prompt: str) -> str:
        assert "b: back" in prompt
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    step_through(game, (), ask, told.append)
    assert told == [views[at] for at in seen]


def test_it_ends_after_the_last_view() -> None:
    """One more line ends it."""
    game = played("classic", 4, 6).game
    told: list[str] = []
    step_through(game, (), lambda prompt: "", told.append)
    assert told == walk(game, ())


def test_without_a_terminal_all_views_are_printed(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe gets them one after the other."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert puluc("games", "replay", 3, "--journal", kept) == 0
    out = capsys.readouterr().out
    assert out.count("kills: ") == played("village", 3, 20).game.position.casts + 1


def test_in_a_terminal_it_waits_for_lines(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line shows one view more."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("\nq\n"))
    assert puluc("games", "replay", 3, "--journal", kept) == 0
    assert capsys.readouterr().out.count("kills: ") == 2
