"""Choosing a move: exact tables, search, levels. Pure: chance is injected, nothing waited for."""
