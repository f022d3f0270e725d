"""The pin factories to choose from, each with the sentence that helps when it can't work.

gpiozero's own choice tries one library after the other and tells what the last of them said. Here
exactly the one that is asked for is built, on a chip that has been found by what it is.
"""

import os
from collections import defaultdict
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, assert_never

from hardware.pins.chips import Chip
from hardware.pins.errors import FactoryError
from hardware.pins.revision import revision_of

if TYPE_CHECKING:
    from gpiozero.pins import Factory

Kind = Literal["lgpio", "gpiod", "rpigpio"]

KINDS: Final[tuple[Kind, ...]] = ("lgpio", "gpiod", "rpigpio")
"""The pin factories; the first is the usual one."""

NO_EDGES_SINCE: Final = (6, 6)
"""The kernel from which on RPi.GPIO can't watch a line: it numbers them as kernels did before."""


def pin_factory(kind: Kind, chip: Chip, runtime: Path, release: str = "") -> "Factory":
    """A gpiozero pin factory of its own, never the global one; the caller closes it.

    Args:
        kind: Which.
        chip: The chip that it is for.
        runtime: A folder that may be written to, for what lgpio puts into its working directory.
        release: The kernel's, as ``uname -r`` tells it; this kernel's when it is empty.

    Raises:
        FactoryError: it can't be had; with what helps.
    """
    match kind:
        case "lgpio":
            return _lgpio(chip, runtime)
        case "gpiod":
            return _gpiod(chip)
        case "rpigpio":
            return _rpigpio(chip, runtime, release or os.uname().release)
    assert_never(kind)


def _lgpio(chip: Chip, runtime: Path) -> "Factory":
    _prepare_for_lgpio("lgpio", runtime)
    try:
        from gpiozero.pins import lgpio as pins  # noqa: PLC0415 - imports the library
    except (ImportError, AttributeError) as error:  # the stub 0.0.0.2 is empty
        raise FactoryError(
            "lgpio",
            f"the library lgpio can't be loaded ({error})",
            "install python3-lgpio for a venv with system site packages, or pip install"
            ' "puluc[rpi]"',
        ) from error
    lgpio_error = pins.lgpio.error

    class LgpioPin(pins.LGPIOPin):  # type: ignore[misc] # gpiozero ships no types
        """lgpio's, which hears nothing any more once it is closed, whatever its chip does."""

        _callback: Any

        def close(self) -> None:
            # gpiozero leaves it: an edge of the next chip's line would come here, where nobody
            # listens, and what that raises would end the one thread of all callbacks.
            callback, self._callback = self._callback, None
            if callback is not None:
                callback.cancel()
            if not self.factory.is_abandoned:
                super().close()

        def _disable_event_detect(self) -> None:
            if self._callback is not None:  # it may be asked for by an edge that comes too late
                super()._disable_event_detect()

    class LgpioFactory(pins.LGPIOFactory):  # type: ignore[misc] # gpiozero ships no types
        """lgpio's, which can be closed after its chip has gone, and be followed by another."""

        def __init__(self) -> None:
            super().__init__(chip=chip.number)
            _own_pins(self)
            self.pin_class = LgpioPin
            self.is_abandoned = False

        _get_revision = revision_of

        @property
        def is_listening(self) -> bool:
            """Whether the one thread of all callbacks is alive: what one raises ends it."""
            return bool(pins.lgpio._notify_thread.is_alive())

        def abandon(self) -> None:
            """Have lgpio forget a chip that has gone.

            Until then its thread spins and writes thousands of lines a second to the standard
            error, where a line of our own would wait, and with it the loop.
            """
            self.is_abandoned = True
            with suppress(lgpio_error):
                pins.lgpio.gpiochip_close(self._handle)

        def close(self) -> None:
            _close_pins(self, lgpio_error)
            with suppress(lgpio_error):
                super().close()
            self._handle = None

    try:
        return LgpioFactory()
    except lgpio_error as error:
        raise FactoryError("lgpio", f"{chip}: {_said(error)}", _open_remedy(chip)) from error


