"""Reads a trace of system calls: was each step on the disk before anybody could see it?"""

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

CALL = re.compile(
    r"(?P<thread>\d+) +(?P<name>\w+)\(\d+<(?P<file>[^>]*)>(?:, \"(?P<text>[^\"]*)\")?"
)
RESUMED = re.compile(r"(?P<thread>\d+) +<\.\.\. (?P<name>\w+) resumed>")
SYNCS = ("fdatasync", "fsync")


class Kind(Enum):
    """What happens to the journal, to lamps and display, or in the game."""

    STEP = "step"
    """The player in the trace begins something that is a cast or a move."""
    END = "end"
    """The player in the trace has seen all that came of the last step."""
    WRITTEN = "written to the journal's log"
    SYNCED = "on the disk"
    LAMP = "a lamp"
    DISPLAY = "the display"


class Happening(NamedTuple):
    """One line of a trace, as far as it matters."""

    kind: Kind
    line: str


TOLD = {"step": Kind.STEP, "end": Kind.END, "lamp": Kind.LAMP, "display": Kind.DISPLAY}
"""What the first words of the player's own lines mean."""
EACH_STEP = {Kind.WRITTEN, Kind.SYNCED, Kind.LAMP, Kind.DISPLAY}


class OutOfOrderError(AssertionError):
    """Something could be seen before it was on the disk."""


def happenings(lines: Iterable[str]) -> Iterator[Happening]:
    """What happens in the output of ``strace -f -y -o FILE``, in order, up to the player's end.

    A write counts from its beginning, a sync from the moment when it returns 0.
    """
    syncing: set[str] = set()
    for line in lines:
        if resumed := RESUMED.match(line):
            if resumed["name"] in SYNCS and resumed["thread"] in syncing and line.endswith(" = 0"):
                yield Happening(Kind.SYNCED, line)
            continue
        call = CALL.match(line)
        if call is None:
            continue
        if call["file"].endswith("/trace"):
            told = Happening(TOLD[call["text"].removesuffix("\\n").partition(" ")[0]], line)
            yield told
            if told.kind is Kind.END:
                return
        elif call["file"].endswith("journal.db-wal"):
            if call["name"] not in SYNCS:
                yield Happening(Kind.WRITTEN, line)
            elif line.endswith(" = 0"):
                yield Happening(Kind.SYNCED, line)
            elif line.endswith("<unfinished ...>"):
                syncing.add(call["thread"])


def check_order(happened: Iterable[Happening]) -> int:
    """See that in each step the journal is written, then on the disk, and only then shown.

    Returns:
        How many steps there were.

    Raises:
        OutOfOrderError: with the line at which it isn't so.
    """
    steps = 0
    since_step: set[Kind] | None = None
    unsynced = False
    for kind, line in happened:
        match kind:
            case Kind.STEP | Kind.END:
                if since_step is not None and since_step != EACH_STEP:
                    raise OutOfOrderError(f"{line}: only {since_step} in the step before")
                steps += since_step is not None
                since_step = set()
                continue
            case Kind.WRITTEN:
                unsynced = True
            case Kind.SYNCED:
                unsynced = False
            case Kind.LAMP | Kind.DISPLAY:
                if unsynced:
                    raise OutOfOrderError(f"{line}: what was written before is not on the disk")
                if since_step is not None and Kind.SYNCED not in since_step:
                    raise OutOfOrderError(f"{line}: nothing of the step is on the disk")
        if since_step is not None:
            since_step.add(kind)
    return steps
