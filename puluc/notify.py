"""What the service tells systemd, by the datagrams of sd_notify(3); nothing without a systemd."""

import socket
from collections.abc import Mapping
from contextlib import suppress


class Notify:
    """The socket that ``NOTIFY_SOCKET`` names, if any.

    Attributes:
        watchdog_us: How often at least a watchdog wants to be fed; ``None`` when there is none.
    """

    def __init__(self, environment: Mapping[str, str], pid: int) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):
            self._address = "\0" + self._address[1:]
        wanted = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(pid)) == str(pid)
        self.watchdog_us = int(wanted) if ours and wanted.isdecimal() and int(wanted) else None

    def tell(self, *lines: str) -> None:
        """Send lines such as ``READY=1``; that nobody listens is no harm."""
        if self._address:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.sendto("\n".join(lines).encode(), socket.MSG_DONTWAIT, self._address)
