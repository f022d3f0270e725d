"""The USB port as the board's serial line, and the clock."""

import select
import sys
import time

ENOUGH = 128
"""Bytes read at a time, so that keys are looked at in between."""


class UsbPort:
    """Standard input and output, which on a Pico are its USB port."""

    def __init__(self):
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def wait(self, _due_us):  # the keys want looking at every millisecond, whatever is due
        """Bytes that have come, or none after a millisecond."""
        data = b""
        wait_ms = 1
        while len(data) < ENOUGH and self._readable.poll(wait_ms):
            # A byte at a time: a longer read would wait until there are so many.
            data += sys.stdin.buffer.read(1)
            wait_ms = 0
        return data

    def write(self, line):
        """Send a line, or drop it when the host doesn't read: a full buffer would block the keys.

        The host finds out by the number of the next line, and asks.
        """
        if self._writable.poll(0):
            sys.stdout.buffer.write(line)


class Clock:
    """Microseconds since it was made; MicroPython's own counter begins anew every 18 minutes."""

    def __init__(self):
        self._ticks = time.ticks_us()
        self._us = 0

    def now_us(self):
        """The time; to be asked at least every few minutes."""
        ticks = time.ticks_us()
        self._us += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._us
