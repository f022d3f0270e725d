"""The configuration: one TOML file, checked whole, never written.

``sections`` is the one table of keys from which the checks, the defaults and the example follow.
"""

from puluc.config.errors import ConfigError, Problem
from puluc.config.example import example
from puluc.config.load import load
from puluc.config.sections import (
    Board,
    Config,
    Display,
    JournalFile,
    Opponent,
    Players,
    Timing,
    Web,
)

__all__ = [
    "Board",
    "Config",
    "ConfigError",
    "Display",
    "JournalFile",
    "Opponent",
    "Players",
    "Problem",
    "Timing",
    "Web",
    "example",
    "load",
]
