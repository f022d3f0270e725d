"""A configuration is read whole, and everything wrong with it is told, with its place."""

import re
import tomllib
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puluc.config import (
    Board,
    Config,
    ConfigError,
    Display,
    JournalFile,
    Opponent,
    Players,
    Timing,
    Web,
    example,
    load,
)
from puluc.config.kinds import Choice, Flag, Or, Whole, Wholes, toml
from puluc.config.rules import MEANINGS, kind_of, rule_keys
from puluc.config.sections import SECTIONS, keys
from puluc.errors import PulucError
from puluc.rules.contests import contest
from puluc.rules.presets import FIELDS, PRESETS, rule_set


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def read(path: Path, text: str) -> Config:
    path.write_text(text, encoding="utf-8")
    return load(path)


def problems(path: Path, text: str) -> list[str]:
    """What is wrong with a configuration, a line each."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as wrong:
        load(path)
    assert wrong.value.path == path
    assert str(path) in str(wrong.value)
    assert all(str(problem) in str(wrong.value) for problem in wrong.value.problems)
    return [str(problem) for problem in wrong.value.problems]


def test_no_file_is_needed() -> None:
    """Without a file everything is at its default, and the default is the classic game."""
    config = load(None)
    assert config == Config()
    assert config.rules == rule_set("classic")
    assert config.board.spaces == 11
    assert config.display.address == 0x3C


def test_an_empty_file_is_the_default(path: Path) -> None:
    """No section and no key has to be there."""
    assert read(path, "") == read(path, "[board]\n[rules]\n") == Config()


def test_every_key_can_be_set(path: Path) -> None:
    """Each key of each section arrives in its value."""
    config = read(
        path,
        """
        [board]
        spaces = 5
        panel = "simulated"
        pins = "gpiod"
        chip = "pinctrl-rp1"
        profile = "expander"
        serial_port = "/dev/ttyACM0"
        pico_lamps = "mcp23017"
        buttons = [4, 5, 6, 7, 8]
        lamps = [9, 10, 11, 12, 13]
        tilt = 15
        menu = 14
        buzzer = 13
        expander = 0x21
        [display]
        driver = "sh1106"
        bus = 0
        address = 0x3d
        rotate = 180
        [rules]
        name = "village"
        track = 5
        opening = "lot"
        cap = 100
        must_deploy = true
        scores = [1, 2, 3]
        [players]
        names = ["Ana", "", "Éva"]
        [timing]
        debounce_confirm_ms = 2
        debounce_window_ms = 11
        debounce_deaf_ms = 21
        shake_edges = 7
        shake_window_ms = 401
        shake_slices = 4
        shake_slice_ms = 101
        shake_quiet_ms = 351
        shake_refractory_ms = 501
        shake_limit_ms = 8001
        shake_noise_ms = 2
        hold_ms = 1001
        menu_hold_ms = 2001
        stuck_ms = 10001
        [journal]
        path = "/srv/games.db"
        [opponent]
        table = "/srv/classic.puluc"
        [web]
        port = 0
        """,
    )
    assert config == Config(
        Board(
            5,
            "simulated",
            "gpiod",
            "pinctrl-rp1",
            "expander",
            "/dev/ttyACM0",
            "mcp23017",
            (4, 5, 6, 7, 8),
            (9, 10, 11, 12, 13),
            15,
            14,
            13,
            0x21,
        ),
        Display("sh1106", 0, 0x3D, 180),
        contest("village", track=5, opening="lot", cap=100, must_deploy=True, scores=(1, 2, 3)),
        Players(("Ana", "", "Éva")),
        Timing(2, 11, 21, 7, 401, 4, 101, 351, 501, 8001, 2, 1001, 2001, 10001),
        JournalFile(Path("/srv/games.db")),
        Opponent(Path("/srv/classic.puluc")),
        Web(0),
    )


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_chosen(path: Path, name: str) -> None:
    """Each of the games is a name for ``rules.name`` (on a board with spaces enough)."""
    text = f'[board]\nspaces = 30\n[rules]\nname = "{name}"\n'
    assert read(path, text).rules == rule_set(name)


def test_no_cap_can_be_chosen(path: Path) -> None:
    """TOML has no null: a field that may be none is set to "none"."""
    assert read(path, '[rules]\ncap = "none"\n').rules.cap is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[board]\nspaces = 4", "line 2: board.spaces = 4: allowed is a whole number, 5 to 30"),
        ("[board]\nspaces = 31", "line 2: board.spaces = 31: allowed is a whole number, 5 to 30"),
        ("[board]\nspaces = 11.0", "board.spaces = 11.0: allowed is a whole number"),
        ("[board]\nspaces = true", "board.spaces = true: allowed is a whole number"),
        ('[board]\nspaces = "11"', 'board.spaces = "11": allowed is a whole number'),
        ("board.spaces = 4", "line 1: board.spaces = 4"),
        ('[board]\npanel = "gpoi"', 'board.panel = "gpoi": allowed is "gpio" or "simulated"'),
        ("[board]\nbuttons = 4", 'board.buttons = 4: allowed is "profile" or a list, in it whole'),
        (
            '[board]\nprofile = "pico"\ntilt = 5',
            "board.tilt: a Pico's lines are its firmware's: see docs/pico.md",
        ),
        ("[board]\ntilt = 28", 'board.tilt = 28: allowed is "profile" or a whole number, 0 to 27'),
        ("[display]\naddress = 0x78", "display.address = 120: allowed is a whole number, 0x08 to"),
        ('[players]\nnames = ["Maximiliana III"]', 'players.names = ["Maximiliana III"]: allowed'),
        ("[players]\nnames = [3]", "players.names = [3]: allowed is a list of names"),
        ('[players]\nnames = "Ana"', "players.names"),
        ("[display]\nrotate = 90", "display.rotate = 90: allowed is 0 or 180"),
        ("[display]\nrotate = false", "display.rotate = false: allowed is 0 or 180"),
        ('[journal]\npath = "games.db"', 'journal.path = "games.db": allowed is "" or an absolute'),
        ('[journal]\npath = "/a\\u0000"', "journal.path"),
        ("[web]\nport = 65536", "web.port = 65536: allowed is a whole number, 0 to 65535"),
        ("[web]\nport = 2026-11-30", "web.port = 2026-11-30"),
        ("[timing]\nhold_ms = 299", "timing.hold_ms = 299: allowed is a whole number, 300 to 5000"),
        ("[board]\nspcaes = 9", "line 2: board.spcaes = 9: no such key; did you mean spaces?"),
        ("[board]\nzzz = 9", "board.zzz = 9: no such key; there are spaces, panel, pins, chip"),
        ('[board]\npins = "pigpio"', 'board.pins = "pigpio": allowed is "lgpio", "gpiod" or'),
        ("[board]\nchip = 4", 'board.chip = 4: allowed is "" or a text such as "pinctrl-rp1" or'),
        ('[board]\nchip = "a\\tb"', "board.chip"),
        ("[board]\nexpander = 0x28", "board.expander = 40: allowed is a whole number, 0x20 to 0x"),
        (
            '[board]\nprofile = "expander"\n[display]\naddress = 0x20',
            "board.expander = 0x20: the display is there (display.address)",
        ),
        ("[board]\nport = 9", "board.port = 9: no such key here; it belongs to [web]"),
        ("[dispaly]\nbus = 1", "line 1: dispaly: no such section; did you mean display?"),
        ("spaces = 9", "line 1: spaces = 9: no such section"),
        ("board = 3", "line 1: board = 3: a section is wanted: [board]"),
        ("[[board]]\nspaces = 9", "board = [{spaces = 9}]: a section is wanted"),
        ('[rules]\nname = "clasic"', 'line 2: rules.name = "clasic": allowed is "classic", "vill'),
        (
            "[rules]\nwarriors = 11",
            "line 2: rules.warriors = 11: allowed is a whole number, 1 to",
        ),
        ("[rules]\nfar_exit = true", 'rules.far_exit = true: allowed is "past", "reach", "exact"'),
        ("[rules]\nmust_deploy = 1", "rules.must_deploy = 1: allowed is true or false"),
        ("[rules]\nfire = [1.5]", "rules.fire = [1.5]: allowed is a list, in it whole numbers"),
        (
            "[rules]\nkils_to_win = 3",
            "rules.kils_to_win = 3: no such key; did you mean kills_to",
        ),
        ('[rules]\nfar_exit = "closed"', "rules.far_exit"),
        ("[rules]\nkills_to_win = 6", "line 2: rules.kills_to_win = 6: "),
        ("[rules]\ntrack = 12", "line 2: rules.track = 12: the board has 11 spaces (board.spaces)"),
        ("[board]\nspaces = 9", "rules.track = 11: the board has 9 spaces (board.spaces)"),
        (
            "[timing]\nstuck_ms = 3000\nmenu_hold_ms = 4000",
            "line 3: timing.menu_hold_ms = 4000",
        ),
        ("[timing]\nshake_slices = 6", "timing.shake_slices = 6: 400 ms have at most 5 slices of"),
        (
            "[timing]\nshake_edges = 10\nshake_noise_ms = 50",
            "timing.shake_edges = 10: so many",
        ),
        ("[board", "not TOML: "),
        ("[board]\nspaces = 9\nspaces = 9", "not TOML: "),
        ("a = " + "[" * 5_000, "not TOML: nested too deeply"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(path: Path, text: str, expected: str) -> None:
    """One mistake, one problem: the line, the key, the value, and what is allowed."""
    (problem,) = problems(path, text)
    assert expected in problem


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tilt = 17\nmenu = 17", "line 4: board.menu: GPIO 17 is used twice: tilt and menu"),
        ("lamps = [9, 10, 11, 12, 9]", "GPIO 9 is used twice: lamps (space 1) and lamps (space 5)"),
        (
            "lamps = [9, 10, 11, 12, 17]\ntilt = 17",
            "line 4: board.tilt: GPIO 17 is used twice: lamps (space 5) and tilt",
        ),
        (
            "buttons = [4, 5, 6, 7, 8]\nlamps = [9, 10, 4, 12, 13]",
            "board.lamps: GPIO 4 is used twice: buttons (space 1) and lamps (space 3)",
        ),
        ("tilt = 3", "board.tilt: GPIO 3 is used twice: the display's SCL (bus 1) and tilt"),
        ("tilt = 17\nbuzzer = 17", "board.buzzer: GPIO 17 is used twice: tilt and buzzer"),
        ("buttons = [4, 5]", "board.buttons = [4, 5]: 2 lines for 5 spaces (board.spaces)"),
    ],
)
def test_a_line_used_twice_is_told_by_both_uses(path: Path, text: str, expected: str) -> None:
    """Two things on one GPIO line are named both; so is a list that is too short."""
    (problem,) = problems(path, f"[board]\nspaces = 5\n{text}\n[rules]\ntrack = 5\n")
    assert expected in problem


def test_without_a_display_its_lines_are_free(path: Path) -> None:
    """A board without an OLED may use the lines of the I2C bus."""
    config = read(path, '[board]\ntilt = 2\nmenu = 3\n[display]\ndriver = "none"\n')
    assert (config.board.tilt, config.board.menu) == (2, 3)
    assert read(path, "[board]\ntilt = 2\nmenu = 3\n[display]\nbus = 5\n").display.bus == 5


def test_all_problems_are_told_at_once(path: Path) -> None:
    """Everything that is wrong is listed, in the order of the file."""
    found = problems(
        path,
        """
