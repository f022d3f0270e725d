"""Reading a text piece by piece, with an error that says where it stopped and what it wanted."""

import re
from typing import NoReturn

from puluc.rules.errors import NotationError


class Scanner:
    """A text and a place in it."""

    def __init__(self, text: str, line: int = 1) -> None:
        """Begin at the start of a ``text``, which is that ``line`` of a longer one."""
        self._text = text
        self._at = 0
        self._line = line

    @property
    def column(self) -> int:
        """The column of the place, from 1."""
        return self._at + 1

    @property
    def rest(self) -> str:
        """What has not been read yet."""
        return self._text[self._at :]

    @property
    def done(self) -> bool:
        """Whether all of the text has been read."""
        return self._at == len(self._text)

    def take(self, pattern: str, expected: str) -> str:
        """Read what the pattern matches here.

        Raises:
            NotationError: it doesn't match; ``expected`` says what would.
        """
        found = re.compile(pattern).match(self._text, self._at)
        if found is None:
            self.fail(expected)
        self._at = found.end()
        return found.group()

    def sees(self, pattern: str) -> bool:
        """Whether the pattern matches here; nothing is read."""
        return re.compile(pattern).match(self._text, self._at) is not None

    def skip(self, literal: str) -> bool:
        """Read a literal text, if it comes next."""
        if not self._text.startswith(literal, self._at):
            return False
        self._at += len(literal)
        return True

    def need(self, literal: str) -> None:
        """Read a literal text.

        Raises:
            NotationError: something else comes next.
        """
        if not self.skip(literal):
            self.fail(repr(literal))

    def end(self) -> None:
        """See that nothing is left.

        Raises:
            NotationError: something is.
        """
        if not self.done:
            self.fail("the end")

    def fail(self, expected: str) -> NoReturn:
        """Stop here.

        Raises:
            NotationError: always.
        """
        word = self.rest.split(maxsplit=1)[0] if self.rest.strip() else self.rest
        raise NotationError(word, expected, self.column, self._line)
