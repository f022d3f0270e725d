"""What is told when no pins can be had."""

from puluc.errors import PulucError


class FactoryError(PulucError, OSError):
    """No pin factory can be had; the message says which, why, and what helps.

    Attributes:
        kind: The pin factory that was asked for.
        cause: Why it can't be had, in plain words.
        remedy: What helps.
    """

    def __init__(self, kind: str, cause: str, remedy: str) -> None:
        super().__init__(f"pins {kind}: {cause}; {remedy}")
        self.kind = kind
        self.cause = cause
        self.remedy = remedy
