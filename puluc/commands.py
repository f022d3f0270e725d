"""What each command of the command line does, given its options; each returns the exit code.

What a command needs it imports itself: a board's lamps must not wait for what others need.
"""

import argparse
import asyncio
import json
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.wiring import WIRINGS, WiringError
from puluc import paths
from puluc.config import Config, ConfigError, Problem, example, load
from puluc.config.kinds import Names, WrongError
from puluc.errors import PulucError
from puluc.loop import new_loop
from puluc.session.rule_menu import read_contest

if TYPE_CHECKING:
    from puluc.rules.vectors import Checked

FAILURE = 1

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
"""What an environment with a graphical browser has one of."""


class OptionError(PulucError, ValueError):
    """An option of the command line that can't be; the message quotes it."""


class NotVectorsError(PulucError, ValueError):
    """A file that holds no right values."""


def play(options: argparse.Namespace) -> int:
    """Play on a simulated board until Ctrl-C."""
    missing = [name for name in ("starlette", "uvicorn", "websockets") if not find_spec(name)]
    if missing:
        print(f"puluc play: {missing[0]} is missing; pip install 'puluc[web]'", file=sys.stderr)
        return FAILURE
    from puluc import app  # noqa: PLC0415 - the other commands need no drivers

    config = _load(options.config or paths.config_path(os.environ))
    config = _chosen(config, options)
    asked = options.rules is not None or bool(options.set)

    def ready(address: str) -> None:
        print(f"Puluc is on {address} (Ctrl-C ends it; the game is kept)", flush=True)
        if not options.no_browser and any(os.environ.get(name) for name in SCREENS):
            import webbrowser  # noqa: PLC0415 - only where there is a browser

            # On a thread: some browsers keep who starts them waiting.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(app.play(config, os.environ, ready, asked=asked))


def _chosen(config: Config, options: argparse.Namespace) -> Config:
    """The configuration with what the command line says instead.

    Without ``--spaces`` the simulated board is as long as the rules need.

    Raises:
        OptionError: an option is not right, or the board is too short for the rules.
        RuleSetError: there are no such rules, or they make no game.
    """
    if options.port is not None:
        config = replace(config, web=replace(config.web, port=options.port))
    played = config.contest
    if options.rules is not None or options.set:
        played = read_contest(options.rules or played.name, tuple(map(_change, options.set)))
    if options.players is not None:
        names = _names(options.players, max(rules.seats for rules in played.games))
        config = replace(config, players=replace(config.players, names=names))
    longest = max(rules.track for rules in played.games)
    spaces = options.spaces or max(config.board.spaces, longest)
    if longest > spaces:
        raise OptionError(f"--spaces {spaces}: the track of {played.name} has {longest}")
    board = replace(config.board, spaces=spaces)
    if spaces != config.board.spaces:
        board = replace(board, buttons=None, lamps=None)
    return replace(config, board=board, contest=played)


def _names(text: str, seats: int) -> tuple[str, ...]:
    try:
        names = Names().read([name.strip() for name in text.split(",")])
    except WrongError as error:
        raise OptionError(f"--players {text}: {Names().allowed} is wanted") from error
    if len(names) > seats:
        raise OptionError(f"--players {text}: {len(names)} names, and {seats} play")
    return names


def _change(text: str) -> tuple[str, str]:
    """A field and its value: ``track=15``."""
    field, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"--set {text}: FIELD=VALUE is wanted, such as track=15")
    return field.strip().replace("-", "_"), value.strip()


def run(options: argparse.Namespace) -> int:
    """Run a wired board until it is told to end."""
    from puluc.service import run  # noqa: PLC0415 - the other commands need no drivers

    path = options.config or paths.config_path(os.environ)
    config = _load(path, wired=True)
    if config.board.panel == "simulated":
        assert path is not None  # the default board is wired
        allowed = "`puluc run` is for a wired board; `puluc play` has a simulated one"
        raise ConfigError(path, [Problem("board.panel", '"simulated"', allowed)])
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(run(config, os.environ))


def rules(options: argparse.Namespace) -> int:
    """All rule sets, a line each; or one in plain words, with its options and readings."""
    from puluc.rules.prose import catalogue, describe  # noqa: PLC0415 - only this command tells

    if options.name is None:
        print(catalogue(), end="")
    else:
        print(describe(read_contest(options.name, tuple(map(_change, options.set)))), end="")
    return 0


def doctor(options: argparse.Namespace) -> int:
    """Print a line for each check; 1 when something is bad."""
    from puluc.doctor.commands import doctor  # noqa: PLC0415 - most commands need no drivers

    text, code = doctor(options.config)
    print(text)
    return code


def selftest(options: argparse.Namespace) -> int:
    """The self-test by itself; 1 when something is wrong that it could not correct."""
    from puluc.checkup import selftest, selftest_simulated  # noqa: PLC0415 - needs the drivers

    path = options.config or paths.config_path(os.environ)
    config = _load(path, wired=not options.simulated)
    if options.port is not None:
        config = replace(config, web=replace(config.web, port=options.port))
    tell = partial(print, flush=True)
    with asyncio.Runner(loop_factory=new_loop) as runner:
        if options.simulated:
            return runner.run(selftest_simulated(config, tell))
        return runner.run(selftest(config, os.environ, tell))