[web]
port = "eighty"
[board]
spaces = 3
tilt = 17
menu = 17
[rules]
seats = 3
[unknown]
""",
    )
    assert [re.sub(r" = .*|: GPIO.*|: no.*", "", each) for each in found] == [
        "line 3: web.port",
        "line 5: board.spaces",
        "line 7: board.menu",
        "line 9: rules.seats",
        "line 10: unknown",
    ]


def test_one_mistake_is_one_problem(path: Path) -> None:
    """What would follow from a mistake only is not told besides it."""
    (problem,) = problems(path, "[board]\nspaces = 4\nlamps = [9, 10, 11, 12]\n")
    assert "board.spaces" in problem
    (problem,) = problems(path, '[board]\nspaces = 5\n[rules]\nname = "bull"\n')
    assert "rules.name" in problem
    (problem,) = problems(path, "[board]\ntilt = 3\n[display]\nbus = -1\n")
    assert "display.bus" in problem


def test_one_problem_stands_on_one_line(path: Path) -> None:
    """A single problem follows the file's name; several stand below it."""
    with pytest.raises(ConfigError) as wrong:
        read(path, "[web]\nport = -1\n")
    assert str(wrong.value) == (
        f"{path}: line 2: web.port = -1: allowed is a whole number, 0 to 65535"
    )
    assert isinstance(wrong.value, PulucError)
    assert isinstance(wrong.value, ValueError)
    with pytest.raises(ConfigError, match=r"config\.toml: 2 problems\n  line 2: web\.port"):
        read(path, "[web]\nport = -1\n[board]\nspaces = 0\n")


