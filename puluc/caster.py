"""The caster: the lots of the board, drawn from the system's secrets and from nothing else."""

import secrets


def draw_lots(count: int) -> tuple[bool, ...]:
    """Cast that many lots: for each whether its marked side is up, evenly and independently.

    Nothing else in the program draws lots, and nothing that plays can reach this module.
    """
    bits = secrets.randbits(count)
    return tuple(bool(bits >> place & 1) for place in range(count))
