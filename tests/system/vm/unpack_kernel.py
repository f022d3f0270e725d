"""Takes the ELF kernel out of a bzImage that is compressed with zstd: ``unpack_kernel.py IN OUT``.

QEMU starts it by its PVH note; under emulation a bzImage takes seconds to unpack itself.
"""

import subprocess
import sys
from pathlib import Path

ZSTD = b"\x28\xb5\x2f\xfd"
"""What a zstd frame begins with (RFC 8878, section 3.1.1)."""


def unpacked(image: bytes) -> bytes:
    """The kernel in a bzImage."""
    at = image.find(ZSTD)
    while at >= 0:
        # What follows the frame is no zstd: zstd fails, and its output is whole all the same.
        tried = subprocess.run(
            ["zstd", "-dcq", "--no-check"], input=image[at:], capture_output=True, check=False
        )
        if tried.stdout.startswith(b"\x7fELF"):
            return tried.stdout
        at = image.find(ZSTD, at + 1)
    raise SystemExit("unpack_kernel: no zstd-compressed ELF in the image")


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(unpacked(Path(sys.argv[1]).read_bytes()))
