"""``puluc games ...``: what the command line does with the games that a journal keeps.

What only reads looks at the journal without its lock, so a board may be playing meanwhile.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from puluc import paths
from puluc.config import Config, load
from puluc.errors import PulucError
from puluc.games.drawing import drawing, plain
from puluc.games.files import read_record, write_text
from puluc.games.listing import listing
from puluc.games.terminal import step_through, walk
from puluc.journal import (
    Entry,
    Game,
    Journal,
    JournalDamagedError,
    JournalInUseError,
    JournalView,
    UnknownGameError,
    look,
)
from puluc.loop import new_loop
from puluc.records import (
    PLAYS,
    Import,
    NotBegunError,
    add,
    as_import,
    game_of,
    levels_of,
    names_of,
    players_of,
    record_of,
)
from puluc.rules.record import record_text
from puluc.session import game as session
from puluc.session.entries import Levels

FAILURE = 1

BOARD_HINT = (
    "A lit space, or a shake: on. Hold a space: back. Menu: to the beginning, or the end.\n"
    "Ctrl-C ends it."
)


class NotSavedError(PulucError, OSError):
    """The journal can't be written, so nothing was imported."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game of the journal: its row, and the game."""

    row: Game
    game: session.Game
    levels: Levels = (None, None)
    """At which the board played."""

    @classmethod
    def of(cls, row: Game, entries: Sequence[Entry]) -> "Kept":
        """The game that a row and its entries tell of.

        Raises:
            UnreadableGameError: they tell of none.
        """
        return cls(row, game_of(row, entries), levels_of(row, entries))

    @property
    def text(self) -> str:
        """Its record."""
        return record_text(record_of(self.row, self.game, levels=self.levels))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return names_of(self.row)

    @property
    def players(self) -> tuple[str, ...]:
        """The same, with the board's."""
        return players_of(self.names, self.levels, self.game.rules.seats)


def add_commands(games: argparse.ArgumentParser) -> None:
    """Add to ``games`` its commands; each sets ``run``."""
    each = games.add_subparsers(required=True, metavar="COMMAND")

    _command(each, "list", _list, "list all games, the newest last")
    show = _command(each, "show", _show, "print a game's record and its last position")
    show.add_argument("number", type=int, metavar="N", help="the game's number in the list")

    export = _command(each, "export", _export, "write a game's record, or all")
    what = export.add_mutually_exclusive_group(required=True)
    what.add_argument("number", nargs="?", type=int, metavar="N", help="the game's number")
    what.add_argument("--all", type=Path, metavar="FOLDER", help="all games, each into a file")
    export.add_argument("file", nargs="?", type=Path, metavar="FILE", help="instead of printing it")

    imports = _command(each, "import", _import, "take games from records, one in each file")
    imports.add_argument("files", nargs="+", type=Path, metavar="FILE")

    again = _command(each, "replay", _replay, "step through a game")
    again.add_argument("number", type=int, metavar="N", help="the game's number in the list")
    again.add_argument("--board", action="store_true", help="on a simulated board, in the browser")
    again.add_argument("--port", type=int, help="where the board's page is served; 0 for any")

    judged = _command(each, "review", _review, "tell what each move gave away, and the luck")
    judged.add_argument("number", type=int, metavar="N", help="the game's number in the list")
    judged.add_argument("--all", action="store_true", help="every step, not only the costly ones")


def _command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], help_text: str
) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=help_text)
    command.add_argument("--config", type=Path, metavar="FILE", help="a configuration file")
    command.add_argument("--journal", type=Path, metavar="PATH", help="another journal")
    command.set_defaults(run=run)
    return command


def _list(options: argparse.Namespace) -> int:
    path = _path(options)
    if not path.exists():
        print(f"No games yet: there is no journal at {path}.")
        return 0
    with look(path) as view:
        games, kinds = view.games(), view.kinds()
        try:
            plays = view.of_kind(PLAYS)
        except JournalDamagedError as error:
            print(f"puluc: {error}", file=sys.stderr)
            plays = {}
    print(listing(games, kinds, plays=plays) if games else f"No games yet in {path}.")
    return 0


def _show(options: argparse.Namespace) -> int:
    kept = _kept(options)
    print("\n".join(map(plain, kept.text.split("\n"))))
    print(drawing(kept.game.position, kept.names))
    return 0


def _export(options: argparse.Namespace) -> int:
    if options.all is not None:
        return _export_all(options)
    text = _kept(options).text
    if options.file is None:
        print(text, end="")
    else:
        write_text(options.file, text)
    return 0


def _export_all(options: argparse.Namespace) -> int:
    """Export what can be; what can't is told, game by game."""
    options.all.mkdir(parents=True, exist_ok=True)
    failed = written = 0
    with _looking(_path(options)) as view:
        for row, entries in _contents(view):
            path = options.all / f"puluc-{row.number:04}.txt"
            try:
                read = view.entries(row.number) if entries is None else entries
                write_text(path, Kept.of(row, read).text)
                written += 1
            except NotBegunError:
                continue
            except PulucError as error:
                print(f"puluc: {error}", file=sys.stderr)
                failed += 1
    print(f"{written} games in {options.all}")
    return FAILURE if failed else 0