def _gpiod(chip: Chip) -> "Factory":
    try:
        import gpiod  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise FactoryError(
            "gpiod", f"the library gpiod can't be loaded ({error})", 'pip install "puluc[gpiod]"'
        ) from error
    if not hasattr(gpiod, "LineSettings"):
        raise FactoryError(
            "gpiod",
            "this gpiod is older than 2, which speaks otherwise",
            'pip install "puluc[gpiod]"',
        )
    from hardware.pins.kernel import GpiodFactory  # noqa: PLC0415 - imports gpiozero

    try:
        factory: Factory = GpiodFactory(chip.path, gpiod)
    except OSError as error:
        raise FactoryError("gpiod", f"{chip}: {_said(error)}", _open_remedy(chip)) from error
    return factory


def _rpigpio(chip: Chip, runtime: Path, release: str) -> "Factory":
    real = _is_real_rpigpio()
    if real and chip.names and "rp1" in " ".join(chip.names):
        raise FactoryError(
            "rpigpio", "RPi.GPIO knows no Pi 5", 'set board.pins to "lgpio" or "gpiod"'
        )
    if real and _kernel(release) >= NO_EDGES_SINCE:
        raise FactoryError(
            "rpigpio",
            f"RPi.GPIO can't watch a line on kernel {release} (6.6 and later)",
            'set board.pins to "lgpio" or "gpiod"',
        )
    os.environ.setdefault("RPI_LGPIO_CHIP", str(chip.number))
    if not real:  # rpi-lgpio gives up where the device tree doesn't tell which Pi this is
        os.environ.setdefault("RPI_LGPIO_REVISION", f"{revision_of():x}")
    _prepare_for_lgpio("rpigpio", runtime)
    try:
        from gpiozero.pins import rpigpio as pins  # noqa: PLC0415 - imports the library
    except ImportError as error:
        raise FactoryError(
            "rpigpio",
            f"the library RPi.GPIO can't be loaded ({error})",
            'pip install "puluc[rpigpio]", or set board.pins to "lgpio"',
        ) from error
    except RuntimeError as error:
        raise FactoryError(
            "rpigpio",
            f"RPi.GPIO says: {error}",
            "it works on a Raspberry Pi up to 4 only; `puluc play` needs none",
        ) from error

    class RpiGpioFactory(pins.RPiGPIOFactory):  # type: ignore[misc] # gpiozero ships no types
        """RPi.GPIO's, with pins of its own."""

        def __init__(self) -> None:
            super().__init__()
            _own_pins(self)

        _get_revision = revision_of

        def close(self) -> None:
            _close_pins(self, Exception)  # rpi-lgpio's may be another library's
            super().close()

    try:
        return RpiGpioFactory()
    except (RuntimeError, OSError) as error:
        raise FactoryError(
            "rpigpio", f"RPi.GPIO says: {_said(error)}", 'set board.pins to "lgpio" or "gpiod"'
        ) from error


def _prepare_for_lgpio(kind: str, runtime: Path) -> None:
    """Give lgpio a folder for its pipe, which it makes in the working directory otherwise."""
    try:
        runtime.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FactoryError(
            kind,
            f"{runtime}: {_said(error)}; lgpio needs a folder to write to",
            "set RUNTIME_DIRECTORY or XDG_RUNTIME_DIR to one",
        ) from error
    os.environ["LG_WD"] = str(runtime)


def _own_pins(factory: Any) -> None:
    """Give a factory pins and reservations of its own.

    gpiozero's local factories share theirs for the life of the process: after a chip has come
    back a new factory would be given the pins of the one before, which are dead.
    """
    factory.pins = {}
    factory._reservations = defaultdict(list)


def _close_pins(factory: Any, error: type[Exception]) -> None:
    """Close a factory's pins, whatever state the chip is in."""
    pins, factory.pins = factory.pins, {}
    for pin in pins.values():
        with suppress(error):
            pin.close()


def _is_real_rpigpio() -> bool:
    """Whether ``RPi.GPIO`` is itself; rpi-lgpio takes its name, and works on every Pi."""
    try:
        return find_spec("RPi._GPIO") is not None
    except ModuleNotFoundError:
        return False


def _kernel(release: str) -> tuple[int, int]:
    """``6.12.25+rpt-rpi-v8`` is 6.12."""
    numbers = release.split("-", maxsplit=1)[0].split(".")
    return int(numbers[0]), int("".join(filter(str.isdigit, numbers[1])))


def _said(error: Exception) -> str:
    """What an error says, without quotes and numbers."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text.strip("'")


def _open_remedy(chip: Chip) -> str:
    return f"may {chip.path} be opened by this user (group gpio), and is it there?"
