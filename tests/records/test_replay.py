"""A replay on a board: lamps, words, and what presses do."""

from dataclasses import dataclass

import pytest

from puluc.games.replay import END, MACHINE, NOT_LIT, TELL_MS, Replay
from puluc.games.views import session
from puluc.rules.moves import FORFEIT
from puluc.rules.units import Place, Side, Space
from puluc.screens.values import GameScreen
from puluc.session import telling, words
from puluc.session.events import (
    Back,
    Event,
    Held,
    Lost,
    MenuPressed,
    Milliseconds,
    Part,
    Pressed,
    Released,
    Shaken,
    Tick,
)
from puluc.session.frame import Frame, Lamp, Sound
from puluc.session.game import Game
from puluc.session.state import State
from tests.records.games import played


@dataclass
class Onlooker:
    """Somebody at a board that shows a game."""

    replay: Replay
    now: int = 0

    @classmethod
    def of(cls, game: Game, spaces: int | None = None, names: tuple[str, ...] = ()) -> "Onlooker":
        return cls(Replay(game, spaces or game.rules.track, names))

    def happens(self, event_type: type[Event], *fields, after: int = 1) -> None:
        self.now += after
        self.replay, effects = MACHINE.step(
            self.replay, event_type(Milliseconds(self.now), *fields)
        )
        assert effects == ()

    def tap(self, space: int) -> None:
        self.happens(Pressed, Space(space))
        self.happens(Released, Space(space), after=80)

    def hold(self, space: int) -> None:
        self.happens(Pressed, Space(space))
        self.happens(Held, Space(space), Milliseconds(1_000), after=1_000)
        self.happens(Held, Space(space), Milliseconds(2_000), after=1_000)
        self.happens(Released, Space(space))

    def menu(self) -> None:
        self.happens(MenuPressed)

    @property
    def table(self) -> State:
        """The session of that board."""
        return session(self.replay.shown, self.replay.names, self.replay.spaces)

    @property
    def frame(self) -> Frame:
        return MACHINE.frame(self.replay)

    @property
    def screen(self) -> GameScreen:
        screen = self.frame.screen
        assert isinstance(screen, GameScreen)
        return screen

    def lamps(self, lamp: Lamp) -> list[int]:
        return [space for space, each in enumerate(self.frame.lamps, 1) if each is lamp]

    def lit(self) -> list[int]:
        return [space for space, each in enumerate(self.frame.lamps, 1) if each is not Lamp.OFF]


@pytest.fixture
def game() -> Game:
    """A whole game."""
    game = played("classic", 4, 2_000).game
    assert game.outcome is not None
    return game


def test_each_position_is_shown_with_the_move_made_in_it(game: Game) -> None:
    """The pile's space blinks slowly, its destination fast; headline and words are as in play."""
    onlooker = Onlooker.of(game, names=("Ann", "Ben"))
    for step in game.played:
        screen = onlooker.screen
        assert screen.position == step.before
        assert screen.casts == step.throw.casts
        name = ("Ann", "Ben")[step.before.turn]
        assert screen.headline == f"{name} {step.before.left[0]}"
        assert screen.words == telling.told(step, onlooker.table.labels).text
        if step.step is FORFEIT:
            assert onlooker.lamps(Lamp.ON) == list(range(1, 12))
        else:
            source, target = step.step.source, step.step.target
            assert onlooker.lamps(Lamp.SLOW) == ([] if source is Place.HAND else [source])
            assert onlooker.lamps(Lamp.FAST) == ([] if target is Place.OFF else [target])
            assert onlooker.lamps(Lamp.ON) == []
        assert screen.lit == set(onlooker.lit())
        onlooker.tap(onlooker.lit()[0])
    assert onlooker.screen.position == game.position


def test_the_end_says_who_won(game: Game) -> None:
    """At the end no lamp is lit; a press there is told how to go back."""
    onlooker = Onlooker.of(game)
    onlooker.menu()
    assert onlooker.screen.headline == words.over_headline(game.outcome.winner)
    assert onlooker.screen.words == f"After {game.position.casts} casts"
    assert onlooker.lit() == []
    onlooker.tap(5)
    assert onlooker.screen.words == END
    onlooker.happens(Shaken, Milliseconds(0))
    assert onlooker.screen.position == game.position


def test_a_game_that_goes_on_ends_where_it_stands() -> None:
    """The cast that lies there is shown; nothing is lit."""
    at_table = played(seed=3, things=20)
    if at_table.game.cast_due:
        at_table.cast()
    onlooker = Onlooker.of(at_table.game)
    onlooker.menu()
    assert onlooker.screen.position == at_table.game.position
    assert onlooker.screen.casts == at_table.game.thrown.casts
    assert onlooker.screen.words == END


