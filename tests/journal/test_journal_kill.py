"""A program killed at any moment leaves every acknowledged entry, each once."""

import subprocess
import sys
from pathlib import Path

import pytest

from puluc.journal import Journal

PLAYER = """\
import sys
from pathlib import Path
from puluc.journal import Entry, Journal

journal = Journal.open(Path(sys.argv[1]))
game = journal.last_game()
number = game.number if game else journal.begin_game("classic", {}, "J")
for step in range(len(journal.entries(number)), 1_000_000):
    assert journal.append(Entry("cast", {"step": step}, number))
    print(step, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [[1, 7, 30]])
def test_kill_between_appends(tmp_path: Path, acknowledged: list[int]) -> None:
    """After kill -9 the entries are those acknowledged and at most one more, in order, once."""
    path = tmp_path / "journal.db"
    for count in acknowledged:
        with subprocess.Popen(
            [sys.executable, "-c", PLAYER, path], stdout=subprocess.PIPE, text=True
        ) as player:
            assert player.stdout is not None
            last = [int(player.stdout.readline()) for _ in range(count)][-1]
            player.kill()
            # What it said before it died was saved as well.
            said = [int(line) for line in player.stdout if line.endswith("\n")]
            last = max([last, *said])
        with Journal.open(path) as journal:
            assert journal.notices == ()
            steps = [entry.data["step"] for entry in journal.entries(1)]
        assert steps == list(range(len(steps)))
        assert len(steps) - 1 in (last, last + 1)
