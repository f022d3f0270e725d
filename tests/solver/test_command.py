"""``puluc solve``: what it says, makes and refuses."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from puluc.cli import main
from puluc.opponent.ranking import Ranking
from puluc.opponent.table import Table
from puluc.rules.position import start
from puluc.rules.presets import PRESETS, rule_set
from puluc.solver import command
from puluc.solver.sizes import Sizes, sizes
from tests.solver.games import SOLVED

SMALL = ("--set", "track=6", "--set", "warriors=2")


def test_a_table_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command tells what it takes, makes the table, and leaves nothing else behind."""
    out = tmp_path / "small.puluc"
    assert main(["solve", "--rules", "classic", *SMALL, "--out", str(out)]) == 0
    # On a slow machine it tells how far it is, too.
    told = [line for line in capsys.readouterr().out.splitlines() if "sweep" not in line]
    assert told[0].startswith("classic: 1,732 positions; takes up to ")
    assert told[1].startswith("no value is off its own equation by more than 1.")
    assert told[2].endswith(f": {out}")
    assert list(tmp_path.iterdir()) == [out]
    with Table.open(out, whole=True) as table:
        value = table.value(start(rule_set(track=6, warriors=2)))
        assert value is not None
        assert told[3] == f"the side that begins wins {float(told[3].split()[5]):.5f} of the games"
        assert value == pytest.approx(float(told[3].split()[5]), abs=1.5e-5)


