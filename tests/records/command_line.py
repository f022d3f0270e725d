"""``puluc games ...`` as the command line runs it."""

import argparse
import sys

from puluc.errors import PulucError
from puluc.games import add_commands


def puluc(*arguments: object) -> int:
    """Run a command; returns the exit code. Errors are told as ``puluc.cli`` tells them."""
    parser = argparse.ArgumentParser(prog="puluc")
    add_commands(parser.add_subparsers(required=True).add_parser("games"))
    options = parser.parse_args([str(argument) for argument in arguments])
    try:
        return options.run(options)
    except (PulucError, OSError) as error:
        print(f"puluc: {error}", file=sys.stderr)
        return 1
