"""docs/records.md: its examples are records, its grammar has them, its commands do what it says."""

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puluc.games.drawing import drawing
from puluc.records import record_of
from puluc.rules.notation import parse_position, position_line
from puluc.rules.options import read_options
from puluc.rules.presets import PRESETS
from puluc.rules.record import record_text
from puluc.rules.record_reader import parse_record
from tests.records.command_line import puluc
from tests.records.games import played

PAGE = Path("docs/records.md").read_text()
BLOCKS = re.findall(r"^```(\w+) ?(.*)\n((?:(?!```).*\n)*)```$", PAGE, re.MULTILINE)
RECORDS = {name: text for kind, name, text in BLOCKS if kind == "puluc"}
POSITIONS = [(rules, text.strip()) for kind, rules, text in BLOCKS if kind == "position"]
CONSOLES = [text for kind, _, text in BLOCKS if kind == "console"]
(GRAMMAR,) = (text for kind, _, text in BLOCKS if kind == "ebnf")

DAMAGED = {
    "damaged.txt": ("hand-1", "hnd-1"),
    "illegal.txt": ("1-5", "1-6"),
    "cut.txt": ("8. J 3 7-off\n", ""),
}
"""What is wrong with the files of the page's errors, compared with its first example."""


def expression(grammar: str, name: str) -> re.Pattern[str]:
    """A rule of a grammar in EBNF, none of whose rules needs itself, as a regular expression."""
    rules = dict(
        re.findall(r"^([a-z ]+?) += ((?:.*\n)+?)(?=^[a-z ]+ +=|\Z)", grammar, re.MULTILINE)
    )
    token = re.compile(r'"([^"]*)"|\'([^\']*)\'|\? (.+?) \?|([a-z]+(?: [a-z]+)*)|([\[\]{}()|,;])')
    signs = {"[": "(?:", "]": ")?", "{": "(?:", "}": ")*", "(": "(?:", ")": ")", "|": "|"}

    def one(found: re.Match[str]) -> str:
        double, single, special, rule, sign = found.groups()
        if special is not None:
            return f"(?:{special})"
        if rule is not None:
            return f"(?:{whole(rule)})"
        if sign is not None:
            return signs.get(sign, "")
        return re.escape(double if double is not None else single)

    def whole(rule: str) -> str:
        body = rules[rule]
        assert token.sub("", body).strip() == "", token.sub("", body)
        return "".join(map(one, token.finditer(body)))

    return re.compile(whole(name))


RECORD = expression(GRAMMAR, "record")
POSITION = expression(GRAMMAR, "position")


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_of_the_page_is_one(name: str) -> None:
    """It reads, is written the same, and follows the grammar."""
    text = RECORDS[name]
    assert record_text(parse_record(text)) == text
    assert RECORD.fullmatch(text)


@pytest.mark.parametrize(("rules", "line"), POSITIONS)
def test_every_position_of_the_page_is_one(rules: str, line: str) -> None:
    """It reads, is written the same, and follows the grammar."""
    name, *options = rules.split()
    pairs = tuple(tuple(option.split("=")) for option in options)
    position = parse_position(line, read_options(name, pairs))
    assert position_line(position) == line
    assert POSITION.fullmatch(line)
    assert drawing(position)


@settings(max_examples=40, deadline=None)
@given(name=st.sampled_from(sorted(PRESETS)), seed=st.integers(0, 2**32), data=st.data())
def test_the_grammar_has_every_record(name: str, seed: int, data: st.DataObject) -> None:
    """Whatever is written follows it: any rule set, any names."""
    game = played(name, seed, data.draw(st.integers(0, 60)))
    names = data.draw(st.lists(st.text(st.characters(codec="utf-8"), max_size=8), max_size=2))
    record = record_of(game.row(players=names), game.game)
    assert RECORD.fullmatch(record_text(record))
    assert POSITION.fullmatch(position_line(game.game.position))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1. C 2 hand-7", "1. C hand-7"),
        ("1. C 2 hand-7", "1 C 2 hand-7"),
        ("7-off", "off-7"),
        ('"Ann"', '"Ann'),
        ("[Date", "[Day"),
        ("by the window}", "by the window"),
    ],
)
def test_the_grammar_has_nothing_else(old: str, new: str) -> None:
    """What the reader can't read does not follow it."""
    text = RECORDS["ann-ben.txt"].replace(old, new, 1)
    with pytest.raises(ValueError, match="line "):
        parse_record(text)
    assert not RECORD.fullmatch(text)


def test_the_commands_do_what_the_page_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is run, in order; ``...`` on the page stands for anything."""
    for name, text in RECORDS.items():
        (tmp_path / name).write_text(text)
    for name, (old, new) in DAMAGED.items():
        text = RECORDS["ann-ben.txt"]
        assert old in text
        (tmp_path / name).write_text(text.replace(old, new, 1))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    for name in ("PULUC_CONFIG", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    runs = [run for console in CONSOLES for run in re.split(r"^\$ puluc ", console, flags=re.M)[1:]]
    assert len(runs) == 11
    for run in runs:
        command, _, said = run.partition("\n")
        failed = puluc(*command.split())
        out, err = capsys.readouterr()
        assert bool(failed) == bool(err)
        wanted = re.escape(said).replace(r"\.\.\.", ".*")
        assert re.fullmatch(wanted, out + err, re.DOTALL), f"{command}\n{out}{err}"
