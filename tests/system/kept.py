"""What takes long to make for a test, kept under the hash of what it was made from."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

KEPT = 3
"""How many versions of a part are kept: two checkouts at work don't take each other's away."""


def cache_folder(name: str) -> Path:
    """The folder of that name in ``$XDG_CACHE_HOME``; outside the repository."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / name


def kept(cache: Path, name: str, key: str, make: Callable[[Path], None]) -> Path:
    """A part from a cache; made when it isn't there, and the older ones of it removed.

    Args:
        cache: The folder with all parts.
        name: Which part it is.
        key: Changes with all that it is made from.
        make: Makes it in the folder that it is given.
    """
    cache.mkdir(parents=True, exist_ok=True)
    folder = cache / f"{name}-{key}"
    with (cache / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one process at a time makes it
        if not folder.is_dir():
            new = Path(tempfile.mkdtemp(prefix="new-", dir=cache))
            try:
                make(new)
                new.rename(folder)
                made = sorted(cache.glob(f"{name}-*"), key=lambda each: each.stat().st_mtime)
                for old in made[:-KEPT]:
                    shutil.rmtree(old)
            finally:
                shutil.rmtree(new, ignore_errors=True)
        folder.touch()
    return folder


def run(*command: str | Path, folder: Path | None = None) -> None:
    """Run a program that makes a part; what it said is told when it fails."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, cwd=folder
    )
    if done.returncode:
        raise RuntimeError(f"{command}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


def hash_files(*files: Path) -> str:
    """Changes with what is in the files."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def hash_text(*texts: str) -> str:
    """Changes with the texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
