"""Every command in the documents works as written, in a fresh clone with an empty home.

Those for a Pi are typed in tests/system/vm/test_documents.py.
"""

import os
import re
import signal
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.system.program import ADDRESS, PATIENCE_S, environment
from tests.system.shell_blocks import ROOT, all_commands, commands_of, documents
from tests.system.vm.test_documents import COMMANDS as ON_A_PI

pytestmark = pytest.mark.system

SET_UP_S = 300
"""How long a set-up may take that downloads all packages."""


class Clone:
    """A fresh clone of what is committed, and a home without anything in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "puluc"
        home = folder / "home"
        home.mkdir()
        config = home / "config.toml"
        config.write_text("[web]\nport = 0\n")  # whatever else is served on this machine
        self.environment = environment(home) | {"PULUC_CONFIG": str(config)}
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(self.folder)], check=True)

    def start(self, command: str) -> "subprocess.Popen[str]":
        """Begin a command in a shell, as a job of its own that Ctrl-C reaches whole."""
        return subprocess.Popen(
            command,
            shell=True,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, command: str, exit_code: int = 0) -> str:
        """Run a command to its end; returns what it prints."""
        with self.start(command) as process:
            said, _ = process.communicate(timeout=SET_UP_S)
        assert process.returncode == exit_code, said
        return said


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    return Clone(tmp_path_factory.mktemp("fresh"))


def play(clone: Clone, command: str) -> None:
    """It sets itself up, serves its page, and Ctrl-C ends it without a fuss."""
    with clone.start(command) as process:
        assert process.stdout is not None
        said: list[str] = []
        for line in process.stdout:
            said.append(line)
            if found := ADDRESS.match(line):
                with urlopen(found[1], timeout=PATIENCE_S) as page:
                    assert b"<title>Puluc</title>" in page.read()
                os.killpg(process.pid, signal.SIGINT)
        process.wait(PATIENCE_S)
    assert any(map(ADDRESS.match, said)), "".join(said)
    assert "Traceback" not in "".join(said)


def collect(clone: Clone, command: str) -> None:
    """Its set-up works and its recipe finds the tests; they aren't run within themselves."""
    *_, recipe = clone.run(f"{command} --dry-run").splitlines()
    assert "pytest" in recipe
    clone.run("make .venv/dev")
    assert (
        int(re.findall(r"(\d+)(?:/\d+)? tests", clone.run(f"{recipe} --collect-only -q"))[-1]) > 500
    )


def succeed(clone: Clone, command: str) -> None:
    """It ends well, and says something."""
    clone.run("make .venv/dev")
    assert clone.run(command)


def build(clone: Clone, command: str) -> None:
    """There is one wheel then, with the service's files in it."""
    clone.run("make .venv/dev")
    clone.run(command)
    (wheel,) = (clone.folder / "dist").glob("puluc-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert "puluc/install/files/puluc.service" in archive.namelist()


def find_no_pico(clone: Clone, command: str) -> None:
    """Where no Pico is plugged in, it says what to do."""
    clone.run("make .venv/dev")
    assert "no Pico is plugged in" in clone.run(command, exit_code=1)


def stopped(clone: Clone, command: str) -> None:
    """It begins an hour's work, and Ctrl-C ends it so that it may be gone on with."""
    clone.run("make .venv/dev")
    with clone.start(command) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        said += process.communicate(timeout=SET_UP_S)[0]
    assert said.endswith("stopped; the same command goes on\n")
    assert process.returncode in (130, -signal.SIGINT)  # the shell is told, too


PULUC = ".venv/bin/python -m puluc"
SMALL_TABLE = "puluc/opponent/tables/classic-6.puluc"

RUNNERS: dict[str, Callable[[Clone, str], None]] = {
    "make play": play,
    "make test": collect,
    f"{PULUC} rules": succeed,
    f"{PULUC} rules kekchi --set track=15": succeed,
    f"{PULUC} play --rules kekchi --set track=15 --players Ana,Ben": play,
    f"{PULUC} play --rules ant --spaces 19": play,
    f"{PULUC} games list": succeed,
    f"{PULUC} vectors tests/rules/vectors/classic.json": succeed,
    f"{PULUC} config": succeed,
    f"{PULUC} wiring": succeed,
    ".venv/bin/python -m pip wheel --no-deps --wheel-dir dist .": build,
    f"{PULUC} flash": find_no_pico,
    ".venv/bin/python -m tests.strength.tournament --games 2": succeed,
    f"{PULUC} solve": succeed,
    f"{PULUC} solve --rules classic --out classic.puluc": stopped,
    f"{PULUC} solve --rules classic --warriors 6 --out {SMALL_TABLE}": succeed,
}
"""How each command is tried; one that is in no document any more has to go from here."""


def test_no_command_goes_untested() -> None:
    """The documents' commands are those that are tried here."""
    assert set(all_commands()) == set(RUNNERS) | ON_A_PI
    assert not set(RUNNERS) & ON_A_PI


@pytest.mark.parametrize("command", RUNNERS)
def test_a_command_does_what_it_says(clone: Clone, command: str) -> None:
    """What stands in a document can be typed as it stands."""
    RUNNERS[command](clone, command)


def test_every_target_named_is_there() -> None:
    """The documents speak of no ``make`` target that there isn't."""
    texts = [document.read_text(encoding="utf-8") for document in documents()]
    named = {target for text in texts for target in re.findall(r"`make ([\w/.-]+)`", text)}
    assert {"check", "system"} <= named
    for target in named:
        subprocess.run(["make", "--dry-run", target], cwd=ROOT, check=True, capture_output=True)


def test_commands_are_found() -> None:
    """Comments, prompts and line breaks are no part of a command; other blocks hold none."""
    text = "```sh\n# first\n$ make play  # then\nls \\\n  -l\n```\n```python\nimport this\n```\n"
    assert list(commands_of(text)) == ["make play", "ls -l"]