def test_holding_any_space_steps_back(game: Game) -> None:
    """Once a hold, and its release does not step on again; at the beginning it does nothing."""
    onlooker = Onlooker.of(game)
    onlooker.hold(4)
    assert onlooker.replay.at == 0
    for _ in range(3):
        onlooker.tap(onlooker.lit()[0])
    onlooker.hold(onlooker.lit()[0])
    assert onlooker.replay.at == 2
    dark = next(space for space in range(1, 12) if space not in onlooker.lit())
    onlooker.hold(dark)
    assert onlooker.replay.at == 1
    assert onlooker.screen.words == telling.told(game.played[1], onlooker.table.labels).text


def test_a_press_of_a_dark_space_is_told_for_a_while(game: Game) -> None:
    """Nothing moves; the words come back by themselves, or at the next event after that time."""
    onlooker = Onlooker.of(game)
    before = onlooker.screen
    dark = next(space for space in range(1, 12) if space not in onlooker.lit())
    onlooker.tap(dark)
    assert onlooker.screen.words == NOT_LIT
    assert onlooker.frame.sound is Sound.REFUSAL
    due = MACHINE.next_tick(onlooker.replay)
    assert due == onlooker.now - 80 + TELL_MS
    onlooker.now = due - 1
    onlooker.happens(Tick)
    assert onlooker.screen == before
    assert MACHINE.next_tick(onlooker.replay) is None
    onlooker.tap(dark)
    onlooker.tap(onlooker.lit()[0])
    assert onlooker.screen.words == telling.told(game.played[1], onlooker.table.labels).text


def test_a_shake_steps_on_and_the_menu_button_to_the_ends(game: Game) -> None:
    """From the beginning it goes to the end, from anywhere else to the beginning."""
    onlooker = Onlooker.of(game)
    onlooker.happens(Shaken, Milliseconds(0))
    assert onlooker.replay.at == 1
    onlooker.menu()
    assert onlooker.replay.at == 0
    onlooker.menu()
    assert onlooker.replay.at == MACHINE.where(onlooker.replay) == len(game.played)
    assert onlooker.screen.notice == f"{len(game.played)}/{len(game.played)}"


def test_steps_sound_as_in_play(game: Game) -> None:
    """A click, a kill, the end; each sound is a new one."""
    onlooker = Onlooker.of(game)
    sounds = []
    while not onlooker.replay.ended:
        before = onlooker.frame.sound_id
        onlooker.happens(Shaken, Milliseconds(0))
        assert onlooker.frame.sound_id == before + 1
        sounds.append(onlooker.frame.sound)
    kills = [telling.told(step, onlooker.table.labels).kills > 0 for step in game.played]
    assert sounds[-1] is Sound.END
    assert sounds[:-1] == [Sound.KILL if kill else Sound.CLICK for kill in kills[:-1]]


def test_only_touching_keeps_the_display_awake(game: Game) -> None:
    """A part that fails or comes back, and a tick, change nothing that is seen."""
    onlooker = Onlooker.of(game)
    onlooker.tap(onlooker.lit()[0])
    touched = onlooker.frame
    onlooker.happens(Lost, Part.TRAY, "gone", after=9_000)
    onlooker.happens(Back, Part.TRAY)
    onlooker.happens(Released, Space(3))
    assert onlooker.frame.screen == touched.screen
    assert onlooker.frame.touched == onlooker.now


def test_a_short_track_lies_on_the_board_as_in_play() -> None:
    """Nine spaces on eleven: the ends are the homes, where warriors come from and go to."""
    game = played("bell", 1, 60).game
    onlooker = Onlooker.of(game, spaces=11)
    step = game.played[0].step
    home = 1 if game.opens is Side.JADE else 11
    assert onlooker.lamps(Lamp.SLOW) == [home]
    assert onlooker.lamps(Lamp.FAST) == [step.target + 1]
    assert onlooker.screen.lit == {step.target}
    assert onlooker.screen.lit_homes == {game.opens}


@pytest.mark.parametrize("name", ["ant", "kekchi-teams", "fire", "scorpion"])
def test_games_of_teams_are_shown(name: str) -> None:
    """Every view of a game of teams has a frame, and something lit that steps on."""
    game = played(name, 6, 300).game
    onlooker = Onlooker.of(game)
    for step in game.played:
        assert onlooker.screen.position == step.before
        onlooker.tap(onlooker.lit()[-1])
    assert onlooker.replay.ended
