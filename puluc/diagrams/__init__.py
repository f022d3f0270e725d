"""Drawings and tables of a board's wiring, made from the wiring itself: ``puluc wiring``."""
