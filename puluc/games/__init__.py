"""The commands ``puluc games ...``: list, show, exchange, replay and review the games kept."""

from puluc.games.commands import add_commands

__all__ = ["add_commands"]
