"""Setting words: where lines break, and whether they fit a box."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from puluc.screens.fonts import Face
from puluc.screens.parts import Box, Text

_SENTENCE_END = re.compile(r"(?<=[.!?]) ")


@lru_cache(maxsize=512)
def break_lines(text: str, face: Face, width: int, most: int) -> tuple[str, ...] | None:
    """The text in at most ``most`` lines of ``width`` pixels, or None when it needs more room.

    One line is best; then a line for each sentence; then as few lines as will do, of about the
    same length, so that no word is left alone at the end.
    """
    if most < 1:
        return None
    if face.width(text) <= width:
        return (text,)
    sentences = tuple(_SENTENCE_END.split(text))
    if len(sentences) <= most and all(face.width(each) <= width for each in sentences):
        return sentences
    lines = _filled(text, face, width)
    if lines is None or len(lines) > most:
        return None
    while True:
        narrower = _filled(text, face, max(map(face.width, lines)) - 1)
        if narrower is None or len(narrower) > len(lines):
            return lines
        lines = narrower


def _filled(text: str, face: Face, width: int) -> tuple[str, ...] | None:
    """Each line filled before the next is begun; None when a single word is too wide."""
    words = text.split()
    if any(face.width(word) > width for word in words):
        return None
    lines: list[str] = []
    for word in words:
        if lines and face.width(f"{lines[-1]} {word}") <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return tuple(lines)


def set_words(text: str, face: Face, box: Box) -> tuple[Text, ...] | None:
    """The text from the top left of a box on, or None when it does not fit into it."""
    lines = break_lines(text, face, box.width, 1 + (box.height - face.cap) // (face.cap + 2))
    if lines is None:
        return None
    baselines = stacked(lines, face, box.top, face.cap + 2)
    if lowest(lines[-1], face, baselines[-1]) > box.bottom:
        return None
    return tuple(
        Text(line, face, box.left, baseline)
        for line, baseline in zip(lines, baselines, strict=True)
    )


def stacked(lines: Sequence[str], face: Face, top: int, pitch: int) -> list[int]:
    """The baselines of lines from a row on, ``pitch`` rows apart or more.

    They are further apart where the upper one has descenders or the lower one accents on its
    capitals, so that a row is always free between them.
    """
    baselines: list[int] = []
    free = top
    for line in lines:
        baseline = free + max(face.cap, -face.ink(line)[1])
        if baselines:
            baseline = max(baseline, baselines[-1] + pitch)
        baselines.append(baseline)
        free = lowest(line, face, baseline) + 1
    return baselines


def lowest(line: str, face: Face, baseline: int) -> int:
    """The first row below a line's ink, or below its baseline when nothing hangs."""
    return baseline + max(0, face.ink(line)[3])


def shortened(text: str, face: Face, width: int) -> str:
    """The text on one line, its end given up for an ellipsis where it is too long."""
    if face.width(text) <= width:
        return text
    kept = text
    while kept and face.width(f"{kept}…") > width:
        kept = kept[:-1].rstrip()
    return f"{kept}…" if kept else ""


def free_boxes(area: Box, taken: Iterable[Box]) -> Iterator[Box]:
    """The boxes of an area that touch nothing taken and could not be higher, widest first."""
    taken = sorted({box for box in taken if box.overlaps(area)}, key=lambda box: box.top)
    lefts = {area.left, *(box.right for box in taken if box.right < area.right)}
    rights = {area.right, *(box.left for box in taken if box.left > area.left)}
    spans = [(left, right) for left in lefts for right in rights if right > left]
    for left, right in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
        top = area.top
        for box in taken:
            if box.left < right and box.right > left:
                if box.top > top:
                    yield Box(left, top, right, box.top)
                top = max(top, box.bottom)
        if top < area.bottom:
            yield Box(left, top, right, area.bottom)
