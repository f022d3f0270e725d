"""A healthy system, and how the report ends."""

from pathlib import Path

import pytest

from puluc.doctor.facts.world import Answer
from puluc.doctor.finding import Finding, Level, report
from tests.doctor.machines import FILES, GPIO, I2C, Machine, service


def test_a_healthy_pi(tmp_path: Path) -> None:
    """Each check has its line, all are well, and the exit code is 0."""
    text, code = report(Machine.healthy(tmp_path).findings())
    assert code == 0
    assert text.splitlines() == [
        "ok    model: Raspberry Pi Zero 2 W Rev 1.0",
        "ok    kernel: Linux 6.12.25+rpt-rpi-v8, bookworm",
        "ok    python: 3.11",
        "ok    pin factory: lgpio, by lgpio 0.2.2.0",
        "ok    groups: puluc is in gpio, i2c",
        "ok    GPIO chip: /dev/gpiochip0, found by its name pinctrl-bcm2835, brcm,bcm2835-gpio",
        "ok    GPIO access: puluc may open /dev/gpiochip0",
        "ok    header: neither SPI, 1-wire nor a serial console is in the board's way",
        "ok    lines: all of the wiring direct are free",
        "ok    I2C bus: /dev/i2c-1",
        "ok    OLED: answers at 0x3C on I2C bus 1",
        "ok    serial ports: none (only a serial board needs one)",
        "ok    power: the supply has been strong enough since the start",
        "ok    disk: /var/lib/puluc: 8192 MB free",
        "ok    database: /var/lib/puluc/journal.db is sound",
        "ok    config: /etc/puluc/config.toml is right",
        "ok    wiring: direct, as the configuration has it",
        "ok    tables: classic with up to 6 warriors alive (shipped)",
        "ok    service: active",
        "All is well.",
    ]


def test_a_board_at_work(tmp_path: Path) -> None:
    """Lines that our own board holds are well, and its process is told."""
    machine = Machine.healthy(tmp_path)
    machine.held = {4: "lg", 9: "lg"}
    machine.process(77, "/opt/puluc/bin/python3 /opt/puluc/bin/puluc run", 4, 9)
    assert machine.wrong() == []
    lines = [each.said for each in machine.findings() if each.subject == "lines"]
    assert lines == ["all of the wiring direct are held by Puluc itself (process 77)"]


def test_a_board_at_work_seen_by_a_user(tmp_path: Path) -> None:
    """Only root sees the service's files; that it is active, and the name, are enough."""
    machine = Machine.healthy(tmp_path)
    machine.held = {4: "lg", 9: "lg"}
    assert machine.wrong() == []
    machine.says["systemctl"] = service("inactive", "dead")
    assert [each.split(" (")[0] for each in machine.wrong()] == [
        "bad   lines: GPIO 4, pin 7",
        "bad   lines: GPIO 9, pin 21",
        "warn  service: inactive; to mend it: sudo systemctl enable --now puluc",
    ]


def test_groups_of_the_unit(tmp_path: Path) -> None:
    """A service is in the groups that its unit gives it, whatever its user is in."""
    machine = Machine.healthy(tmp_path)
    machine.write("etc/group", f"gpio:x:{GPIO}:\ni2c:x:{I2C}:\n")
    assert len(machine.wrong()) == 3
    machine.says["systemctl"] = service(groups="gpio i2c dialout")
    assert machine.wrong() == []


def test_a_corrected_wiring(tmp_path: Path) -> None:
    """The lines of a wiring.toml are those that are looked at."""
    machine = Machine.healthy(tmp_path)
    machine.write("var/lib/puluc/wiring.toml", 'profile = "direct"\nspaces = 11\ntilt = 2\n')
    (wrong,) = machine.wrong()
    assert "GPIO 2" in wrong
    machine.write("var/lib/puluc/wiring.toml", 'profile = "direct"\nspaces = 11\n')
    assert machine.wrong() == []
    assert any("corrected by the self-test" in each.said for each in machine.findings())


def test_an_expander(tmp_path: Path) -> None:
    """The lamps' expander is asked for as the OLED is, and where it answers."""
    machine = Machine.healthy(tmp_path)
    machine.write("etc/puluc/config.toml", '[board]\nprofile = "expander"\n')
    (wrong,) = machine.wrong()
    assert wrong.startswith("bad   expander: nothing answers at 0x20 on I2C bus 1; to mend it: ")
    machine.answers |= {0x21}
    (wrong,) = machine.wrong()
    assert wrong == (
        "bad   expander: nothing answers at 0x20 on I2C bus 1, but something does at 0x21; to mend "
        "it: set expander = 0x21 under [board] in /etc/puluc/config.toml, then: sudo systemctl "
        "restart puluc"
    )
    machine.answers |= {0x20}
    assert machine.wrong() == []


