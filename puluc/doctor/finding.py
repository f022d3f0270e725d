"""What the doctor says: one line a check."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How bad it is."""

    OK = "ok"
    WARN = "warn"
    """The board plays, but not as well as it could."""
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of a check."""

    level: Level
    subject: str
    said: str
    mend: str = ""
    """The command that mends it, or what to do."""

    def __str__(self) -> str:
        line = f"{self.level.value:<4}  {self.subject}: {self.said}"
        return f"{line}; to mend it: {self.mend}" if self.mend else line


def ok(subject: str, said: str) -> Finding:
    """All is well."""
    return Finding(Level.OK, subject, said)


def warn(subject: str, said: str, mend: str = "") -> Finding:
    """Worth knowing."""
    return Finding(Level.WARN, subject, said, mend)


def bad(subject: str, said: str, mend: str = "") -> Finding:
    """Keeps the board from playing as it should."""
    return Finding(Level.BAD, subject, said, mend)


def report(findings: Iterable[Finding]) -> tuple[str, int]:
    """The lines, and the exit code: 1 when something is bad."""
    found = list(findings)
    counts = {level: sum(each.level is level for each in found) for level in Level}
    wrong = [f"{counts[level]} {level.value}" for level in (Level.BAD, Level.WARN) if counts[level]]
    last = f"{', '.join(wrong)}." if wrong else "All is well."
    return "\n".join([*map(str, found), last]), 1 if counts[Level.BAD] else 0
