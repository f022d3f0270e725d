"""The state of a session: one frozen value from which the next frame follows."""

from dataclasses import dataclass, replace

from puluc.opponent.levels import Level
from puluc.opponent.thought import Odds
from puluc.rules.contests import Contest
from puluc.rules.steps import Move
from puluc.rules.units import Place, Player, Side, Space, side_of
from puluc.session.effects import Think
from puluc.session.entries import Levels
from puluc.session.events import Milliseconds, Part
from puluc.session.frame import Brightness, Sound
from puluc.session.game import Game
from puluc.session.labels import Labels
from puluc.session.phases import CastDue, GamePhase, Opening, Phase


@dataclass(frozen=True, slots=True)
class Settings:
    """What the players have chosen in the menu; kept in the journal."""

    brightness: Brightness = Brightness.HIGH
    real_lots: bool = False
    sound: bool = True
    levels: Levels = (None, None)
    """Who plays Jade and Cinnabar."""
    shaken: bool = False
    """Whether people shake for the board, too."""
    odds: bool = False
    """Whether the odds are told after each move."""

    def level(self, side: Side) -> Level | None:
        """The level at which the board plays a side; none where people do."""
        return self.levels[side.index]


@dataclass(frozen=True, slots=True)
class Holds:
    """How long a space is held for what; a panel emits ``Held`` at each of these."""

    cast_ms: Milliseconds = Milliseconds(1_000)
    """Casts, or takes a slip back."""
    menu_ms: Milliseconds = Milliseconds(2_000)
    """Both ends: opens the menu."""
    stuck_ms: Milliseconds = Milliseconds(10_000)
    """Nobody holds a button so long: it is stuck."""


@dataclass(frozen=True, slots=True)
class Flash:
    """A refusal under a finger, or an answer: its lamp and its words, for a short while."""

    space: Space | None
    """The lamp that blinks; none for an answer."""
    words: str
    until: Milliseconds
    headline: str = ""
    """What is said large where the words take the display; in short what a refusal is."""


@dataclass(frozen=True, slots=True)
class Down:
    """A space that is pressed now."""

    space: Space
    since: Milliseconds
    stepped: bool = False
    """Whether this press made a move or a forfeit."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The spaces under fingers, and the one pressed last."""

    down: tuple[Down, ...] = ()
    stuck: frozenset[Space] = frozenset()
    """Held so long that something is wrong; they count for nothing until they are released."""
    last: Space | None = None
    """The space whose press made the last move: holding it takes the move back."""
    waiting: Space | None = None
    """A press that acts when it is released, unless it is held first."""

    def pressed(self, space: Space, at: Milliseconds) -> "Keys":
        """The keys with one more down. One that was stuck has come up, or it could not go down."""
        others = tuple(down for down in self.down if down.space != space)
        return replace(self, down=(*others, Down(space, at)), stuck=self.stuck - {space})

    def released(self, space: Space) -> "Keys":
        """The keys with that one up."""
        return replace(
            self,
            down=tuple(down for down in self.down if down.space != space),
            stuck=self.stuck - {space},
            waiting=None if self.waiting == space else self.waiting,
        )

    def stepped(self, space: Space) -> "Keys":
        """The keys, knowing that the press of this space made a move or a forfeit."""
        marked = tuple(
            replace(down, stepped=True) if down.space == space else down for down in self.down
        )
        return replace(self, down=marked, last=space)

    def find(self, space: Space) -> Down | None:
        """The press of a space that is down."""
        return next((down for down in self.down if down.space == space), None)


