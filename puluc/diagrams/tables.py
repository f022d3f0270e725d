"""A wiring as tables: for the terminal, and for a page of documents."""

from collections.abc import Iterator, Sequence

from hardware.header import PINS
from hardware.wiring import Line, Wiring, output_name
from puluc.diagrams import pico
from puluc.diagrams.contacts import chip_pin, kinds, parts, remarks

Rows = Sequence[tuple[str, ...]]
"""A table: its head, and its rows."""


def spaces(wiring: Wiring) -> Rows:
    """Where each space's button and lamp are connected."""
    rows = [("space", "button", _pin_of(wiring), "lamp", _lamp_pin(wiring))]
    for space, button in enumerate(wiring.buttons, 1):
        rows.append((str(space), *_place(wiring, button), *_lamp(wiring, space)))
    return rows


def others(wiring: Wiring) -> Rows:
    """Where everything else is connected."""
    pi = "the Pi's " if wiring.on_pico else ""
    rows = [
        ("part", "line", _pin_of(wiring)),
        ("the OLED's VCC", f"{pi}3.3 V", "1"),
        ("the OLED's GND", f"{pi}ground", "9"),
    ]
    if wiring.on_pico:
        rows += [(use, f"{pi}GPIO {line}", str(PINS[line])) for line, use in wiring.pi_uses()]
    taken = {*wiring.buttons, *wiring.lamps}
    for line in kinds(wiring):
        if line not in taken:
            rows.append((parts(wiring)[line], *_place(wiring, line)))
    if wiring.pico_lamps is not None:
        rows.append(("power of the lamps' chips", "3V3", "36"))
        rows += [(name, *_place(wiring, line)) for name, line in pico.chip_lines(wiring)]
    return rows


def plain(wiring: Wiring, said: str = "") -> str:
    """The wiring for a terminal, with what must be known of its lines.

    Args:
        wiring: Which.
        said: What else is to be said of it.
    """
    numbers = "GPIO numbers are BCM numbers."
    if wiring.on_pico:
        numbers = "GP numbers are those printed on the Pico."
    if wiring.pico_lamps is not None:
        numbers = f"Lamps on {pico.CHIPS[wiring.pico_lamps]}. {numbers}"
    head = f"The wiring {wiring.name}, {wiring.spaces} spaces. {numbers}"
    remarked = [*remarks(wiring), *([said] if said else [])]
    tables = [*_columns(spaces(wiring)), "", *_columns(others(wiring))]
    return "\n".join([head, "", *tables, *([""] if remarked else []), *remarked])


def markdown(wiring: Wiring) -> str:
    """The wiring for a page."""
    return "\n".join([*_piped(spaces(wiring)), "", *_piped(others(wiring))]) + "\n"


def _pin_of(wiring: Wiring) -> str:
    return "pin" if wiring.on_pico else "header pin"


def _lamp_pin(wiring: Wiring) -> str:
    if wiring.pico_lamps is not None:
        return "chip's pin"
    return _pin_of(wiring) if wiring.expander is None else "expander pin"


def _place(wiring: Wiring, line: Line) -> tuple[str, str]:
    """The name of a line, and its pin."""
    return pico.place(wiring, line) if wiring.on_pico else (f"GPIO {line}", str(PINS[line]))


def _lamp(wiring: Wiring, space: int) -> tuple[str, str]:
    if wiring.expander is None:
        return _place(wiring, wiring.lamps[space - 1])
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
