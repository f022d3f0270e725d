"""Texts within delimiters: what would end them is written with a backslash before it."""

from puluc.rules.scanner import Scanner

_LINES = {"\n": "\\n", "\r": "\\r"}


def quoted(text: str, opens: str, closes: str) -> str:
    """A text between two delimiters, on one line whatever is in it."""
    inner = text.replace("\\", "\\\\").replace(closes, f"\\{closes}")
    for character, written in _LINES.items():
        inner = inner.replace(character, written)
    return f"{opens}{inner}{closes}"


def read_quoted(scanner: Scanner, opens: str, closes: str) -> str:
    """Read such a text where the scanner stands, and give it as it was.

    Raises:
        NotationError: there is none, or it doesn't end.
    """
    scanner.need(opens)
    text = ""
    while not scanner.skip(closes):
        if scanner.skip("\\"):
            written = scanner.take(rf"[nr\\\{closes}]", rf"n, r, \ or {closes} behind a backslash")
            text += {"n": "\n", "r": "\r"}.get(written, written)
        else:
            text += scanner.take(rf"[^\\\{closes}]+", f"a closing {closes}")
    return text
