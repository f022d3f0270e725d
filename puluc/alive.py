"""A sign of life in the runtime folder, by which a start knows that it is a restart.

It is not for the disk: one line, renamed into place, on a file system in memory.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from puluc.session.events import Milliseconds

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
"""Linux makes a new one at each boot."""


class Previous(NamedTuple):
    """When the program before this one last lived."""

    same_boot: bool
    ms_ago: Milliseconds | None
    """``None`` unless it was the same boot."""

    def within(self, limit: Milliseconds) -> bool:
        """Whether it was the same boot, and less than that ago."""
        return self.ms_ago is not None and self.ms_ago < limit


class Alive:
    """The sign of life at ``path``.

    Args:
        path: Of the file; its folder is made when there is none.
        boot_id: Of this boot; an empty one is like no other.
        clock_ms: The monotonic clock, the same for all processes of a boot.
    """

    def __init__(self, path: Path, boot_id: str, clock_ms: Callable[[], Milliseconds]) -> None:
        self._path = path
        self._boot_id = boot_id
        self._clock_ms = clock_ms
        self._previous = self._read()

    def previous(self) -> Previous:
        """The sign that was there before this object; a missing or garbled one is another boot."""
        return self._previous

    def touch(self) -> bool:
        """Live now; returns whether the file could be written, on which nothing depends."""
        new = self._path.with_name(f"{self._path.name}.new")
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            new.write_text(f"{self._boot_id} {self._clock_ms()}\n", encoding="ascii")
            new.replace(self._path)
        except OSError:
            return False
        return True

    def _read(self) -> Previous:
        with suppress(OSError, ValueError):
            boot_id, at = self._path.read_text(encoding="ascii").split()
            ms_ago = self._clock_ms() - int(at)
            if boot_id == self._boot_id and ms_ago >= 0:
                return Previous(True, Milliseconds(ms_ago))
        return Previous(False, None)


def boot_id(path: Path = BOOT_ID) -> str:
    """This boot's id; empty where there is none to read."""
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
