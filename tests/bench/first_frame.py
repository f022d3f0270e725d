"""``puluc play`` as it is, telling on its output when the first frame is on the display.

At its end it tells its threads as well: ``thread 1234 MainThread``, the number being the kernel's.
Run as ``python -m tests.bench.first_frame`` by `tests.bench.process`.
"""

import sys
import threading

from puluc import app, cli

SHOWN = "first frame"


class Telling(app.App):
    """The app, which says when its first frame has been sent."""

    def start(self) -> None:
        super().start()
        threading.Thread(target=self._tell, name="telling").start()

    def _tell(self) -> None:
        self._parts.display.settle()  # type: ignore[attr-defined] # the OLED's
        print(SHOWN, flush=True)

    def close(self) -> None:
        for thread in threading.enumerate():
            print("thread", thread.native_id, thread.name, flush=True)
        super().close()


if __name__ == "__main__":
    app.App = Telling  # type: ignore[misc]
    sys.exit(cli.main(["play", "--port", "0", "--no-browser"]))
