"""The commands ``puluc games ...``: list, show, export, import and replay the games kept."""

from puluc.games.commands import add_commands

__all__ = ["add_commands"]
