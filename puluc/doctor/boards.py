"""The checks of the board's wires: the GPIO chip, its lines and what holds them, the I2C bus."""

from collections.abc import Iterable, Iterator

from hardware.header import at_pin
from hardware.wiring import Line, Wiring, WiringError
from puluc.board import wiring_of
from puluc.doctor.finding import Finding, bad, ok, warn
from puluc.doctor.system import Holder, System

KERNEL_LINES = {
    "spi": (
        frozenset(range(7, 12)),
        "SPI is on and holds GPIO 7 to 11",
        "sudo raspi-config nonint do_spi 1 && sudo reboot",
    ),
    "1-wire": (
        frozenset({4}),
        "1-wire is on and holds GPIO 4",
        "sudo raspi-config nonint do_onewire 1 && sudo reboot",
    ),
    "serial console": (
        frozenset({14, 15}),
        "the serial console is on and holds GPIO 14 and 15",
        "sudo raspi-config nonint do_serial_cons 1 && sudo raspi-config nonint do_serial_hw 1"
        " && sudo reboot",
    ),
}
"""What the kernel may have on the header: its lines, what is said, and what turns it off."""

OUR_NAMES = ("lg", "puluc")
"""The names that our pin factories give for a line they hold."""
OLED_ADDRESSES = (0x3C, 0x3D)
EXPANDER_ADDRESSES = range(0x20, 0x28)
FAST_I2C_HZ = 400_000
BOOT_CONFIG = "/boot/firmware/config.txt"


def wired(system: System) -> Wiring | None:
    """The board's wiring; none when the configuration makes none, which another check tells."""
    try:
        return wiring_of(system.config.board)
    except WiringError:
        return None


def check_chip(system: System) -> Iterator[Finding]:
    """Whether there is a chip with the header's lines, and the user may open it."""
    header, user = system.header, system.user
    if header is None:
        yield bad("GPIO chip", *system.header_trouble)
        return
    yield ok("GPIO chip", f"{header.device}, found by its name {header.found_by}")
    if header.node is not None and not header.node.open_to(user):
        yield bad(
            "GPIO access",
            f"{user.name} may not open {header.device}",
            _let_in(system, "gpio", "gpio"),
        )
    else:
        yield ok("GPIO access", f"{user.name} may open {header.device}")


def _let_in(system: System, group: str, subsystem: str) -> str:
    """The command that lets a user in, whether group or rule is what is missing."""
    return (
        f"sudo usermod -aG {group} {system.user.name} && "
        f"sudo udevadm trigger --subsystem-match={subsystem} && {system.restart}"
    )


def check_kernel_uses(system: System) -> Iterator[Finding]:
    """Whether the kernel has something else on the board's lines."""
    wiring = wired(system)
    used = {line for line, _ in wiring.pi_uses()} if wiring is not None else set()
    found = False
    for name in sorted(system.kernel_uses & KERNEL_LINES.keys()):
        lines, said, mend = KERNEL_LINES[name]
        wanted = sorted(lines & used)
        if wanted and wiring is not None:
            found = True
            needs = wiring.describe(Line(wanted[0]))
            more = f" and {len(wanted) - 1} more" if len(wanted) > 1 else ""
            yield bad(name, f"{said}; the board needs {needs}{more}", mend)
    if not found:
        yield ok("header", "neither SPI, 1-wire nor a serial console is in the board's way")


def check_lines(system: System) -> Iterator[Finding]:
    """Who holds the board's lines."""
    wiring, header = wired(system), system.header
    if wiring is None or header is None:
        return
    ours: set[str] = set()
    told = {line for name in system.kernel_uses for line in KERNEL_LINES[name][0]}
    free = True
    for line, use in wiring.pi_uses():
        if line in wiring.i2c or line not in header.held:
            continue
        consumer = header.held[line]
        holder = _holder(system, line)
        if holder is not None and holder.is_puluc:
            ours.add(str(holder.pid))
            continue
        if holder is None and system.has_running_service and consumer in OUR_NAMES:
            ours.add("of the service")  # only root may see which
            continue
        free = False
        if holder is None and line in told:
            continue  # by the check of what the kernel has on the header
        who, mend = _told(system, holder, consumer)
        yield bad("lines", f"{at_pin(line)} ({use}) is held by {who}", mend)
    if free:
        by = f"held by Puluc itself (process {min(ours)})" if ours else "free"
        yield ok("lines", f"all of the wiring {wiring.name} are {by}")


