"""Broken systems, each with the sentence that helps."""

from collections.abc import Callable
from pathlib import Path

import pytest

from puluc.doctor.facts.world import Answer
from puluc.opponent.ranking import Ranking
from puluc.opponent.table_file import as_bytes
from puluc.rules.presets import rule_set
from tests.doctor.machines import GPIO, I2C, PULUC, Break, Machine, kept, service, with_config

RESTART = "sudo systemctl restart puluc"
PIP = "sudo /opt/puluc/venv-1/bin/python -m pip"


def damage(machine: Machine) -> None:
    path = machine.root / "var/lib/puluc/journal.db"
    data = bytearray(path.read_bytes())
    data[4096:4300] = b"\xff" * 204
    path.write_bytes(data)


def busy(machine: Machine) -> None:
    machine.held = {17: "lg"}
    machine.process(812, "/usr/bin/python3 /home/pi/lamp.py", 17)


def busy_with_no_process(machine: Machine) -> None:
    machine.held = {17: "gpiomon"}


def busy_with_a_driver(machine: Machine) -> None:
    machine.user = 0
    machine.held = {17: "power_button"}


def busy_with_spi(machine: Machine) -> None:
    machine.write("dev/spidev0.0", "")
    machine.held = {8: "spi0 CS0"}


def another_chip(machine: Machine) -> None:
    machine.labels = {"gpiochip0": "gpio-mockup"}
    machine.remove("sys/bus/gpio/devices/gpiochip0/of_node/compatible")


def old_rpi_gpio(machine: Machine) -> None:
    machine.packages["RPi.GPIO"] = "0.7.1"
    machine.write("etc/puluc/config.toml", '[board]\npins = "rpigpio"\n')


def no_bus_of_a_laptop(machine: Machine) -> None:
    machine.remove("dev/i2c-1")
    machine.remove("proc/device-tree/model")
    machine.no_chip()


def no_smbus2(machine: Machine) -> None:
    machine.packages.pop("smbus2")
    machine.bus_error = OSError("No module named 'smbus2'")


def no_module(machine: Machine) -> None:
    machine.remove("dev/i2c-1")
    machine.write("sys/bus/i2c/devices/i2c-1/name", "bcm2835")


TABLE = "var/lib/puluc/small.puluc"


def table_of(machine: Machine, change: Callable[[bytes], bytes] = bytes) -> None:
    """A table in the state folder, as it was copied there."""
    rules = rule_set("classic", track=5, warriors=1, kills_to_win=1)
    data = as_bytes(rules, bytes(2 * Ranking(rules).positions))
    (machine.root / TABLE).write_bytes(change(data))


