"""MicroPython's prompt on an emulated RP2040: how it is had, and how it isn't."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.serial_port import open_port
from hardware.wire import Lines, line
from tests.lockstep.world import CountedPort, Firmware

pytestmark = pytest.mark.system

STRAP = 1 << 12
"""The key that stands for GP27."""
TYPED = b"\r\x03print(6 * 7)\r"
PROMPT = b">>> "


class Talk:
    """A board whose host says what the test says, from the moment it is switched on."""

    def __init__(self, firmware: Firmware, keys: int) -> None:
        self.firmware = firmware
        self._keys = keys
        self._now_us = 0
        self.port = CountedPort(open_port(firmware.path), firmware, lambda _: None)

    def run(self, ms: int) -> None:
        for _ in range(ms):
            self._now_us += 1_000
            self.firmware.run_until(self._now_us, self._keys, 1)

    def say(self, data: bytes) -> bytes:
        """Send something; what comes back within 200 ms."""
        self.port.write(data)
        self.run(200)
        return self.port.read()

    def hear(self, data: bytes) -> list[list[str]]:
        """The same, as the fields of the lines that came."""
        return [fields for _, fields in Lines().feed(self.say(data))]


@contextmanager
def switched_on(program: tuple[str, ...], keys: int = 0) -> Iterator[Talk]:
    firmware = Firmware(program, 0, 11, keys, 1)
    try:
        talk = Talk(firmware, keys)
        yield talk
        talk.port.close()
    finally:
        firmware.close()


def test_update(program: tuple[str, ...]) -> None:
    """``UPDATE`` is acknowledged; then lamps are dark, and the prompt hears Ctrl-C again."""
    with switched_on(program) as talk:
        talk.run(500)  # each lamp in its turn
        greeted = talk.hear(line(1, "HELLO", "1.0"))
        assert [fields[0] for fields in greeted] == ["HELLO", "STATE"]
        talk.hear(line(2, "LAMPS", "11111111111"))
        assert talk.firmware.lit == 0b111111111110
        assert PROMPT not in talk.say(TYPED)
        said = talk.say(line(3, "UPDATE"))
        assert b"ACK,3*" in said
        assert talk.firmware.lit == 0
        assert b"42\r\n" + PROMPT in talk.say(TYPED)


def test_strap(program: tuple[str, ...]) -> None:
    """With GP27 connected to ground at power-up there is the prompt, and no lamp is lit."""
    with switched_on(program, STRAP) as talk:
        for _ in range(50):
            talk.run(10)
            assert talk.firmware.lit == 0
        assert b"42\r\n" + PROMPT in talk.say(TYPED)


@pytest.mark.parametrize("key", [0, 1, 11])
def test_a_stuck_key(program: tuple[str, ...], key: int) -> None:
    """No other pin that is down at power-up gives the prompt; the key is told as down."""
    with switched_on(program, 1 << key) as talk:
        talk.run(500)
        assert PROMPT not in talk.say(TYPED)
        hello, state = talk.hear(line(1, "HELLO", "1.0"))
        assert hello[0] == "HELLO"
        assert int(state[2], 16) == 1 << key


def test_garbage_at_power_up(program: tuple[str, ...]) -> None:
    """Ctrl-C that comes while the board lights its lamps one by one doesn't stop it."""
    with switched_on(program) as talk:
        talk.run(20)
        talk.say(b"\x03" * 50)
        assert talk.firmware.lit != 0
        assert talk.hear(line(1, "HELLO", "1.0"))[0][:2] == ["HELLO", "1.0"]
