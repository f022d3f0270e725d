"""libgpiod 2 without a kernel: requests are kept, and edges come when a test makes them."""

import errno
import os
import threading
from dataclasses import dataclass, field

import gpiod
from gpiod.line import Direction, Edge, Value


@dataclass
class FakeEvent:
    event_type: object
    timestamp_ns: int
    Type = gpiod.EdgeEvent.Type


class FakeRequest:
    """One requested line."""

    def __init__(self, chip, line, settings):
        self.chip, self.line, self.settings = chip, line, settings
        self.fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_SEMAPHORE)
        self.events = []
        self.released = False
        self.level = settings.output_value
        self.reading = threading.Event()

    def reconfigure_lines(self, config):
        self.chip.check()
        (self.settings,) = config.values()
        if self.settings.direction is Direction.OUTPUT:
            self.level = self.settings.output_value

    def get_value(self, line):
        assert line == self.line
        self.chip.check()
        return self.level

    def set_value(self, line, value):
        assert line == self.line
        self.chip.check()
        self.level = value

    def read_edge_events(self):
        self.chip.check()
        os.eventfd_read(self.fd)
        return [self.events.pop(0)]

    def release(self):
        assert not self.released
        self.released = True
        del self.chip.requests[self.line]
        os.close(self.fd)

    def drive(self, level):
        """The world changes the level of an input."""
        kind = gpiod.EdgeEvent.Type.RISING_EDGE if level else gpiod.EdgeEvent.Type.FALLING_EDGE
        self.level = Value.ACTIVE if level else Value.INACTIVE
        if self.settings.edge_detection is not Edge.NONE:
            self.events.append(FakeEvent(kind, 1_500_000_000))
            os.eventfd_write(self.fd, 1)


@dataclass
class FakeGpiod:
    """Stands for the module, and for the one chip that can be opened with it."""

    refused: dict = field(default_factory=dict)
    requests: dict = field(default_factory=dict)
    gone: bool = False
    closed: int = 0
    consumers: set = field(default_factory=set)

    LineSettings = gpiod.LineSettings
    line = gpiod.line

    def Chip(self, path):  # noqa: N802 - the module's name
        assert path == "/dev/gpiochip0"
        self.check()
        return self

    def check(self):
        if self.gone:
            raise OSError(errno.ENODEV, "No such device")

    def request_lines(self, config, consumer, event_buffer_size):
        self.check()
        self.consumers.add(consumer)
        ((line, settings),) = config.items()
        if line in self.refused:
            raise OSError(self.refused[line], os.strerror(self.refused[line]))
        assert line not in self.requests
        self.requests[line] = request = FakeRequest(self, line, settings)
        return request

    def close(self):
        self.closed += 1
