"""What is wrong with a configuration file, all of it at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puluc.errors import PulucError


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: where, what stands there, and what is allowed."""

    key: str
    """With its section: ``board.spaces``; empty for the file as a whole."""
    found: str
    """The value as TOML; empty when it is not the value that is wrong."""
    allowed: str
    line: int | None = None
    """In the file, from 1; ``None`` when it can't be told."""

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else ""
        named = f"{self.key} = {self.found}" if self.found else self.key
        return ": ".join(part for part in (place, named, self.allowed) if part)


class ConfigError(PulucError, ValueError):
    """A configuration file that can't be read or isn't right; lists every problem of it."""

    def __init__(self, path: Path, problems: Sequence[Problem]) -> None:
        """List what is wrong with the file at ``path``."""
        self.path = path
        self.problems = tuple(problems)
        if len(problems) == 1:
            text = f"{path}: {problems[0]}"
        else:
            text = "\n  ".join([f"{path}: {len(problems)} problems", *map(str, problems)])
        super().__init__(text)
