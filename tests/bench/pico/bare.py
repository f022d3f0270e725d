"""The least that a board could be: ``micropython bare.py KEYS LAMPS``.

A key that moves is a byte to the host, a byte from the host lights a lamp; ``e`` is sent back.
"""

import select
import sys


def main(keys, lamps):
    """Serve for ever."""
    keys = open(keys, "rb", buffering=0)  # noqa: SIM115, PTH123
    lamps = open(lamps, "wb", buffering=0)  # noqa: SIM115, PTH123
    pin, port = select.poll(), select.poll()
    pin.register(keys, select.POLLIN)
    port.register(sys.stdin, select.POLLIN)
    while True:
        if port.poll(1):
            byte = sys.stdin.buffer.read(1)
            if byte == b"e":
                sys.stdout.buffer.write(byte)
            else:
                lamps.write(b"\0\0\0\0")
        if pin.poll(0):
            keys.read(4)
            sys.stdout.buffer.write(b"k")


main(*[int(each) for each in sys.argv[1:]])
