"""The checks: each looks at the facts of a system and says what it found. Pure."""

from collections.abc import Callable, Iterator

from puluc.doctor.boards import check_bus, check_chip, check_kernel_uses, check_lines, wired
from puluc.doctor.finding import Finding, bad, ok, warn
from puluc.doctor.libraries import check_libraries, check_python
from puluc.doctor.store import check_config, check_database, check_disk, check_wiring
from puluc.doctor.system import System
from puluc.doctor.tables import check_tables

BAD_CONFIG = 78
"""The exit code of a service whose configuration is wrong."""

Check = Callable[[System], Iterator[Finding]]


def check_model(system: System) -> Iterator[Finding]:
    """What this machine is."""
    if system.model:
        yield ok("model", system.model)
    else:
        yield warn("model", "no Raspberry Pi (a simulated board needs none: puluc play)")


def check_kernel(system: System) -> Iterator[Finding]:
    """Which Linux it runs."""
    named = f", {system.release}" if system.release else ""
    yield ok("kernel", f"Linux {system.kernel}{named}")


def check_groups(system: System) -> Iterator[Finding]:
    """Whether the user may use the devices that the board has."""
    user, wiring = system.user, wired(system)
    on_pico = wiring is not None and wiring.on_pico
    has_expander = wiring is not None and wiring.expander is not None
    wanted = ["dialout" if on_pico else "gpio"]
    if system.config.display.driver != "none" or has_expander:
        wanted.append("i2c")
    missing = [group for group in wanted if group not in user.groups]
    if user.number == 0:
        yield ok("groups", "root needs none")
        return
    if not missing:
        yield ok("groups", f"{user.name} is in {', '.join(wanted)}")
        return
    plural = "groups" if len(missing) > 1 else "group"
    join = f"sudo usermod -aG {','.join(missing)} {user.name}"
    yield bad(
        "groups",
        f"{user.name} is not in the {plural} {' and '.join(missing)}",
        f"{join} && {system.restart}" if user.is_service else f"{join}, then log in again",
    )


def check_serial(system: System) -> Iterator[Finding]:
    """The serial ports that a board may be on."""
    ports = ", ".join(system.serial_ports)
    yield ok("serial ports", ports or "none (only a serial board needs one)")


def check_power(system: System) -> Iterator[Finding]:
    """Whether the supply is strong enough."""
    if system.undervoltage is None:
        yield ok("power", "nothing here measures it")
    elif system.undervoltage:
        yield bad(
            "power",
            "the supply has been too weak since the start (undervoltage)",
            "use a 5 V supply of 2.5 A or more (a Pi 5: 5 A) with a short, thick cable",
        )
    else:
        yield ok("power", "the supply has been strong enough since the start")


def check_service(system: System) -> Iterator[Finding]:
    """Whether the board comes up by itself."""
    service = system.service
    if service is None:
        yield warn("service", "not installed: the board will not come up by itself")
    elif service.state == "failed" and service.exit_code == BAD_CONFIG:
        said = "failed, as its configuration is wrong; it is not tried again by itself"
        yield bad("service", said, f"correct the configuration, then: {system.restart}")
    elif service.state == "failed" or service.detail == "auto-restart":
        said = "failed" if service.state == "failed" else "ends and is started again and again"
        yield bad("service", said, "journalctl -u puluc -b tells why")
    elif service.state in ("active", "activating", "reloading"):
        if service.at_boot:
            yield ok("service", service.state)
        else:
            said = f"{service.state}, but it does not come up at a boot"
            yield warn("service", said, "sudo systemctl enable puluc")
    else:
        yield warn("service", service.state, "sudo systemctl enable --now puluc")


CHECKS: tuple[Check, ...] = (
    check_model,
    check_kernel,
    check_python,
    check_libraries,
    check_groups,
    check_chip,
    check_kernel_uses,
    check_lines,
    check_bus,
    check_serial,
    check_power,
    check_disk,
    check_database,
    check_config,
    check_wiring,
    check_tables,
    check_service,
)
"""In the order in which they are told: what others depend on comes first."""


def examine(system: System) -> tuple[Finding, ...]:
    """All that the checks find."""
    return tuple(finding for check in CHECKS for finding in check(system))
