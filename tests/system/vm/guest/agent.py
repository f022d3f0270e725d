#!/usr/bin/python3
"""Hands and eyes in the booted system: JSON lines over a virtio-serial port.

Requests: ``{"sh": COMMAND, "timeout_s": 60}`` answers ``{"code": ..., "out": ...}``;
``{"pull": [[LINE, UP, PAUSE_MS], ...]}`` pulls GPIO lines, one after the other, and answers ``{}``;
``{"look": [LINE, ...]}`` answers the lines' values and what was written to the I2C bus since the
last look: ``{"values": [...], "writes": [[REGISTER, HEX], ...]}``.

The first line that it sends is ``{"boot": BOOT_ID}``.
"""

import json
import os
import re
import subprocess
import time
from pathlib import Path

PORT = Path("/dev/virtio-ports/agent")
GPIO = Path("/run/board/gpio")
PIPE = "/sys/kernel/tracing/trace_pipe"
WRITE = re.compile(
    r"smbus_write: i2c-\d+ a=03c f=\w+ c=(\w+) I2C_BLOCK_DATA l=\d+ \[..-([0-9a-f-]*)\]"
)
"""A block write to the OLED; the kernel puts the block's length before its bytes."""


class Agent:
    def __init__(self, port):
        self.port = port
        self.pipe = None
        self.rest = ""

    def send(self, answer):
        data = (json.dumps(answer) + "\n").encode()
        while data:
            data = data[os.write(self.port, data) :]

    def answer(self, request):
        match request:
            case {"sh": command, "timeout_s": timeout_s}:
                done = subprocess.run(
                    ["/bin/sh", "-c", command],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    stdin=subprocess.DEVNULL,
                    check=False,
                    timeout=timeout_s,
                )
                return {"code": done.returncode, "out": done.stdout.decode(errors="replace")}
            case {"pull": steps}:
                for line, up, pause_ms in steps:
                    (GPIO / f"sim_gpio{line}/pull").write_text("pull-up" if up else "pull-down")
                    time.sleep(pause_ms / 1000)
                return {}
            case {"look": lines}:
                return {"values": [self.value(line) for line in lines], "writes": self.writes()}
        return {"error": f"unknown request {request!r}"}

    def value(self, line):
        return int((GPIO / f"sim_gpio{line}/value").read_text())

    def writes(self):
        if self.pipe is None:
            self.pipe = os.open(PIPE, os.O_RDONLY | os.O_NONBLOCK)
        text = self.rest
        while True:
            try:
                read = os.read(self.pipe, 65536)
            except BlockingIOError:
                break
            if not read:
                break
            text += read.decode()
        lines = text.split("\n")
        self.rest = lines.pop()
        return [[int(found[1], 16), found[2]] for line in lines if (found := WRITE.search(line))]

    def serve(self):
        self.send({"boot": Path("/proc/sys/kernel/random/boot_id").read_text().strip()})
        waiting = b""
        while True:
            data = os.read(self.port, 65536)
            if not data:
                time.sleep(0.05)  # nobody has the other end open
                continue
            waiting += data
            while b"\n" in waiting:
                line, waiting = waiting.split(b"\n", 1)
                try:
                    self.send(self.answer(json.loads(line)))
                except (OSError, ValueError, subprocess.TimeoutExpired) as error:
                    self.send({"error": repr(error)})


for _ in range(400):
    if PORT.exists():
        break
    time.sleep(0.05)
Agent(os.open(PORT, os.O_RDWR)).serve()
