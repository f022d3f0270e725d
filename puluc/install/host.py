"""The machine that is installed on: its files below a root, its commands, and who is asked."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from puluc.errors import PulucError


class InstallError(PulucError, RuntimeError):
    """Puluc can't be installed here, or a step of it failed; the message says which and why."""


def run_command(*command: str) -> str:
    """Run a command; what it says besides its output goes to the terminal.

    Returns:
        Its standard output.

    Raises:
        InstallError: it failed, or there is no such command.
    """
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    except FileNotFoundError as error:
        raise InstallError(f"{command[0]}: there is no such command") from error
    except subprocess.CalledProcessError as error:
        told = f"\n{error.stdout.strip()}" if error.stdout.strip() else ""
        raise InstallError(
            f"{shlex.join(command)}: failed with exit code {error.returncode}{told}"
        ) from error
    return done.stdout


def confirm_on_terminal(question: str) -> bool:
    """Ask a person; where there is none the answer is no."""
    if not sys.stdin.isatty():
        return False
    return input(f"{question} [Y/n] ").strip().lower() in ("", "y", "yes")


def say(words: str) -> None:
    """Tell the person who installs."""
    print(words, flush=True)


@dataclass(frozen=True, slots=True)
class Host:
    """A machine. Tests give it a root of their own, and commands that only take notes."""

    root: Path = Path("/")
    run: Callable[..., str] = run_command
    """Runs a command, given as strings; returns its output, raises ``InstallError``."""
    confirm: Callable[[str], bool] = confirm_on_terminal
    say: Callable[[str], None] = say

    def path(self, absolute: str) -> Path:
        """Where a file is, by its path on the machine."""
        return self.root / absolute.lstrip("/")

    @property
    def is_booted(self) -> bool:
        """Whether systemd runs here, as sd_booted(3) finds out; it doesn't in a mere tree."""
        return self.path("/run/systemd/system").is_dir()

    def has_package(self, name: str) -> bool:
        """Whether a Debian package is installed."""
        try:
            state = self.run("dpkg-query", "--show", "--showformat=${db:Status-Status}", name)
        except InstallError:
            return False
        return state == "installed"


def read(path: Path) -> str:
    """What a file says; bytes that are no UTF-8 come through it and `write` as they are.

    Raises:
        OSError: it can't be read.
    """
    return path.read_text(encoding="utf-8", errors="surrogateescape")


def write(path: Path, text: str, mode: int = 0o644) -> None:
    """Write a file so that after a power cut it is the old one or the new one, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.chmod(mode)
    new.replace(path)


def link(path: Path, target: str) -> None:
    """Point a symbolic link somewhere, in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(path)
