"""The real program in an empty home, started and ended as a user would."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType

ADDRESS = re.compile(r"Puluc is on (http://127\.0\.0\.1:\d+/)")
LOG_LINE = re.compile(r"(DEBUG|INFO|WARNING|ERROR|CRITICAL) [\w.]+: ")
PATIENCE_S = 20
"""How long a start or an end may take before a test gives up; far more than they need."""


def environment(home: Path) -> dict[str, str]:
    """This process's environment with an empty home, and without what points elsewhere."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("XDG_", "PULUC_", "PYTEST_", "COV_", "MAKE", "MFLAGS"))
        and name not in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY", "DISPLAY", "WAYLAND_DISPLAY")
    }
    return kept | {
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_RUNTIME_DIR": str(home / "run"),
    }


class Program:
    """``puluc play`` as a process of its own; leaving the context kills it if it still runs."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.journal = home / "state" / "puluc" / "journal.db"
        self._errors = home / "stderr.txt"
        with self._errors.open("ab") as errors:
            self._from = errors.tell()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "puluc", "play", "--port", "0", "--no-browser", *arguments],
                env=environment(home),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )

    def address(self) -> str:
        """The page's address, once the program says it; empty when it ends without."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := ADDRESS.match(line):
                return found[1]
        return ""

    def send(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self._process.send_signal(number)

    def wait(self) -> int:
        """Wait for its end; returns the exit code."""
        return self._process.wait(PATIENCE_S)

    def outlives(self, seconds: float) -> bool:
        """Whether it is still at work after so many seconds."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return True
        return False

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self._process.kill()
        self._process.wait(PATIENCE_S)

    def errors(self) -> str:
        """What it has written to its standard error output."""
        return self._errors.read_bytes()[self._from :].decode()

    def strange_errors(self) -> list[str]:
        """The lines of its standard error output that are no lines of a log."""
        return [line for line in self.errors().splitlines() if not LOG_LINE.match(line)]

    def __enter__(self) -> "Program":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.kill()
        assert self._process.stdout is not None
        self._process.stdout.close()
