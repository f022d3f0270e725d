"""The kinds of values that a key can have: how each is checked, described and written."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

SHOWN = 60
"""A longer value is cut in messages."""


class WrongError(ValueError):
    """A value that a kind doesn't allow."""


class Kind(Protocol):
    """A kind of value."""

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""

    def read(self, value: object) -> object:
        """The value of a key, from what TOML has; raises ``WrongError`` if it isn't allowed."""

    def write(self, value: object) -> str:
        """The value as TOML; the inverse of ``read``."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, with its unit if it has one."""

    low: int | None = None
    high: int | None = None
    unit: str = ""
    step: int = 1
    hexadecimal: bool = False

    @property
    def allowed(self) -> str:
        """The range."""
        if self.low is None or self.high is None:
            return "a whole number"
        number = "a whole number" if self.step == 1 else f"a multiple of {self.step}"
        unit = f" {self.unit}" if self.unit else ""
        return f"{number}, {self._text(self.low)} to {self._text(self.high)}{unit}"

    def read(self, value: object) -> int:
        """A number in the range (true and false are none)."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise WrongError
        if self.low is not None and value < self.low:
            raise WrongError
        if self.high is not None and value > self.high:
            raise WrongError
        if value % self.step:
            raise WrongError
        return value

    def write(self, value: object) -> str:
        """Decimal, or hexadecimal where that is usual."""
        return self._text(value) if isinstance(value, int) else toml(value)

    def _text(self, value: int) -> str:
        return f"0x{value:02X}" if self.hexadecimal else str(value)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values."""

    values: tuple[str | int, ...]

    @property
    def allowed(self) -> str:
        """The values."""
        *others, last = map(toml, self.values)
        return f"{', '.join(others)} or {last}" if others else last

    def read(self, value: object) -> str | int:
        """One of the values."""
        for choice in self.values:
            if value == choice and type(value) is type(choice):
                return choice
        raise WrongError

    def write(self, value: object) -> str:
        """As it is."""
        return toml(value)


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    allowed: str = "true or false"

    def read(self, value: object) -> bool:
        """True or false, and no number for them."""
        if not isinstance(value, bool):
            raise WrongError
        return value

    def write(self, value: object) -> str:
        """In TOML's words."""
        return toml(value)


@dataclass(frozen=True, slots=True)
class Wholes:
    """A list of whole numbers, each as ``each`` has it."""

    each: Whole = Whole()

    @property
    def allowed(self) -> str:
        """What it is a list of."""
        return f"a list, in it {self.each.allowed.replace('number', 'numbers').removeprefix('a ')}"

    def read(self, value: object) -> tuple[int, ...]:
        """The numbers, in order."""
        if not isinstance(value, list):
            raise WrongError
        return tuple(self.each.read(number) for number in value)

    def write(self, value: object) -> str:
        """A list."""
        return toml(value)


@dataclass(frozen=True, slots=True)
class Names:
    """A list of names, each short enough for the display."""

    longest: int = 12

    @property
    def allowed(self) -> str:
        """How long they may be."""
        return f'a list of names of at most {self.longest} letters, such as ["Ana", "Ben"]'

    def read(self, value: object) -> tuple[str, ...]:
        """The names, in order; an empty one is nobody's."""
        if not isinstance(value, list):
            raise WrongError
        return tuple(map(self._name, value))

    def write(self, value: object) -> str:
        """A list."""
        return toml(value)

    def _name(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > self.longest or not value.isprintable():
            raise WrongError
        return value.strip()


@dataclass(frozen=True, slots=True)
class Text:
    """A text of one line."""

    allowed: str

    def read(self, value: object) -> str:
        """The text."""
        if not isinstance(value, str) or not value.isprintable():
            raise WrongError
        return value.strip()

    def write(self, value: object) -> str:
        """A text."""
        return toml(value)


@dataclass(frozen=True, slots=True)
class AbsolutePath:
    """A path from the root."""

    allowed: str = 'an absolute path such as "/var/lib/puluc/journal.db"'

    def read(self, value: object) -> Path:
        """The path; a relative one would depend on where the program is started."""
        if not isinstance(value, str) or "\0" in value or not Path(value).is_absolute():
            raise WrongError
        return Path(value)

    def write(self, value: object) -> str:
        """A text."""
        return toml(str(value))


@dataclass(frozen=True, slots=True)
class Or:
    """A word that stands for no value of one's own, or a value of another kind."""

    word: str
    kind: Kind

    @property
    def allowed(self) -> str:
        """The word, or what the other kind allows."""
        return f"{toml(self.word)} or {self.kind.allowed}"

    def read(self, value: object) -> object:
        """``None`` for the word."""
        return None if value == self.word else self.kind.read(value)

    def write(self, value: object) -> str:
        """The word for ``None``."""
        return toml(self.word) if value is None else self.kind.write(value)


def toml(value: object) -> str:
    """A value as TOML has it, near enough for a message; exactly for texts, numbers and lists."""
    match value:
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(toml, value))}]"
        case Mapping():
            return f"{{{', '.join(f'{key} = {toml(item)}' for key, item in value.items())}}}"
        case _:
            return str(value)


def shown(value: object) -> str:
    """A value for a message, cut when it is long."""
    text = toml(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
