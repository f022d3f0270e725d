"""``puluc flash`` with real mpremote and MicroPython: from every state to a board that plays."""

import ast
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from hardware.serial_port import open_port
from puluc import cli
from puluc.config import Board
from puluc.flash import command, flashing
from puluc.flash.files import MAIN, NoFirmwareError, files, version
from puluc.flash.flashing import FlashError
from tests.flash.fake_pico import FakePico


@pytest.fixture
def flash_folder(tmp_path):
    """The flash of a Pico on which nothing but MicroPython is."""
    folder = tmp_path / "flash"
    folder.mkdir()
    return folder


@pytest.fixture
def port(tmp_path):
    """Where the Pico's port is found."""
    return tmp_path / "ttyACM0"


def put(board: Board, port: Path, *, again: bool = False) -> list[str]:
    """Flash; returns what was told."""
    told: list[str] = []
    named = Board(spaces=board.spaces, pico_lamps=board.pico_lamps, serial_port=str(port))
    command.flash_board(named, told.append, again=again)
    return told


def test_a_new_pico(flash_folder, port):
    """A Pico with nothing but MicroPython gets all files, starts anew, and plays."""
    with closing(FakePico(flash_folder, port)) as pico:
        told = put(Board(), port)
        assert pico.starts == 2
    assert {file.name for file in flash_folder.iterdir()} == files(Board()).keys()
    for name, text in files(Board()).items():
        assert (flash_folder / name).read_text() == text
    assert told == [
        f"ttyACM0 has MicroPython's prompt; writing {len(files(Board()))} files",
        "written; waiting for the Pico",
        f"the Pico runs firmware {version()} for 11 spaces",
    ]


def install(folder: Path, wired: Board, **changes: str) -> None:
    """Put a firmware on a Pico's flash."""
    for name, text in files(wired).items():
        (folder / name).write_text(text)
    for name, text in changes.items():
        (folder / f"{name}.py").write_text(text)


def test_nothing_to_do(flash_folder, port):
    """A Pico that has the firmware is left at play."""
    install(flash_folder, Board())
    with closing(FakePico(flash_folder, port)) as pico:
        told = put(Board(), port)
        assert pico.starts == 1
    assert told == [f"ttyACM0 has firmware {version()} for 11 spaces (--again writes it)"]


def test_lamps_on_other_chips(flash_folder, port):
    """Of a longer board it isn't known what its lamps are on: how to change that is told."""
    install(flash_folder, Board(spaces=19))
    with closing(FakePico(flash_folder, port)):
        told = put(Board(spaces=19, pico_lamps="mcp23017"), port)
    assert told == [
        f"ttyACM0 has firmware {version()} for 19 spaces"
        " (--again writes it, for other chips of its lamps, too)"
    ]


@pytest.mark.parametrize(
    ("before", "after", "again"),
    [
        (Board(), Board(spaces=19), False),
        (Board(spaces=19), Board(spaces=19, pico_lamps="mcp23017"), True),
    ],
)
def test_another_board(flash_folder, port, before, after, again):
    """A Pico at play is asked for its prompt, and is another board afterwards."""
    install(flash_folder, before)
    with closing(FakePico(flash_folder, port)):
        told = put(after, port, again=again)
    assert told[-1] == f"the Pico runs firmware {version()} for {after.spaces} spaces"
    assert (flash_folder / "wired.py").read_text() == files(after)["wired.py"]


def test_an_older_version(flash_folder, port):
    """A firmware of another version, even of another protocol, is replaced."""
    older = files(Board())["board.py"].replace('MAJOR = "1"', 'MAJOR = "0"')
    older = older.replace(f'VERSION = "{version()}"', 'VERSION = "0.3.0"')
    install(flash_folder, Board(), board=older)
    with closing(FakePico(flash_folder, port)):
        told = put(Board(), port)
    assert told[0].startswith("ttyACM0 has firmware 0.3.0; writing")
    assert told[-1] == f"the Pico runs firmware {version()} for 11 spaces"


