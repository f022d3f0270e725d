"""A tree booted in a container on this machine: systemd and all, at full speed, but no GPIO."""

import shlex
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.system.vm.machine import MachineError

BOOT_S = 60
ASKED_S = 3
REBOOTS = 133
"""systemd-nspawn(1), --keep-unit: who has started it is to do so again."""


class Container:
    """A Debian tree, booted by ``systemd-nspawn``; the tree keeps what is done in it.

    Example::

        with Container(tree, {wheels: "/wheels"}) as container:
            container.run("systemctl is-active dbus")
    """

    def __init__(self, tree: Path, binds: dict[Path, str] | None = None) -> None:
        """Set up a container that is not booted yet.

        Args:
            tree: its root.
            binds: folders of this machine to be seen in it, read-only, and where.
        """
        self._tree = tree
        self._binds = [f"--bind-ro={host}:{inside}" for host, inside in (binds or {}).items()]
        self._leader = ""

    def __enter__(self) -> Self:
        self.boot()
        return self

    def boot(self) -> None:
        """Boot it, the first time or again, and wait until it has."""
        command = [
            *("systemd-nspawn", "--quiet", "--boot", "--directory", str(self._tree)),
            *("--register=no", "--keep-unit", "--private-network", "--console=read-only"),
            *("--machine=puluc-test", *self._binds),
        ]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        end = time.monotonic() + BOOT_S
        while not self._is_up():
            if self._process.poll() is not None or time.monotonic() > end:
                self._process.kill()
                _, said = self._process.communicate()
                raise MachineError(f"the container doesn't boot: {said.decode()}")
            time.sleep(0.05)

    def end(self, command: str) -> int:
        """Run a command that ends it; returns 0, or `REBOOTS` when it is to be booted again."""
        with suppress(subprocess.TimeoutExpired):  # who runs it may be gone before it
            self.attempt(command, ASKED_S)
        self._process.communicate(timeout=BOOT_S)
        return self._process.returncode

    def __exit__(self, *_: object) -> None:
        # SIGRTMIN+4 asks systemd to power off (systemd(1), signals).
        if self._process.poll() is not None:
            return
        subprocess.run(["kill", f"-{signal.SIGRTMIN + 4}", self._leader], check=False)
        try:
            self._process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            subprocess.run(["kill", "-KILL", self._leader], check=False)
            self._process.communicate()

    def attempt(self, command: str, timeout_s: float = 120) -> tuple[int, str]:
        """Run a shell command; returns its exit code and what it said."""
        done = subprocess.run(
            ["nsenter", "--target", self._leader, "--all", "/bin/sh", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"},
            text=True,
            check=False,
            timeout=timeout_s,
        )
        return done.returncode, done.stdout

    def run(self, command: str, timeout_s: float = 120) -> str:
        """Run a shell command that must succeed; returns what it said."""
        code, out = self.attempt(command, timeout_s)
        if code:
            raise MachineError(f"{shlex.quote(command)}: exit code {code}\n{out}")
        return out.strip()

    def show(self, unit: str, *properties: str) -> dict[str, str]:
        """Properties of a unit, as systemd gives them."""
        out = self.run(f"systemctl show {unit} --property={','.join(properties)}")
        return dict(line.split("=", 1) for line in out.splitlines())

    def _is_up(self) -> bool:
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        try:
            self._leader = children.read_text().split()[0]
        except (OSError, IndexError):
            return False
        try:
            return self.attempt("systemctl is-active --quiet multi-user.target", ASKED_S)[0] == 0
        except subprocess.TimeoutExpired:  # it was just going down, or coming up
            return False
