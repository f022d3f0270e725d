"""The command line: ``puluc play``, ``run``, ``rules``, ``games``, ``doctor`` and the rest.

Exit codes: 0; 1 a failure; 2 wrong usage; 78 a bad configuration file.
"""

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from hardware.wiring import WIRINGS
from puluc import __version__, commands
from puluc.commands import FAILURE, OptionError
from puluc.config import ConfigError
from puluc.config.sections import PICO_LAMPS
from puluc.errors import PulucError
from puluc.rules.errors import RuleSetError
from puluc.rules.ruleset import TRACK

USAGE = 2
BAD_CONFIG = 78
"""EX_CONFIG of sysexits.h: a service that ends with it is not started again."""

SET_HELP = "change a field of the rules, such as track=15; may be given again"

Add = Callable[..., argparse.ArgumentParser]
"""Adds a command, by its name, and returns its parser."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    options = _parser(words).parse_args(words)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        code = run(options)
        sys.stdout.flush()
        return code
    except ConfigError as error:
        print(f"puluc: {error}", file=sys.stderr)
        return BAD_CONFIG
    except (OptionError, RuleSetError) as error:
        print(f"puluc: {error}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        # Who read has had enough: `puluc games show 4 | head`. Nor may Python flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE
    except (PulucError, OSError) as error:
        print(f"puluc: {error}", file=sys.stderr)
        return FAILURE


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of these words; a command that needs much is only there if it is asked for."""
    parser = argparse.ArgumentParser(
        prog="puluc", description="The electronic board for the Maya game of Puluc."
    )
    parser.add_argument("--version", action="version", version=f"puluc {__version__}")
    add = parser.add_subparsers(required=True, metavar="COMMAND").add_parser
    _add_playing(add, words)
    _add_building(add)
    _add_solving(add)
    return parser


def _add_playing(add: Add, words: Sequence[str]) -> None:
    """What people who play ask for."""
    play = add("play", help="play on a simulated board, in the browser")
    _takes_config(play)
    play.add_argument("--port", type=_port, help="where the page is served; 0 for any free port")
    _takes_rules(play, "a rule set or match")
    play.add_argument("--spaces", type=_spaces, help="how many spaces the board has, 5 to 30")
    play.add_argument("--players", metavar="NAMES", help="names by seat: Ana,Ben (J1, C1, ...)")
    play.add_argument("--no-browser", action="store_true", help="do not open the page")
    play.set_defaults(run=commands.play)

    rules = add("rules", help="list the rule sets, or explain one")
    rules.add_argument("name", nargs="?", metavar="NAME", help="a rule set or match")
    _takes_changes(rules)
    rules.set_defaults(run=commands.rules)

    games = add("games", help="list, show, export, import, replay or review games")
    if words[:1] == ["games"]:
        from puluc.games.commands import add_commands  # noqa: PLC0415 - a board's lamps come first

        add_commands(games)


def _add_building(add: Add) -> None:
    """What builders ask for, and the service of a board."""
    run = add("run", help="run a wired board, as the service does")
    _takes_config(run)
    run.set_defaults(run=commands.run)

    doctor = add("doctor", help="say what is wrong with this board, and the cure")
    _takes_config(doctor)
    doctor.set_defaults(run=commands.doctor)

    selftest = add("selftest", help="try every part of a board, one by one")
    _takes_config(selftest)
    selftest.add_argument("--simulated", action="store_true", help="a simulated board, to see it")
    selftest.add_argument("--port", type=_port, help="where the simulated board's page is served")
    selftest.set_defaults(run=commands.selftest)

    wiring = add("wiring", help="show what is connected to which pin")
    what = wiring.add_mutually_exclusive_group()
    what.add_argument("--config", type=Path, metavar="FILE", help="a configuration file")
    what.add_argument("--profile", choices=tuple(WIRINGS), help="a profile as it is")
    wiring.add_argument("--svg", type=Path, metavar="FOLDER", help="draw it, too, as SVG files")
    wiring.set_defaults(run=commands.wiring)

    flash = add("flash", help="put the firmware on the Pico that is the board")
    _takes_config(flash)
    flash.add_argument("--port", metavar="PORT", help="the Pico's serial port")
    flash.add_argument("--spaces", type=_spaces, help="how many spaces the board has, 5 to 30")
    flash.add_argument("--lamps", choices=PICO_LAMPS, help="what more than 11 lamps are on")
    flash.add_argument("--again", action="store_true", help="write it even if it is there")
    flash.set_defaults(run=commands.flash)

    config = add("config", help="print a configuration with every key, or check one")
    config.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the one to check")
    config.set_defaults(run=commands.config)


def _add_solving(add: Add) -> None:
    """What is asked about the values of positions and the rightness of rules."""
    vectors = add("vectors", help="check rules or tables against right values")
    vectors.add_argument("file", type=Path, metavar="FILE")
    vectors.add_argument("names", nargs="*", metavar="NAME", help="only these of the file")
    vectors.add_argument("--table", type=Path, metavar="FILE", help="the one to check values of")
    vectors.set_defaults(run=commands.vectors)

    solve = add(
        "solve",
        help="work out exact values of a rule set, for perfect play",
        description="Work out exact values of a rule set. Without --out: say what that takes, for"
        " one set or for all. It may be stopped at any time; the same command goes on.",
    )
    _takes_rules(solve, "a rule set for two players")
    solve.add_argument("--out", type=Path, metavar="FILE", help="the table to make: NAME.puluc")
    solve.add_argument(
        "--warriors",
        type=_count,
        metavar="N",
        help="only positions with so many warriors alive, both sides together, or fewer",
    )
    solve.add_argument("--threads", type=_count, metavar="N", help="how many; else one a core")
    solve.set_defaults(run=commands.solve)


def _takes_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="a configuration file")


def _takes_rules(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--rules", metavar="NAME", help=what)
    _takes_changes(parser)


def _takes_changes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help=SET_HELP)


def _port(text: str) -> int:
    """A TCP port."""
    return _whole(text, range(65536))


def _spaces(text: str) -> int:
    """A number of spaces."""
    return _whole(text, TRACK)


def _count(text: str) -> int:
    """One or more."""
    return _whole(text, range(1, 1025))


def _whole(text: str, allowed: range) -> int:
    if not text.isdecimal() or int(text) not in allowed:
        raise argparse.ArgumentTypeError(f"{text!r}: {allowed[0]} to {allowed[-1]} is allowed")
    return int(text)