def test_a_part_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only positions with few warriors, whose values are those of the whole."""
    for name, more in (("whole", ()), ("part", ("--warriors", "3"))):
        out = tmp_path / f"{name}.puluc"
        assert main(["solve", *SMALL, *more, "--out", str(out), "--threads", "2"]) == 0
    assert "the side that begins" in capsys.readouterr().out
    with Table.open(tmp_path / "whole.puluc") as whole, Table.open(tmp_path / "part.puluc") as part:
        assert part.warriors == 3
        assert bytes(part.values()) == bytes(whole.values())[: 2 * part.positions]


def test_without_out_it_says_what_it_would_take(capsys: pytest.CaptureFixture[str]) -> None:
    """For one set its sizes; nothing is solved."""
    assert main(["solve", "--rules", "classic", "--set", "track=9", "--set", "warriors=3"]) == 0
    assert capsys.readouterr().out.startswith("classic: 143,751 positions; takes up to ")
    assert main(["solve", "--rules", "jaques-three"]) == 0
    assert "342,527 positions" in capsys.readouterr().out


def test_without_rules_it_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each preset: its size, or why it can't be solved."""
    assert main(["solve"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(PRESETS)
    assert [line.split()[0] for line in lines if " positions, " in line] == list(SOLVED)
    assert lines[0].split()[1:3] == ["136,687,917", "positions,"]
    assert all(" only; else " in line for line in lines if " no: " in line)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rules", "ant"), "course = round: can be solved with outward only"),
        (("--rules", "kekchi-teams"), "seats = 4: can be solved with 2 only"),
        (("--rules", "bul"), "a match of several rule sets"),
        (("--rules", "chess"), "chess"),
        ((*SMALL, "--warriors", "1"), "--warriors 1: with fewer than 2 a game is over"),
    ],
)
def test_what_can_t_be_solved_is_refused(
    arguments: tuple[str, ...],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The exit code is that of wrong usage, and the reason is told."""
    assert main(["solve", *arguments, "--out", str(tmp_path / "no.puluc")]) == 2
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_too_little_memory_is_told_beforehand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is begun that would not fit."""
    monkeypatch.setattr(command, "_available", lambda: 1_000_000_000)
    assert main(["solve", "--out", str(tmp_path / "classic.puluc")]) == 1
    assert capsys.readouterr().err == ("puluc: 1,119 MB of memory are wanted, 1,000 MB are free\n")


def test_too_small_a_disk_is_told_beforehand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The checkpoint and the table must both have room."""
    monkeypatch.setattr(command, "_free", lambda _: 800_000_000)
    monkeypatch.setattr(command, "_available", lambda: None)
    assert main(["solve", "--out", str(tmp_path / "classic.puluc")]) == 1
    assert "820 MB on the disk are wanted, 800 MB are free" in capsys.readouterr().err


def test_what_is_kept_already_needs_no_room_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stopped solve goes on although its own checkpoint has taken the disk's room."""
    out = tmp_path / "small.puluc"
    size = sizes(Ranking(rule_set(track=6, warriors=2)))
    Path(f"{out}.values").write_bytes(bytes(size.checkpoint))
    monkeypatch.setattr(command, "_free", lambda _: size.table)
    assert main(["solve", *SMALL, "--out", str(out)]) == 0
    monkeypatch.setattr(command, "_free", lambda _: size.table - 1)
    Path(f"{out}.values").write_bytes(bytes(size.checkpoint))
    assert main(["solve", *SMALL, "--out", str(out)]) == 1
    assert "on the disk are wanted" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_told_beforehand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not after an hour's work."""
    assert main(["solve", *SMALL, "--out", str(tmp_path / "none" / "t.puluc")]) == 1
    assert "none" in capsys.readouterr().err


def test_memory_is_read_from_the_system(tmp_path: Path) -> None:
    """What could be had is more than what is free; unknown where the system doesn't say."""
    info = tmp_path / "meminfo"
    info.write_text("MemTotal: 100 kB\nMemFree: 5 kB\nMemAvailable: 77 kB\n")
    assert command._available(info) == 77 * 1024
    info.write_text("MemTotal: 100 kB\n")
    assert command._available(info) is None
    assert command._available(tmp_path / "none") is None


def test_sizes_of_the_classic_game() -> None:
    """What the documents say."""
    size = sizes(Ranking(rule_set()))
    assert size == Sizes(136_687_917, size.memory, 546_751_668, 273_375_834)
    assert 1_000_000_000 < size.memory < 1_200_000_000


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_and_the_same_command_goes_on(
    number: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C, or what a shutdown sends: what is done is kept, and the table is made later."""
    arguments = ["solve", *SMALL, "--rules", "classic", "--out", str(tmp_path / "t.puluc")]
    program = f"""
import os, sys
from puluc.cli import main
from puluc.solver.pace import Pace
swept = Pace.swept
def signalled(self, layer, state, *rest):
    if state.layers == 1 and state.sweeps == 3:
        os.kill(os.getpid(), {int(number)})
    return swept(self, layer, state, *rest)
Pace.swept = signalled
sys.exit(main({arguments!r}))
"""
    stopped = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert stopped.stderr == b"stopped; the same command goes on\n"
    assert stopped.returncode == 130
    assert not (tmp_path / "t.puluc").exists()
    assert main(arguments) == 0
    assert "goes on with what was done before" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["t.puluc"]


def test_a_folder_is_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said at once, not when the solve is done."""
    assert main(["solve", *SMALL, "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"puluc: --out {tmp_path}: a folder; ")
    assert list(tmp_path.iterdir()) == []


def test_without_numba_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The solver is an extra; saying what a solve takes needs it not."""
    monkeypatch.setattr("puluc.commands.find_spec", lambda name: None if name == "numba" else name)
    assert main(["solve", *SMALL, "--out", str(tmp_path / "t.puluc")]) == 1
    assert capsys.readouterr().err == "puluc solve: numba is missing; pip install numpy numba\n"
    assert main(["solve", *SMALL]) == 0


def test_the_sizes_need_neither_numpy_nor_numba() -> None:
    """On a board without the extra the list is there all the same."""
    program = (
        "import sys; sys.modules.update(numpy=None, numba=None);"
        "from puluc.cli import main; sys.exit(main(['solve']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.startswith(b"classic ")
