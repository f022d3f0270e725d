"""No display: for a board that has none, and for one whose display is somewhere else."""

from hardware.protocols import Emit
from puluc.session.frame import Frame


class NoDisplay:
    """A display that shows nothing (the protocol ``hardware.protocols.Display``)."""

    @property
    def is_alive(self) -> bool:
        """It needs no thread."""
        return True

    def start(self, emit: Emit) -> None:
        """Nothing to begin."""

    def show(self, frame: Frame) -> None:
        """Nothing to see."""

    def close(self) -> None:
        """Nothing to end."""