def _holder(system: System, line: int) -> Holder | None:
    """The process that holds a line; where the kernel doesn't tell, the only one it can be."""
    for holder in system.holders:
        if holder.lines is not None and line in holder.lines:
            return holder
    silent = [holder for holder in system.holders if holder.lines is None]
    return silent[0] if len(silent) == 1 else None


def _told(system: System, holder: Holder | None, consumer: str) -> tuple[str, str]:
    if holder is not None:
        return f"process {holder.pid} ({holder.command})", f"sudo kill {holder.pid}"
    if system.by_root:
        named = f"the kernel, for {consumer!r}" if consumer else "the kernel"
        return named, f"take its dtoverlay out of {BOOT_CONFIG}, then: sudo reboot"
    named = f"{consumer!r}" if consumer else "a program that gives no name"
    return named, "sudo puluc doctor tells its process"


def check_bus(system: System) -> Iterator[Finding]:
    """Whether the OLED answers on its bus, and the lamps' expander where there is one."""
    bus, display, wiring = system.bus, system.config.display, wired(system)
    if display.driver == "none":
        yield ok("OLED", "none, by the configuration")
        if wiring is None or wiring.expander is None:
            return
    path = f"/dev/i2c-{bus.number}"
    if bus.no_module:
        said = f"there is no {path}: the kernel's module i2c-dev is not loaded"
        yield bad("I2C bus", said, "sudo modprobe i2c-dev")
        return
    if bus.node is None:
        if system.model or system.header is not None:
            cause, mend = "I2C is off", "sudo raspi-config nonint do_i2c 0 && sudo reboot"
        else:
            cause = "this is no Raspberry Pi"
            mend = (
                f'for a board without OLED, driver = "none" under [display] in {system.config_file}'
            )
        yield bad("I2C bus", f"there is no {path}: {cause}", mend)
        return
    if not bus.node.open_to(system.user):
        yield bad(
            "I2C bus",
            f"{system.user.name} has no permission on {path}",
            _let_in(system, "i2c", "i2c-dev"),
        )
        return
    if "smbus2" not in system.packages:
        return  # nothing here can ask it, which is told already
    if bus.trouble:
        yield bad("I2C bus", f"{path} can't be asked: {bus.trouble}", "sudo puluc doctor")
        return
    if bus.speed is not None and bus.speed < FAST_I2C_HZ:
        yield warn(
            "I2C bus",
            f"{path} runs at {bus.speed // 1000} kHz, so a picture takes 0.1 s",
            f"dtparam=i2c_arm_baudrate=400000 in {BOOT_CONFIG}, then: sudo reboot",
        )
    else:
        yield ok("I2C bus", path)
    if display.driver != "none":
        mend = (
            f"check VCC, GND, SDA ({at_pin(Line(2))}) and SCL ({at_pin(Line(3))}); "
            f"i2cdetect -y {bus.number} shows what answers"
        )
        yield _answers(system, "OLED", display.address, OLED_ADDRESSES, "address|display", mend)
    if wiring is not None and wiring.expander is not None:
        mend = "check its power, RESET (to 3.3 V) and A0 to A2 (to ground for 0x20)"
        address = wiring.expander.address
        yield _answers(system, "expander", address, EXPANDER_ADDRESSES, "expander|board", mend)


def _answers(
    system: System, name: str, wanted: int, others: Iterable[int], key: str, mend: str
) -> Finding:
    """Whether a device answers at its address, or at another one that it may have."""
    bus = system.bus
    where = f"0x{wanted:02X} on I2C bus {bus.number}"
    if wanted in bus.answers:
        return ok(name, f"answers at {where}")
    found = [each for each in others if each in bus.answers]
    if found:
        field, _, section = key.partition("|")
        return bad(
            name,
            f"nothing answers at {where}, but something does at 0x{found[0]:02X}",
            f"set {field} = 0x{found[0]:02X} under [{section}] in {system.config_file}, "
            f"then: {system.restart}",
        )
    return bad(name, f"nothing answers at {where}", mend)
