"""Where a device's slow work is done: on a thread of its own, or at once for simulated time."""

import threading
import time
from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

STUCK_S: Final = 30.0
"""No device is so long at a job, not even on a bus that hangs: the kernel gives that up in 1 s."""

Job = TypeVar("Job")
_Job_contra = TypeVar("_Job_contra", contravariant=True)


class Worker(Protocol[_Job_contra]):
    """Does jobs, of which only the latest matters."""

    def put(self, job: _Job_contra) -> None:
        """Do a job soon, in place of one that hasn't begun; never waits. Nothing once closed."""

    @property
    def is_alive(self) -> bool:
        """Whether jobs are still done: the thread has not ended, nor been at one for too long."""

    def settle(self, timeout_s: float) -> None:
        """Wait until the latest job is done.

        Raises:
            TimeoutError: when it isn't done in time.
        """

    def close(self, timeout_s: float) -> bool:
        """Finish; whether that was done in time. Harmless when called again."""


class AtOnce(Generic[Job]):
    """Does each job inside `put`."""

    def __init__(self, work: Callable[[Job], None], finish: Callable[[], None]) -> None:
        self._work = work
        self._finish = finish
        self._is_closed = False

    def put(self, job: Job) -> None:
        """Do the job now."""
        if not self._is_closed:
            self._work(job)

    @property
    def is_alive(self) -> bool:
        """It is, since there is no thread."""
        return True

    def settle(self, timeout_s: float) -> None:
        """Return: there is nothing to wait for."""

    def close(self, timeout_s: float) -> bool:  # noqa: ARG002 - as the protocol has it
        """Finish now."""
        if not self._is_closed:
            self._is_closed = True
            self._finish()
        return True


class OwnThread(Generic[Job]):
    """Does jobs on a thread of its own, which has room for one; it sleeps until there is one."""

    def __init__(self, work: Callable[[Job], None], finish: Callable[[], None], name: str) -> None:
        """Start the thread. ``finish`` runs on it at the end; neither call may raise."""
        self._work = work
        self._finish = finish
        self._changed = threading.Condition()
        self._job: Job | None = None
        self._is_busy = False
        self._since_s: float | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Leave a job for the thread."""
        with self._changed:
            if not self._is_closed:
                self._job = job
                self._changed.notify_all()

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs, and has not been at one job for ``STUCK_S``."""
        since_s = self._since_s
        return self._is_closed or (
            self._thread.is_alive() and (since_s is None or time.monotonic() - since_s < STUCK_S)
        )

    def settle(self, timeout_s: float) -> None:
        """Wait until the thread has nothing to do."""
        with self._changed:
            idle = self._changed.wait_for(
                lambda: self._job is None and not self._is_busy, timeout_s
            )
        if not idle:
            raise TimeoutError(f"thread {self._thread.name}: not done after {timeout_s} s")

    def close(self, timeout_s: float) -> bool:
        """Drop what hasn't begun, let the thread finish, and wait for its end."""
        with self._changed:
            self._is_closed = True
            self._job = None
            self._changed.notify_all()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (job := self._next()) is not None:
            self._work(job)
        self._finish()

    def _next(self) -> Job | None:
        """The next job, once there is one; none when the work is over."""
        with self._changed:
            self._is_busy = False
            self._since_s = None
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._job is not None or self._is_closed)
            job, self._job = self._job, None
            self._is_busy = job is not None
            self._since_s = time.monotonic() if self._is_busy else None
            return job