def test_a_long_value_is_cut(path: Path) -> None:
    """A message doesn't repeat a page of text."""
    (problem,) = problems(path, f'[web]\nport = "{"x" * 1_000}"\n')
    assert len(problem) < 200


def test_a_key_that_seems_to_stand_twice_has_no_line(path: Path) -> None:
    """A wrong line would mislead; where a text looks like the key, none is given."""
    (problem,) = problems(path, '[board]\nspaces = """\nspaces = 9\n"""\n')
    assert problem.startswith("board.spaces = ")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a folder and what is no text are told like any problem."""
    with pytest.raises(ConfigError, match=r"none\.toml: can't be read: No such file"):
        load(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="can't be read: Is a directory"):
        load(tmp_path)
    (tmp_path / "latin.toml").write_bytes("\n# Yucat\xe1n".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"latin\.toml: line 2: not a text in UTF-8"):
        load(tmp_path / "latin.toml")


def uncommented() -> str:
    return re.sub(r"^#(?=\w)", "", example(), flags=re.MULTILINE)


def test_the_example_is_the_default(path: Path) -> None:
    """As it stands the example changes nothing; nor does it with every line taken in."""
    assert read(path, example()) == Config()
    assert read(path, uncommented()) == Config()


def test_the_example_has_every_key() -> None:
    """Each key of each section stands in it once, set, with its meaning and what is allowed."""
    data = tomllib.loads(uncommented())
    assert set(data) == {*SECTIONS, "rules"}
    for name, section in SECTIONS.items():
        assert list(data[name]) == [each.name for each in fields(section)]
        for key in keys(section):
            assert key.meaning in example().replace("\n# ", " ")
    assert list(data["rules"]) == ["name", *FIELDS]
    assert max(map(len, example().splitlines())) <= 100


def test_a_key_taken_in_from_the_example_can_be_changed(path: Path) -> None:
    """Taking the # away and changing the value does what the example says."""
    assert read(path, example().replace("#spaces = 11", "spaces = 20")).board.spaces == 20


