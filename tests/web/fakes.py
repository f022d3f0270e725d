"""A board for the page's tests: it only notes what is done to it."""

from collections.abc import Callable
from dataclasses import replace

from puluc.rules.position import Pile, Position
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import Heading, Player, Space
from puluc.web.table import Look


def piled(owners: str, *, homeward: bool = False) -> Pile:
    """A pile from digits, the players' numbers, bottom to top."""
    heading = Heading.HOMEWARD if homeward else Heading.OUTWARD
    return Pile(tuple(Player(int(owner)) for owner in owners), heading)


def position_with(
    *piles: tuple[int, Pile],
    rules: RuleSet | None = None,
    hand: tuple[int, ...] = (5, 5),
    kills: tuple[int, int] = (0, 0),
) -> Position:
    """A position with piles on numbered spaces; nothing checks that it could be reached."""
    rules = rules or RuleSet()
    nobody = (0,) * rules.seats
    return Position(
        rules=rules,
        track=tuple(
            tuple(pile for at, pile in piles if at == space) for space in range(1, rules.track + 1)
        ),
        hand=hand,
        fresh=hand,
        dead=nobody,
        out=nobody,
        kills=kills,
        turn=Player(0),
    )


class FakeTable:
    """A ``Table`` whose look is set by the test and whose calls are noted in ``done``."""

    def __init__(self, spaces: int = 11) -> None:
        self.done: list[tuple[str, int | None]] = []
        self.looked = 0
        self.watchers: list[Callable[[], None]] = []
        self._look = Look(
            lamps=(False,) * spaces,
            pixels=bytes(128 * 64 // 8),
            size=(128, 64),
            light=255,
            position=position_with(),
        )

    @property
    def spaces(self) -> int:
        return len(self._look.lamps)

    def look(self) -> Look:
        self.looked += 1
        return self._look

    def change(self, **fields: object) -> None:
        """Change what is seen and tell the watchers."""
        self._look = replace(self._look, **fields)
        for changed in list(self.watchers):
            changed()

    def light(self, *spaces: int) -> None:
        """Light these lamps and no others."""
        self.change(lamps=tuple(space in spaces for space in range(1, self.spaces + 1)))

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        self.watchers.append(changed)
        return lambda: self.watchers.remove(changed)

    def press(self, space: Space) -> None:
        self.done.append(("press", space))

    def release(self, space: Space) -> None:
        self.done.append(("release", space))

    def press_menu(self) -> None:
        self.done.append(("press menu", None))

    def release_menu(self) -> None:
        self.done.append(("release menu", None))

    def shake(self) -> None:
        self.done.append(("shake", None))
