"""The configuration as the installer needs it: a first one, and which GPIO lines the board uses."""

import re

from hardware.wiring import WIRINGS, Line, Wiring, WiringError
from puluc.board import wiring_of
from puluc.config import Config, ConfigError, example, load
from puluc.install.host import Host, InstallError, read, write
from puluc.install.places import CONFIG

_PROFILE = re.compile(r"^#?profile = .*$", re.MULTILINE)


def first_config(profile: str | None) -> str:
    """A configuration with every key, each behind a ``#`` but a profile that was asked for.

    Raises:
        InstallError: there is no such profile.
    """
    if profile is None:
        return example()
    if profile not in WIRINGS:
        raise InstallError(f"--profile {profile}: there are {', '.join(WIRINGS)}")
    return _PROFILE.sub(f'profile = "{profile}"', example(), count=1)


def write_first_config(host: Host, profile: str | None) -> bool:
    """Write a configuration where there is none; returns whether it did.

    Raises:
        InstallError: there is no such profile.
    """
    path = host.path(CONFIG)
    if path.exists():
        return False
    write(path, first_config(profile))
    return True


def check_profile(host: Host, profile: str | None) -> None:
    """See that a profile that is asked for is not against the configuration.

    Raises:
        InstallError: there is a configuration, and it isn't right, or has another profile.
    """
    path = host.path(CONFIG)
    if profile is not None and path.exists() and _config(host).board.profile != profile:
        raise InstallError(f'{path} has another profile: set profile = "{profile}" in its [board]')


def is_first_config(host: Host) -> bool:
    """Whether nobody has changed the configuration since it was written."""
    try:
        text = read(host.path(CONFIG))
    except OSError:
        return False
    return text in {first_config(profile) for profile in (None, *WIRINGS)}


def lines_used(host: Host, profile: str | None) -> frozenset[Line]:
    """The GPIO lines that the board uses, or will use.

    Raises:
        InstallError: the configuration isn't right.
    """
    return frozenset(line for line, _use in _wiring(host, profile).pi_uses())


def extras(host: Host, profile: str | None) -> str:
    """The optional parts of Puluc that the board needs.

    Raises:
        InstallError: the configuration isn't right.
    """
    return "rpi,gpiod,serial,flash" if _wiring(host, profile).on_pico else "rpi,gpiod"


def _wiring(host: Host, profile: str | None) -> Wiring:
    """The board's wiring, or the one that it will have."""
    try:
        first = profile is not None and not host.path(CONFIG).exists()
        return WIRINGS[profile] if profile and first else wiring_of(_config(host).board)
    except WiringError as error:
        raise InstallError(f"{host.path(CONFIG)}: {error}") from error


def _config(host: Host) -> Config:
    path = host.path(CONFIG)
    try:
        return load(path if path.exists() else None)
    except ConfigError as error:
        raise InstallError(str(error)) from error
