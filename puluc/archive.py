"""Between session and journal: what is saved of a step, and the last game back at a start."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from puluc.conductor import Save
from puluc.errors import PulucError
from puluc.journal import JSON, Journal
from puluc.journal import Entry as Row
from puluc.journal import Game as GameRow
from puluc.journal import Result as ResultRow
from puluc.opponent.levels import Level
from puluc.records import (
    MATCH,
    PLAYERS,
    PLAYS,
    about_match,
    game_of,
    match_changes,
    match_of,
    names_of,
)
from puluc.rules.contests import Contest, Finished
from puluc.rules.options import changed
from puluc.rules.record import MatchGame
from puluc.session.effects import SaveBegin, SaveEntry, SaveResult, SaveSetting
from puluc.session.entries import ReplayError, plays_data
from puluc.session.events import Back, Event, Lost, Milliseconds, Noticed, Part
from puluc.session.frame import Brightness
from puluc.session.game import Game
from puluc.session.rule_menu import read_contest, read_rules
from puluc.session.state import Settings

log = logging.getLogger(__name__)

UNREADABLE: Final = "The last game can't be read"


@dataclass(frozen=True, slots=True)
class Found:
    """What a journal knows of earlier sessions."""

    game: Game | None
    settings: Settings
    contest: Contest | None = None
    """The match that the game belongs to, with the games before it; none when it is in none."""
    names: tuple[str, ...] = ()
    """The players of the game, by seat."""
    chosen: Contest | None = None
    """What the players have chosen in the menu to play; none when they have not."""
    trouble: str = ""
    """What to tell the players when there is a game that can't be gone on with."""


class Archive:
    """Saves a session's steps in a journal and tells the session whether that works.

    Args:
        journal: open, and closed by its owner.
        emit: takes ``Lost`` and ``Back`` of the journal.
        now: the time of those events.
    """

    def __init__(
        self, journal: Journal, emit: Callable[[Event], None], now: Callable[[], Milliseconds]
    ) -> None:
        self._journal = journal
        self._emit = emit
        self._now = now
        self._lost = False
        self._told = len(journal.notices)
        last = journal.last_game()
        self._number = last.number if last is not None else 0

    def find(self) -> Found:
        """The last game, whether it has ended or not, and the settings.

        A game that does not follow from its entries is left as it is in the journal.
        """
        last = self._journal.last_game()
        rows = self._journal.settings()
        settings, chosen = _settings(rows), _chosen(rows)
        if last is None:
            return Found(None, settings, chosen=chosen)
        try:
            game, match = self._game(last), self._match(last)
        except (PulucError, ValueError) as error:
            log.error("game %d of the journal can't be gone on with: %s", last.number, error)
            return Found(None, settings, chosen=chosen, trouble=UNREADABLE)
        return Found(game, settings, match, names_of(last), chosen)

    def _game(self, row: GameRow) -> Game:
        """A game of the journal, replayed."""
        return game_of(row, self._journal.entries(row.number))

    def _match(self, row: GameRow) -> Contest | None:
        """The match that a game belongs to, from its first game on."""
        place = match_of(row)
        if place is None:
            return None
        match = read_contest(place.name, match_changes(row))
        earlier = [
            each for each in self._journal.games() if each.number < row.number and not each.imported
        ]
        for each in earlier[max(0, len(earlier) - (place.number - 1)) :]:
            if match_of(each) != MatchGame(place.name, match.number):
                raise ReplayError(
                    f"game {each.number} is not number {match.number} of {match.name}"
                )
            game = self._game(each)
            winner = game.outcome.winner if game.outcome else None
            match = match.with_game(Finished(winner, game.position.kills))
        if match.number != place.number:
            raise ReplayError(f"game {row.number}: games of {match.name} before it are missing")
        return match

    def save(self, saves: tuple[Save, ...]) -> None:
        """Make a step durable, all of it or nothing; on a disk that fails it waits in memory."""
        with self._journal.together():
            for save in saves:
                self._save(save)
        self._tell()

    def _save(self, save: Save) -> None:
        match save:
            case SaveBegin():
                self._number = self._begin(save)
            case SaveEntry(entry=entry):
                self._journal.append(Row(entry.kind, entry.data, self._number))
            case SaveResult(result=result):
                self._journal.append(ResultRow(self._number, result))
            case SaveSetting(key=key, value=value):
                self._journal.set_setting(key, value)
            case _:
                assert_never(save)

    def _begin(self, begun: SaveBegin) -> int:
        """A new game's row; what it is besides its rules goes into ``about``."""
        about: dict[str, JSON] = {}
        if any(begun.names):
            about[PLAYERS] = list(begun.names)
        if begun.levels != (None, None):
            about[PLAYS] = plays_data(begun.levels)
        if begun.match is not None:
            about[MATCH] = about_match(begun.match)
        opens = begun.opens.value if begun.opens is not None else ""
        options = dict(changed(begun.rules))
        return self._journal.begin_game(begun.rules.name, options, opens, about=about)

    def retry(self) -> None:
        """Try a disk again that failed; for a board at which nobody plays."""
        if not self._journal.saved:
            self._journal.retry()
            self._tell()

    def _tell(self) -> None:
        """Tell the session what has changed: whether games are saved, and what has happened."""
        for notice in self._journal.notices[self._told :]:
            self._emit(Noticed(self._now(), notice.words))
        self._told = len(self._journal.notices)
        lost = not self._journal.saved
        if lost is self._lost:
            return
        self._lost = lost
        at = self._now()
        self._emit(Lost(at, Part.JOURNAL, self._journal.fault) if lost else Back(at, Part.JOURNAL))


def _chosen(rows: Mapping[str, JSON]) -> Contest | None:
    """What was chosen in the menu to be played; none when nothing was, or it is not known here."""
    text = rows.get("rules")
    try:
        return read_rules(text) if isinstance(text, str) else None
    except PulucError as error:
        log.warning("rules chosen in the menu: %s", error)
        return None


def _settings(rows: Mapping[str, JSON]) -> Settings:
    """The settings as saved; what this version does not know stays at its default."""
    levels = {level.value: level for level in Brightness}
    known = Settings()
    level = rows.get("brightness")
    return Settings(
        brightness=levels.get(level, known.brightness)
        if isinstance(level, str)
        else known.brightness,
        real_lots=rows.get("real_lots", known.real_lots) is True,
        sound=rows.get("sound", known.sound) is not False,
        levels=(_level(rows.get("jade")), _level(rows.get("cinnabar"))),
        shaken=rows.get("shaken", known.shaken) is True,
        odds=rows.get("odds", known.odds) is True,
    )


def _level(name: JSON) -> Level | None:
    """A level by its name; people play where there is none such."""
    return next((level for level in Level if level.value == name), None)
