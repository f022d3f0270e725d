"""The facts of who runs the board: the service, and the user."""

from collections.abc import Iterator

from puluc.doctor.facts.files import Files
from puluc.doctor.facts.world import World
from puluc.doctor.system import Service, User

UNIT = "puluc.service"
UNIT_FOLDERS = ("etc/systemd/system", "lib/systemd/system", "usr/lib/systemd/system")
SERVICE_USER = "puluc"


def service_of(files: Files, world: World) -> Service | None:
    """The service as systemd has it; None where it is not installed."""
    if not any(files.at(f"{folder}/{UNIT}").exists() for folder in UNIT_FOLDERS):
        return None
    wanted = "ActiveState,SubState,UnitFileState,ExecMainStatus,SupplementaryGroups"
    answer = world.run("systemctl", "show", UNIT, f"--property={wanted}")
    told = dict(line.split("=", 1) for line in answer.out.splitlines() if "=" in line)
    code = told.get("ExecMainStatus", "")
    return Service(
        told.get("ActiveState") or "unknown",
        told.get("SubState", ""),
        at_boot=told.get("UnitFileState") == "enabled",
        exit_code=int(code) if code.isdecimal() else 0,
        groups=tuple(told.get("SupplementaryGroups", "").split()),
    )


def user_of(files: Files, world: World, service: Service | None) -> User:
    """The service's user where there is one, else who asks."""
    people = list(_entries(files, "etc/passwd", 2, 3))
    fields = next((each for each in people if each[0] == SERVICE_USER), None)
    is_service = fields is not None
    if fields is None:
        fields = next((each for each in people if each[2:3] == [str(world.user)]), None)
    name, number, first = (
        (str(world.user), world.user, -1)
        if fields is None
        else (fields[0], int(fields[2]), int(fields[3]))
    )
    given = service.groups if service is not None and is_service else ()
    member = [
        (group[0], int(group[2]))
        for group in _entries(files, "etc/group", 2)
        if int(group[2]) == first or name in group[3].split(",") or group[0] in given
    ]
    return User(
        name,
        number,
        frozenset(group for group, _ in member),
        frozenset({first, *(number for _, number in member)}),
        is_service,
    )


def _entries(files: Files, path: str, *numbers: int) -> Iterator[list[str]]:
    """The entries of a file of users or groups; what is none, a line for NIS, say, is left out."""
    for line in files.text(path).splitlines():
        entry = line.split(":")
        if len(entry) > 3 and all(entry[number].isdecimal() for number in numbers):
            yield entry
