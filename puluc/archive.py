"""Between session and journal: what is saved of a step, and the last game back at a start."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from puluc.conductor import Save
from puluc.errors import PulucError
from puluc.journal import JSON, Journal
from puluc.journal import Entry as Row
from puluc.journal import Result as ResultRow
from puluc.rules.options import changed, read_options
from puluc.rules.units import Side
from puluc.session.effects import SaveBegin, SaveEntry, SaveResult, SaveSetting
from puluc.session.entries import Entry, replay
from puluc.session.events import Back, Event, Lost, Milliseconds, Part
from puluc.session.frame import Brightness
from puluc.session.game import Game
from puluc.session.state import Settings

log = logging.getLogger(__name__)

UNREADABLE: Final = "The last game can't be read"


@dataclass(frozen=True, slots=True)
class Found:
    """What a journal knows of earlier sessions."""

    game: Game | None
    settings: Settings
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
        last = journal.last_game()
        self._number = last.number if last is not None else 0

    def find(self) -> Found:
        """The last game, whether it has ended or not, and the settings.

        A game that does not follow from its entries is left as it is in the journal.
        """
        last = self._journal.last_game()
        settings = _settings(self._journal.settings())
        if last is None:
            return Found(None, settings)
        try:
            options = tuple((field, str(value)) for field, value in last.options.items())
            rules = read_options(last.rules, options)
            rows = self._journal.entries(last.number)
            entries = (Entry(row.kind, row.data) for row in rows)
            return Found(replay(rules, Side(last.opened_by), entries), settings)
        except (PulucError, ValueError) as error:
            log.error("game %d of the journal can't be gone on with: %s", last.number, error)
            return Found(None, settings, UNREADABLE)

    def save(self, saves: tuple[Save, ...]) -> None:
        """Make a step durable, all of it or nothing; on a disk that fails it waits in memory."""
        rows: list[Row | ResultRow] = []
        for save in saves:
            match save:
                case SaveBegin(rules=rules, opens=opens):
                    self._number = self._journal.begin_game(
                        rules.name, dict(changed(rules)), opens.value
                    )
                case SaveEntry(entry=entry):
                    rows.append(Row(entry.kind, entry.data, self._number))
                case SaveResult(result=result):
                    rows.append(ResultRow(self._number, result))
                case SaveSetting(key=key, value=value):
                    self._journal.set_setting(key, value)
                case _:
                    assert_never(save)
        if rows:
            self._journal.append(*rows)
        self._tell()

    def retry(self) -> None:
        """Try a disk again that failed; for a board at which nobody plays."""
        if not self._journal.saved:
            self._journal.retry()
            self._tell()

    def _tell(self) -> None:
        lost = not self._journal.saved
        if lost is self._lost:
            return
        self._lost = lost
        at = self._now()
        self._emit(Lost(at, Part.JOURNAL, self._journal.fault) if lost else Back(at, Part.JOURNAL))


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
    )
