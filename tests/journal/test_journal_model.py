"""Appends, faults, restarts in any order: the journal is a list that a disk may lag behind."""

import sqlite3
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from puluc.journal import RETRY_MS, Entry, Journal
from tests.journal.disks import NOON, Clock, Disk

FAULTS = st.dictionaries(
    st.sampled_from(["connect", "BEGIN", "INSERT", "COMMIT"]),
    st.sampled_from([sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY]),
    max_size=2,
)


class JournalMachine(RuleBasedStateMachine):
    """Keeps beside the journal what was appended, and how much of it was acknowledged."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name, "journal.db")
        self.clock = Clock()
        self.disk = Disk()
        self.model: list[tuple[int, list[int]]] = []  # games by number: the entries of each
        self.imported = 0
        self.count = 0
        self.open()

    def open(self) -> None:
        self.journal = Journal.open(
            self.path, wall=lambda: NOON, clock_ms=self.clock, connect=self.disk.connect
        )

    @rule()
    def begin_game(self) -> None:
        self.model.append((self.journal.begin_game("classic", {}, "J"), []))

    @rule()
    def import_game(self) -> None:
        """A game from elsewhere has a number like any other, and is not the board's last."""
        with self.journal.together():
            number = self.journal.begin_game("classic", {}, "J", {"imported": True})
            self.journal.append(Entry("cast", {"count": -1}, number))
        self.imported += 1

    @precondition(lambda self: self.model)
    @rule(count=st.integers(1, 3), data=st.data())
    def append(self, count: int, data: st.DataObject) -> None:
        number, entries = data.draw(st.sampled_from(self.model[-2:]))
        new = range(self.count, self.count + count)
        self.count += count
        entries += new
        self.journal.append(*(Entry("cast", {"count": each}, number) for each in new))

    @rule(faults=FAULTS, lies=st.booleans())
    def break_disk(self, faults: dict[str, int], lies: bool) -> None:
        self.disk.errors = faults
        self.disk.lies = lies

    @rule()
    def mend_disk(self) -> None:
        self.disk.errors = {}
        self.disk.lies = False

    @rule(ms=st.sampled_from([1, RETRY_MS]))
    def wait(self, ms: int) -> None:
        self.clock.pass_ms(ms)
        self.journal.retry()

    @precondition(lambda self: self.journal.saved)
    @rule()
    def power_cut(self) -> None:
        """Nothing is said to the journal; what it called saved must be there."""
        self.mend_disk()
        cut = self.journal
        assert cut._lock is not None
        cut._lock.release()
        self.open()
        assert self.journal.saved
        assert self.journal.notices == ()
        if cut._database is not None:
            cut._database.abandon()

    @rule()
    def restart(self) -> None:
        """With a good disk at the end nothing at all is lost."""
        self.mend_disk()
        self.journal.close()
        self.open()
        assert self.journal.saved

    @invariant()
    def all_is_there(self) -> None:
        """Saved or not, everything appended is read back, in order and once."""
        for number, entries in self.model[-2:]:
            if self.journal._database is None and (number, entries) is not self.model[-1]:
                continue  # on the disk only, and that is broken
            assert [entry.data["count"] for entry in self.journal.entries(number)] == entries
        last = self.journal.last_game()
        assert (last.number if last else None) == (self.model[-1][0] if self.model else None)

    def teardown(self) -> None:
        if hasattr(self, "journal"):
            self.restart()
            games = self.journal.games()
            board = [game.number for game in games if not game.imported]
            assert board == [number for number, _ in self.model]
            numbers = {game.number for game in games}
            assert len(numbers) == len(games) == len(board) + self.imported
            for number, entries in self.model:
                assert [entry.data["count"] for entry in self.journal.entries(number)] == entries
            self.journal.close()
            self.folder.cleanup()


TestJournalMachine = JournalMachine.TestCase
TestJournalMachine.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