def _import(options: argparse.Namespace) -> int:
    """Read every file before the journal is touched; each good one is imported."""
    read: list[tuple[Path, Import]] = []
    for file in options.files:
        try:
            read.append((file, as_import(read_record(file))))
        except (PulucError, OSError) as error:
            where = "" if isinstance(error, OSError) else f"{file}: "
            print(f"puluc: {where}{error}", file=sys.stderr)
    if read:
        for (file, _), number in zip(read, _add(_path(options), read), strict=True):
            print(f"{file}: game {number}")
    return FAILURE if len(read) < len(options.files) else 0


def _add(path: Path, imports: list[tuple[Path, Import]]) -> list[int]:
    """Put games into the journal; their numbers."""
    try:
        journal = Journal.open(path)
    except JournalInUseError as error:
        raise JournalInUseError(
            f"{path} is in use: end the board that plays with it, then import (nothing was)"
        ) from error
    with journal:
        for notice in journal.notices:
            print(f"puluc: {notice.detail}", file=sys.stderr)
        numbers: list[int] = []
        for _, imported in imports:
            if journal.saved:
                numbers.append(add(journal, imported))
    _give_over(path)
    if not journal.saved:
        raise NotSavedError(f"not imported: {journal.fault}")
    return numbers


def _give_over(path: Path) -> None:
    """Let a journal that root has made belong to whom its folder belongs to: a service writes it.

    Raises:
        OSError: it can't be given.
    """
    if os.geteuid() == 0:
        owner = path.parent.stat()
        for file in path.parent.glob(f"{path.name}*"):
            os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _replay(options: argparse.Namespace) -> int:
    kept = _kept(options)
    record_of(kept.row, kept.game)  # refuses a game that has not begun
    if options.board:
        return _replay_on_board(options, kept)
    if not sys.stdin.isatty():
        print("\n\n".join(walk(kept.game, kept.names)))
        return 0
    step_through(kept.game, kept.names, input, print)
    return 0


def _review(options: argparse.Namespace) -> int:
    """Review a game, by tables where they have its positions, otherwise by search."""
    from puluc.games.review import review, review_text  # noqa: PLC0415 - only it needs
    from puluc.tables import opponent_with  # noqa: PLC0415 - the opponent

    kept = _kept(options)
    table = _config(options).opponent.table
    tell = partial(print, "puluc:", file=sys.stderr)
    judge = opponent_with(table, paths.table_dirs(os.environ), tell)
    steps = []
    for step in review(kept.game, judge):
        steps.append(step)
        if sys.stderr.isatty():
            print(f"\r{step.number} of {len(kept.game.played)}", end="", file=sys.stderr)
    if steps and sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    print(review_text(kept.game, steps, kept.players, every=options.all))
    return 0


def _replay_on_board(options: argparse.Namespace, kept: Kept) -> int:
    try:
        from puluc.games.board import replay_of, show  # noqa: PLC0415 - only it needs the drivers
    except ModuleNotFoundError as error:
        print(f"puluc: {error.name} is missing; pip install 'puluc[web]'", file=sys.stderr)
        return FAILURE
    config = _config(options)
    if options.port is not None:
        config = replace(config, web=replace(config.web, port=options.port))
    config, replay = replay_of(config, kept.game, kept.names)

    def ready(address: str) -> None:
        print(f"Game {kept.row.number} is on {address}\n{BOARD_HINT}", flush=True)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(show(config, replay, ready))


def _config(options: argparse.Namespace) -> Config:
    return load(options.config or paths.config_path(os.environ))


def _path(options: argparse.Namespace) -> Path:
    """The journal that is meant: the command line's, the configured one, that of who asks.

    For root that is the board's own, where there is a service.
    """
    if options.journal is not None:
        path: Path = options.journal
        return path.absolute()
    return _config(options).journal.path or paths.asked_state_dir(os.environ) / "journal.db"


def _contents(view: JournalView) -> list[tuple[Game, tuple[Entry, ...] | None]]:
    """All games with their entries; without, where the journal is damaged somewhere."""
    try:
        return list(view.contents())
    except JournalDamagedError as error:
        print(f"puluc: {error}", file=sys.stderr)
        return [(game, None) for game in view.games()]


@contextmanager
def _looking(path: Path) -> Iterator[JournalView]:
    """Look into the journal.

    Raises:
        UnknownGameError: there is none.
    """
    if not path.exists():
        raise UnknownGameError(f"there is no journal at {path}")
    with look(path) as view:
        yield view


def _kept(options: argparse.Namespace) -> Kept:
    """The game that the command line asks for.

    Raises:
        UnknownGameError: there is none of that number.
        PulucError: it can't be read.
    """
    path = _path(options)
    with _looking(path) as view:
        games = {game.number: game for game in view.games()}
        row = games.get(options.number)
        if row is None:
            there = f"has games 1 to {max(games)}" if games else "has no games yet"
            raise UnknownGameError(f"game {options.number}: {path} {there}")
        return Kept.of(row, view.entries(row.number))