def wiring(options: argparse.Namespace) -> int:
    """The board's wiring as a table, and drawn when that is asked for."""
    from puluc.diagrams.commands import wiring_here, write  # noqa: PLC0415 - needs the drivers
    from puluc.diagrams.tables import plain  # noqa: PLC0415

    if options.profile is not None:
        wiring, said = WIRINGS[options.profile], ""
    else:
        path = options.config or paths.config_path(os.environ)
        wiring, said = wiring_here(_load(path, wired=True), os.environ)
    print(plain(wiring, said))
    if options.svg is not None:
        print("", *write(wiring, options.svg), sep="\n")
    return 0


def flash(options: argparse.Namespace) -> int:
    """Put the firmware on a Pico."""
    from puluc.flash.command import flash_board  # noqa: PLC0415 - only this command needs it

    board = _load(options.config or paths.config_path(os.environ)).board
    board = replace(
        board,
        serial_port=options.port or board.serial_port,
        spaces=options.spaces or board.spaces,
        pico_lamps=options.lamps or board.pico_lamps,
    )
    flash_board(board, partial(print, flush=True), again=options.again)
    return 0


def vectors(options: argparse.Namespace) -> int:
    """Print each difference, and last how many values are right and how many are not."""
    with options.file.open(encoding="utf-8") as file:
        try:
            data = json.load(file)
        except ValueError as error:
            raise NotVectorsError(f"{options.file}: not JSON: {error}") from error
    if not isinstance(data, dict):
        raise NotVectorsError(f"{options.file}: an object of named sets is wanted")
    passed = failed = 0
    for checked in _checked(data, options):
        if checked.passed:
            passed += 1
        else:
            failed += 1
            print(f"{checked.place}: {checked.difference}")
    print(f"{passed} passed, {failed} failed")
    return FAILURE if failed else 0


def _checked(data: Mapping[str, Any], options: argparse.Namespace) -> Iterator["Checked"]:
    """Compare a file's values with the rules, or with the tables that the board would find."""
    from puluc.opponent.values import check_values, is_values  # noqa: PLC0415 - only this command
    from puluc.rules.vectors import check_file  # noqa: PLC0415

    if not is_values(data):
        missing = [name for name in options.names if name not in data]
        if missing:
            there = ", ".join(data)
            raise NotVectorsError(f"{options.file}: no {missing[0]!r}; there are {there}")
        return check_file({name: data[name] for name in options.names or data})
    if options.names:
        raise OptionError(f"{options.names[0]}: a file of a game's values has no parts")
    if options.table is not None:
        from puluc.opponent.table import Table  # noqa: PLC0415

        return check_values(data, [Table.open(options.table)])
    from puluc.tables import found_tables  # noqa: PLC0415

    folders = paths.table_dirs(os.environ)
    return check_values(data, list(found_tables(None, folders, partial(print, file=sys.stderr))))


def solve(options: argparse.Namespace) -> int:
    """Solve a rule set; without ``--out`` only say what that takes."""
    from puluc.opponent.ranking import Ranking  # noqa: PLC0415 - only this command needs them
    from puluc.solver.sizes import catalogue, sizes, told  # noqa: PLC0415

    if options.out is None and options.rules is None and not options.set:
        print("\n".join(catalogue()))
        return 0
    contest = read_contest(options.rules or "classic", tuple(map(_change, options.set)))
    if len(set(contest.games)) > 1:
        raise OptionError(f"--rules {contest.name}: a match of several rule sets; solve each")
    rules = contest.games[0]
    ranking = Ranking(rules)
    fewest = sum(ranking.layers[0])
    if options.warriors is not None and options.warriors < fewest:
        raise OptionError(f"--warriors {options.warriors}: with fewer than {fewest} a game is over")
    if options.out is None:
        print(f"{contest.name}: {told(sizes(ranking, options.warriors))}")
        return 0
    if options.out.is_dir():
        raise OptionError(f"--out {options.out}: a folder; name a file in it: classic.puluc")
    missing = [name for name in ("numpy", "numba") if not find_spec(name)]
    if missing:
        print(f"puluc solve: {missing[0]} is missing; pip install numpy numba", file=sys.stderr)
        return FAILURE
    from puluc.solver.command import main as solve  # noqa: PLC0415 - needs numba

    return solve(rules, options.out, options.warriors, options.threads)


def config(options: argparse.Namespace) -> int:
    """Print a configuration with every key; or say that one is good."""
    if options.file is None:
        print(example(), end="")
        return 0
    from puluc.board import wiring_of  # noqa: PLC0415 - as in _load

    board = _load(options.file).board
    said = "good"
    if board.panel != "simulated":
        try:
            wiring_of(board)
        except WiringError as error:
            said += f", but for `puluc play` only: {error}"
    print(f"{options.file}: {said}")
    return 0


def _load(path: Path | None, *, wired: bool = False) -> Config:
    """The configuration in a file, which must also make a board; the default for none.

    Args:
        path: of the file.
        wired: whether the board is a real one, which has only the lines of a header.

    Raises:
        ConfigError: the file can't be read, or something in it isn't right.
    """
    from puluc.board import (  # noqa: PLC0415 - most commands need no drivers
        simulated_wiring_of,
        wiring_of,
    )

    config = load(path)
    try:
        (wiring_of if wired else simulated_wiring_of)(config.board)
    except WiringError as error:
        assert path is not None  # the default board can be wired
        raise ConfigError(path, [Problem("board", "", str(error))]) from error
    return config
