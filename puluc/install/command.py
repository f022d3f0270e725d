"""The installer's command line."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hardware.wiring import WIRINGS
from puluc.install import places
from puluc.install.host import Host, InstallError
from puluc.install.steps import Wishes, install, uninstall

USAGE = 2


def main(arguments: Sequence[str] | None = None, host: Host | None = None) -> int:
    """Install or uninstall; returns the exit code: 0, 1 a failure, 2 wrong usage."""
    options = _parser().parse_args(arguments)
    host = host or Host()
    if options.yes:
        host = replace(host, confirm=lambda _question: True)
    if host.root == Path("/") and os.geteuid() != 0:
        print("puluc: the installer needs root; put sudo before it", file=sys.stderr)
        return USAGE
    source: Path | None = options.source or places.source()
    try:
        if options.uninstall:
            uninstall(host)
        elif source is None:
            print("puluc: say what to install: a wheel or a checkout", file=sys.stderr)
            return USAGE
        else:
            offline = ("--no-index", f"--find-links={options.wheels}") if options.wheels else ()
            install(host, Wishes(source.resolve(), options.profile, offline))
    except (InstallError, OSError) as error:
        print(f"puluc: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="install",
        description="Puts Puluc on a Raspberry Pi as a service, or brings it up to date.",
    )
    parser.add_argument(
        "source", nargs="?", type=Path, help="a wheel or a checkout; the one that this is part of"
    )
    parser.add_argument("--profile", choices=tuple(WIRINGS), help="the wiring, for a first install")
    parser.add_argument("--yes", action="store_true", help="ask nothing: change the boot files")
    parser.add_argument(
        "--wheels", type=Path, metavar="FOLDER", help="take packages from here, not the network"
    )
    parser.add_argument("--uninstall", action="store_true", help="take it off; games stay")
    return parser
