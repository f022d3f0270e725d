"""Reads a configuration file and checks it whole, so that all its problems are told at once."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from puluc.config.errors import ConfigError, Problem
from puluc.config.kinds import WrongError, shown
from puluc.config.rules import NAME, rule_keys
from puluc.config.sections import SECTIONS, Board, Config, Display, Key, Timing, keys
from puluc.rules.contests import Contest, contest
from puluc.rules.errors import RuleSetError
from puluc.rules.presets import FIELDS

I2C_LINES = {0: (0, 1), 1: (2, 3)}
"""The GPIO lines, SDA and SCL, of the buses that are on the header."""
LINES = ("buttons", "lamps", "tilt", "menu", "buzzer")
"""The keys of the board that say which line is what."""

Found = tuple[str, str, str]
"""A problem's key, value and what is allowed."""


def load(path: Path | None) -> Config:
    """The configuration in a file; the default one for none.

    Raises:
        ConfigError: the file can't be read, or something in it isn't right.
    """
    if path is None:
        return Config()
    try:
        text = path.read_bytes().decode()
        data = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(path, [Problem("", "", f"can't be read: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        problem = Problem("", "", "not a text in UTF-8", line)
        raise ConfigError(path, [problem]) from error
    except ValueError as error:
        raise ConfigError(path, [Problem("", "", f"not TOML: {error}")]) from error
    except RecursionError as error:
        raise ConfigError(path, [Problem("", "", "not TOML: nested too deeply")]) from error
    reader = _Reader(data, _places(text))
    config = reader.config()
    if reader.problems:
        raise ConfigError(path, sorted(reader.problems, key=lambda each: each.line or 0))
    return config


class _Reader:
    """One file at work: what is wrong is put on a list, and reading goes on with the default."""

    def __init__(self, data: Mapping[str, object], places: Mapping[str, int]) -> None:
        self.problems: list[Problem] = []
        self._data = data
        self._places = places

    def config(self) -> Config:
        """Everything in the file."""
        names = [*SECTIONS, "rules"]
        for name, value in self._data.items():
            if name not in names:
                found = "" if isinstance(value, dict) else shown(value)
                self._tell(name, found, f"no such section{_meant(name, names)}")
        parts = {name: self._section(name, section) for name, section in SECTIONS.items()}
        config = Config(contest=self._contest(), **parts)
        for key, found, allowed in list(self._together(config)):
            self._tell(key, found, allowed)
        return config

    def _together(self, config: Config) -> Iterator[Found]:
        """What doesn't go together, of that which is right by itself."""
        if self._right("board.spaces"):
            yield from _length_problems(config.board)
            if self._right("rules"):
                yield from _track_problems(config)
        yield from _line_problems(config.board, config.display if self._right("display") else None)
        if self._right("timing"):
            yield from _timing_problems(config.timing)

    def _right(self, key: str) -> bool:
        return not any(f"{problem.key}.".startswith(f"{key}.") for problem in self.problems)

    def _section(self, name: str, section: type) -> Any:
        return section(**self._values(name, tuple(keys(section))))

    def _contest(self) -> Contest:
        values = self._values("rules", tuple(rule_keys()))
        name = values.pop("name", NAME.default)
        try:
            return contest(name, **values)
        except RuleSetError as error:
            known = error.field in FIELDS
            key = f"rules.{error.field}" if known else "rules"
            self._tell(key, shown(error.value) if known else "", error.allowed)
            return contest()

    def _values(self, name: str, known: tuple[Key, ...]) -> dict[str, Any]:
        """The values of a section's keys, as far as they are there and right."""
        table = self._data.get(name, {})
        if not isinstance(table, dict):
            self._tell(name, shown(table), f"a section is wanted: [{name}]")
            return {}
        by_name = {key.name: key for key in known}
        values = {}
        for each, value in table.items():
            key = by_name.get(each)
            if key is None:
                self._tell(f"{name}.{each}", shown(value), _unknown_key(each, by_name))
                continue
            try:
                values[each] = key.kind.read(value)
            except WrongError:
                self._tell(f"{name}.{each}", shown(value), f"allowed is {key.kind.allowed}")
        return values

    def _tell(self, key: str, found: str, allowed: str) -> None:
        self.problems.append(Problem(key, found, allowed, self._places.get(key)))


def _unknown_key(name: str, known: Iterable[str]) -> str:
    for section, value in SECTIONS.items():
        if any(key.name == name for key in keys(value)):
            return f"no such key here; it belongs to [{section}]"
    return f"no such key{_meant(name, known)}"


def _meant(name: str, known: Iterable[str]) -> str:
    known = list(known)
    close = get_close_matches(name.lower(), known, n=1)
    return f"; did you mean {close[0]}?" if close else f"; there are {', '.join(known)}"


def _length_problems(board: Board) -> Iterator[Found]:
    """Lists that have not one line for each space."""
    for name in ("buttons", "lamps"):
        lines = getattr(board, name)
        if lines is not None and len(lines) != board.spaces:
            yield (
                f"board.{name}",
                shown(lines),
                f"{len(lines)} lines for {board.spaces} spaces (board.spaces)",
            )


def _line_problems(board: Board, display: Display | None) -> Iterator[Found]:
    """Lines that are used twice in the file itself, or can't be chosen."""
    if board.profile == "pico":
        for name in LINES:
            if getattr(board, name) is not None:
                yield f"board.{name}", "", "a Pico's lines are its firmware's: see docs/pico.md"
        return
    if board.profile == "expander" and display is not None and display.address == board.expander:
        yield "board.expander", f"0x{board.expander:02X}", "the display is there (display.address)"
    uses: dict[int, tuple[str, str]] = {}
    for key, words, line in _uses(board, display):
        if line in uses:
            _, other = uses[line]
            yield key, "", f"GPIO {line} is used twice: {other} and {words}"
        else:
            uses[line] = key, words


def _uses(board: Board, display: Display | None) -> Iterator[tuple[str, str, int]]:
    """The lines that the file gives: the key, what it is for, and the line."""
    if display is not None and display.driver != "none":
        for line, role in zip(I2C_LINES.get(display.bus, ()), ("SDA", "SCL"), strict=False):
            yield "display.bus", f"the display's {role} (bus {display.bus})", line
    on_lines = ("buttons",) if board.profile == "expander" else ("buttons", "lamps")
    for name in on_lines:
        for space, line in enumerate(getattr(board, name) or (), 1):
            yield f"board.{name}", f"{name} (space {space})", line
    for name in ("tilt", "menu", "buzzer"):
        line = getattr(board, name)
        if line is not None:
            yield f"board.{name}", name, line


def _timing_problems(timing: Timing) -> Iterator[Found]:
    """Durations that make no sense together."""
    for less, more in (
        ("debounce_confirm_ms", "debounce_window_ms"),
        ("shake_slice_ms", "shake_window_ms"),
        ("shake_quiet_ms", "shake_limit_ms"),
    ):
        value, limit = getattr(timing, less), getattr(timing, more)
        if value > limit:
            yield f"timing.{less}", str(value), f"no more than timing.{more}, which is {limit}"
    for less, more in (("hold_ms", "menu_hold_ms"), ("menu_hold_ms", "stuck_ms")):
        value, limit = getattr(timing, less), getattr(timing, more)
        if value >= limit:
            yield f"timing.{less}", str(value), f"less than timing.{more}, which is {limit}"
    slices = timing.shake_window_ms // timing.shake_slice_ms + 1
    if timing.shake_slices > slices:
        yield (
            "timing.shake_slices",
            str(timing.shake_slices),
            f"{timing.shake_window_ms} ms have at most {slices} slices"
            f" of {timing.shake_slice_ms} ms",
        )
    if (timing.shake_edges - 1) * timing.shake_noise_ms > timing.shake_window_ms:
        yield (
            "timing.shake_edges",
            str(timing.shake_edges),
            f"so many edges, {timing.shake_noise_ms} ms apart (timing.shake_noise_ms),"
            f" don't come within {timing.shake_window_ms} ms (timing.shake_window_ms)",
        )


def _track_problems(config: Config) -> Iterator[Found]:
    longest = max(rules.track for rules in config.contest.games)
    if longest > config.board.spaces:
        yield (
            "rules.track",
            str(longest),
            f"the board has {config.board.spaces} spaces (board.spaces)",
        )


_HEADING = re.compile(r"\s*\[\s*([\w.-]+)\s*\]\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w-]+(?:\s*\.\s*[\w-]+)*)\s*=")


def _places(text: str) -> dict[str, int]:
    """The line of each key and section, where that is plain; keys in quotes are not looked for.

    tomllib has no lines. A key that seems to stand in two places (one of them in a long text,
    maybe) has none.
    """
    found: dict[str, list[int]] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if heading := _HEADING.match(line):
            section = heading[1]
            found.setdefault(section, []).append(number)
        elif key := _KEY.match(line):
            name = re.sub(r"\s", "", key[1])
            found.setdefault(f"{section}.{name}" if section else name, []).append(number)
    return {name: numbers[0] for name, numbers in found.items() if len(numbers) == 1}
