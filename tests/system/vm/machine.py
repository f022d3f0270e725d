"""An emulated PC that boots the image: power, and the wire to the agent inside."""

import json
import shutil
import signal
import socket
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

BOOT_S = 120
"""How long a boot may take; it takes 15 to 30 s, and twice that on a machine with other work."""

MACHINE = (
    "qemu-system-x86_64",
    # One emulated processor, always: KVM hangs where it is nested, and two now and then panic.
    *("-M", "pc", "-accel", "tcg", "-cpu", "Nehalem", "-smp", "1", "-m", "384"),
    *("-display", "none", "-nodefaults", "-no-user-config", "-nic", "none", "-no-reboot"),
    *("-device", "virtio-rng-pci", "-device", "virtio-serial-pci"),
)
KERNEL_WORDS = (
    "console=ttyS0 quiet loglevel=4 systemd.show_status=no net.ifnames=0 mitigations=off"
    " tsc=reliable panic=-1"
)


class MachineError(Exception):
    """The machine ended, doesn't answer, or a command in it failed."""


class Machine:
    """A machine with a disk of its own, a copy of the image's, which outlives power cuts.

    Example::

        with Machine(image, tmp_path) as machine:
            machine.power_on()
            print(machine.run("uname -a"))
            machine.cut_power()
            machine.power_on()
    """

    def __init__(self, image: Path, folder: Path) -> None:
        """Set up a machine that has no power yet.

        Args:
            image: the folder with vmlinux, initrd.img and disk.img.
            folder: for the copy of the disk, the console's text and the sockets.
        """
        self._image = image
        self._folder = folder
        self._disk = folder / "disk.img"
        subprocess.run(["cp", "--sparse=always", image / "disk.img", self._disk], check=True)
        self._power = ExitStack()
        self._process: subprocess.Popen[bytes] | None = None
        self._wire = socket.socket()
        self._read = b""
        self.boot = ""
        """The boot's id."""

    def power_on(self, words: str = "") -> None:
        """Start the machine, and wait for its agent.

        Args:
            words: added to the kernel's command line.
        """
        folder = self._folder
        path = folder / "agent.sock"
        path.unlink(missing_ok=True)
        with (folder / "qemu.txt").open("wb") as output:
            self._process = subprocess.Popen(
                [
                    *MACHINE,
                    *("-kernel", self._image / "vmlinux", "-initrd", self._image / "initrd.img"),
                    *("-append", f"{KERNEL_WORDS} {words}"),
                    *("-drive", f"file={self._disk},format=raw,if=none,id=disk,cache=writeback"),
                    *("-device", "virtio-blk-pci,drive=disk"),
                    *("-serial", f"file:{folder}/console.txt"),
                    *("-chardev", f"socket,id=agent,path={path},server=on,wait=off"),
                    *("-device", "virtserialport,chardev=agent,name=agent"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        self._power.callback(self._process.wait)
        self._power.callback(self._process.send_signal, signal.SIGKILL)
        end = time.monotonic() + BOOT_S
        self._wire.close()
        self._wire = self._power.enter_context(socket.socket(socket.AF_UNIX))
        while self._wire.connect_ex(str(path)):
            if self._process.poll() is not None or time.monotonic() > end:
                raise MachineError((folder / "qemu.txt").read_text())
            time.sleep(0.02)
        self._read = b""
        self.boot = self._answer(BOOT_S)["boot"]

    def cut_power(self) -> None:
        """End the machine as pulling its plug would; what it had not written is gone."""
        self._power.close()

    def wait_off(self, timeout_s: float) -> None:
        """Wait until the machine has switched itself off."""
        assert self._process is not None
        self._process.wait(timeout_s)

    def ask(self, request: dict[str, Any], timeout_s: float = 60) -> dict[str, Any]:
        """Send the agent a request; returns its answer."""
        self._wire.sendall(json.dumps(request).encode() + b"\n")
        answer = self._answer(timeout_s + 30)
        if "error" in answer:
            raise MachineError(f"{request}: {answer['error']}")
        return answer

    def attempt(self, command: str, timeout_s: float = 60) -> tuple[int, str]:
        """Run a shell command; returns its exit code and what it said."""
        answer = self.ask({"sh": command, "timeout_s": timeout_s}, timeout_s)
        return answer["code"], answer["out"]

    def run(self, command: str, timeout_s: float = 60) -> str:
        """Run a shell command that must succeed; returns what it said, without spaces around."""
        code, out = self.attempt(command, timeout_s)
        if code:
            raise MachineError(f"{command}: exit code {code}\n{out}")
        return out.strip()

    def until(self, command: str, timeout_s: float = BOOT_S) -> str:
        """Run a shell command again and again until it succeeds."""
        end = time.monotonic() + timeout_s
        while True:
            code, out = self.attempt(command)
            if not code:
                return out.strip()
            if time.monotonic() > end:
                raise MachineError(f"{command}: not in {timeout_s} s; at last {code}: {out}")
            time.sleep(0.1)

    def show(self, unit: str, *properties: str) -> dict[str, str]:
        """Properties of a unit, as systemd gives them."""
        out = self.run(f"systemctl show {unit} --property={','.join(properties)}")
        return dict(line.split("=", 1) for line in out.splitlines())

    def console(self) -> str:
        """What the kernel and early programs have said."""
        return (self._folder / "console.txt").read_text(errors="replace")

    def _answer(self, timeout_s: float) -> dict[str, Any]:
        end = time.monotonic() + timeout_s
        while b"\n" not in self._read:
            self._wire.settimeout(max(0.01, end - time.monotonic()))
            try:
                data = self._wire.recv(1 << 16)
            except TimeoutError as error:
                raise MachineError(f"no answer in {timeout_s} s\n{self.console()}") from error
            if not data:
                raise MachineError(f"the machine ended\n{self.console()}")
            self._read += data
        line, self._read = self._read.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut_power()
        shutil.rmtree(self._folder, ignore_errors=True)
