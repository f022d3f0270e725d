"""A restart is told from a start by the sign of life of the program before."""

from pathlib import Path

import pytest

from puluc.alive import BOOT_ID, Alive, Previous, boot_id
from puluc.session.events import Milliseconds

MINUTE = Milliseconds(60_000)


def alive_at(path: Path, ms: int, boot: str = "boot-1") -> Alive:
    return Alive(path, boot, lambda: Milliseconds(ms))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run" / "alive"


def test_a_first_start_is_no_restart(path: Path) -> None:
    """Without a file nothing was there before."""
    previous = alive_at(path, 5_000).previous()
    assert previous == Previous(False, None)
    assert not previous.within(MINUTE)


def test_a_restart_is_known_with_its_time(path: Path) -> None:
    """In the same boot the time since the last sign is known, and stays so after new signs."""
    assert alive_at(path, 5_000).touch()
    again = alive_at(path, 7_500)
    assert again.touch()
    assert again.previous() == Previous(True, Milliseconds(2_500))
    assert again.previous().within(MINUTE)
    assert not again.previous().within(Milliseconds(2_500))
    assert alive_at(path, 7_600).previous().ms_ago == 100


def test_another_boot_is_no_restart(path: Path) -> None:
    """After a power cut the boot has another id, whatever the clock says."""
    alive_at(path, 5_000).touch()
    assert alive_at(path, 5_001, "boot-2").previous() == Previous(False, None)


def test_a_sign_from_the_future_is_not_believed(path: Path) -> None:
    """A monotonic time that is still to come is another boot's."""
    alive_at(path, 5_000).touch()
    assert alive_at(path, 4_999).previous() == Previous(False, None)


@pytest.mark.parametrize(
    "garbled", [b"", b"\n", b"boot-1", b"boot-1 soon", b"boot-1 1 2", b"\xff\xfe", b"boot-1 1.5"]
)
def test_a_garbled_sign_is_none(path: Path, garbled: bytes) -> None:
    """What can't be read is taken for another boot."""
    path.parent.mkdir()
    path.write_bytes(garbled)
    assert alive_at(path, 5_000).previous() == Previous(False, None)


def test_without_a_boot_id_nothing_is_a_restart(path: Path) -> None:
    """Where the boot's id is unknown it is not guessed that it is the same."""
    alive_at(path, 5_000, "").touch()
    assert alive_at(path, 5_001, "").previous() == Previous(False, None)


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    """Nothing depends on the sign: failing to leave it is told, not raised."""
    (tmp_path / "file").touch()
    alive = alive_at(tmp_path / "file" / "alive", 1)
    assert not alive.touch()
    assert not alive.previous().same_boot


def test_the_boots_id_is_the_kernels(tmp_path: Path) -> None:
    """It is read from the kernel; where there is none it is empty."""
    assert boot_id() == BOOT_ID.read_text().strip()
    assert boot_id(tmp_path / "none") == ""
