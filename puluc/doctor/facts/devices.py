"""The facts of what is soldered and plugged in: GPIO chip, I2C bus, serial ports, the supply."""

import re
from collections.abc import Iterator
from contextlib import suppress

from hardware.pins.chips import find_chip
from hardware.pins.errors import FactoryError
from puluc.doctor.facts.files import Files, node_of
from puluc.doctor.facts.world import World
from puluc.doctor.system import Bus, Header, Holder

PROBED = (*range(0x20, 0x28), 0x3C, 0x3D)
"""The addresses that a board's expander and OLED may have; no other device is disturbed."""
SHOWN = 60
CONSOLES = re.compile(r"\bconsole=(serial0|ttyS0|ttyAMA0)\b")
UNDERVOLTAGE = 0x10001
"""Bits 0 and 16 of ``vcgencmd get_throttled``: too weak now, and since the start."""


def header_of(
    files: Files, world: World, named: str, kind: str
) -> tuple[Header | None, tuple[str, str]]:
    """The chip with the header's lines as the board finds it, or why there is none."""
    try:
        chip = find_chip(
            named,
            kind=kind,
            sysfs=files.at("sys/bus/gpio/devices"),
            dev=files.at("dev"),
            label=world.label,
        )
    except FactoryError as error:
        cause = error.cause.replace(str(files.root / "dev"), "/dev")
        return None, (cause, error.remedy)
    device = f"/dev/{chip.path.name}"
    held: dict[int, str] = {}
    with suppress(OSError):
        held = world.held(chip.path)
    names = ", ".join(chip.names)
    return Header(device, names, held, node_of(files, world, device)), ("", "")


def holders(files: Files) -> Iterator[Holder]:
    """The processes that have a GPIO line or chip open, as far as they let us look."""
    for process in files.glob("proc/[0-9]*"):
        lines: set[int] = set()
        held = told = False
        with suppress(OSError):
            for link in (process / "fd").iterdir():
                target = str(link.readlink()) if link.is_symlink() else ""
                if not target.startswith(("anon_inode:gpio-", "anon_inode:[gpio", "/dev/gpiochip")):
                    continue
                held = True
                fdinfo = (process / "fdinfo" / link.name).read_text()
                numbers = re.findall(r"^gpio-line:\s*(\d+)", fdinfo, re.MULTILINE)
                lines |= set(map(int, numbers))
                told |= bool(numbers)
        if held:
            words = files.text(f"proc/{process.name}/cmdline").replace("\0", " ")
            command = words or files.text(f"proc/{process.name}/comm")
            cut = command if len(command) <= SHOWN else f"{command[: SHOWN - 1]}…"
            yield Holder(int(process.name), cut, frozenset(lines) if told else None)


def kernel_uses(files: Files) -> Iterator[str]:
    """What the kernel has on the header: ``spi``, ``1-wire``, ``serial console``."""
    if files.glob("dev/spidev0.*"):
        yield "spi"
    if files.glob("sys/bus/w1/devices/w1_bus_master*"):
        yield "1-wire"
    if files.text("proc/device-tree/model") and CONSOLES.search(files.text("proc/cmdline")):
        yield "serial console"


def bus_of(files: Files, world: World, number: int) -> Bus:
    """The I2C bus of the display, and which of a board's devices answer on it."""
    node = node_of(files, world, f"/dev/i2c-{number}")
    speed = re.search(
        r"^\s*dtparam=(?:.*,)?i2c_arm_baudrate=(\d+)",
        files.text("boot/firmware/config.txt") or files.text("boot/config.txt"),
        re.MULTILINE,
    )
    hertz = int(speed[1]) if speed else 100_000 if files.text("proc/device-tree/model") else None
    if node is None:
        has_bus = bool(files.glob("sys/bus/i2c/devices/i2c-*"))
        no_module = has_bus and not files.at("sys/class/i2c-dev").exists()
        return Bus(number, None, no_module=no_module)
    try:
        return Bus(number, node, world.probe(number, PROBED), speed=hertz)
    except OSError as error:
        return Bus(number, node, trouble=error.strerror or str(error), speed=hertz)


def serial_ports(files: Files) -> Iterator[str]:
    """The serial ports that a board may be on, by names that stay."""
    named = files.glob("dev/serial/by-id/*")
    for path in named or files.glob("dev/ttyACM*"):
        yield f"/{path.relative_to(files.root)}"


def undervoltage(files: Files, world: World) -> bool | None:
    """Whether the supply has been too weak since the start; None where nothing tells."""
    for name in files.glob("sys/class/hwmon/hwmon*/name"):
        sensor = name.parent.relative_to(files.root)
        if files.text(f"{sensor}/name") == "rpi_volt":
            alarm = files.text(f"{sensor}/in0_lcrit_alarm")
            if alarm == "1":
                return True
    answer = world.run("vcgencmd", "get_throttled")
    throttled = re.search(r"throttled=0x([0-9a-fA-F]+)", answer.out)
    return bool(int(throttled[1], 16) & UNDERVOLTAGE) if throttled else None