def test_every_field_of_a_rule_set_has_a_meaning() -> None:
    """A field that the rules get is explained here, and has a kind."""
    assert set(MEANINGS) == set(FIELDS)
    assert [key.name for key in rule_keys()] == ["name", *FIELDS]


def test_a_type_without_a_kind_is_noticed() -> None:
    """A rule set's field of a new type is not let through unchecked."""
    with pytest.raises(TypeError, match="no kind of value for <class 'float'>"):
        kind_of(float)


@pytest.mark.parametrize(
    "kind",
    [
        Whole(0, 9),
        Whole(0, 127, hexadecimal=True),
        Wholes(),
        Flag(),
        Choice(("a", "b")),
        Or("none", Whole(0, 9)),
    ],
)
@given(
    value=st.none()
    | st.booleans()
    | st.integers(-300, 300)
    | st.sampled_from(["a", "b", "none"])
    | st.lists(st.integers(-9, 9), max_size=3)
)
def test_what_a_kind_reads_it_writes(kind: Whole, value: object) -> None:
    """A value that a kind allows is, written as TOML, read as the same value again."""
    try:
        first = kind.read(value)
    except ValueError:
        return
    again = tomllib.loads(f"value = {kind.write(first)}")["value"]
    assert kind.read(again) == first
    assert kind.write(first) == kind.write(kind.read(again))


@given(st.text())
def test_a_text_is_written_as_toml_has_it(text: str) -> None:
    """Whatever a text holds, TOML reads it back."""
    assert tomllib.loads(f"value = {toml(text)}")["value"] == text


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_file_is_a_crash(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    """Whatever a file holds, it is a configuration or a ConfigError."""
    path = tmp_path_factory.getbasetemp() / "config.toml"
    path.write_bytes(content)
    with suppress(ConfigError):
        assert load(path) == Config()
