"""The buzzer: what is heard, and when."""

import errno

import pytest
from gpiozero.exc import PinPWMUnsupported

from hardware.buzzer import TUNES, Buzzer
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.clock import SimulatedReactor
from hardware.simulated.pins import BoardPin
from hardware.wiring import EXPANDER
from puluc.screens.values import MessageScreen
from puluc.session.frame import Frame, Sound


class Rig:
    """A buzzer on a simulated board, heard every millisecond."""

    def __init__(self):
        self.clock = SimulatedReactor()
        self.board = SimulatedBoard(EXPANDER, self.clock)
        self.buzzer = Buzzer(EXPANDER.buzzer, self.board.factory, self.clock)
        self.count = 0

    def show(self, sound, *, again=False):
        self.count += not again
        frame = Frame((), MessageScreen(""), touched=0, sound=sound, sound_id=self.count)
        self.buzzer.show(frame)

    def hear(self, ms=2_000):
        """The notes of the time to come, each with its length."""
        heard = []
        for _ in range(ms):
            hz = self.board.sound()
            if heard and heard[-1][0] == hz:
                heard[-1] = (hz, heard[-1][1] + 1)
            else:
                heard.append((hz, 1))
            self.clock.advance_ms(1)
        return heard


@pytest.fixture
def rig():
    rig = Rig()
    rig.buzzer.start()
    rig.show(None)
    yield rig
    rig.buzzer.close()
    rig.board.close()


@pytest.mark.parametrize("sound", Sound)
def test_each_sound_is_played_once(rig, sound):
    """Its notes in order, each for its time, and then silence with nothing timed."""
    rig.show(sound)
    notes = [(note.hz, note.ms) for note in TUNES[sound]]
    *heard, silence = rig.hear()
    assert heard == notes
    assert silence == (0, 2_000 - sum(ms for _, ms in notes))
    assert rig.clock.next_us is None


def test_sounds_differ():
    """Nobody has to guess which one it was."""
    assert len(set(TUNES.values())) == len(Sound)


def test_the_same_frame_again_is_silent_and_a_new_sound_ends_the_old(rig):
    """By the frame's number: the same sound twice is two sounds."""
    rig.show(Sound.CLICK)
    rig.show(Sound.CLICK, again=True)
    assert rig.hear(100)[0] == (2_000, 12)
    rig.show(Sound.CLICK, again=True)
    assert rig.hear(100) == [(0, 100)]
    rig.show(Sound.END)
    rig.clock.advance_ms(130)
    rig.show(Sound.CLICK)
    assert rig.hear(100)[0] == (2_000, 12)
    rig.show(None)
    assert rig.hear(100) == [(0, 100)]


def test_the_first_frame_is_not_played():
    """It is where things stand, as after the chip has come back."""
    rig = Rig()
    rig.buzzer.start()
    rig.show(Sound.END)
    assert rig.hear(100) == [(0, 100)]
    rig.buzzer.close()


def test_without_notes_it_beeps(rig, monkeypatch):
    """On pins that have no PWM the line is high for the time of each note."""

    def refuses(self, value):
        if value is not None:
            raise PinPWMUnsupported

    monkeypatch.setattr(BoardPin, "_set_frequency", refuses)
    pin = rig.board.factory.wire(EXPANDER.buzzer)
    rig.show(Sound.REFUSAL)
    rig.clock.advance_ms(100)
    assert pin.lit
    rig.clock.advance_ms(100)
    assert not pin.lit


def test_a_line_that_cannot_be_had_is_told_in_the_log(caplog):
    """Whatever is to be heard then is not, and does no harm."""
    rig = Rig()
    rig.board.refuse(EXPANDER.buzzer)
    rig.buzzer.start()
    rig.show(None)
    rig.show(Sound.KILL)
    assert rig.clock.next_us is None
    assert "GPIO 13 (the buzzer): busy, another program holds it" in caplog.text
    rig.buzzer.close()


def test_a_line_that_breaks_is_given_up(rig, caplog):
    """It is told once, and silent from then on."""
    rig.board.break_line(EXPANDER.buzzer)
    rig.show(Sound.END)
    rig.clock.advance_ms(3_000)
    rig.show(Sound.END)
    assert rig.clock.next_us is None
    assert caplog.text.count("GPIO 13 (the buzzer): missing") == 1


def test_closing_a_broken_line(rig, caplog):
    """A line whose chip has gone closes with no more than a line in the log."""
    pin = rig.board.factory.wire(EXPANDER.buzzer)

    def close():
        del pin.close  # gpiozero closes once more when the device is collected
        raise OSError(errno.ENODEV, "No such device")

    pin.close = close
    rig.buzzer.close()
    assert "GPIO 13 (the buzzer): closing: missing" in caplog.text


def test_close_ends_a_tune(rig):
    """It is silent at once, and may be closed twice."""
    rig.show(Sound.END)
    rig.clock.advance_ms(50)
    rig.buzzer.close()
    assert rig.board.sound() == 0
    assert rig.clock.next_us is None
    rig.buzzer.close()