def test_a_program_of_somebody_else(monkeypatch, flash_folder, port):
    """A program that gives no prompt is told of, with the strap and where its pins are."""
    monkeypatch.setattr(command, "MPREMOTE_S", 3)
    (flash_folder / MAIN).write_text(
        "import micropython, time\ndef main():\n    micropython.kbd_intr(-1)\n    time.sleep(99)\n"
    )
    with closing(FakePico(flash_folder, port)), pytest.raises(FlashError, match=r"GP27 \(pin 32\)"):
        put(Board(), port)


def test_the_strap(monkeypatch, flash_folder, port):
    """With GP27 on ground a Pico gives its prompt whatever it has, and is told to be let go."""
    monkeypatch.setattr(flashing, "BACK_US", 2_000_000)
    install(flash_folder, Board(spaces=12))
    with (
        closing(FakePico(flash_folder, port, strap=True)),
        pytest.raises(FlashError, match="isn't connected to ground any more"),
    ):
        put(Board(), port)
    assert (flash_folder / "wired.py").read_text() == files(Board())["wired.py"]


def test_in_use(flash_folder, port):
    """A port that another program has is named, with the service that it may be."""
    with (
        closing(FakePico(flash_folder, port)),
        closing(open_port(str(port))),
        pytest.raises(FlashError, match="sudo systemctl stop puluc"),
    ):
        put(Board(), port)


# Without a Pico


@pytest.mark.parametrize(
    ("drive", "words"), [(False, "hold its button BOOTSEL"), (True, "in its loader")]
)
def test_no_pico(monkeypatch, tmp_path, drive, words):
    """Where there is no port it is said how to get one, by whether the loader shows itself."""
    if drive:
        (tmp_path / "RPI-RP2").mkdir()
    monkeypatch.setattr(command, "in_loader", partial(command.in_loader, tmp_path))
    with pytest.raises(FlashError, match=words):
        put(Board(), tmp_path / "none")


def test_several(monkeypatch, capsys):
    """Of several Picos none is written to, and the command says how to choose."""
    monkeypatch.setattr(command, "find_ports", lambda _named: ("/dev/A", "/dev/B"))
    assert cli.main(["flash"]) == cli.FAILURE
    assert "several may be the board: /dev/A, /dev/B; --port says which" in capsys.readouterr().err


@pytest.mark.parametrize("module", ["serial", "mpremote"])
def test_without_its_extra(monkeypatch, capsys, module):
    """Where mpremote or pyserial is missing the command is told that installs them."""
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == module else object())
    assert cli.main(["flash", "--spaces", "19", "--lamps", "shift"]) == cli.FAILURE
    said = capsys.readouterr().err
    assert said == f"puluc: {module} is missing: pip install 'puluc[flash]'\n"


def test_mpremote_that_hangs(monkeypatch):
    """An mpremote that comes to no end is a Pico without a prompt."""
    monkeypatch.setattr(command, "MPREMOTE_S", 0.001)
    done = command.mpremote(["version"])
    assert done.code
    assert "could not enter raw repl" in done.said


# The files


@pytest.mark.parametrize(
    ("board", "lamps"),
    [
        (Board(), "pins"),
        (Board(spaces=5, pico_lamps="mcp23017"), "pins"),
        (Board(spaces=12), "shift"),
        (Board(spaces=30, pico_lamps="mcp23017"), "mcp23017"),
    ],
)
def test_wired(board, lamps):
    """The file that says how a board is wired has its spaces and what its lamps are on."""
    tree = ast.parse(files(board)["wired.py"])
    values = {
        node.targets[0].id: node.value.value for node in tree.body if isinstance(node, ast.Assign)
    }
    assert values == {"SPACES": board.spaces, "LAMPS": lamps}


def test_the_last_file():
    """The file that is started is the last to be written."""
    assert list(files(Board()))[-1] == MAIN


def test_a_broken_installation(monkeypatch, tmp_path):
    """An installation without its firmware says which file is missing."""
    monkeypatch.setattr("puluc.flash.files.firmware_folder", lambda: tmp_path)
    with pytest.raises(NoFirmwareError, match=r"board\.py: No such file"):
        files(Board())
    (tmp_path / "board.py").write_text("")
    with pytest.raises(NoFirmwareError, match="no version"):
        version()
