"""The image that is booted: a small Debian with Puluc, put there by its own installer.

Its parts are kept in ``$XDG_CACHE_HOME/puluc-vm``, each under the hash of what it was made from:
the kernel, the bare Debian, the packages that Puluc needs, and the image.
"""

import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.system.kept import cache_folder, hash_files, hash_text, kept, run
from tests.system.vm.container import Container

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CACHE = cache_folder("puluc-vm")
CONFIG = "/etc/puluc/config.toml"
SHORT_GAME = {"warriors": 2, "kills_to_win": 1}
"""The configuration of the image: a whole game takes some twenty casts."""
OTHERS = {"rpi-lgpio": "rpi-lgpio==0.6", "rpi-gpio": "RPi.GPIO==0.7.1"}
"""The two libraries that call themselves RPi.GPIO, each in /opt in an environment of its own."""
INSTALL = "PYTHONPATH={wheel} python3 -m puluc.install --yes --wheels /wheels"
"""The installer's command line, in a container that has the packages in /wheels."""


@dataclass(frozen=True)
class Packages:
    """Puluc's wheel, and a folder of it and of all that it needs."""

    folder: Path
    wheel: Path
    key: str
    """Changes with the packages that it needs."""

    @property
    def install(self) -> str:
        """The command that installs it, where the folder is seen as /wheels."""
        return INSTALL.format(wheel=f"/wheels/{self.wheel.name}")


def image(folder: Path) -> Path:
    """The folder with vmlinux, initrd.img and disk.img, made if it isn't kept.

    Args:
        folder: for what is only needed now.
    """
    # These wait for the network most of the time.
    with ThreadPoolExecutor() as pool:
        root = pool.submit(debian)
        kernel = pool.submit(linux)
        libraries = pool.submit(others)
        packages = packed(folder)
    guest = sorted((HERE / "guest").iterdir())
    made_from = hash_files(packages.wheel, HERE / "make-disk", *guest, Path(__file__))
    parts = [each.result() for each in (kernel, root, libraries)]
    key = hash_text(made_from, packages.key, *(part.name for part in parts))
    return kept(CACHE, "image", key, lambda out: _make_image(out, parts[0], packages, parts[2]))


def linux() -> Path:
    """The folder with the kernel and its modules."""
    key = hash_files(HERE / "fetch-kernel", HERE / "unpack_kernel.py")
    return kept(CACHE, "kernel", key, lambda out: run(HERE / "fetch-kernel", out))


def debian(suite: str = "bookworm") -> Path:
    """The folder with root.tar, a bare Debian."""
    script = HERE / "make-root"
    make = (script, suite, "root.tar")
    return kept(CACHE, f"debian-{suite}", hash_files(script), lambda out: run(*make, folder=out))


@contextmanager
def unpacked(folder: Path, suite: str = "bookworm") -> Iterator[Path]:
    """A tree of a bare Debian, gone afterwards."""
    tree = Path(tempfile.mkdtemp(dir=folder))
    tree.chmod(0o755)
    try:
        run("tar", "--extract", "--file", debian(suite) / "root.tar", "--directory", tree)
        yield tree
    finally:
        run("rm", "-rf", tree)


def packed(folder: Path, suite: str = "bookworm") -> Packages:
    """Puluc's wheel, made now, in a folder with all that it needs on that Debian.

    Args:
        folder: for the wheel.
        suite: bookworm, with Python 3.11, or trixie, with 3.13 and lgpio of its own.
    """
    pip = (sys.executable, "-m", "pip", "--quiet")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    (wheel,) = folder.glob("puluc-*.whl")
    wanted = requirements(wheel, suite)
    python = {"bookworm": "3.11", "trixie": "3.13"}[suite]

    def download(out: Path) -> None:
        platforms = [f"--platform=manylinux_2_{minor}_x86_64" for minor in (17, 27, 28, 34, 36)]
        options = ("--only-binary=:all:", "--python-version", python, *platforms)
        run(*pip, "download", *options, "--dest", out, *wanted)

    stored = kept(CACHE, f"packages-{suite}", hash_text(*wanted), download)
    for each in stored.iterdir():
        target = folder / each.name
        target.unlink(missing_ok=True)
        target.hardlink_to(each) if _same_disk(folder, stored) else shutil.copy(each, target)
    return Packages(folder, wheel, stored.name)


def others() -> Path:
    """The folder with the wheels of ``OTHERS``; RPi.GPIO has none, so it is compiled here."""

    def download(out: Path) -> None:
        run(
            sys.executable,
            "-m",
            "pip",
            "--quiet",
            "wheel",
            "--no-deps",
            *OTHERS.values(),
            folder=out,
        )

    return kept(CACHE, "others", hash_text(*OTHERS.values()), download)


def requirements(wheel: Path, suite: str) -> list[str]:
    """What a wheel and its extras ``rpi`` and ``gpiod`` need on a Debian."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode().splitlines()
    found = []
    for line in lines:
        if not line.startswith("Requires-Dist: "):
            continue
        requirement, _, marker = line.removeprefix("Requires-Dist: ").partition("; ")
        if suite == "trixie" and "python_version < '3.13'" in marker:
            continue
        if "extra ==" not in marker or "'rpi'" in marker or "'gpiod'" in marker:
            found.append(requirement)
    return found


def _make_image(out: Path, kernel: Path, packages: Packages, libraries: Path) -> None:
    with unpacked(out) as tree:
        # No first boot: the machine has an identity already.
        (tree / "etc/machine-id").write_text("0123456789abcdef0123456789abcdef\n")
        with Container(tree, {packages.folder: "/wheels", libraries: "/others"}) as container:
            container.run(packages.install)
            for name in OTHERS:
                container.run(_environment(name))
            # For the doctor's patient that has lost it.
            container.run("mkdir -p /opt/vm && cp /wheels/smbus2-* /opt/vm")
            for setting, value in SHORT_GAME.items():
                container.run(f"sed -i 's/^#{setting} = .*/{setting} = {value}/' {CONFIG}")
            container.run(f"puluc config {CONFIG}")
            container.run("systemctl stop puluc")
            container.run("rm -rf /var/lib/puluc/* /var/log/journal/*")
        run(HERE / "make-disk", tree, kernel, out)
    (out / "vmlinux").hardlink_to(kernel / "vmlinux")


def _environment(name: str) -> str:
    """The commands that make an environment with Puluc's libraries, and one of ``OTHERS``."""
    folder = f"/opt/{name}/lib/python3.11/site-packages"
    pattern = OTHERS[name].partition("==")[0].replace("-", "?").replace(".", "?").lower()
    return (
        f"set -e; python3 -m venv --without-pip /opt/{name}\n"
        f"echo /opt/puluc/current/lib/python3.11/site-packages > {folder}/puluc.pth\n"
        f"python3 -m zipfile -e /others/{pattern}-*.whl {folder}"
    )


def _same_disk(one: Path, other: Path) -> bool:
    return one.stat().st_dev == other.stat().st_dev