@dataclass(frozen=True, slots=True)
class State:
    """A session between two events."""

    spaces: int
    """Spaces of the board, which may be more than those of the track."""
    contest: Contest
    """What is played: the match and how it stands, or the rule set of every next game."""
    game: Game
    phase: Phase
    now: Milliseconds
    holds: Holds = Holds()
    names: tuple[str, ...] = ()
    """The players' names by seat; empty ones, and all where there are none, are J1, C1, ..."""
    under: GamePhase | None = None
    """The phase of play that the menu lies over."""
    settings: Settings = Settings()
    buzzer: bool = False
    """Whether the board has one, which the menu can silence."""
    keys: Keys = Keys()
    words: str = ""
    """What happened last."""
    flash: Flash | None = None
    asked: Think | None = None
    """What the opponent thinks of now; another thought comes too late."""
    asked_at: Milliseconds = Milliseconds(0)
    odds: Odds | None = None
    """The odds to be shown, until the next step."""
    odds_due: bool = False
    """Whether the odds after the last step are still to be thought of."""
    faults: tuple[tuple[Part, str], ...] = ()
    touched: Milliseconds = Milliseconds(0)
    sound: Sound | None = None
    sound_id: int = 0

    @property
    def labels(self) -> Labels:
        """How players and spaces are called in the game that is played; the board has no name."""
        names = tuple(
            name if self.settings.level(side_of(Player(seat))) is None else ""
            for seat, name in enumerate(self.names)
        )
        return Labels(names, self.houses)

    @property
    def board_casts(self) -> bool:
        """Whether the board throws the lots now: always for the lot that decides an opening."""
        by_lot = self.game.opens is None and self.game.rules.opening == "lot"
        return by_lot or not (self.settings.real_lots and self.can_enter)

    @property
    def is_own_cast(self) -> bool:
        """Whether what is due is a cast that the board makes for itself."""
        settings, game = self.settings, self.game
        if settings.shaken or not self.board_casts:
            return False
        if not isinstance(self.phase, Opening):
            plays = settings.level(game.position.side) is not None
            return plays and isinstance(self.phase, CastDue)
        if game.rules.opening == "lot":
            return None not in settings.levels
        return settings.level(game.opener) is not None

    @property
    def steps_back(self) -> int:
        """How many steps are taken back at once: people's last one, and the board's since.

        Where people have made none, one of the board's; 1 for a cast that was entered wrongly.
        """
        if self.game.can_withdraw:
            return 1
        for count, played in enumerate(reversed(self.game.played), 1):
            if self.settings.level(played.before.side) is None:
                return count
        return min(1, len(self.game.played))

    @property
    def can_enter(self) -> bool:
        """Whether the board has a space for each number of marked sides, and for none."""
        return self.game.rules.lots < self.spaces

    @property
    def houses(self) -> int:
        """Spaces of the board before the track's first one: a short track lies in the middle."""
        return (self.spaces - self.game.rules.track) // 2

    def track_space(self, space: Space) -> Space | None:
        """The track's number for a space of the board; none for one beside the track."""
        number = space - self.houses
        return Space(number) if 1 <= number <= self.game.rules.track else None

    def board_space(self, space: Space) -> Space:
        """The board's number for a space of the track."""
        return Space(space + self.houses)

    def home_space(self, side: Side) -> Space | None:
        """The space of the board that is a side's home; none where the track takes the ends."""
        first = Space(self.houses)
        last = Space(self.houses + self.game.rules.track + 1)
        if first < 1 or last > self.spaces:
            return None
        return first if side is Side.JADE else last

    def spots(self, move: Move) -> tuple[Space, ...]:
        """The spaces of the board that a move is pressed by: where it starts and where it ends."""
        ends = (self._spot(move.source, move), self._spot(move.target, move))
        return tuple(dict.fromkeys(end for end in ends if end is not None))

    def _spot(self, end: Space | Place, move: Move) -> Space | None:
        side = side_of(move.player)
        match end:
            case Place.HAND | Place.HOME:
                return self.home_space(side)
            case Place.OFF:
                return self.home_space(side.enemy)
            case _:
                return self.board_space(end)

    def sounding(self, sound: Sound) -> "State":
        """The state with a sound to be played once."""
        return replace(self, sound=sound, sound_id=self.sound_id + 1)
