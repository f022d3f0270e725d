"""The program's environments: a new one is made beside the old and checked; a link switches."""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from puluc.install.host import Host, InstallError, link
from puluc.install.places import CONFIG, CURRENT, PROGRAM, PYTHON


def build(host: Host, source: Path, extras: str, pip_options: Sequence[str] = ()) -> str:
    """Make an environment with a version of Puluc, and check that it runs with the configuration.

    Args:
        host: where.
        source: a wheel or a checkout.
        extras: its optional parts, joined by commas.
        pip_options: more options for pip, such as where wheels are.

    Returns:
        The environment's name.

    Raises:
        InstallError: it can't be made, or doesn't run; nothing is left of it.
    """
    venv = f"venv-{max(_numbers(host), default=0) + 1}"
    folder = host.path(f"{PROGRAM}/{venv}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        host.run(PYTHON, "-m", "venv", "--system-site-packages", str(folder))
        pip = (str(folder / "bin/python"), "-m", "pip", "--disable-pip-version-check", "--quiet")
        host.run(*pip, "install", *pip_options, f"{source}[{extras}]")
        program = str(folder / "bin/puluc")
        host.run(program, "--version")
        if host.path(CONFIG).exists():
            host.run(program, "config", str(host.path(CONFIG)))
    except InstallError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    # All of it is on the disk before the link points to it.
    os.sync()
    return venv


def current(host: Host) -> str | None:
    """The name of the environment that runs now; ``None`` when there is none."""
    path = host.path(CURRENT)
    return str(path.readlink()) if path.is_symlink() else None


def switch(host: Host, venv: str | None) -> None:
    """Make an environment the one that runs from the next start on."""
    if venv is None:
        host.path(CURRENT).unlink(missing_ok=True)
    else:
        link(host.path(CURRENT), venv)


def tidy(host: Host) -> None:
    """Remove all environments but the one that runs."""
    kept = current(host)
    for number in _numbers(host):
        venv = f"venv-{number}"
        if venv != kept:
            shutil.rmtree(host.path(f"{PROGRAM}/{venv}"), ignore_errors=True)


def _numbers(host: Host) -> list[int]:
    names = (path.name for path in host.path(PROGRAM).glob("venv-*"))
    return [int(found[1]) for name in names if (found := re.fullmatch(r"venv-(\d+)", name))]
