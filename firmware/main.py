"""The Pico's program: pins, port and clock put together, and the loop that serves them.

It runs when the Pico is switched on. GP27 connected to ground then gives MicroPython's prompt
instead, as does the message UPDATE.
"""

RETRY_US = 1000000
"""How often lamps that don't answer are tried again."""


def run(board, pins, port, now_us):
    """Serve a board until its host wants the prompt.

    Args:
        board: The protocol, a ``board.Board``.
        pins: The wires: ``keys()``, ``tilt()``, ``light(mask)`` and ``sound(hz)``.
        port: The host: ``wait(due_us)`` gives bytes that came, after a millisecond at most;
            ``write(line)``.
        now_us: The clock.
    """
    lit = hz = 0
    retry_us = None
    while not board.wants_prompt:
        data = port.wait(board.due_us)
        at_us = now_us()
        if data:
            board.receive(at_us, data)
        board.sample(at_us, pins.keys(), pins.tilt())
        wanted = board.lit(at_us)
        if wanted != lit if retry_us is None else at_us >= retry_us:
            try:
                pins.light(wanted)
                lit = wanted
                retry_us = None
            except OSError:
                retry_us = at_us + RETRY_US
            board.fault(at_us, "LAMPS", retry_us is not None)
        tone = board.tone(at_us)
        if tone != hz:
            hz = tone
            pins.sound(hz)
        for line in board.lines():
            port.write(line)


def main():
    """Serve this board, unless the strap asks for the prompt."""
    import micropython
    from board import Board
    from pins import Pins
    from port import Clock, UsbPort

    pins = Pins()
    if pins.strap():
        return
    micropython.kbd_intr(-1)  # a 0x03 in garbage is no Ctrl-C
    try:
        clock = Clock()
        board = Board(pins.spaces, pins.inputs, clock.now_us(), pins.keys(), pins.tilt())
        run(board, pins, UsbPort(), clock.now_us)
    except Exception:  # noqa: BLE001 - there is nobody here to read what it was
        import machine

        machine.reset()  # a board that has stopped is worse than one that starts again
    micropython.kbd_intr(3)
    pins.dark()


if __name__ == "__main__":
    main()
