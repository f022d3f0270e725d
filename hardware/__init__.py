"""Drivers of the board, one a module, and the simulated board. Third-party drivers load lazily."""
