"""Choosing a move: exact tables, search and levels. Pure: chance is injected, nothing is waited for."""
