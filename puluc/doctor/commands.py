"""``puluc doctor`` on this machine."""

import os
from pathlib import Path

from puluc.doctor.checks import examine
from puluc.doctor.facts.gather import gather
from puluc.doctor.facts.world import here
from puluc.doctor.finding import report
from puluc.doctor.pico import with_pico


def doctor(config: Path | None) -> tuple[str, int]:
    """A line for each check, and the exit code.

    Args:
        config: a configuration file that is meant; else the usual one.
    """
    system = gather(Path("/"), here(), os.environ, config and config.absolute())
    return report(with_pico(system.config.board, examine(system), pip=system.pip))
