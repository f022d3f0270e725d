"""The root of every error that Puluc raises on purpose."""


class PulucError(Exception):
    """Something Puluc was given or met is not right; the message names the value and the place.

    Each subclass is also the fitting builtin, so ``except ValueError`` works as well.
    """
