"""Damages what goes over a line: bits flipped; bytes lost, doubled, inserted; the end cut off."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random


@dataclass
class Damage:
    """A line on which every so many-th chunk of bytes is damaged, by chance.

    Attributes:
        share: The part of all lines that are damaged.
        lines: How many lines went over it.
        done: How many were damaged, and how.
    """

    chance: Random
    share: float
    lines: int = 0
    done: Counter[str] = field(default_factory=Counter)

    def __call__(self, data: bytes) -> bytes:
        """What arrives of some lines."""
        return b"".join(map(self._line, data.splitlines(keepends=True)))

    def _line(self, line: bytes) -> bytes:
        self.lines += 1
        if self.chance.random() >= self.share:
            return line
        at = self.chance.randrange(len(line))
        size = self.chance.randint(1, 8)
        match self.chance.choice(("flipped", "lost", "doubled", "inserted", "cut")):
            case "flipped" as how:
                damaged = bytearray(line)
                for _ in range(self.chance.choice((1, 1, 1, 2, 5))):
                    damaged[self.chance.randrange(len(line))] ^= 1 << self.chance.randrange(8)
                line = bytes(damaged)
            case "lost" as how:
                line = line[:at] + line[at + size :]
            case "doubled" as how:
                line = line[: at + size] + line[at:]
            case "inserted" as how:
                line = line[:at] + self._junk(size) + line[at:]
            case how:
                line = line[:at]
        self.done[how] += 1
        return line

    def _junk(self, size: int) -> bytes:
        """Any bytes, often ones that mean something in a line, or to a terminal."""
        telling = b"$*,\r\n\x03\x04\x11\x13"
        return bytes(
            self.chance.choice((self.chance.randrange(256), self.chance.choice(telling)))
            for _ in range(size)
        )
