"""The lines between the board and its host: made, found in a stream, and checked.

Pure, and written in what CPython and MicroPython have in common: the Pico runs this very file.
docs/protocol.md has the format; what the messages mean is told there, too.
"""

import binascii

LONGEST = 96
"""The longest line in bytes, from ``$`` to the line feed."""
NUMBERS = 1000
"""Lines are numbered 0 to 999, and 0 comes after 999."""
_CHECK = 9
"""Bytes of ``*`` and the CRC."""


class LineTooLongError(ValueError):
    """A line that no reader would take."""


def line(number: int, *fields: object) -> bytes:
    r"""A line, ready to be sent.

        line(7, "LAMPS", "1.s")    # b"$7,LAMPS,1.s*B9812193\n"

    Args:
        number: Its number, 0 to 999.
        fields: Its type and arguments, of printable ASCII without ``$``, ``*`` and comma.

    Raises:
        LineTooLongError: it has more than 96 bytes.
    """
    body = ",".join([str(number)] + [str(field) for field in fields])
    made = ("$" + body + "*" + check(body.encode()) + "\n").encode()
    if len(made) > LONGEST:
        raise LineTooLongError(body + ": a line of " + str(len(made)) + " bytes")
    return made


def check(body: bytes) -> str:
    """The CRC-32 of a line's body as eight hexadecimal digits, the letters large."""
    return "%08X" % (binascii.crc32(body) & 0xFFFFFFFF)


def steps(number: int, before: int) -> int:
    """How many steps a number is after another, 0 to 999."""
    return (number - before) % NUMBERS


class Lines:
    r"""Finds the lines in a stream of bytes; what is damaged is passed over, and counted.

        lines = Lines()
        lines.feed(b"AT\r$7,ALI")              # []
        lines.feed(b"VE*A18BEE11\n")           # [(7, ["ALIVE"])]

    Attributes:
        damaged: How many lines were begun and came to nothing.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._body = bytearray()
        self._inside = False

    def feed(self, data: bytes) -> list[tuple[int, list[str]]]:
        """Take some bytes; returns the number and the fields of each line that they end."""
        found = []
        for byte in data:
            if byte == 0x24:  # $: whatever came before, here a line begins
                self._drop()
                self._inside = True
            elif not self._inside:
                continue
            elif byte == 0x0A or byte == 0x0D:  # noqa: PLR1714 - without making a tuple each time
                whole = self._whole()
                if whole is None:
                    self._drop()
                else:
                    found.append(whole)
                self._inside = False
                self._body = bytearray()
            elif 0x20 <= byte <= 0x7E and len(self._body) < LONGEST - 2:
                self._body.append(byte)
            else:
                self._drop()
        return found

    def _drop(self) -> None:
        """Leave a line that was begun, if one was."""
        if self._inside:
            self.damaged += 1
            self._inside = False
            self._body = bytearray()

    def _whole(self) -> tuple[int, list[str]] | None:
        """What has been read since ``$``, if that is a line."""
        read = bytes(self._body)
        body = read[:-_CHECK]
        # As text: int() would take other spellings of the same number, and with them damage.
        if read[-_CHECK:] != b"*" + check(body).encode():
            return None
        fields = body.decode().split(",")
        if len(fields) < 2 or not fields[0].isdigit() or str(int(fields[0])) != fields[0]:
            return None
        number = int(fields[0])
        return (number, fields[1:]) if number < NUMBERS else None
