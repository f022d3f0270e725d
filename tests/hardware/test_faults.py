"""What is told of things that fail and are mended."""

from hardware.faults import Faults
from hardware.simulated.clock import SimulatedReactor
from puluc.session.events import Back, Lost, Part


def test_a_fault_is_told_once():
    """The same again is no news, another reason is; what never failed is not mended."""
    told = []
    faults = Faults(SimulatedReactor(7_000))
    faults.listen(told.append)
    assert faults.lose(4, Part.PANEL, "busy")
    assert not faults.lose(4, Part.PANEL, "busy")
    assert faults.lose(4, Part.PANEL, "missing")
    faults.mend(5)
    assert told == [Lost(7, Part.PANEL, "busy"), Lost(7, Part.PANEL, "missing")]
    assert 4 in faults
    assert 5 not in faults


def test_what_still_fails_is_told_again_after_another_is_mended():
    """``Back`` says that all of a part works; so the rest of it is told anew, and only that."""
    told = []
    faults = Faults(SimulatedReactor())
    faults.listen(told.append)
    faults.lose(4, Part.PANEL, "GPIO 4: busy")
    faults.lose(5, Part.PANEL, "GPIO 5: busy")
    faults.lose(15, Part.TRAY, "GPIO 15: busy")
    del told[:]
    faults.mend(4)
    assert told == [Back(0, Part.PANEL), Lost(0, Part.PANEL, "GPIO 5: busy")]
    del told[:]
    faults.mend(5)
    assert told == [Back(0, Part.PANEL)]


def test_what_failed_before_anybody_listened_is_told_then():
    """And nothing is told after the end."""
    told = []
    faults = Faults(SimulatedReactor())
    faults.lose(4, Part.PANEL, "busy")
    faults.listen(told.append)
    assert told == [Lost(0, Part.PANEL, "busy")]
    faults.close()
    faults.mend(4)
    assert len(told) == 1
