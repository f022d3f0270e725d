"""The worker's sign of life, which the watchdog depends on."""

import threading

from hardware import worker
from hardware.worker import AtOnce, OwnThread


def test_a_thread_that_is_too_long_at_a_job_is_not_alive(monkeypatch):
    """It is again when the job is done after all, and after its end nobody minds."""
    now = [100.0]
    monkeypatch.setattr(worker.time, "monotonic", lambda: now[0])
    begun, go_on = threading.Event(), threading.Event()

    def work(_job):
        begun.set()
        assert go_on.wait(10)

    slow = OwnThread(work, lambda: None, "slow")
    assert slow.is_alive
    slow.put("job")
    assert begun.wait(10)
    assert slow.is_alive
    now[0] += worker.STUCK_S
    assert not slow.is_alive
    go_on.set()
    slow.settle(10)
    assert slow.is_alive
    assert slow.close(10)
    assert slow.is_alive


def test_a_thread_that_has_ended_is_not_alive(monkeypatch):
    """What work raises ends it, though it must not."""
    ended = threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda args: ended.set())
    broken = OwnThread(lambda job: 1 / 0, lambda: None, "broken")
    broken.put("job")
    assert ended.wait(10)
    broken._thread.join(10)
    assert not broken.is_alive


def test_without_a_thread_there_is_nothing_to_end():
    """It is always alive."""
    assert AtOnce(lambda job: None, lambda: None).is_alive
