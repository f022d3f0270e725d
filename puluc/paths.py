"""Where files are: state, what lives for one boot, and the configuration. Always absolute.

The environment is an argument. A systemd unit's ``StateDirectory`` and ``RuntimeDirectory`` come
first, then the XDG folders; of these a relative one is ignored, as their specification asks.
"""

import os
import pwd
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

Environment = Mapping[str, str]

SYSTEM_CONFIG = Path("/etc/puluc/config.toml")
SERVICE_STATE = Path("/var/lib/puluc")
SYSTEM_DATA = (Path("/usr/local/share/puluc"), Path("/usr/share/puluc"))


def state_dir(environment: Environment) -> Path:
    """Where the journal is: what must outlive a power cut."""
    return (
        _folder(environment, "STATE_DIRECTORY")
        or _folder(environment, "XDG_STATE_HOME", "puluc")
        or _home(environment) / ".local/state/puluc"
    )


def board_state_dir(environment: Environment, service: Path = SERVICE_STATE) -> Path:
    """The state folder of the board of this machine: the service's, where there is one.

    For commands that people type beside the service, which is told its own by systemd.
    """
    if "STATE_DIRECTORY" not in environment and service.is_dir():
        return service
    return state_dir(environment)


def asked_state_dir(
    environment: Environment, user: int | None = None, service: Path = SERVICE_STATE
) -> Path:
    """The state folder that is meant by a command about games: the board's when root asks.

    Root has no games of its own where there is a service; anybody else's are in their home.

    Args:
        environment: The process's.
        user: The number of the user who asks; the process's.
        service: The service's state folder.
    """
    user = os.geteuid() if user is None else user
    return state_dir(environment) if user else board_state_dir(environment, service)


def runtime_dir(environment: Environment, user: int | None = None) -> Path:
    """What is gone after a reboot, in memory where there is a place for that.

    Args:
        environment: The process's.
        user: The user's number, for a folder of its own in a place for all; the process's.
    """
    user = os.getuid() if user is None else user
    return (
        _folder(environment, "RUNTIME_DIRECTORY")
        or _folder(environment, "XDG_RUNTIME_DIR", "puluc")
        or _folder(environment, "TMPDIR", f"puluc-{user}")
        or Path(f"/tmp/puluc-{user}")
    )


def config_path(
    environment: Environment, exists: Callable[[Path], bool] = Path.exists
) -> Path | None:
    """The configuration file: the first that is there; ``None`` when none is.

    One that ``PULUC_CONFIG`` names is meant, there or not: that it is missing is an error that
    the reader tells.
    """
    if named := environment.get("PULUC_CONFIG"):
        return Path(named).absolute()
    return next(filter(exists, _usual_configs(environment)), None)


def table_dirs(environment: Environment) -> Iterator[Path]:
    """Where tables of exact values are looked for: a user's data, the state, the system's data.

    The state is the board's when root asks.
    """
    yield (
        _folder(environment, "XDG_DATA_HOME", "puluc") or _home(environment) / ".local/share/puluc"
    )
    yield asked_state_dir(environment)
    yield from SYSTEM_DATA


def _usual_configs(environment: Environment) -> Iterator[Path]:
    own = _folder(environment, "XDG_CONFIG_HOME") or _home(environment) / ".config"
    yield own / "puluc/config.toml"
    yield SYSTEM_CONFIG


def _folder(environment: Environment, name: str, below: str = "") -> Path | None:
    """A folder that the environment names; of several, as systemd gives them, the first."""
    value = environment.get(name, "")
    if name in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY"):
        value = value.partition(":")[0]
    folder = Path(value)
    return folder / below if folder.is_absolute() else None


def _home(environment: Environment) -> Path:
    home = Path(environment.get("HOME", ""))
    return home if home.is_absolute() else Path(pwd.getpwuid(os.getuid()).pw_dir)
