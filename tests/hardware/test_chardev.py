"""Who has which line: the kernel's structures taken apart."""

import errno
from pathlib import Path

import pytest

from hardware import chardev


def test_lines_in_use_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line is asked for by its offset; those in use are told with the name given."""
    asked = []

    def ioctl(_file: int, request: int, data: bytes) -> bytes:
        asked.append(request)
        if request == 0x8044B401:
            return b"gpiochip0".ljust(32, b"\0") + b"pinctrl".ljust(32, b"\0") + b"\4\0\0\0"
        line = int.from_bytes(data[64:68], "little")
        assert len(data) == 256
        consumer = {1: b"lg", 3: b""}.get(line)
        flags = 0 if consumer is None else 0b101
        head = bytes(32) + (consumer or b"").ljust(32, b"\0") + data[64:72]
        return (head + flags.to_bytes(8, "little")).ljust(256, b"\0")

    monkeypatch.setattr(chardev.fcntl, "ioctl", ioctl)
    device = tmp_path / "gpiochip0"
    device.touch()
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert chardev.held_lines(device) == {1: "lg", 3: ""}
    assert asked == [0x8044B401, *[0xC100B405] * 4]
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_what_is_no_chip_is_refused(tmp_path: Path) -> None:
    """A file that is no GPIO chip, and one that isn't there, raise the system's own error."""
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(OSError, match=r"Inappropriate ioctl"):
        chardev.held_lines(file)
    with pytest.raises(FileNotFoundError) as raised:
        chardev.held_lines(tmp_path / "none")
    assert raised.value.errno == errno.ENOENT
