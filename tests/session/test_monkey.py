"""Whatever people do and the opponent answers, the game goes on."""

from dataclasses import replace
from random import Random

import pytest

from puluc.opponent.levels import Level
from puluc.opponent.thought import Odds
from puluc.rules.steps import FORFEIT
from puluc.session.choice import TurnOff
from puluc.session.choices import choices
from puluc.session.effects import DrawLots, Think
from puluc.session.entries import Entry, replay
from puluc.session.events import Drawn, Stumped, Thought
from puluc.session.phases import GamePhase, Over, SelfTest, Told
from puluc.session.state import Settings
from puluc.session.step import step
from tests.session.opponent import Thoughtful

SETS = [
    ("classic", {"warriors": 2, "kills_to_win": 2}),
    ("village", {"track": 7}),
    ("bell", {}),
    ("kekchi-teams", {}),
    ("ant", {"seats": 2}),
]


class Monkey(Thoughtful):
    """Does anything at any time; thoughts come late, wrong, twice or never."""

    chance: Random
    unanswered: list[Think]

    def happens(self, event) -> None:
        self.state, effects = step(self.state, event)
        self.effects += effects
        for effect in effects:
            if isinstance(effect, DrawLots):
                lots = tuple(self.chance.random() < 0.5 for _ in range(effect.count))
                self.happens(Drawn(self.at, lots))
            elif isinstance(effect, Think):
                self.unanswered.append(effect)

    def anything(self) -> None:
        match self.chance.randrange(12):
            case 0:
                self.menu()
            case 1:
                space = self.chance.randint(1, self.state.spaces)
                self.hold(space, self.chance.choice([900, 1_100]))
            case 2 | 3:
                self.shake()
            case 4 | 5:
                self.wait(self.chance.choice([100, 1_100, 11_000]))
            case 6 | 7 if self.unanswered:
                self.late_thought()
            case _:
                lit = [
                    space
                    for space, choice in choices(self.state).items()
                    if not isinstance(choice, TurnOff)
                ]
                self.tap(self.chance.choice(lit or [1]))
        if isinstance(self.state.phase, SelfTest):
            self.menu()
            self.menu()

    def late_thought(self) -> None:
        about = self.chance.choice(self.unanswered)
        odds = Odds(about.position.side, self.chance.random(), self.chance.random() < 0.5)
        found = [None, FORFEIT, *self.moves_of(about)]
        if self.chance.random() < 0.2:
            self.happens(Stumped(self.at, about))
        else:
            self.happens(Thought(self.at, about, odds, self.chance.choice(found)))

    def go_on(self, steps: int) -> None:
        """People do what is asked of them, and the opponent thinks, for so many steps."""
        if not isinstance(self.state.phase, GamePhase):
            self.menu()
        until = len(self.state.game.played) + steps
        for _ in range(20 * steps):
            if isinstance(self.state.phase, Over) or len(self.state.game.played) >= until:
                return
            if self.state.asked is not None:
                self.answer(self.state.asked)
            lit = list(choices(self.state))
            if lit:
                self.tap(self.chance.choice(lit))
                self.wait(10)
            else:
                self.shake()
        raise AssertionError(f"it does not go on: {self.state.phase}")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("name", "rules"), SETS)
def test_nothing_stops_a_game(name: str, rules: dict, seed: int) -> None:
    """After five hundred happenings a game can still be gone on with, and replays."""
    chance = Random(f"{name} {seed}")
    levels = tuple(chance.choice([None, *Level]) for _ in range(2))
    settings = Settings(levels=levels, odds=chance.random() < 0.5, shaken=chance.random() < 0.3)
    sitting = Monkey.begin(name=name, spaces=19, settings=settings, **rules)
    sitting.chance, sitting.unanswered = chance, []
    for _ in range(500):
        sitting.anything()
        if isinstance(sitting.state.phase, Told):
            spots = sitting.state.spots(sitting.state.phase.move)
            assert set(choices(sitting.state)) <= set(spots)
    sitting.state = replace(
        sitting.state, settings=replace(sitting.state.settings, real_lots=False)
    )
    sitting.go_on(60)
    begun = max(at for at, each in enumerate(sitting.effects) if each in sitting.begun)
    entries = [each.entry for each in sitting.effects[begun:] if each in sitting.saved]
    last = sitting.begun[-1]
    again = replay(last.rules, last.opens, [Entry(each.kind, each.data) for each in entries])
    assert again == sitting.state.game
