"""What is heard at a board with a buzzer, from the press to the pin."""

from dataclasses import replace
from pathlib import Path

import pytest

from puluc.config import Config
from puluc.session.menu import lines
from tests.app.rig import Rig

ONE_MARK = (True, False, False, False)
EXPANDER = replace(Config(), board=replace(Config().board, profile="expander"))


@pytest.fixture
def rig(tmp_path: Path):
    with Rig(tmp_path, draw=lambda count: ONE_MARK, config=EXPANDER) as rig:
        yield rig


def hear(rig: Rig, ms: int = 600) -> list[float]:
    """The notes of a while, each once in a row."""
    heard: list[float] = []
    for _ in range(ms):
        if not heard or heard[-1] != rig.board.sound():
            heard.append(rig.board.sound())
        rig.wait(1)
    return [hz for hz in heard if hz]


def test_a_cast_a_move_and_a_refusal_sound_different(rig: Rig) -> None:
    """The tune of the cast, the click of a move, the buzz of a press that is refused."""
    assert hear(rig) == []
    rig.board.shake()
    assert hear(rig, 2_000) == [880, 1_175, 1_568]
    rig.board.tap(7)
    assert hear(rig) == [150]
    rig.board.tap(1)
    assert hear(rig) == [2_000]
    assert rig.lit() == []
    rig.shake()
    assert rig.lit() == [11]


def test_silenced_in_the_menu_nothing_is_heard(rig: Rig) -> None:
    """Its line is there because the board has a buzzer; what it says is kept."""
    rig.menu()
    rig.tap(rig.lit()[-1])
    (line,) = [line for line in lines(rig.app.state) if line.text == "sound: on"]
    rig.tap(line.space)
    assert rig.app.state.settings.sound is False
    rig.menu()
    rig.board.shake()
    assert hear(rig, 2_000) == []


def test_lamps_on_an_expander_go_and_come_back(rig: Rig) -> None:
    """Pulled out, the display says so and the game goes on; back, the same lamps are lit."""
    rig.board.bus.unplug(0x20)
    rig.shake()
    assert rig.lit() == []
    assert [reason for _, reason in rig.app.state.faults] == [
        "lamps at 0x20 on I2C bus 1: no answer"
    ]
    rig.board.bus.plug_in(0x20)
    rig.app._parts.panel.mend()
    rig.wait(0)
    assert rig.lit() == [1]
    assert rig.app.state.faults == ()
