"""One figure of the bench: what was measured, its floor of the same run, and its aim."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured value beside the least that it could be."""

    name: str
    value: float
    unit: str
    floor: float | None = None
    """The same thing done barely, measured in the same run."""
    ratio_aim: float | None = None
    """At most so many times the floor."""
    value_aim: float | None = None
    """At most so much of the unit."""
    least_aim: float | None = None
    """At least so much of the unit."""
    note: str = ""
    """What one has to know to read it."""

    @property
    def ratio(self) -> float | None:
        """How many times the floor; none where the floor is none or nothing."""
        return self.value / self.floor if self.floor else None

    @property
    def is_met(self) -> bool | None:
        """Whether the aim is met; none where there is none."""
        if self.ratio_aim is not None and self.ratio is not None:
            return self.ratio <= self.ratio_aim
        if self.least_aim is not None:
            return self.value >= self.least_aim
        return None if self.value_aim is None else self.value <= self.value_aim

    def line(self) -> str:
        """The figure as a line of a table."""
        floor = "" if self.floor is None else f"floor {amount(self.floor)} {self.unit}"
        ratio = "" if self.ratio is None else f"× {self.ratio:#.3g}"
        line = f"{self.name:<36} {amount(self.value) + ' ' + self.unit:<18} {floor:<24} {ratio:<8}"
        line += f" {self._aim():<22}"
        return f"{line} {self.note}".rstrip()

    def _aim(self) -> str:
        verdict = {None: "", True: "met", False: "MISSED"}[self.is_met]
        if self.ratio_aim is not None:
            return f"aim ≤ × {self.ratio_aim:g}: {verdict}"
        if self.least_aim is not None:
            return f"aim ≥ {self.least_aim:,g} {self.unit}: {verdict}"
        if self.value_aim is not None:
            return f"aim ≤ {self.value_aim:g} {self.unit}: {verdict}"
        return "no aim"


def amount(value: float) -> str:
    """A number with three digits that mean something, or all of a large one."""
    if abs(value) >= 100 or value == 0:
        return f"{value:,.0f}"
    return f"{value:#.3g}"
