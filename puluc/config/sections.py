"""The table of keys: each with its kind, default and meaning, as the fields of frozen values.

What reads a file, its errors and the example are all made from this table.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Literal, get_type_hints

from puluc.config.kinds import AbsolutePath, Choice, Kind, Names, Or, Text, Whole, Wholes
from puluc.rules.contests import Contest, contest
from puluc.rules.ruleset import RuleSet

HEADER_LINE = Whole(0, 27)
"""A GPIO line of the 40-pin header, by its BCM number."""

PICO_LAMPS = ("shift", "mcp23017")
"""What more than eleven lamps of a Pico may be on."""

AS_PROFILE = "profile"
"""What stands for the wiring profile's own lines."""


def _ms(low: int, high: int) -> Whole:
    return Whole(low, high, "ms")


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a section."""

    name: str
    kind: Kind
    default: object
    meaning: str


@dataclass(frozen=True, slots=True)
class Board:
    """What the board is made of. Lines are BCM numbers; ``None`` is the profile's own."""

    spaces: Annotated[
        int, Whole(5, 30), "How many spaces the board has, each with a button and a lamp."
    ] = 11
    panel: Annotated[
        Literal["gpio", "simulated"],
        Choice(("gpio", "simulated")),
        "What buttons, lamps and tray are connected to.",
    ] = "gpio"
    pins: Annotated[
        Literal["lgpio", "gpiod", "rpigpio"],
        Choice(("lgpio", "gpiod", "rpigpio")),
        "The library that GPIO lines are reached by; gpiod needs the least power, rpigpio works on"
        " a Pi up to 4 with a kernel before 6.6.",
    ] = "lgpio"
    chip: Annotated[
        str,
        Text('"" or a text such as "pinctrl-rp1" or "/dev/gpiochip4"'),
        "The GPIO chip, by its label or its device; empty for a Pi's own, which is found.",
    ] = ""
    profile: Annotated[
        Literal["direct", "expander", "pico"],
        Choice(("direct", "expander", "pico")),
        "Which GPIO line is connected to what; in expander the lamps are on an MCP23017, in pico"
        " all but the OLED is on a Raspberry Pi Pico, plugged into USB.",
    ] = "direct"
    serial_port: Annotated[
        str,
        Text('"" or a text such as "/dev/ttyACM0"'),
        "The serial port of a Pico; empty for the one that is found.",
    ] = ""
    pico_lamps: Annotated[
        Literal["shift", "mcp23017"],
        Choice(PICO_LAMPS),
        "What more than 11 lamps of a Pico are on: 74HC595 shift registers, or MCP23017 expanders;"
        " `puluc flash` tells it.",
    ] = "shift"
    buttons: Annotated[
        tuple[int, ...] | None,
        Or(AS_PROFILE, Wholes(HEADER_LINE)),
        "The buttons' GPIO lines (BCM numbers), space 1 first, where they are not the profile's.",
    ] = None
    lamps: Annotated[
        tuple[int, ...] | None,
        Or(AS_PROFILE, Wholes(HEADER_LINE)),
        "The lamps' GPIO lines, space 1 first; in expander its pins, 0 to 7 for GPA0 to GPA7 and"
        " 8 to 15 for GPB0 to GPB7.",
    ] = None
    tilt: Annotated[
        int | None, Or(AS_PROFILE, HEADER_LINE), "The GPIO line of the tray's tilt switch."
    ] = None
    menu: Annotated[
        int | None, Or(AS_PROFILE, HEADER_LINE), "The GPIO line of the menu button."
    ] = None
    buzzer: Annotated[
        int | None,
        Or(AS_PROFILE, HEADER_LINE),
        "The GPIO line of the buzzer; direct has none of its own.",
    ] = None
    expander: Annotated[
        int,
        Whole(0x20, 0x27, hexadecimal=True),
        "The I2C address of the expander, by its pins A0 to A2; it is on the OLED's bus.",
    ] = 0x20


@dataclass(frozen=True, slots=True)
class Display:
    """The OLED."""

    driver: Annotated[
        Literal["ssd1306", "sh1106", "ssd1309", "none"],
        Choice(("ssd1306", "sh1106", "ssd1309", "none")),
        "The OLED's controller; who sells it names it.",
    ] = "ssd1306"
    bus: Annotated[int, Whole(0, 99), "The I2C bus: the number in /dev/i2c-1."] = 1
    address: Annotated[
        int,
        Whole(0x08, 0x77, hexadecimal=True),
        "The OLED's I2C address, as `i2cdetect -y 1` shows it.",
    ] = 0x3C
    rotate: Annotated[
        Literal[0, 180], Choice((0, 180)), "Degrees: 180 for an OLED mounted upside down."
    ] = 0


