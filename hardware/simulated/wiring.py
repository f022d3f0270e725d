"""The wiring of a simulated board that is longer or shorter than a wired one."""

from hardware.wiring import DIRECT, HEADER, Line, Wiring


def simulated_wiring(spaces: int) -> Wiring:
    """A wiring for so many spaces: ``direct`` for eleven, else on lines that no header has."""
    if spaces == DIRECT.spaces:
        return DIRECT
    first = len(HEADER)
    end = first + 2 * spaces
    return Wiring(
        name="simulated",
        buttons=tuple(Line(number) for number in range(first, first + spaces)),
        lamps=tuple(Line(number) for number in range(first + spaces, end)),
        tilt=DIRECT.tilt,
        menu=DIRECT.menu,
        lines=range(end),
    )
