"""Solving rule sets exactly, compiled with numba (the ``solve`` extra)."""
