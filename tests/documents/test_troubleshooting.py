"""docs/troubleshooting.md quotes what the program says: no more, no less, and no older words."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.doctor.machines import Machine
from tests.doctor.test_broken import BROKEN
from tests.doctor.test_pico import NO_PYSERIAL
from tests.doctor.test_pico import SAID as PICOS
from tests.documents.pico_sentences import told_of_a_pico
from tests.documents.sentences import displayed, found_by_self_test

PAGE = Path(__file__).parents[2] / "docs" / "troubleshooting.md"
ANYTHING = "…"
"""Stands for what differs from board to board."""


def quoted(title: str) -> list[str]:
    """What the first column of a section's tables quotes."""
    text = PAGE.read_text(encoding="utf-8")
    (section,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    rows = [row for row in section.splitlines() if row.startswith("| `")]
    return [each for row in rows for each in re.findall(r"`(.*?)`", row.split(" | ")[0])]


def pattern_of(quote: str) -> re.Pattern[str]:
    """What a quote stands for."""
    return re.compile(".+".join(map(re.escape, quote.split(ANYTHING))), re.DOTALL)


def agree(quotes: Iterable[str], said: Iterable[str]) -> None:
    """Each quote is something that is said, and whatever is said is quoted."""
    quotes, said = list(quotes), list(said)
    patterns = {quote: pattern_of(quote) for quote in quotes}
    for quote, pattern in patterns.items():
        assert any(pattern.fullmatch(each) for each in said), f"nothing says: {quote}"
    for each in said:
        explained = any(pattern.fullmatch(each) for pattern in patterns.values())
        assert explained, f"not in {PAGE.name}: {each}"


def test_the_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the display or the service's status says of faults, each by the code that says it."""
    said = (*displayed(tmp_path, monkeypatch), *told_of_a_pico(monkeypatch))
    agree(quoted("What the display says"), said)


def test_the_self_test() -> None:
    """What the self-test finds."""
    ends = re.findall(r"`((?:written|in use),.*?)`", PAGE.read_text(encoding="utf-8"))
    agree([*quoted("What the self-test says"), *ends], found_by_self_test())


def test_the_doctor(tmp_path: Path) -> None:
    """What the doctor says of each system that is broken in one way."""
    said: list[str] = []
    for number, (breaks, _) in enumerate(BROKEN.values()):
        machine = Machine.healthy(tmp_path / str(number))
        breaks(machine)
        said += machine.wrong()
    said += [line for _, lines in PICOS for line in lines if not line.startswith("ok")]
    said.append(NO_PYSERIAL)
    said = [each.partition("; to mend it: ")[0][6:] for each in said]
    agree(quoted("What the doctor says"), said)


def test_a_sentence_that_changed_is_found() -> None:
    """A quote of old words fails, and so does a sentence that nobody explains."""
    with pytest.raises(AssertionError, match="nothing says: space … jammed"):
        agree(["space … jammed"], ["space 3: button stuck"])
    with pytest.raises(AssertionError, match="not saved"):
        agree(["space …"], ["space 3", "not saved"])
