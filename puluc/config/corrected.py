"""A wiring that the self-test has corrected: a small file in the state folder, which overrides.

The builder's own file is never written. This one has the keys of its section ``[board]`` that say
which line is what, and the profile and the number of spaces that they are for.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from puluc.config.errors import ConfigError, Problem
from puluc.config.kinds import Whole, Wholes, WrongError, shown, toml
from puluc.config.sections import Board, keys

FILE: Final = "wiring.toml"
"""Its name in the state folder."""

LINES: Final = ("buttons", "lamps", "tilt", "menu")
"""The keys that it overrides."""

PICO_LINE: Final = Whole(0, 89)
"""A line of a Pico: no builder chooses it, but a self-test may find it exchanged."""

HEAD: Final = """\
# Written by Puluc's self-test. It overrides the lines of [board] in the configuration, as long as
# that has this profile and so many spaces. To be rid of it, delete it.
"""


def corrected(board: Board, path: Path) -> Board:
    """The board with what a self-test has corrected, if it has, and for this kind of board.

    Raises:
        ConfigError: the file can't be read, or something in it isn't right.
    """
    try:
        data = tomllib.loads(path.read_bytes().decode())
    except FileNotFoundError:
        return board
    except OSError as error:
        raise ConfigError(path, [Problem("", "", f"can't be read: {error.strerror}")]) from error
    except ValueError as error:
        raise ConfigError(path, [Problem("", "", f"not TOML: {error}")]) from error
    if not is_for(board, data):
        return board
    kinds = {key.name: key.kind for key in keys(Board)}
    if board.profile == "pico":
        kinds["buttons"] = kinds["lamps"] = Wholes(PICO_LINE)
        kinds["menu"] = PICO_LINE
    found, problems = {}, []
    for name, value in data.items():
        if name in ("profile", "spaces"):
            continue
        if name not in LINES:
            problems.append(Problem(name, shown(value), f"there are {', '.join(LINES)}"))
            continue
        try:
            found[name] = kinds[name].read(value)
        except WrongError:
            problems.append(Problem(name, shown(value), f"allowed is {kinds[name].allowed}"))
    if problems:
        raise ConfigError(path, problems)
    return replace(board, **found)  # type: ignore[arg-type]  # as the table of keys has it


def is_for(board: Board, data: Mapping[str, object]) -> bool:
    """Whether a correction was made for a board of this profile and length."""
    return data.get("profile") == board.profile and data.get("spaces") == board.spaces


def write_corrected(board: Board, path: Path) -> None:
    """Have a board's lines in the file, whole or not at all, and on the disk.

    Raises:
        OSError: it can't be written; a file that was there is still there.
    """
    values = {name: getattr(board, name) for name in ("profile", "spaces", *LINES)}
    lines = [f"{name} = {toml(value)}\n" for name, value in values.items() if value is not None]
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8") as file:
        file.write(HEAD + "".join(lines))
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