def one_bit_fewer(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


WITHOUT = f"sudo rm /{TABLE}; then: {RESTART}"

BROKEN: dict[str, tuple[Break, tuple[str, ...]]] = {
    "not in the group gpio": (
        lambda machine: machine.write(
            "etc/group", f"gpio:x:{GPIO}:pi\ni2c:x:{I2C}:puluc\npuluc:x:{PULUC}:\n"
        ),
        (
            "bad   groups: puluc is not in the group gpio; to mend it: "
            f"sudo usermod -aG gpio puluc && {RESTART}",
            "bad   GPIO access: puluc may not open /dev/gpiochip0; to mend it: "
            "sudo usermod -aG gpio puluc && sudo udevadm trigger --subsystem-match=gpio && "
            f"{RESTART}",
        ),
    ),
    "no GPIO chip": (
        Machine.no_chip,
        (
            "bad   GPIO chip: no GPIO chip; to mend it: is this a Raspberry Pi? "
            "`puluc play` needs none",
        ),
    ),
    "another chip": (
        another_chip,
        (
            "bad   GPIO chip: no GPIO chip of a Pi, only gpiochip0 (gpio-mockup); to mend it: "
            "name the right one in board.chip",
        ),
    ),
    "the OLED's address": (
        lambda machine: kept(machine, answers={0x3D}),
        (
            "bad   OLED: nothing answers at 0x3C on I2C bus 1, but something does at 0x3D; "
            "to mend it: set address = 0x3D under [display] in /etc/puluc/config.toml, then: "
            f"{RESTART}",
        ),
    ),
    "the OLED unplugged": (
        lambda machine: kept(machine, answers=set()),
        (
            "bad   OLED: nothing answers at 0x3C on I2C bus 1; to mend it: check VCC, GND, "
            "SDA (GPIO 2, pin 3) and SCL (GPIO 3, pin 5); i2cdetect -y 1 shows what answers",
        ),
    ),
    "a laptop's bus": (
        no_bus_of_a_laptop,
        (
            "warn  model: no Raspberry Pi (a simulated board needs none: puluc play)",
            "bad   GPIO chip: no GPIO chip; to mend it: is this a Raspberry Pi? `puluc play` needs "
            "none",
            "bad   I2C bus: there is no /dev/i2c-1: this is no Raspberry Pi; to mend it: for a "
            'board without OLED, driver = "none" under [display] in /etc/puluc/config.toml',
        ),
    ),
    "no I2C bus": (
        lambda machine: machine.remove("dev/i2c-1"),
        (
            "bad   I2C bus: there is no /dev/i2c-1: I2C is off; to mend it: "
            "sudo raspi-config nonint do_i2c 0 && sudo reboot",
        ),
    ),
    "no permission on the I2C bus": (
        lambda machine: machine.owners.update({"dev/i2c-1": (0, 0, 0o600)}),
        (
            "bad   I2C bus: puluc has no permission on /dev/i2c-1; to mend it: "
            "sudo usermod -aG i2c puluc && sudo udevadm trigger --subsystem-match=i2c-dev && "
            f"{RESTART}",
        ),
    ),
    "a slow I2C bus": (
        lambda machine: machine.write("boot/firmware/config.txt", "dtparam=i2c_arm=on\n"),
        (
            "warn  I2C bus: /dev/i2c-1 runs at 100 kHz, so a picture takes 0.1 s; to mend it: "
            "dtparam=i2c_arm_baudrate=400000 in /boot/firmware/config.txt, then: sudo reboot",
        ),
    ),
    "a line that another process holds": (
        busy,
        (
            "bad   lines: GPIO 17, pin 11 (space 7's lamp) is held by process 812 "
            "(/usr/bin/python3 /home/pi/lamp.py); to mend it: sudo kill 812",
        ),
    ),
    "a line that nobody admits to": (
        busy_with_no_process,
        (
            "bad   lines: GPIO 17, pin 11 (space 7's lamp) is held by 'gpiomon'; to mend it: "
            "sudo puluc doctor tells its process",
        ),
    ),
    "a line that a driver holds": (
        busy_with_a_driver,
        (
            "bad   lines: GPIO 17, pin 11 (space 7's lamp) is held by the kernel, for "
            "'power_button'; to mend it: take its dtoverlay out of /boot/firmware/config.txt, "
            "then: sudo reboot",
        ),
    ),
    "SPI": (
        busy_with_spi,
        (
            "bad   spi: SPI is on and holds GPIO 7 to 11; the board needs GPIO 7 (space 4's "
            "button) and 4 more; to mend it: sudo raspi-config nonint do_spi 1 && sudo reboot",
        ),
    ),
    "1-wire": (
        lambda machine: machine.write("sys/bus/w1/devices/w1_bus_master1/name", ""),
        (
            "bad   1-wire: 1-wire is on and holds GPIO 4; the board needs GPIO 4 (space 1's "
            "button); to mend it: sudo raspi-config nonint do_onewire 1 && sudo reboot",
        ),
    ),
    "the serial console": (
        lambda machine: machine.write("proc/cmdline", "console=ttyS0,115200 console=tty1\n"),
        (
            "bad   serial console: the serial console is on and holds GPIO 14 and 15; the board "
            "needs GPIO 14 (the menu button) and 1 more; to mend it: sudo raspi-config nonint "
            "do_serial_cons 1 && sudo raspi-config nonint do_serial_hw 1 && sudo reboot",
        ),
    ),
    "undervoltage": (
        lambda machine: machine.says.update(vcgencmd=Answer(0, "throttled=0x50005\n")),
        (
            "bad   power: the supply has been too weak since the start (undervoltage); to mend "
            "it: use a 5 V supply of 2.5 A or more (a Pi 5: 5 A) with a short, thick cable",
        ),
    ),
    "a damaged database": (
        damage,
        (
            "bad   database: /var/lib/puluc/journal.db: SQLite's check says: * (a start sets it "
            f"aside, and begins a new one); to mend it: {RESTART}",
        ),
    ),
    "a database set aside": (
        lambda machine: machine.write(
            "var/lib/puluc/journal-2026-11-30T12-00-00.damaged.db", "not one"
        ),
        (
            "warn  database: journal-2026-11-30T12-00-00.damaged.db was damaged and set aside; "
            "to mend it: keep it: what can be read of it may be saved, then delete it",
        ),
    ),
    "a wrong configuration": (
        with_config("[board]\nspaces = 4\n"),
        (
            "bad   config: /etc/puluc/config.toml: line 2: board.spaces = 4: allowed is a whole "
            "number, 5 to 30; to mend it: correct it (`puluc config` shows every key), then: "
            f"{RESTART}",
        ),
    ),
    "a wrong wiring.toml": (
        lambda machine: machine.write(
            "var/lib/puluc/wiring.toml", 'profile = "direct"\nspaces = 11\nmenu = 4\n'
        ),
        (
            "bad   wiring: wiring 'direct': GPIO 4 is used twice, for space 1's button and the "
            f"menu button; to mend it: sudo rm /var/lib/puluc/wiring.toml && {RESTART}",
        ),
    ),
    "two libraries of one name": (
        lambda machine: machine.packages.update({"RPi.GPIO": "0.7.1", "rpi-lgpio": "0.6"}),
        (
            "bad   libraries: RPi.GPIO and rpi-lgpio are both installed, and each overwrites the "
            f"other's files; to mend it: {PIP} uninstall --yes RPi.GPIO rpi-lgpio && {PIP} install "
            "rpi-lgpio",
        ),
    ),
    "no lgpio for this Python": (
        lambda machine: kept(
            machine, python=(3, 13), import_error="ModuleNotFoundError: No module named 'lgpio'"
        ),
        (
            "bad   pin factory: lgpio is missing, and has no wheel for Python 3.13 "
            "(ModuleNotFoundError: No module named 'lgpio'); to mend it: sudo apt-get install "
            "python3-lgpio",
        ),
    ),
    "the stub of lgpio": (
        lambda machine: machine.packages.update(lgpio="0.0.0.2"),
        (
            "bad   pin factory: lgpio 0.0.0.2 is an empty stub: 0.2.2.0 or later is needed; "
            f"to mend it: {PIP} install 'lgpio>=0.2.2.0'",
        ),
    ),
    "RPi.GPIO on a new kernel": (
        old_rpi_gpio,
        (
            "bad   pin factory: RPi.GPIO can't watch a line on Linux 6.12.25+rpt-rpi-v8 (6.6 and "
            'later); to mend it: set pins = "lgpio" under [board] in /etc/puluc/config.toml, '
            f"then: {RESTART}",
        ),
    ),
    "no smbus2": (
        no_smbus2,
        (f"bad   libraries: smbus2 is not installed; to mend it: {PIP} install smbus2",),
    ),
    "a full disk": (
        lambda machine: kept(machine, disk=(4096, False)),
        (
            "bad   disk: /var/lib/puluc is full: games are played but not saved; to mend it: "
            "sudo apt-get clean && sudo journalctl --vacuum-size=50M",
        ),
    ),
    "a read-only disk": (
        lambda machine: kept(machine, disk=(8 << 30, True)),
        (
            "bad   disk: /var/lib/puluc is read-only: games are played but not saved (if that "
            "comes back, the card is failing); to mend it: sudo mount -o remount,rw /",
        ),
    ),
    "a card that fails": (
        lambda machine: kept(machine, disk_error=OSError(5, "Input/output error")),
        (
            "bad   disk: /var/lib/puluc can't be looked at: input/output error (the card may be "
            "failing); to mend it: sudo dmesg --level err names the device; until then games are "
            "not saved",
        ),
    ),
    "a disk in memory": (
        lambda machine: machine.write("proc/self/mounts", "overlay / overlay rw 0 0\n"),
        (
            "warn  disk: /var/lib/puluc is in memory: games are forgotten at the next start; "
            "to mend it: sudo raspi-config nonint disable_overlayfs && sudo reboot",
        ),
    ),
    "somebody else's folder": (
        lambda machine: machine.owners.update({"var/lib/puluc": (0, 0, 0o755)}),
        (
            "bad   disk: puluc may not write to /var/lib/puluc; to mend it: "
            "sudo chown -R puluc /var/lib/puluc",
        ),
    ),
    "a service that failed": (
        lambda machine: machine.says.update(systemctl=service("failed", "failed", code=1)),
        ("bad   service: failed; to mend it: journalctl -u puluc -b tells why",),
    ),
    "a service that was given up": (
        lambda machine: machine.says.update(systemctl=service("failed", "failed", code=78)),
        (
            "bad   service: failed, as its configuration is wrong; it is not tried again by "
            f"itself; to mend it: correct the configuration, then: {RESTART}",
        ),
    ),
    "a service that never stays": (
        lambda machine: machine.says.update(systemctl=service("activating", "auto-restart")),
        (
            "bad   service: ends and is started again and again; to mend it: journalctl -u puluc "
            "-b tells why",
        ),
    ),
    "a service that is not started": (
        lambda machine: machine.says.update(systemctl=service("inactive", "dead")),
        ("warn  service: inactive; to mend it: sudo systemctl enable --now puluc",),
    ),
    "a service that does not come up": (
        lambda machine: machine.says.update(systemctl=service(at_boot="disabled")),
        (
            "warn  service: active, but it does not come up at a boot; to mend it: sudo systemctl "
            "enable puluc",
        ),
    ),
    "asked by an ordinary user": (
        lambda machine: kept(machine, hidden="var/lib/puluc"),
        (
            "warn  database: only root may look into /var/lib/puluc; to mend it: sudo puluc doctor",
            "warn  wiring: what the self-test has corrected, only root may see; to mend it: sudo "
            "puluc doctor",
        ),
    ),
    "a table that is not there": (
        with_config('[opponent]\ntable = "/srv/large.puluc"\n'),
        (
            "bad   tables: /srv/large.puluc: no such file or directory; to mend it: copy a whole "
            f"one there, or take `table` out of [opponent]; then: {RESTART}",
        ),
    ),
    "something else for a table": (
        lambda machine: machine.write(TABLE, "values"),
        (
            f"bad   tables: /{TABLE}: not a table of Puluc; to mend it: copy a whole one there, "
            f"or: {WITHOUT}",
        ),
    ),
    "half of a table": (
        lambda machine: table_of(machine, lambda data: data[:-10]),
        (f"bad   tables: /{TABLE}: *; to mend it: copy a whole one there, or: {WITHOUT}",),
    ),
    "a damaged table": (
        lambda machine: table_of(machine, one_bit_fewer),
        (f"bad   tables: /{TABLE}: damaged at byte *or: {WITHOUT}",),
    ),
    "no module for the I2C bus": (
        no_module,
        (
            "bad   I2C bus: there is no /dev/i2c-1: the kernel's module i2c-dev is not loaded; "
            "to mend it: sudo modprobe i2c-dev",
        ),
    ),
}


def fits(said: str, wanted: str) -> bool:
    start, star, end = wanted.partition("*")
    return said == wanted if not star else said.startswith(start) and said.endswith(end)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_system_is_told(name: str, tmp_path: Path) -> None:
    """What is broken is told with its cause and its cure, and nothing else is."""
    breaks, wanted = BROKEN[name]
    machine = Machine.healthy(tmp_path)
    breaks(machine)
    wrong = machine.wrong()
    assert len(wrong) == len(wanted), wrong
    for said, expected in zip(wrong, wanted, strict=True):
        assert fits(said, expected), said
