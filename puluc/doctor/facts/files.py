"""The files below a root."""

from contextlib import suppress
from pathlib import Path

from puluc.doctor.facts.world import World
from puluc.doctor.system import Node


class Files:
    """Files and folders, by their paths from the root."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def at(self, path: Path | str) -> Path:
        """Where that is."""
        return self.root / str(path).lstrip("/")

    def text(self, path: str) -> str:
        """What a file says; empty when it can't be read."""
        with suppress(OSError):
            return self.at(path).read_text(errors="replace").strip("\0\n ")
        return ""

    def glob(self, pattern: str) -> list[Path]:
        """What fits a pattern; nothing where that can't be seen."""
        with suppress(OSError):
            return sorted(self.root.glob(pattern))
        return []


def after(text: str, start: str) -> str:
    """The rest of the first line that starts so; empty for none."""
    lines = (line.removeprefix(start) for line in text.splitlines() if line.startswith(start))
    return next(lines, "").strip('"')


def node_of(files: Files, world: World, path: str) -> Node | None:
    """A file's owner and mode; None where there is none."""
    with suppress(OSError):
        found = world.stat(files.at(path))
        return Node(path, found.st_uid, found.st_gid, found.st_mode)
    return None
