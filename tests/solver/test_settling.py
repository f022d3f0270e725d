"""When values count as settled, and when a leap is due."""

import pytest

from puluc.solver.settling import Settling


def after(*changes: float, size: int = 8) -> Settling:
    """A layer after sweeps that changed it by so much."""
    settling = Settling(size)
    for change in changes:
        settling.swept(change)
    return settling


def test_nothing_swept_is_not_settled() -> None:
    """Before the first sweep nothing is known."""
    assert not after().settled
    assert after().sweeps_left is None


def test_what_changes_no_more_is_settled() -> None:
    """A sweep that changes as good as nothing ends it; how little hangs on the float's size."""
    assert after(0.0).settled
    assert after(1e-9).settled
    assert not after(1e-7).settled
    assert after(1e-7, size=4).settled


def test_quick_layers_end_when_little_is_to_come() -> None:
    """Where each sweep changes a tenth of the last, the sum of what follows is told by one."""
    changes = [10.0**-power for power in range(1, 7)]
    assert not after(*changes[:-1]).settled
    assert after(*changes).settled
    assert after(*changes).sweeps_left == 0


def test_small_changes_of_slow_layers_don_t_count_as_settled() -> None:
    """Changes of a millionth that hardly get less may add up to a ten-thousandth."""
    slow = after(*(1e-6 * 0.99**sweep for sweep in range(30)))
    assert not slow.settled
    left = slow.sweeps_left
    assert left is not None
    assert left > 400


def test_a_steady_fraction_leaps_to_where_it_leads() -> None:
    """The leap is the sum of the geometric series, once; then it is looked at anew."""
    slow = after(*(0.1 * 0.9**sweep for sweep in range(12)))
    assert slow.may_leap
    assert slow.leap() == pytest.approx(0.9 / 0.1)
    assert not slow.may_leap
    assert slow.leap() == 0


def test_quick_or_unsteady_layers_don_t_leap() -> None:
    """Where a fraction is small, or no fraction yet, nothing is gained."""
    assert after(*(0.1 * 0.5**sweep for sweep in range(12))).leap() == 0
    falling = [0.5, 0.4, 0.3, 0.2, 0.1, 0.09, 0.089, 0.0885, 0.0884]
    assert after(*falling).leap() == 0
    assert after(0.1, 0.09, 0.081).leap() == 0


def test_after_a_leap_only_standstill_settles() -> None:
    """A leap hides the slow part for a while, so that small changes say nothing."""
    slow = after(*(0.1 * 0.9**sweep for sweep in range(12)))
    slow.leap()
    for change in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8):
        slow.swept(change)
        assert not slow.settled
    slow.swept(1e-9)
    assert slow.settled