def test_a_serial_board(tmp_path: Path) -> None:
    """A port is told by its lasting name; a board on it needs the group dialout."""
    machine = Machine.healthy(tmp_path)
    machine.write("dev/serial/by-id/usb-Pico", "")
    assert machine.wrong() == []
    machine.write("etc/puluc/config.toml", '[board]\nprofile = "pico"\n')
    assert [each.split(";")[0] for each in machine.wrong()] == [
        "bad   groups: puluc is not in the group dialout"
    ]
    said = {each.subject: each.said for each in machine.findings()}
    assert said["serial ports"] == "/dev/serial/by-id/usb-Pico"


def test_a_pico_at_a_laptop(tmp_path: Path) -> None:
    """A laptop has neither gpio nor OLED, and the board needs neither's group."""
    machine = Machine.healthy(tmp_path)
    machine.write(
        "etc/puluc/config.toml", '[board]\nprofile = "pico"\n[display]\ndriver = "none"\n'
    )
    machine.write("etc/group", "dialout:x:20:puluc\n")
    said = {each.subject: str(each) for each in machine.findings()}
    assert said["groups"] == "ok    groups: puluc is in dialout"


def test_files_of_users_with_other_lines(tmp_path: Path) -> None:
    """What is no user or group in the files of them does no harm."""
    machine = Machine.healthy(tmp_path)
    for path in ("etc/passwd", "etc/group"):
        machine.write(path, f"\n+::::::\n# ours\n{FILES[path]}")
    assert machine.wrong() == []


def test_a_bus_that_fails(tmp_path: Path) -> None:
    """A bus that can't be asked is told with the kernel's reason."""
    machine = Machine.healthy(tmp_path)
    machine.bus_error = OSError(5, "Input/output error")
    assert machine.wrong() == [
        "bad   I2C bus: /dev/i2c-1 can't be asked: Input/output error; "
        "to mend it: sudo puluc doctor"
    ]


def test_a_new_board(tmp_path: Path) -> None:
    """Before the first start there is neither configuration nor database, nor a service."""
    machine = Machine.healthy(tmp_path)
    machine.remove("var/lib/puluc/journal.db")
    machine.remove("etc/puluc/config.toml")
    machine.remove("etc/systemd/system/puluc.service")
    assert [each.split(":")[0] for each in machine.wrong()] == ["warn  service"]
    said = {each.subject: each.said for each in machine.findings()}
    assert said["database"] == "none yet; it will be /var/lib/puluc/journal.db"
    assert said["config"] == "no file, so everything is at its default"


def test_a_laptop(tmp_path: Path) -> None:
    """Where there is nothing at all, the doctor still tells everything that is missing."""
    machine = Machine.healthy(tmp_path)
    machine.no_chip()
    for path in FILES:
        (tmp_path / path).unlink(missing_ok=True)
    machine.packages = {}
    machine.says = {}
    wrong = machine.wrong()
    assert any(each.startswith("bad   GPIO chip: no GPIO chip") for each in wrong)
    assert any(each.startswith("bad   I2C bus") for each in wrong)
    assert wrong[0].startswith("warn  model: no Raspberry Pi")


@pytest.mark.parametrize(
    ("answer", "weak"), [("throttled=0x0", 0), ("throttled=0x10000", 1), ("throttled=0x4", 0)]
)
def test_undervoltage_is_one_bit_of_many(tmp_path: Path, answer: str, weak: int) -> None:
    """Only now and since the start count; throttling by heat is not the supply's fault."""
    machine = Machine.healthy(tmp_path)
    machine.says["vcgencmd"] = Answer(0, answer)
    assert len(machine.wrong()) == weak


@pytest.mark.parametrize(
    ("levels", "last", "code"),
    [
        ((Level.OK,), "All is well.", 0),
        ((Level.OK, Level.WARN), "1 warn.", 0),
        ((Level.BAD, Level.WARN, Level.BAD), "2 bad, 1 warn.", 1),
    ],
)
def test_the_exit_code(levels: tuple[Level, ...], last: str, code: int) -> None:
    """A warning doesn't fail; something bad does."""
    text, found = report(Finding(level, "x", "y") for level in levels)
    assert (text.splitlines()[-1], found) == (last, code)
