"""The electronic board for the Maya game of Puluc."""

__version__ = "0.1.0"