@dataclass(frozen=True, slots=True)
class Timing:
    """How presses, shakes and holds are told from noise. Durations in milliseconds."""

    debounce_confirm_ms: Annotated[
        int, _ms(1, 10), "A press is the button seen down twice, at least this far apart."
    ] = 1
    debounce_window_ms: Annotated[int, _ms(1, 100), "How far apart the two may be at most."] = 10
    debounce_deaf_ms: Annotated[
        int,
        _ms(1, 200),
        "How long a button is not listened to after a press or a release.",
    ] = 20
    shake_edges: Annotated[
        int, Whole(2, 100), "Shaking is at least so many edges of the tilt switch."
    ] = 6
    shake_window_ms: Annotated[int, _ms(50, 2_000), "They come within this time."] = 400
    shake_slices: Annotated[
        int, Whole(1, 20), "They are spread over so many different slices of it; one knock is not."
    ] = 3
    shake_slice_ms: Annotated[int, _ms(10, 1_000), "How long a slice is."] = 100
    shake_quiet_ms: Annotated[
        int, _ms(50, 2_000), "So long without an edge ends a shake, and casts."
    ] = 350
    shake_refractory_ms: Annotated[
        int, _ms(0, 5_000), "How long after one shake no other begins."
    ] = 500
    shake_limit_ms: Annotated[
        int, _ms(1_000, 60_000), "A shake that goes on ends after this time."
    ] = 8_000
    shake_noise_ms: Annotated[
        int, _ms(0, 50), "An edge closer than this to the one before is noise."
    ] = 1
    hold_ms: Annotated[
        int,
        _ms(300, 5_000),
        "Holding a space for so long casts, or takes the last move back.",
    ] = 1_000
    menu_hold_ms: Annotated[
        int, _ms(500, 9_000), "Holding both end spaces for so long opens the menu."
    ] = 2_000
    stuck_ms: Annotated[
        int,
        _ms(3_000, 120_000),
        "A button that is down for so long is stuck, and counts for nothing.",
    ] = 10_000


@dataclass(frozen=True, slots=True)
class JournalFile:
    """Where games are kept; ``None`` is the state folder."""

    path: Annotated[
        Path | None,
        Or("", AbsolutePath()),
        "The database of games and settings; empty for journal.db in the state folder.",
    ] = None


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays."""

    names: Annotated[
        tuple[str, ...],
        Names(),
        "The players' names in the order of their seats: J1, C1, J2, C2, ...",
    ] = ()


@dataclass(frozen=True, slots=True)
class Opponent:
    """The board as opponent."""

    table: Annotated[
        Path | None,
        Or("", AbsolutePath('an absolute path such as "/var/lib/puluc/classic.puluc"')),
        "A table of exact values, made by `puluc solve`; all *.puluc in the state folder and in"
        " ~/.local/share/puluc, /usr/local/share/puluc and /usr/share/puluc are used, too.",
    ] = None


@dataclass(frozen=True, slots=True)
class Web:
    """The page."""

    port: Annotated[int, Whole(0, 65535), "Where the page is served; 0 for any free port."] = 8011


@dataclass(frozen=True, slots=True)
class Config:
    """A whole configuration; without arguments the default one."""

    board: Board = Board()
    display: Display = Display()
    contest: Contest = field(default_factory=contest)
    """The section ``[rules]``: a rule set or a match."""
    players: Players = Players()
    timing: Timing = Timing()
    journal: JournalFile = field(default_factory=JournalFile)
    opponent: Opponent = field(default_factory=Opponent)
    web: Web = Web()

    @property
    def rules(self) -> RuleSet:
        """The rule set of the first game."""
        return self.contest.rules


SECTIONS: dict[str, type] = {
    "board": Board,
    "display": Display,
    "players": Players,
    "timing": Timing,
    "journal": JournalFile,
    "opponent": Opponent,
    "web": Web,
}
"""The sections whose keys are the fields of a value here; ``rules`` has those of a rule set."""


def keys(section: type) -> Iterator[Key]:
    """The keys of a section, in order."""
    hints = get_type_hints(section, include_extras=True)
    for each in fields(section):
        kind, meaning = hints[each.name].__metadata__
        yield Key(each.name, kind, each.default, meaning)
