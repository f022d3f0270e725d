"""A wiring as tables: for the terminal, and for a page of documents."""

from collections.abc import Iterator, Sequence

from hardware.header import PINS
from hardware.wiring import Line, Wiring, output_name
from puluc.diagrams.contacts import chip_pin, kinds, parts, remarks

Rows = Sequence[tuple[str, ...]]
"""A table: its head, and its rows."""


def spaces(wiring: Wiring) -> Rows:
    """Where each space's button and lamp are connected."""
    rows = [("space", "button", "header pin", "lamp", _lamp_pin(wiring))]
    for space, button in enumerate(wiring.buttons, 1):
        lamp, pin = _lamp(wiring, space)
        rows.append((str(space), f"GPIO {button}", str(PINS[button]), lamp, pin))
    return rows


def others(wiring: Wiring) -> Rows:
    """Where everything else is connected."""
    rows = [
        ("part", "line", "header pin"),
        ("the OLED's VCC", "3.3 V", "1"),
        ("the OLED's GND", "ground", "9"),
    ]
    taken = {*wiring.buttons, *wiring.lamps}
    for line in kinds(wiring):
        if line not in taken:
            rows.append((parts(wiring)[line], f"GPIO {line}", str(PINS[line])))
    return rows


def plain(wiring: Wiring, said: str = "") -> str:
    """The wiring for a terminal, with what must be known of its lines.

    Args:
        wiring: Which.
        said: What else is to be said of it.
    """
    head = f"The wiring {wiring.name}, {wiring.spaces} spaces. GPIO numbers are BCM numbers."
    remarked = [*remarks(wiring), *([said] if said else [])]
    tables = [*_columns(spaces(wiring)), "", *_columns(others(wiring))]
    return "\n".join([head, "", *tables, *([""] if remarked else []), *remarked])


def markdown(wiring: Wiring) -> str:
    """The wiring for a page."""
    return "\n".join([*_piped(spaces(wiring)), "", *_piped(others(wiring))]) + "\n"


def _lamp_pin(wiring: Wiring) -> str:
    return "header pin" if wiring.expander is None else "expander pin"


def _lamp(wiring: Wiring, space: int) -> tuple[str, str]:
    if wiring.expander is None:
        line: Line = wiring.lamps[space - 1]
        return f"GPIO {line}", str(PINS[line])
    output = wiring.expander.outputs[space - 1]
    return output_name(output), str(chip_pin(output))


def _columns(rows: Rows) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _piped(rows: Rows) -> Iterator[str]:
    head, *rest = rows
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rest:
        yield f"| {' | '.join(row)} |"
