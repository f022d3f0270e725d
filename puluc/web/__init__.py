"""The page: the simulated board in a browser."""
